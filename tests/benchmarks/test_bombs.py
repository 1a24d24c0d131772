"""That no command, and no option that takes a file, is forgotten where `benchmarks.bombs` feeds them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.types import BoolParamType, FloatParamType, IntParamType

from annotate.cli import annotate
from annotate.formats.table import FORMATS
from benchmarks.bombs.files import BOMBS
from benchmarks.bombs.trials import copy_base, list_trials, make_base, run_trial
from cetr.cli import cetr
from evaluate.cli import evaluate

WORDS = """
    --url --match --leave-out --attach --select --drop --click --max-size --language --page-type --annotator --viewport
    --settle --timeout --delay --theme --license --title --to --overlap --gold --option --site-key --cluster --host
    --measures --measure --fail-if --by DOCUMENT NAME
"""
"""Names, numbers, patterns and URLs. `cetr plot --gold`, which is a file, is not among the parameters of that name."""
WRITTEN = "--out --out-dir --errors TARGET"
"""What a command makes, or refuses to overwrite."""
TRUSTED = "--browser --profile"
"""A program that you run, and its own folder."""
ELSEWHERE = {"annotate review DIR", "annotate review --against", "annotate review --extractor", "annotate serve DIR"}
"""What needs a terminal, or lasts: tests/annotate/review, tests/annotate/serve."""
EXTRACTORS = {
    "annotate capture --method",
    "annotate check --extractor",
    "annotate next --extractor",
    "evaluate roc --extractor",
}
"""Read as elsewhere."""


def list_commands(command: click.Command, *path: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """List all commands below one, each with its path."""
    if not isinstance(command, click.Group):
        yield path, command
        return
    context = click.Context(command, help_option_names=["-h", "--help"])
    for name in command.list_commands(context):
        below = command.get_command(context, name)
        assert below is not None
        yield from list_commands(below, *path, name)


COMMANDS = dict(
    entry
    for name, group in (("annotate", annotate), ("cetr", cetr), ("evaluate", evaluate))
    for entry in list_commands(group, name)
)


def name_parameter(path: tuple[str, ...], parameter: click.Parameter) -> str:
    """``annotate review --config``, or the first word of an argument's name: ``annotate review DIR``."""
    if isinstance(parameter, click.Option):
        return " ".join((*path, next((name for name in parameter.opts if name.startswith("--")), parameter.opts[0])))
    shown = parameter.metavar or (parameter.name or "").upper()
    return " ".join((*path, re.findall(r"\w+", shown)[0]))


def find_fed(words: list[str]) -> Iterator[str]:
    """Find the parameters that get the file in a command line, which must be a valid one."""
    path = tuple(words[:2])
    command = COMMANDS[path]
    values, _, _ = command.make_parser(click.Context(command, help_option_names=["-h", "--help"])).parse_args(words[2:])
    for parameter in command.params:
        value = values.get(parameter.name or "")
        assert value or not parameter.required, f"{words} lacks {parameter.name}"
        if isinstance(parameter.type, click.Choice) and isinstance(value, str):
            assert value in parameter.type.choices, words
        if "bomb" in str(value):
            yield name_parameter(path, parameter)


def test_every_parameter_that_takes_a_file_gets_one_of_each_kind() -> None:
    """A new command or option must be fed, or be named above."""
    fed = {name for trial in list_trials(Path("bombs")) for name in find_fed(trial.words)}
    plain = (click.Choice, click.IntRange, click.FloatRange, BoolParamType, IntParamType, FloatParamType)
    forgotten = {
        name
        for path, command in COMMANDS.items()
        for parameter in command.params
        if not isinstance(parameter.type, plain)
        and (name := name_parameter(path, parameter)).split()[-1] not in f"{WORDS} {WRITTEN} {TRUSTED}".split()
    }
    assert forgotten - fed - ELSEWHERE - EXTRACTORS == set()
    assert {"cetr plot --gold", "annotate review --config"} <= fed


def test_every_format_of_import_gets_one() -> None:
    """A new importer reads what strangers wrote, too."""
    lines = {tuple(trial.words[1:3]) for trial in list_trials(Path("bombs"))}
    assert {name for command, name in lines if command == "import"} == set(FORMATS)


@pytest.mark.long
def test_a_run_is_judged(tmp_path: Path) -> None:
    """A command that gets along with its file, one that takes too long, and one that takes too much."""
    make_base(tmp_path / "base")
    (tmp_path / "bombs").mkdir()
    BOMBS["sparse.html"](tmp_path / "bombs" / "sparse.html")
    (trial,) = (t for t in list_trials(tmp_path / "bombs") if t.name == "annotate assign a.json < sparse.html")
    wrong, peak, seconds, said = run_trial(trial, tmp_path / "base", 4500, 60)
    assert (wrong, said) == ("", "2 annotate: bomb/a.json: is larger than 32 MB, the limit")
    assert 0 < peak < 4500 and 0 < seconds < 60
    assert run_trial(trial, tmp_path / "base", 4500, 0)[0] == "time"
    assert run_trial(trial, tmp_path / "base", 0, 60)[0] == "memory"
    copy_base(tmp_path / "base", tmp_path / "copy")
    (data,) = json.loads((tmp_path / "copy" / "results" / "run.json").read_text())["datasets"]
    assert data["folder"] == str(tmp_path / "copy" / "gold")
