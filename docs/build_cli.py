"""Write docs/cli.md from the commands' own help; with --check, only say whether it is up to date."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from annotate.cli import annotate
from cetr.cli import cetr
from evaluate.cli import evaluate

PAGE = Path(__file__).with_name("cli.md")

HEAD = """\
# Commands

Made from the commands' `--help` by `docs/build_cli.py`. What holds for all of them:

- `-h` is `--help`; `--debug` shows where in the program an error arose.
- Standard output is data, standard error is talk. A table is fitted to the terminal, and whole in a pipe.
- Exit codes: 0 fine; 1 the check or comparison found something; 2 wrong usage or unreadable input; 3 some documents
  failed and the rest is done; 130 interrupted.
- Folders above an output are made. What is made of other files at once (report, picture, card, model) replaces what was
  there; what is gathered from many pages (rows of `cetr extract`, exports) does not: name another, or go on with
  `--resume`. `evaluate run` replaces its own results unless it goes on with them.
"""


def describe(command: click.Command, name: str, parent: click.Context | None = None) -> Iterator[str]:
    """The help of a command and of its subcommands as Markdown."""
    settings = {"terminal_width": 100, "max_content_width": 100, **command.context_settings}
    context = click.Context(command, parent, name, **settings)
    yield f"{'##' if parent is None else '###'} `{context.command_path}`\n\n```text\n{command.get_help(context)}\n```\n"
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            if child is not None:
                yield from describe(child, name, context)


def main() -> int:
    """Write or check the page; returns the exit code."""
    parts = [HEAD]
    for group in (annotate, evaluate, cetr):
        parts += describe(group, group.name or "")
    text = "\n".join(line.rstrip() for line in "\n".join(parts).splitlines()) + "\n"
    if "--check" not in sys.argv:
        PAGE.write_text(text, encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        print(f"{PAGE.name} is out of date: run 'make docs'", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
