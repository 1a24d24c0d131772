"""The option that names measures, and the command that lists them."""

from __future__ import annotations

import json

import click
import pytest

from cetr.console import run
from evaluate.cli import evaluate
from evaluate.measures import MEASURES
from evaluate.measures_option import complete_measures, measures_option


@pytest.mark.parametrize(("given", "names"), [([], ("words",)), (["--measures", " bag,,words "], ("bag", "words"))])
def test_names_are_separated_by_commas(given: list[str], names: tuple[str, ...]) -> None:
    """Blanks around them, and nothing between two commas, do not matter."""
    command = measures_option()(click.command()(lambda measures: measures))
    assert command.main(given, standalone_mode=False) == names


def test_none_is_refused() -> None:
    """A list of commas alone names nothing."""
    command = measures_option()(click.command()(lambda measures: measures))
    with pytest.raises(click.UsageError, match="--measures: name at least one"):
        command.main(["--measures", " , "], standalone_mode=False)


def test_a_shell_completes_the_last_name() -> None:
    """What stands before the last comma stays."""
    context, option = click.Context(click.Command("run")), click.Option(["--measures"])
    assert complete_measures(context, option, "words,lev") == ["words,levenshtein"]


def test_measures_are_listed(capfd: pytest.CaptureFixture[str]) -> None:
    """Each measure has a line about it."""
    assert run(evaluate, ["measures", "--format", "json"]) == 0
    rows = json.loads(capfd.readouterr().out)
    assert [row["measure"] for row in rows] == list(MEASURES)
    assert all(len(row["what"]) > 20 for row in rows)
