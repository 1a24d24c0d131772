"""What is imported for what: help is instant, and extraction loads nothing that it does not use."""

from __future__ import annotations

import inspect
import subprocess
import sys
from importlib import import_module

import click
import pytest

LIST = """
names = {name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names
print(*sorted(name for name in names if not name.startswith(("_", "cython_runtime"))), file=sys.stderr)
"""


def list_imported(code: str) -> list[str]:
    """The packages outside the standard library that a program has imported at its end."""
    started = "import sys; before = set(sys.modules)\n"
    program = f"{started}{code}\nsys.modules = {{k: v for k, v in sys.modules.items() if k not in before}}{LIST}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return done.stderr.split()


@pytest.mark.parametrize(
    ("launch", "packages"),
    [
        ("from cetr.cli import main", ["cetr", "click"]),
        ("from evaluate.cli import main", ["cetr", "click", "evaluate"]),
        ("from annotate.cli import main", ["annotate", "cetr", "click"]),
    ],
)
def test_help_imports_next_to_nothing(launch: str, packages: list[str]) -> None:
    """A command that only shows its help imports itself and click: no subcommand, no NumPy, no browser."""
    assert list_imported(f"{launch}; sys.argv = ['x', '--help']; main()") == packages


@pytest.mark.parametrize(
    ("method", "packages"),
    [("cetr", ["cetr", "numpy", "regex"]), ("learned", ["cetr", "numpy", "regex", "threadpoolctl"])],
)
def test_extraction_imports_what_it_uses(method: str, packages: list[str]) -> None:
    """Extraction from a string loads neither scikit-learn nor SciPy, Beautiful Soup or the command line."""
    assert list_imported(f"import cetr; cetr.extract('<p>It rains.', method='{method}')") == packages


@pytest.mark.parametrize("module", ["annotate.cli", "evaluate.cli", "cetr.cli"])
def test_summaries_are_what_the_commands_say(module: str) -> None:
    """The summaries in a group's table are the first sentences of the commands' own help, and fit on 80 columns."""
    commands: dict[str, tuple[str, str]] = import_module(module).COMMANDS
    longest = max(map(len, commands))
    assert [name for name, (_, summary) in commands.items() if len(f"  {'':{longest}}  {summary}") > 78] == []
    for name, (place, summary) in commands.items():
        source, _, attribute = place.partition(":")
        command = getattr(import_module(source), attribute)
        assert isinstance(command, click.Command)
        told = " ".join(inspect.cleandoc(command.help or "").split("\n\n")[0].split())
        assert (name, summary) == (name, told[: told.find(". ") + 1] or told)
