"""Group results by facts that they do not contain: classes of pages, other metadata."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from cetr.console import InputError, suggest_name
from evaluate.package import Meta, read_document, read_meta
from evaluate.results.classes import CLASSES
from evaluate.results.rows import KINDS, Row


def add_facts(rows: Sequence[Row], fields: Iterable[str], folders: Mapping[str, Path]) -> list[Row]:
    """Add facts to the rows: classes of pages (`CLASSES`), or any keys of the metadata, with dots if they are nested
    (``extra.topic``). Rows know `KINDS` without them.

    ``folders`` are the folders of the packages. Raises InputError if a document is gone, or if none has such a key.
    """
    added = {field: _read_values(rows, field, folders) for field in fields if field not in KINDS}
    return [
        replace(row, facts={**row.facts, **{field: values[i] for field, values in added.items()}})
        for i, row in enumerate(rows)
    ]


def _read_values(rows: Sequence[Row], field: str, folders: Mapping[str, Path]) -> list[str]:
    values = [_read_value(row, field, folders) for row in rows]
    if all(value is None for value in values):
        known = (*CLASSES, *KINDS)
        meant = suggest_name(field, known)
        raise InputError(f"no document has '{field}'{meant}; name one of {', '.join(known)}, or a key of the metadata")
    return [value or "" for value in values]


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
