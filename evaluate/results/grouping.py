"""Breaking results down by what stands in the documents' meta data but not in the results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from cetr.console import InputError
from evaluate.package import Meta, read_meta
from evaluate.results.rows import FIELDS, Row


def add_fact(rows: Sequence[Row], field: str, folders: Mapping[str, Path]) -> Iterator[Row]:
    """The rows with a fact of this name: any key of the meta data, with dots where it is nested (``extra.topic``).

    ``folders`` are where the packages lie. Raises InputError where a document is gone, or none has such a key.
    """
    values = []
    for row in rows:
        if row.package not in folders:
            raise InputError(f"--by {field}: the folder of the package '{row.package}' is not known: no run.json")
        values.append(find_value(read_meta(folders[row.package], row.document), field))
    if all(value is None for value in values):
        raise InputError(
            f"--by {field}: no document has it; name one of {', '.join(FIELDS)}, or a key of the meta data"
        )
    for row, value in zip(rows, values, strict=True):
        yield replace(row, facts={**row.facts, field: value or ""})


def find_value(meta: Meta, field: str) -> str | None:
    """A value of the meta data as text, JSON where it is not a text; None where there is none."""
    value: object = msgspec.to_builtins(meta)
    for key in field.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    if value is None or isinstance(value, str):
        return value
    return msgspec.json.encode(value).decode()
