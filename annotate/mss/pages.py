"""Read the finished pages of packages for training."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from cetr.console import Limits, count_cores, map_within
from cetr.document import Spans, align_text
from evaluate.package import PackageError, html_hash, read_document, read_meta, read_package

LIMITS = Limits(timeout=300)
"""What reading one page, and aligning its gold, may take."""

Place = tuple[Path, str]
"""The folder and the name of a document."""


def read_pages(folders: Iterable[Path]) -> Iterator[tuple[str, Spans]]:
    """Yield HTML and main content of every finished document; of several with the same HTML, the first.

    A document that cannot be read, or breaks a limit, is left out, and a line on standard error says so.
    """
    taken = set[str]()
    places = [(folder, name) for folder in folders for name in read_package(folder).names]
    for found in map_within(LIMITS, _read_page, places, min(count_cores(), 1 + len(places) // 100), _give_up):
        if isinstance(found, str):
            click.echo(f"annotate: {found}", err=True)
        elif found is not None and (page := html_hash(found[0])) not in taken:
            taken.add(page)
            yield found


def _read_page(place: Place) -> tuple[str, Spans] | str | None:
    """Read one page, in any process; None if it is not finished."""
    try:
        if not read_meta(*place).finished:
            return None
        document = read_document(*place)
    except PackageError as error:
        return _give_up(place, str(error))
    return document.html, document.spans or align_text(document.html, document.text).spans


def _give_up(place: Place, why: str) -> str:
    folder, name = place
    return f"{folder / name}: left out: {why}"
