"""The page on reviewing says what the program does."""

from __future__ import annotations

import re
from pathlib import Path

import click
from textual.theme import BUILTIN_THEMES

from annotate.review.cli import review
from annotate.review.config import Config
from annotate.review.screens.keys import action_names

PAGE = (Path(__file__).parents[3] / "docs" / "review.md").read_text("utf-8")


def test_every_action_is_documented() -> None:
    """The names that the settings know all stand on the page."""
    named = set(re.findall(r"`([a-z0-9-]+)`", PAGE))
    assert {name for name in action_names() if not re.fullmatch(r"choose-[2-8]", name)} <= named


def test_every_setting_is_documented() -> None:
    """The fields of review.toml all stand in the example."""
    example = PAGE.partition("```toml")[2].partition("```")[0]
    settings, _, keys = example.partition("[keys]")
    assert set(re.findall(r"^([a-z_]+) =", settings, re.MULTILINE)) | {"keys"} == set(Config.__struct_fields__)
    assert set(re.findall(r"^([a-z-]+) =", keys, re.MULTILINE)) <= action_names()


def test_pictures_exist() -> None:
    """The page shows the pictures that the snapshot tests keep."""
    pictures = re.findall(r"\]\((\.\./[^)]+\.svg)\)", PAGE)
    assert pictures
    assert all((Path(__file__).parents[3] / "docs" / picture).exists() for picture in pictures)


def test_the_themes_that_are_named_are_there() -> None:
    """The themes that the command's help names exist."""
    (option,) = (p for p in review.params if p.name == "theme")
    assert isinstance(option, click.Option) and option.help
    assert set(re.findall(r"[a-z]+-[a-z]+", option.help)) == {"textual-dark", "textual-light", "ansi-dark"}
    assert BUILTIN_THEMES.keys() >= {"textual-dark", "textual-light", "ansi-dark"}
