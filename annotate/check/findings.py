"""What a check yields."""

from __future__ import annotations

from dataclasses import dataclass

from annotate.texts.near_duplicates import Sketch


@dataclass(frozen=True)
class Finding:
    """Something suspicious: in which document, of which kind, what, and what to do about it.

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
    """What was found in one document, and what the package's summary is made of.

    ``rendered`` and ``source`` are (gold words present, gold words) of the document and of the response as it was
    served; (0, 0) where there is none. ``sketch`` is of the gold text; None if it is too short to be compared.
    """

    document: str
    findings: tuple[Finding, ...]
    rendered: tuple[int, int] = (0, 0)
    source: tuple[int, int] = (0, 0)
    sketch: Sketch | None = None
