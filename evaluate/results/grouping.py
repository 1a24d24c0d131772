"""Group results by facts that they do not contain: classes of pages, other metadata."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from cetr.console import InputError, suggest_name
from evaluate.package import Meta, read_document, read_meta
from evaluate.results.classes import CLASSES
from evaluate.results.rows import KINDS, Row


def add_fact(rows: Sequence[Row], field: str, folders: Mapping[str, Path]) -> Iterator[Row]:
    """Add a fact to the rows: a class of pages (`CLASSES`), or any key of the metadata, with dots if it is nested
    (``extra.topic``).

    ``folders`` are the folders of the packages. Raises InputError if a document is gone, or if none has such a key.
    """
    values = [_read_value(row, field, folders) for row in rows]
    if all(value is None for value in values):
        known = (*CLASSES, *KINDS)
        meant = suggest_name(field, known)
        raise InputError(
            f"--by {field}: no document has it{meant}; name one of {', '.join(known)}, or a key of the metadata"
        )
    for row, value in zip(rows, values, strict=True):
        yield replace(row, facts={**row.facts, field: value or ""})


def _read_value(row: Row, field: str, folders: Mapping[str, Path]) -> str | None:
    if row.package not in folders:
        raise InputError(
            f"--by {field}: the results have no run.json, which names the folder of the package '{row.package}'; "
            "make them again with 'evaluate run'"
        )
    if not folders[row.package].exists():
        raise InputError(
            f"--by {field}: {folders[row.package]}: no such folder; if the package has moved, "
            "'evaluate rescore RESULTS DIR' makes results that know it"
        )
    if field in CLASSES:
        return CLASSES[field](read_document(folders[row.package], row.document))
    return find_value(read_meta(folders[row.package], row.document), field)


def find_value(meta: Meta, field: str) -> str | None:
    """Return a value of the metadata as text, JSON if it is not a text; None if there is none."""
    value: object = msgspec.to_builtins(meta)
    for key in field.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    if value is None or isinstance(value, str):
        return value
    return msgspec.json.encode(value).decode()
