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

This page shows what each command prints with `--help`. The following holds for all commands:

- Every command has `-h` or `--help`. `--debug` shows the traceback of an error.
- Data goes to standard output, messages to standard error. In a terminal, tables are fitted to its width; in a pipe
  they are complete. `--format tsv` suits spreadsheets, `json` and `jsonl` suit programs.
- Exit codes: 0 success; 1 the check or comparison found something; 2 wrong usage or unreadable input; 3 some documents
  failed and the others are done; 130 interrupted.
- Commands create missing output folders. Commands that make one file from others (report, picture, card, model)
  overwrite it. Commands that gather many pages (`cetr extract`, `annotate export`, `evaluate run`) refuse to overwrite:
  choose another name or, where there is such an option, continue with `--resume`. `evaluate run` also has
  `--overwrite`.
"""


def describe(command: click.Command, name: str, parent: click.Context | None = None) -> Iterator[str]:
    """The help of a command and of its subcommands as Markdown."""
    settings = {"terminal_width": 90, "max_content_width": 90, **command.context_settings}
    context = click.Context(command, parent, name, **settings)
    lines = [line for line in command.get_help(context).splitlines() if "Show this message and exit." not in line]
    told = "\n".join(lines).removesuffix("\n\nOptions:")
    yield f"{'##' if parent is None else '###'} `{context.command_path}`\n\n```text\n{told}\n```\n"
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
