"""The user's settings: ``review.toml`` in the configuration folder of this program."""

from __future__ import annotations

import shutil
from pathlib import Path

import click
import msgspec

from cetr.console import InputError
from evaluate.parsing import read_toml

FILE = "review.toml"
SCHEMA = 1


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings. ``keys`` maps the name of an action (see the help screen) to keys, separated by commas."""

    theme: str = "textual-dark"
    ascii: bool = False
    extractors: tuple[str, ...] = ("learned", "cetr")
    browser: str | None = None
    edits_reopen: bool = True
    keys: dict[str, str] = {}
    schema: int = SCHEMA


def config_path() -> Path:
    """Return the path of the settings file."""
    return Path(click.get_app_dir("cetr-gold")) / FILE


def load_config(path: Path) -> Config:
    """Read the settings; without a file, return the defaults. Raises `InputError` that names file and field."""
    try:
        config: Config = read_toml(path, Config, SCHEMA)
    except FileNotFoundError:
        return Config()
    return config


def check_browser(browser: str | None, path: Path) -> None:
    """Raise `InputError` if the browser does not exist."""
    if browser is not None and shutil.which(browser) is None:
        raise InputError(
            f"{path}: browser: {browser}: is not a program; name the program of a Chromium, or leave it out"
        )
