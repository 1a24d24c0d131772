"""The results of a check."""

from __future__ import annotations

from dataclasses import dataclass

from annotate.texts.near_duplicates import Sketch


@dataclass(frozen=True)
class Finding:
    """Something suspicious: its document and kind, what it is, and what to do about it.

    ``start`` and ``end`` are offsets into the document's HTML, if the finding has a place in it.
    """

    document: str
    code: str
    message: str
    fix: str
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True)
class Report:
    """What was found in one document, and its part of the package's summary.

    ``rendered`` and ``source`` are (gold words present, gold words) for the document and for the response as served;
    (0, 0) if there is none. ``sketch`` is that of the gold text; None if it is too short to compare.
    """

    document: str
    findings: tuple[Finding, ...]
    rendered: tuple[int, int] = (0, 0)
    source: tuple[int, int] = (0, 0)
    sketch: Sketch | None = None
