"""Texts that were saved elsewhere, by the names of their documents, in the formats of benchmarks."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from cetr.console import InputError, read_file, read_packed, strip_packing

NAME_KEYS = ("document", "name", "id", "item_id")
TEXT_KEYS = ("text", "extracted", "content", "articleBody", "plaintext")

TABLE_BYTES = 1_000_000_000
"""A packed table that unpacks to more is not read."""

_WRAPPED = {"output", "version"}

Key = tuple[str, str]
"""The package, empty if none is named, and the document."""


def is_table(path: Path) -> bool:
    """Whether a file, packed or not, has texts by name rather than a single text."""
    return _find_kind(path) in (".json", ".jsonl")


def read_text_file(path: Path) -> str:
    """Read the text of a UTF-8 file."""
    return _decode(path, read_file(path))


def read_table(path: Path) -> dict[Key, str]:
    """Read the texts of a file, at least one, by (package, document).

    ``.jsonl``: a line for each text, with a name (`NAME_KEYS`), perhaps a ``package``, and the text (`TEXT_KEYS`). Any
    other is JSON: names to texts or to objects with a text, with or without Scrapinghub's ``{"version": ..., "output":
    ...}`` around it. A null text or an empty object means the empty text. Either may be packed (``.gz``, ``.xz``,
    ``.bz2``). Our own predictions may have a document twice, and the last one counts. No other name or key may occur
    twice.
    """
    text = _decode(path, read_packed(path, TABLE_BYTES))
    texts: dict[Key, str] = {}
    for where, key, value in _read_lines(path, text) if _find_kind(path) == ".jsonl" else _read_object(path, text):
        if key in texts and not key[0]:
            raise InputError(f"{where}: '{key[1]}' occurs twice")
        texts[key] = _find_text(where, value)
    if not texts:
        raise InputError(f"{path}: holds no texts")
    return texts


def _find_kind(path: Path) -> str:
    return Path(strip_packing(path.name)).suffix.lower()


def _decode(path: Path, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: is not UTF-8 (byte {error.start})") from error


def _read_lines(path: Path, text: str) -> Iterator[tuple[str, Key, object]]:
    # Not splitlines(), which splits at characters that JSON allows inside a string.
    for number, line in enumerate(text.split("\n"), 1):
        where = f"{path}: line {number}"
        if not line.strip():
            continue
        record = _parse(where, line)
        if not isinstance(record, dict):
            raise InputError(f"{where}: is not an object")
        name = next((record[key] for key in NAME_KEYS if key in record), None)
        if name in (None, ""):
            raise InputError(f"{where}: has no key for the name of the document (one of: {', '.join(NAME_KEYS)})")
        yield where, (str(record.get("package") or ""), str(name)), record


def _read_object(path: Path, text: str) -> Iterator[tuple[str, Key, object]]:
    record = _parse(str(path), text)
    if isinstance(record, dict) and record.keys() == _WRAPPED:
        record = record["output"]
    if not isinstance(record, dict):
        raise InputError(f"{path}: is not an object of names and texts")
    for name, value in record.items():
        yield f"{path}: {name}", ("", name), value


def _parse(where: str, text: str) -> object:
    def make(pairs: list[tuple[str, object]]) -> dict[str, object]:
        record = dict(pairs)
        if len(record) < len(pairs):
            ((name, _),) = Counter(name for name, _ in pairs).most_common(1)
            raise InputError(f"{where}: '{name}' occurs twice")
        return record

    try:
        return json.loads(text, object_pairs_hook=make)
    except InputError:
        raise
    except (ValueError, RecursionError) as error:
        raise InputError(f"{where}: is not JSON: {error}") from error


def _find_text(where: str, value: object) -> str:
    if isinstance(value, dict) and (key := next((key for key in TEXT_KEYS if key in value), None)):
        where, value = f"{where}: {key}", value[key]
    if value is None or value == {}:
        return ""
    if isinstance(value, dict):
        raise InputError(f"{where}: has no text (one of: {', '.join(TEXT_KEYS)})")
    if not isinstance(value, str):
        raise InputError(f"{where}: is not a text")
    return value
