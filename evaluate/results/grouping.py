"""Group results by facts that they do not contain: classes of pages, other metadata."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

import msgspec

from cetr.console import InputError, suggest_name
from evaluate.package import Meta, read_document, read_meta
from evaluate.results.classes import CLASSES
from evaluate.results.rows import KINDS, Row

Facts = Mapping[str, Mapping[tuple[str, str], str]]
"""Values of fields, by package and document."""


def read_facts(rows: Iterable[Row], fields: Iterable[str], folders: Mapping[str, Path]) -> Facts:
    """Read facts about the documents of the rows: classes of pages (`CLASSES`), or any keys of the metadata, with dots
    if they are nested (``extra.topic``). Rows know `KINDS`, which are left out. Each document is read once.

    ``folders`` are the folders of the packages. Raises InputError if a document is gone, or if none has such a key.
    """
    first = {row.key: row for row in rows}
    return {field: _read_values(first.values(), field, folders) for field in fields if field not in KINDS}


def add_facts(rows: Iterable[Row], facts: Facts) -> list[Row]:
    """Add facts to the rows of the documents for which they were read."""
    return [
        replace(row, facts={**row.facts, **{field: values[row.key] for field, values in facts.items()}}) for row in rows
    ]


def _read_values(rows: Iterable[Row], field: str, folders: Mapping[str, Path]) -> dict[tuple[str, str], str]:
    values = {row.key: _read_value(row, field, folders) for row in rows}
    if all(value is None for value in values.values()):
        known = (*CLASSES, *KINDS)
        meant = suggest_name(field, known)
        raise InputError(f"no document has '{field}'{meant}; name one of {', '.join(known)}, or a key of the metadata")
    return {key: value or "" for key, value in values.items()}


def _read_value(row: Row, field: str, folders: Mapping[str, Path]) -> str | None:
    if row.package not in folders:
        raise InputError(
            f"'{field}' is not in the results, and no run.json names the folder of the package '{row.package}'; "
            "make the results again with 'evaluate run'"
        )
    if not folders[row.package].exists():
        raise InputError(
            f"'{field}' is not in the results, and {folders[row.package]} does not exist; if the package has moved, "
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
