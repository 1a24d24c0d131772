"""Your own defaults for the options of all commands: environment variables, then a settings file."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from cetr.console.errors import InputError
from cetr.console.schemas import check_schema
from cetr.console.wording import suggest_name

SCHEMA = 1
VARIABLE = "CETR_GOLD_SETTINGS"
"""The environment variable that names another settings file."""


def settings_path() -> Path:
    """The settings file: what `VARIABLE` names, or ``settings.toml`` in the user's configuration folder."""
    return Path(os.environ.get(VARIABLE) or Path(click.get_app_dir("cetr-gold")) / "settings.toml")


def read_settings(path: Path) -> Mapping[str, Any]:
    """Read the settings file, which has a table for each command such as ``[annotate.capture]``. Empty if there is no
    file.

    Raises `InputError` that names the file if it is not TOML or has a newer schema.
    """
    try:
        settings = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: {error}") from error
    check_schema(settings.get("schema", SCHEMA), SCHEMA, str(path))
    return settings


def find_defaults(command: click.Command, group: str, name: str) -> dict[str, Any]:
    """Find the user's own defaults for the options of a command, by the names of its parameters.

    A key of the file is an option without its dashes. A variable is group, command and option, such as
    ``ANNOTATE_CAPTURE_VIEWPORT``, and takes precedence over the file. Raises `InputError` that names file and key if
    there is no such option.
    """
    options = {_long_name(option): option for option in command.params if isinstance(option, click.Option)}
    defaults: dict[str, Any] = {}
    for key, value in find_table(settings_path(), group, name).items():
        if key not in options:
            where, meant = f"{settings_path()}: {group}.{name}.{key}", suggest_name(key, options)
            raise InputError(f"{where}: is not an option of '{group} {name}'{meant}")
        defaults[str(options[key].name)] = value
    for key, option in options.items():
        value = os.environ.get(f"{group}_{name}_{key}".upper().replace("-", "_"))
        if value is not None:
            defaults[str(option.name)] = value.split() if option.multiple else value
    return defaults


def find_table(path: Path, group: str, name: str) -> Mapping[str, Any]:
    """Find the settings of one command. Raises `InputError` that names file and key if they are not a table."""
    found: Any = read_settings(path)
    for place in (group, f"{group}.{name}"):
        found = found.get(place.rpartition(".")[2], {}) if isinstance(found, Mapping) else found
        if not isinstance(found, Mapping):
            raise InputError(f"{path}: {place}: is not a table, such as [{group}.{name}]")
    table: Mapping[str, Any] = found
    return table


def _long_name(option: click.Option) -> str:
    return max(option.opts, key=len).lstrip("-")
