"""Reading texts by identifier from the forms in which benchmarks keep them."""

from __future__ import annotations

import gzip
import lzma
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from cetr.errors import InputError

_OPENERS: Mapping[str, Callable[[bytes], bytes]] = {".xz": lzma.decompress, ".gz": gzip.decompress}
_WRAPPED = {"output", "version"}


def read_texts(path: Path) -> dict[str, str]:
    """The texts at a path by their identifiers.

    A folder: its ``.txt`` files, by their names (a test package is one). ``.json``: Scrapinghub's form, identifier to
    ``{"articleBody": text}``, with or without ``{"version": ..., "output": ...}`` around it, or identifier to text.
    ``.jsonl``: lines with ``id`` and ``text``. Any of the two may end in ``.gz`` or ``.xz``. Any other file is one
    text, of the identifier "".
    """
    if path.is_dir():
        texts = {file.stem: _decode(file, file.read_bytes()) for file in sorted(path.glob("*.txt"))}
        if not texts:
            raise InputError(f"{path}: holds no .txt files")
        return texts
    try:
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise InputError(f"{path}: no such file or folder") from error
    kind = path
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
    id: str
    text: str | None


def _read_lines(path: Path, data: bytes) -> dict[str, str]:
    texts: dict[str, str] = {}
    for number, line in enumerate(data.splitlines(), 1):
        if not line.strip():
            continue
        try:
            record = msgspec.json.decode(line, type=_Line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise InputError(f"{path}:{number}: {error}") from error
        if record.id in texts:
            raise InputError(f"{path}:{number}: id: '{record.id}' stands twice")
        texts[record.id] = record.text or ""
    if not texts:
        raise InputError(f"{path}: holds no texts")
    return texts


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
