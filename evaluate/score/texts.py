"""Reading texts by identifier from the forms in which benchmarks keep them."""

from __future__ import annotations

import gzip
import lzma
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from cetr.errors import InputError
from evaluate.comparing.sides import find_results
from evaluate.package import read_meta, read_package
from evaluate.package.store import INFO, TEXT
from evaluate.results.store import PREDICTIONS, RUN

_OPENERS: Mapping[str, Callable[[bytes], bytes]] = {".xz": lzma.decompress, ".gz": gzip.decompress}
_WRAPPED = {"output", "version"}


def read_texts(path: Path) -> dict[str, str]:
    """The texts at a path by their identifiers.

    A test package: the texts of its finished documents. Another folder: its ``.txt`` files, by their names. What
    `find_results` takes: the predictions of that one extractor. ``.json``: Scrapinghub's form, identifier to
    ``{"articleBody": text}``, with or without ``{"version": ..., "output": ...}`` around it, or identifier to text.
    ``.jsonl``: lines with ``text`` and ``id``, or predictions of ours. Any of the two may end in ``.gz`` or ``.xz``.
    Any other file is one text, of the identifier "".
    """
    if (path / INFO).exists():
        names = [name for name in read_package(path).names if read_meta(path, name).finished]
        if not names:
            raise InputError(f"{path}: has no document that is finished (status gold or reviewed)")
        return {name: _decode(path / (name + TEXT), (path / (name + TEXT)).read_bytes()) for name in names}
    if (path / RUN).exists() or not path.exists():
        path = _find_predictions(path)
    if path.is_dir():
        texts = {file.stem: _decode(file, file.read_bytes()) for file in sorted(path.glob("*.txt"))}
        if not texts:
            raise InputError(f"{path}: holds no .txt files")
        return texts
    data, kind = path.read_bytes(), path
    if path.suffix in _OPENERS:
        kind = path.with_suffix("")
        try:
            data = _OPENERS[path.suffix](data)
        except (OSError, EOFError, lzma.LZMAError) as error:
            raise InputError(f"{path}: cannot be decompressed: {error}") from error
    if kind.suffix == ".json":
        return _read_json(path, data)
    if kind.suffix == ".jsonl":
        return _read_lines(path, data)
    return {"": _decode(path, data)}


def _find_predictions(results: Path) -> Path:
    """The file of predictions of the one extractor that results are of."""
    found = find_results(results)
    files = [file.with_name(file.name.removesuffix(".tsv") + PREDICTIONS) for file in found.values()]
    if len(files) > 1:
        raise InputError(f"{results}: has several extractors ({', '.join(found)}): name one, such as {files[0]}")
    if not files[0].exists():
        raise InputError(f"{files[0]}: is missing")
    return files[0]


def _decode(path: Path, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: is not UTF-8 (byte {error.start})") from error


def _read_json(path: Path, data: bytes) -> dict[str, str]:
    try:
        record = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: {error}") from error
    if isinstance(record, dict) and record.keys() == _WRAPPED:
        record = record["output"]
    if not isinstance(record, dict) or not record:
        raise InputError(f"{path}: is not an object of identifiers and texts")
    return {name: _read_text(path, name, value) for name, value in record.items()}


def _read_text(path: Path, name: str, value: object) -> str:
    """A text, an object with one, or null and an object without one, which stand for the empty text."""
    text = value.get("articleBody") if isinstance(value, dict) else value
    if text is None:
        return ""
    if not isinstance(text, str):
        raise InputError(f"{path}: {name}: is neither a text nor an object with a text 'articleBody'")
    return text


class _Line(msgspec.Struct):
    """A text with an identifier, or, in predictions of ours, with a package and a document."""

    text: str | None
    id: str = ""
    package: str = ""
    document: str = ""


def _read_lines(path: Path, data: bytes) -> dict[str, str]:
    """Texts by identifier. Documents of several packages are PACKAGE/DOCUMENT; the last prediction of one counts."""
    texts: dict[tuple[str, str], str] = {}
    for number, line in enumerate(data.splitlines(), 1):
        if not line.strip():
            continue
        try:
            record = msgspec.json.decode(line, type=_Line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise InputError(f"{path}:{number}: {error}") from error
        if not record.id and not record.document:
            raise InputError(f"{path}:{number}: Object missing required field `id`")
        if ("", record.id) in texts:
            raise InputError(f"{path}:{number}: id: '{record.id}' stands twice")
        texts[record.package, record.id or record.document] = record.text or ""
    if not texts:
        raise InputError(f"{path}: holds no texts")
    several = len({package for package, _ in texts}) > 1
    return {f"{package}/{name}" if several else name: text for (package, name), text in texts.items()}


def pair_texts(
    gold: Mapping[str, str], predicted: Mapping[str, str], where: tuple[Path, Path]
) -> list[tuple[str, str, str]]:
    """(identifier, gold text, predicted text) of each document; a text that one side lacks is an error."""
    if (gold.keys() == {""}) != (predicted.keys() == {""}):
        one, many = where if gold.keys() == {""} else where[::-1]
        raise InputError(f"{one}: is one text, {many} holds texts by name: give two of the same kind")
    for ours, theirs, path in ((gold, predicted, where[1]), (predicted, gold, where[0])):
        lacking = [name for name in ours if name not in theirs]
        if lacking:
            raise InputError(f"{path}: {_count(lacking)} missing: {_name_some(lacking)}")
    return [(name, text, predicted[name]) for name, text in gold.items()]


def _count(names: Sequence[str]) -> str:
    return f"{len(names)} texts are" if len(names) > 1 else "1 text is"


def _name_some(names: Iterable[str], count: int = 3) -> str:
    names = list(names)
    return ", ".join(f"'{name}'" for name in names[:count]) + (", ..." if len(names) > count else "")
