"""Read the finished pages of packages for training."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from annotate.reading import Place, choose_jobs, list_places, say_left_out, tell_left_out
from cetr.console import Limits, map_within
from cetr.document import Spans, content_spans
from evaluate.package import PackageError, html_hash, read_document, read_meta

LIMITS = Limits(timeout=300)
"""What reading one page, and aligning its gold, may take."""


def read_finished(folders: Iterable[Path]) -> tuple[list[tuple[str, Spans]], int]:
    """Read HTML and main content of every finished document; of several with the same HTML, the first.

    A document that cannot be read, or breaks a limit, is left out, and a line on standard error says so. Returns the
    number of these, too.
    """
    places, pages = list_places(folders), dict[str, tuple[str, Spans]]()
    found = list(tell_left_out(map_within(LIMITS, _read_page, places, choose_jobs(len(places)), say_left_out)))
    for page in found:
        if page is not None:
            pages.setdefault(html_hash(page[0]), page)
    return list(pages.values()), len(places) - len(found)


def _read_page(place: Place) -> tuple[str, Spans] | str | None:
    """Read one page, in any process; None if it is not finished."""
    try:
        if not read_meta(*place).finished:
            return None
        document = read_document(*place)
    except PackageError as error:
        return say_left_out(place, str(error))
    return document.html, content_spans(document.html, document.gold)
