"""Parse JSON and TOML of others. An error says where it is, in which field, and what is wrong."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from cetr.console import InputError, check_schema, read_file
from evaluate.misfits import OBJECT, TABLE, Objects, tell_misfit

T = TypeVar("T")


class Head(msgspec.Struct, frozen=True):
    """The one key that every schema of a format has."""

    schema: int = 1


def parse_json(data: bytes, kind: type[T] | Any, where: str, schema: int | None = None) -> T:
    """Parse JSON as a value of a type; raises `InputError`.

    If the format carries its number and that is not ``schema``, the error says so, whatever else the number changed.
    """
    if schema is not None:
        check_schema(parse_json(data, Head, where).schema, schema, where)
    try:
        value: T = msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"{where}: {tell_error(error, kind)}") from error
    return value


_MOST_DOTS = 300
_STRING = re.compile(rb"""\"\"\".*?\"\"\"|'''.*?'''|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+'|#[^\n]*+""", re.DOTALL)
"""Strings and comments of TOML."""


def _refuse_long_keys(data: bytes, where: str) -> None:
    """Refuse TOML with keys of very many parts, because reading one takes time in proportion to their square."""
    for line in _STRING.sub(b"", data).split(b"\n"):
        if line.count(b".") > _MOST_DOTS:
            raise InputError(f"{where}: has a line with more than {_MOST_DOTS} dots outside strings, the limit")


TOML_BYTES = 1_000_000
"""No TOML file that is longer is parsed: that takes some hundred times as much memory."""


def read_toml(path: Path, kind: type[T] | Any, schema: int) -> T:
    """Read a TOML file; see `parse_toml`."""
    value: T = parse_toml(read_file(path, TOML_BYTES), kind, str(path), schema)
    return value


def parse_toml(data: bytes, kind: type[T] | Any, where: str, schema: int | None = None) -> T:
    """Parse TOML, which may begin with a byte order mark, as a value of a type; errors are those of `parse_json`."""
    _refuse_long_keys(data, where)
    try:
        table = tomllib.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:  # Python converts no number of very many digits
        raise InputError(f"{where}: {tell_error(error, kind)}") from error
    if schema is not None:
        check_schema(convert(table, Head, where, TABLE).schema, schema, where)
    value: T = convert(table, kind, where, TABLE)
    return value


def convert(value: object, kind: type[T], where: str, objects: Objects = OBJECT) -> T:
    """Convert what JSON was parsed to, or TOML with `TABLE`, into a value of a type; raises `InputError`."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise InputError(f"{where}: {tell_misfit(error, kind, objects)}") from error


def tell_error(error: Exception, kind: Any) -> str:
    """Say why data could not be parsed as a value of a type."""
    if isinstance(error, RecursionError):
        return "is nested too deeply"
    if isinstance(error, msgspec.ValidationError):
        return tell_misfit(error, kind, OBJECT)
    if isinstance(error, tomllib.TOMLDecodeError):
        return f"is not TOML: {error}"
    if isinstance(error, msgspec.DecodeError):
        return f"is not JSON: {error}"
    return "is not UTF-8" if isinstance(error, UnicodeDecodeError) else str(error)
