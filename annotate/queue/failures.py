"""Telling which pages of a list failed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from cetr.commandline import Exit


def report_failures(urls_file: str | None, errors: Path | None, failures: Sequence[tuple[str, str]], total: int) -> int:
    """List what failed in a file that can be given to ``--urls`` again: ``errors``, or one beside the list of URLs."""
    file = errors or Path(f"{urls_file}.errors" if urls_file and urls_file != "-" else "capture.errors")
    if not failures:
        if errors or urls_file:
            file.unlink(missing_ok=True)
        return Exit.FINE
    file.write_text("".join(f"{url}\t{' '.join(reason.split())}\n" for url, reason in failures), "utf-8")
    click.echo(f"annotate: {len(failures)} of {total} pages failed, see {file}", err=True)
    return Exit.PARTIAL
