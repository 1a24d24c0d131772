"""What goes to a worker process and what comes back, as JSON lines."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal

import msgspec

from cetr.document import Spans
from evaluate.measures import Score

HtmlSource = Literal["rendered", "source"]


class Job(msgspec.Struct, frozen=True):
    """What is the same for all documents of one extractor: the first line to a worker.

    ``timeout`` in seconds and ``memory`` in MB bound each of reading a document, extracting from it and scoring.
    ``verify``: pages must be those of which their meta data have the hash. ``html`` says which HTML the extractor gets.
    ``extractor`` is its name in the results, ``spec`` what `find_extractor` finds it by; with ``gold`` it is not looked
    for, and what is extracted is the gold of another annotator's package in that folder. ``repeat`` is how often each
    page is done, for the time.
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


class Task(msgspec.Struct, frozen=True):
    """One document: ``package`` is its package's name in the results, ``folder`` where that is.

    ``others`` are the documents of its site that an extractor may be given, where its protocol says so.
    """

    package: str
    folder: str
    document: str
    others: tuple[str, ...] = ()


class Hello(msgspec.Struct, frozen=True):
    """A worker's first answer: it has loaded its extractor, or why not."""

    version: str = ""
    error: str = ""


class Counts(msgspec.Struct, frozen=True):
    """A `Score`, as a worker sends it."""

    precision: float
    recall: float
    f1: float
    matched: float
    extracted: float
    expected: float
    details: dict[str, float | None]
    """Not a number, which JSON does not know, is None."""


class Described(msgspec.Struct, frozen=True):
    """What a row says about the document itself: see `evaluate.results.rows.Row`."""

    kb: float
    facts: dict[str, str]
    gold: str


ExtractionStatus = Literal["ok", "error", "memory", "output"]


Times = tuple[float | None, float | None, float | None, float | None]


class Answer(msgspec.Struct, frozen=True):
    """A worker's answer about one document. ``text`` is the text that was compared; ``spans``, or ``returned`` of the
    type ``output``, what was predicted (see `evaluate.results.predictions`). ``times`` are those of
    `evaluate.results.rows.TIMES`, None where not known. ``others`` is how many other pages of the site
    the extractor was given.

    "unreachable" means that nobody answers where a service should be, "unreadable" that the document cannot be read: an
    error of the package, not of the extractor. "timeout" and "crash" are said of a worker, not by it.
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
Execute = Callable[[Job, Iterable[Task]], Results]
"""Does the tasks of a job, in whatever order and place."""


def pack_scores(scores: Mapping[str, Score]) -> dict[str, Counts]:
    """Scores as they are sent."""
    return {name: msgspec.convert(score, Counts, from_attributes=True) for name, score in scores.items()}


def unpack_scores(scores: Mapping[str, Counts]) -> dict[str, Score]:
    """Scores as they were sent."""
    return {
        name: Score(s.precision, s.recall, s.f1, s.matched, s.extracted, s.expected, _unpack(s.details))
        for name, s in scores.items()
    }


def _unpack(details: Mapping[str, float | None]) -> dict[str, float]:
    return {name: math.nan if value is None else value for name, value in details.items()}
