"""Document slope curves: the plateaus of the curve that counts tags along the page."""

from __future__ import annotations

import numpy as np

from cetr.console import check_range, check_whole
from cetr.document import Bools, Page, PageSequence, Span, Spans, cut_spans, read_page, read_sequence

TURN = 3
"""How many windows in a row open or close a region."""

LONGEST = 1_000_000
"""The longest window. A page with fewer than twice as many words and tags then has no content."""


def dsc(html: str, *, window: int = 20, slope: float = 0.5) -> Spans:
    """Document slope curve: regions in which tags are rare, found with a sliding window.

    Source: Pinto et al., QuASM (2002), as adapted by Gottron, section 5.3.

    Windows of ``window`` words and tags overlap by half. A window is low if its share of tags is under ``slope`` times
    the document's. Three low windows in a row open a region; three others close it. The paper leaves two things open.
    The length of a window: 20 here, as CETR's figure for CleanEval lies between those of 20 and 30. Where a region
    ends: here it covers its low windows, from the first of the three that open it to the last before the three that
    close it. A page shorter than two windows does not have three windows, and so has no content.
    """
    _check("dsc", window, slope)
    page = read_page(html)
    sequence = read_sequence(page)
    return _extract(page, sequence, sequence.tag, window, slope)


def adsc(html: str, *, window: int = 20, slope: float = 0.5) -> Spans:
    """Advanced document slope curve: dsc with the words of links counted as tags.

    Source: named in the table of Weninger, Hsu, Han, CETR (2010); Gottron's variant of DSC.

    The papers only name it. In this reading, lists of links make the curve rise as steeply as markup does.
    """
    _check("adsc", window, slope)
    page = read_page(html)
    sequence = read_sequence(page)
    return _extract(page, sequence, sequence.tag | sequence.link, window, slope)


def _check(method: str, window: int, slope: float) -> None:
    check_whole(method, 1, LONGEST, window=window)
    check_range(method, 0, 1000, slope=slope)


def _extract(page: Page, sequence: PageSequence, steep: Bools, window: int, slope: float) -> Spans:
    regions = find_plateaus(steep, window, slope)
    return cut_spans(page, [sequence.interval(first, last, len(page.html)) for first, last in regions])


def find_plateaus(steep: Bools, window: int, slope: float) -> list[Span]:
    """Find the first and last index of every region of low slope in a sequence; ``steep`` has shape (n,)."""
    n = len(steep)
    if n == 0:
        return []
    step = max(1, window // 2)
    curve = np.concatenate(([0], np.cumsum(steep)))
    starts = np.arange(0, max(1, n - window + 1), step)
    ends = np.minimum(starts + window, n)
    ends[-1] = n
    low = (curve[ends] - curve[starts]) / (ends - starts) < slope * curve[n] / n
    return [(int(starts[i]), int(ends[j]) - 1) for i, j in _find_runs(low)]


def _find_runs(low: Bools) -> list[Span]:
    """Find the first and last low window of each region; `TURN` low ones in a row open it, `TURN` others close it."""
    regions: list[Span] = []
    opened: int | None = None
    run, last_low, previous = 0, -1, None
    for i, is_low in enumerate(low.tolist()):
        run = run + 1 if is_low == previous else 1
        previous = is_low
        if is_low and opened is None and run == TURN:
            opened = i - TURN + 1
        if opened is not None and not is_low and run == TURN:
            regions.append((opened, last_low))
            opened = None
        if is_low:
            last_low = i
    return regions if opened is None else [*regions, (opened, last_low)]
