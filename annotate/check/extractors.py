"""Blocks on which every extractor disagrees with the gold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce

import numpy as np

from annotate.check.findings import Finding
from annotate.check.page import CheckedPage, find_predicted
from cetr.document import Bools
from evaluate.asking import ExtractionError, ask_extractor
from evaluate.extractors import Extractor, find_extractor

BLOCK = 20
"""How many consecutive words make a block."""
AT_MOST = 3
"""How many blocks of a kind are reported for a document, the longest first."""


def check_extractors(page: CheckedPage, names: Sequence[str]) -> Iterator[Finding]:
    """Find blocks that all extractors take and gold does not, and blocks of gold that none of them takes.

    An extractor that fails on the page is a finding itself, and does not count for the others.
    """
    if not page.gold.any():
        return
    known: dict[str, Bools] = {}
    for name in names:
        try:
            known[name] = find_predicted(page, ask_extractor(_find(name), page.document))
        except ExtractionError as error:
            message = f"{name} fails on this page: {error}"
            yield Finding(page.document.name, "extractor-failed", message, "fix the extractor, or use another one")
    if not known:
        return
    everyone, anyone = reduce(lambda a, b: a & b, known.values()), reduce(lambda a, b: a | b, known.values())
    by = ", ".join(known)
    for first, last in _find_blocks(everyone & ~page.gold & ~page.optional):
        message = f"{last - first + 1} words taken by {by} are not gold: '{page.quote(first, last)}'"
        yield _make(page, "left-out", message, "mark them if they are main content", first, last)
    for first, last in _find_blocks(page.gold & ~anyone & ~page.optional):
        message = f"{last - first + 1} words of gold are not taken by {by}: '{page.quote(first, last)}'"
        yield _make(page, "only-gold", message, "unmark them if they are not main content", first, last)


def _find_blocks(mask: Bools) -> list[tuple[int, int]]:
    """Find the (first, last) word of the longest blocks, in the order of the page."""
    edges = np.flatnonzero(np.diff(mask.astype(np.int8), prepend=0, append=0))
    runs = [(first, end - 1) for first, end in edges.reshape(-1, 2).tolist() if end - first >= BLOCK]
    return sorted(sorted(runs, key=lambda run: run[0] - run[1])[:AT_MOST])


def _make(page: CheckedPage, code: str, message: str, fix: str, first: int, last: int) -> Finding:
    return Finding(page.document.name, code, message, fix, int(page.words.start[first]), int(page.words.end[last]))


@lru_cache
def _find(name: str) -> Extractor:
    return find_extractor(name)
