"""Parsing JSON and TOML of others."""

from __future__ import annotations

import tomllib
from typing import Any, TypeVar

import msgspec

from cetr.errors import InputError

T = TypeVar("T")


def parse_json(data: bytes, kind: type[T] | Any, where: str) -> T:
    """JSON as a value of a type; raises `InputError` that names where it stands and what is wrong."""
    try:
        value: T = msgspec.json.decode(data, type=kind)
    except UnicodeDecodeError as error:
        raise InputError(f"{where}: is not UTF-8") from error
    except (msgspec.DecodeError, RecursionError) as error:
        raise InputError(f"{where}: {error}") from error
    return value


def parse_toml(data: bytes, kind: type[T] | Any, where: str) -> T:
    """TOML, which may begin with a byte order mark, as a value of a type; raises `InputError` as `parse_json`."""
    try:
        value: T = msgspec.convert(tomllib.loads(data.decode("utf-8-sig")), kind)
    except UnicodeDecodeError as error:
        raise InputError(f"{where}: is not UTF-8") from error
    except (msgspec.ValidationError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(f"{where}: {error}") from error
    return value


def convert(value: object, kind: type[T], where: str) -> T:
    """What JSON was read to as a value of a type; raises `InputError` that names where it stands and what is wrong."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise InputError(f"{where}: {error}") from error
