"""Drafts in an older schema: they are brought up to date when they are read, and a copy is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from cetr.console import check_schema, write_file
from evaluate.package.files import read_regular
from evaluate.parsing import convert, parse_json

T = TypeVar("T")
Step = Callable[[dict[str, Any]], dict[str, Any]]


def read_migrated(path: Path, kind: type[T], schema: int, steps: Mapping[int, Step]) -> T:
    """Read a JSON file as a value of a type; without a number, it has schema 1.

    ``steps`` maps each older schema to what makes the next one of it. A file of an older schema is replaced, and
    stays as it was beside the new one (`name_copy`); where nothing can be written, it is only read.

    Raises `SchemaError` for a newer schema, and another `InputError` for what cannot be read.
    """
    data = read_regular(path)
    fields: dict[str, Any] = parse_json(data, dict[str, Any], str(path))
    found = old = fields.get("schema", 1)
    if not isinstance(found, int) or found not in steps:
        check_schema(found, schema, str(path))
    while found in steps:
        fields = steps[found](fields)
        found += 1
    value = convert(fields | {"schema": schema}, kind, str(path))
    if old != schema:
        with suppress(OSError):
            write_file(name_copy(path, old), data)
            write_file(path, msgspec.json.encode(value))
    return value


def name_copy(path: Path, schema: int) -> Path:
    """Name the copy that is kept of a file with an older schema."""
    return path.with_name(f"{path.name}.schema-{schema}")
