"""The JSON Lines that go to a worker process and come back."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from cetr.document import Spans
from evaluate.measures import Score
from evaluate.package.served import HtmlSource


class Job(msgspec.Struct, frozen=True):
    """The first line to a worker: what is the same for all documents of one extractor.

    ``timeout`` in seconds and ``memory`` in MB bound each of reading a document, extracting from it and scoring. With
    ``verify``, pages must match the hash in their metadata. ``html`` says which HTML the extractor gets. ``extractor``
    is its name in the results, ``spec`` what `find_extractor` needs to find it. With ``gold``, the gold of another
    annotator's package in that folder takes the place of an extraction. ``repeat`` is how often each page is extracted
    to measure the time. ``version`` is that of the extractor as the run began, if it is known: it is not to go on
    with another model.
    """

    extractor: str
    measures: tuple[str, ...]
    html: HtmlSource
    timeout: float
    memory: int
    gold: str = ""
    spec: str = ""
    repeat: int = 1
    verify: bool = True
    version: str = ""


PATIENCE = 60.0
"""The seconds that scoring a failure may take, even where the limit for a page is less."""


class Task(msgspec.Struct, frozen=True):
    """One document: ``package`` is its package's name in the results, ``folder`` the folder of the package.

    ``others`` are the documents of its site that an extractor may be given, if its protocol says so. With ``failed``,
    an earlier process has ended at the document, which is only to be scored as a failure: "extracting", with its
    expected items counted, or "scoring", where not even these can be counted.
    """

    package: str
    folder: str
    document: str
    others: tuple[str, ...] = ()
    failed: Literal["", "extracting", "scoring"] = ""

    @property
    def key(self) -> tuple[str, str]:
        """Package and document, as those of the row that comes of it."""
        return self.package, self.document


class Hello(msgspec.Struct, frozen=True):
    """A worker's first answer: it has loaded its extractor, or the reason why not."""

    version: str = ""
    error: str = ""


class Counts(msgspec.Struct, frozen=True):
    """A `Score` as a worker sends it."""

    precision: float
    recall: float
    f1: float
    matched: float
    extracted: float
    expected: float | None
    details: dict[str, float | None]
    """Not a number becomes None, because JSON does not know it."""


class Described(msgspec.Struct, frozen=True):
    """What a row says about the document itself; see `evaluate.results.rows.Row`."""

    kb: float
    facts: dict[str, str]
    gold: str
    page: str


ExtractionStatus = Literal["ok", "error", "memory", "output"]


Times = tuple[float | None, float | None, float | None, float | None]


class Answer(msgspec.Struct, frozen=True):
    """A worker's answer about one document. ``text`` is the text that was compared. ``spans``, or ``returned`` of the
    type ``output``, is the prediction (see `evaluate.results.predictions`). ``times`` are those of
    `evaluate.results.rows.TIMES`, None if unknown. ``others`` is the number of other pages of the site that the
    extractor got.

    "unreachable" means that no service answers at its address. "unreadable" means that the document cannot be read,
    which is an error of the package, not of the extractor. "timeout" and "crash" are set by the parent, not by the
    worker.
    """

    status: Literal[ExtractionStatus, "timeout", "crash", "unreadable", "unreachable"]
    described: Described | None = None
    times: Times = (None, None, None, None)
    scores: dict[str, Counts] = {}
    text: str = ""
    spans: Spans | None = None
    output: str = ""
    returned: str | None = None
    error: str = ""
    note: str = ""
    others: int = 0


Results = Iterator[tuple[Task, Answer]]


def pack_scores(scores: Mapping[str, Score]) -> dict[str, Counts]:
    """Pack scores to send them."""
    return {name: msgspec.convert(score, Counts, from_attributes=True) for name, score in scores.items()}


def unpack_scores(scores: Mapping[str, Counts]) -> dict[str, Score]:
    """Unpack scores that were sent."""
    return {
        name: Score(s.precision, s.recall, s.f1, s.matched, s.extracted, _read(s.expected), _unpack(s.details))
        for name, s in scores.items()
    }


def _unpack(details: Mapping[str, float | None]) -> dict[str, float]:
    return {name: _read(value) for name, value in details.items()}


def _read(value: float | None) -> float:
    return math.nan if value is None else value
