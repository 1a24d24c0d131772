"""Parse JSON and TOML of others. An error says where it is, in which field, and what is wrong."""

from __future__ import annotations

import tomllib
from typing import Any, TypeVar

import msgspec

from cetr.console import InputError

T = TypeVar("T")


def parse_json(data: bytes, kind: type[T] | Any, where: str) -> T:
    """Parse JSON as a value of a type; raises `InputError`."""
    try:
        value: T = msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"{where}: {tell_error(error)}") from error
    return value


def parse_toml(data: bytes, kind: type[T] | Any, where: str) -> T:
    """Parse TOML, which may begin with a byte order mark, as a value of a type; raises `InputError`."""
    try:
        value: T = msgspec.convert(tomllib.loads(data.decode("utf-8-sig")), kind)
    except (msgspec.ValidationError, tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"{where}: {tell_error(error)}") from error
    return value


def convert(value: object, kind: type[T], where: str) -> T:
    """Convert what JSON was parsed to into a value of a type; raises `InputError`."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise InputError(f"{where}: {tell_error(error)}") from error


def tell_error(error: Exception) -> str:
    """Say what is wrong, after the field's path: ``fragments[0].start: Expected `int`, got `str```."""
    text = "is not UTF-8" if isinstance(error, UnicodeDecodeError) else str(error)
    message, mark, path = text.rpartition(" - at `$")
    return f"{path.rstrip('`').lstrip('.') or 'top level'}: {message}" if mark else text
