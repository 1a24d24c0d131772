"""Your own defaults for the options of all commands: environment variables, then a settings file."""

from __future__ import annotations

import os
import re
import stat
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from cetr.console.choices import suggest_choice
from cetr.console.completing import ExtractorName
from cetr.console.errors import InputError
from cetr.console.files import read_file
from cetr.console.schemas import check_schema
from cetr.console.wording import suggest_name

SCHEMA = 1
_LARGEST = 1_000_000
VARIABLE = "CETR_GOLD_SETTINGS"
"""The environment variable that names another settings file."""


def settings_path() -> Path:
    """The settings file: what `VARIABLE` names, or ``settings.toml`` in the user's configuration folder."""
    return Path(os.environ.get(VARIABLE) or Path(click.get_app_dir("cetr-gold")) / "settings.toml")


def read_settings(path: Path) -> Mapping[str, Any]:
    """Read the settings file, which has a table for each command such as ``[annotate.capture]``. Empty if there is no
    file.

    Raises `InputError` that names the file if it is not TOML, has a newer schema or more than 1 MB, or if `_check_file`
    refuses it.
    """
    try:
        _check_file(path)
        data = read_file(path, _LARGEST)
    except FileNotFoundError:
        return {}
    try:
        settings = tomllib.loads(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: is not UTF-8 (byte {error.start})") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: is not TOML: {error}") from error
    check_schema(settings.get("schema", SCHEMA), SCHEMA, str(path))
    return settings


def _check_file(path: Path) -> None:
    """Refuse what another user wrote, because a default can name a program to run, and a pipe, which may never end."""
    if path.samefile(os.devnull):
        return
    facts = path.stat()
    if not stat.S_ISREG(facts.st_mode):
        raise InputError(f"{path}: is not a regular file")
    if facts.st_mode & stat.S_IWOTH:
        raise InputError(f"{path}: every user of this machine can change it; prevent that with: chmod o-w {path}")
    if facts.st_uid and facts.st_uid != os.geteuid():
        raise InputError(f"{path}: belongs to another user of this machine; use a copy of your own")


@dataclass(frozen=True)
class Default:
    """Your own default for one option."""

    option: click.Option
    name: str
    """Group, command and option: ``annotate.capture.viewport``."""
    value: Any
    variable: str | None
    """The environment variable that gives it; None if the file does."""


def find_defaults(command: click.Command, group: str, name: str, known: Collection[str]) -> list[Default]:
    """Find the user's own defaults for the options of a command, one of the ``known`` commands of its group.

    A key of the file is an option without its dashes. A variable is group, command and option, such as
    ``ANNOTATE_CAPTURE_VIEWPORT``, and takes precedence over the file. Raises `InputError` that names file and key, or
    the variable, if there is no such command or option, or if the option does not take the value.
    """
    path = settings_path()
    options = {_long_name(option): option for option in command.params if isinstance(option, click.Option)}
    table = _find_table(path, group, name, known)
    defaults = []
    for key in (*table, *(key for key in options if key not in table)):
        place = f"{group}.{name}.{key}"
        if key not in options:
            meant = suggest_name(key, options)
            raise InputError(f"{path}: {place}: is not an option of '{group} {name}'{meant}")
        option, variable = options[key], re.sub("[.-]", "_", place).upper()
        text = os.environ.get(variable)
        if text is not None:
            value = _check_value(command, option, text.split() if option.multiple else text, variable)
            defaults.append(Default(option, place, value, variable))
        elif key in table:
            defaults.append(Default(option, place, _check_value(command, option, table[key], f"{path}: {place}"), None))
    return defaults


def _check_value(command: click.Command, option: click.Option, value: Any, origin: str) -> Any:
    """Check that an option takes a value, and return it. A single value of an option that takes many becomes a list."""
    if option.multiple and not isinstance(value, list):
        value = [value]
    if any(isinstance(each, dict | list) for each in (value if option.multiple else [value])):
        raise InputError(f"{origin}: the option does not take {value!r}")
    try:
        option.type_cast_value(click.Context(command), value)
        if isinstance(option.type, ExtractorName):
            for name in value if option.multiple else [value]:
                option.type.check(name)
    except click.BadParameter as error:
        raise InputError(f"{origin}: {error.message.removesuffix('.')}{suggest_choice(error)}") from error
    except InputError as error:
        raise InputError(f"{origin}: {error}") from error
    return value


def _find_table(path: Path, group: str, name: str, known: Collection[str]) -> Mapping[str, Any]:
    """Find the settings of one command, one of the ``known`` commands of its group.

    Raises `InputError` that names file and key if they are not a table, or if another table belongs to no command.
    """
    commands = read_settings(path).get(group, {})
    if not isinstance(commands, dict):
        raise InputError(f"{path}: {group}: is not a table, such as [{group}.{name}]")
    for other, table in commands.items():
        if other not in known:
            raise InputError(f"{path}: {group}.{other}: is not a command of '{group}'{suggest_name(other, known)}")
        if not isinstance(table, dict):
            raise InputError(f"{path}: {group}.{other}: is not a table, such as [{group}.{other}]")
    found: Mapping[str, Any] = commands.get(name, {})
    return found


def _long_name(option: click.Option) -> str:
    return max(option.opts, key=len).lstrip("-")
