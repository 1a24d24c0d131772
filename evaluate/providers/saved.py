"""``saved:DIR`` and ``saved:FILE``: outputs that were made elsewhere."""

from __future__ import annotations

import gzip
import json
import lzma
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from cetr.errors import InputError
from evaluate.extractors import Extract
from evaluate.providers.outputs import read_text

_NAME_KEYS = ("document", "name", "id", "item_id")
_TEXT_KEYS = ("text", "extracted", "content", "articleBody", "plaintext")


def make_saved_extractor(location: str) -> Extract:
    """An extractor that looks a document's output up by its name; a document without one is an error.

    A folder holds ``NAME.txt`` (text) or ``NAME.html``. A file is JSON, an object that maps names to a text or to an
    object with it (as the outputs of Scrapinghub's benchmark), or JSON Lines with name and text in each line; it may
    be packed (``.gz``, ``.xz``). Raises `InputError` for what is not there or cannot be read.
    """
    find = find_outputs(location)

    def look_up(html: str, *, document: str) -> str:
        text = find(document)
        if text is None:
            raise InputError(f"{location}: has no output for '{document}'")
        return text

    return look_up


def find_missing(location: str, documents: Iterable[str]) -> list[str]:
    """Those of the documents that have no saved output."""
    find = find_outputs(location)
    return [document for document in documents if find(document) is None]


def find_outputs(location: str) -> Callable[[str], str | None]:
    """A function from the name of a document to its output."""
    path = Path(location)
    if path.is_dir():
        return lambda name: _read_output(path, name)
    return _read_table(path).get


def _read_output(folder: Path, name: str) -> str | None:
    for suffix, kind in ((".txt", "text/plain"), (".html", "text/html")):
        try:
            return read_text((folder / (name + suffix)).read_bytes(), kind)
        except FileNotFoundError:
            continue
    return None


def _read_table(path: Path) -> Mapping[str, str]:
    try:
        data = _unpack(path)
        if path.name.removesuffix(path.suffix if path.suffix in (".gz", ".xz") else "").endswith(".jsonl"):
            records = [json.loads(line) for line in data.decode("utf-8").splitlines() if line.strip()]
            return dict(_read_record(path, number, record) for number, record in enumerate(records, 1))
        table = json.loads(data)
    except OSError as error:
        raise InputError(f"saved:{path}: {error.strerror or error}") from error
    except (ValueError, EOFError, lzma.LZMAError) as error:
        raise InputError(f"saved:{path}: is neither JSON nor JSON Lines: {error}") from error
    if not isinstance(table, dict):
        raise InputError(f"saved:{path}: is not an object that maps documents to texts")
    return {name: _find_text(f"{path}: {name}", value) for name, value in table.items()}


def _unpack(path: Path) -> bytes:
    data = path.read_bytes()
    return gzip.decompress(data) if path.suffix == ".gz" else lzma.decompress(data) if path.suffix == ".xz" else data


def _read_record(path: Path, number: int, record: object) -> tuple[str, str]:
    where = f"{path}: line {number}"
    if isinstance(record, dict):
        for key in _NAME_KEYS:
            if key in record:
                return str(record[key]), _find_text(where, record)
    raise InputError(f"saved:{where}: names no document (one of: {', '.join(_NAME_KEYS)})")


def _find_text(where: str, value: object) -> str:
    if isinstance(value, dict):
        value = next((value[key] for key in _TEXT_KEYS if key in value), None)
    if not isinstance(value, str):
        raise InputError(f"saved:{where}: has no text (one of: {', '.join(_TEXT_KEYS)})")
    return value
