"""What is imported for what: help is instant, and extraction loads nothing that it does not use."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from graphlib import TopologicalSorter
from importlib import import_module
from itertools import accumulate
from pathlib import Path
from typing import Literal, get_type_hints

import click
import pytest

import cetr

ROOT = Path(__file__).parents[1]
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


EXTRACT = "import cetr; cetr.extract('<p>It rains.', method='{}')"
RUN = ["cetr", "click", "evaluate", "msgspec", "numpy", "rapidfuzz", "regex", "tomli_w", "typing_extensions"]


@pytest.mark.parametrize(
    ("code", "packages"),
    [
        (EXTRACT.format("cetr"), ["cetr", "numpy", "regex"]),
        (EXTRACT.format("learned"), ["cetr", "numpy", "regex", "threadpoolctl"]),
        ("import evaluate.running.tables", RUN),
    ],
)
def test_what_is_used_is_imported(code: str, packages: list[str]) -> None:
    """Extraction from a string and a run load neither scikit-learn nor SciPy, Beautiful Soup or the browser."""
    assert list_imported(code) == packages


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


def list_imports(statements: Iterable[ast.stmt]) -> Iterator[str]:
    """The names that statements import while they run, as a module and as what may be in it."""
    for statement in statements:
        match statement:
            case ast.Import(names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield from (f"{module}.{alias.name}" for alias in names)
            case ast.If(body=body, orelse=orelse) if ast.unparse(statement.test) != "TYPE_CHECKING":
                yield from list_imports((*body, *orelse))
            case ast.Try(body=body, handlers=handlers, orelse=orelse):
                yield from list_imports((*body, *orelse, *(one for handler in handlers for one in handler.body)))


def test_every_module_can_be_imported_first() -> None:
    """No module imports itself by way of others, be it with the package that holds one of them."""
    houses = ("annotate", "benchmarks", "cetr", "evaluate")
    files = {
        ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file
        for house in houses
        for file in (ROOT / house).rglob("*.py")
    }
    needs = {
        name: {
            package
            for imported in list_imports(ast.parse(file.read_bytes()).body)
            for package in accumulate(imported.split("."), "{}.{}".format)
            if package in files and not f"{name}.".startswith(f"{package}.")
        }
        for name, file in files.items()
    }
    assert len(list(TopologicalSorter(needs).static_order())) == len(files)


def test_types_can_be_read() -> None:
    """By what checks arguments at run time, or makes a service or a command of a function."""
    hints = get_type_hints(cetr.extract)
    assert (hints["method"], hints["format"], hints["return"]) == (
        str | Callable[..., object],
        Literal["text", "markdown", "html"],
        str,
    )
    assert get_type_hints(cetr.read)["return"] is cetr.Content


def test_what_is_public_completes_and_is_there_at_once() -> None:
    """After ``import cetr`` alone, a notebook completes what the documentation names, and nothing else."""
    code = "import cetr; print(dir(cetr)); print([name for name in dir(cetr) if not hasattr(cetr, name)])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    documented = (Path(__file__).parents[1] / "docs" / "python.md").read_text("utf-8")
    rooms = re.findall(r"automodule:: cetr\.(\w+)\n", documented)
    assert ast.literal_eval(done.stdout.replace("\n", ",")) == (
        sorted(["Content", "InputError", "extract", "read", "__version__", *rooms]),
        [],
    )
