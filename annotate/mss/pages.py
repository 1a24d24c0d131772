"""Read the finished pages of packages for training."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from annotate.reading import Place, choose_jobs, list_places, say_left_out, tell_left_out
from cetr.console import Limits, map_within
from cetr.document import Spans, content_spans
from evaluate.package import PackageError, html_hash, read_document, read_meta

LIMITS = Limits(timeout=300)
"""What reading one page, and aligning its gold, may take."""


def read_finished(folders: Iterable[Path]) -> Iterator[tuple[str, Spans]]:
    """Yield HTML and main content of every finished document; of several with the same HTML, the first.

    A document that cannot be read, or breaks a limit, is left out, and a line on standard error says so.
    """
    taken = set[str]()
    places = list_places(folders)
    for found in tell_left_out(map_within(LIMITS, _read_page, places, choose_jobs(len(places)), say_left_out)):
        if found is not None and (page := html_hash(found[0])) not in taken:
            taken.add(page)
            yield found


def _read_page(place: Place) -> tuple[str, Spans] | str | None:
    """Read one page, in any process; None if it is not finished."""
    try:
        if not read_meta(*place).finished:
            return None
        document = read_document(*place)
    except PackageError as error:
        return say_left_out(place, str(error))
    return document.html, content_spans(document.html, document.gold)
