"""What the gold is compared with: predictions of extractors, or the marks of another package."""

from __future__ import annotations

import msgspec

from cetr.document import Spans


class Column(msgspec.Struct, frozen=True):
    """A column of the screen: an extractor's name or, with ``folder``, a package and the name it is shown under."""

    name: str
    folder: str | None = None


class Job(msgspec.Struct, frozen=True):
    """A question to the worker: the results of these columns on a document. ``spans`` asks for their marks, too."""

    folder: str
    document: str
    columns: tuple[Column, ...]
    spans: bool = False


class Result(msgspec.Struct, frozen=True):
    """The result of one column on a document. ``error`` says why there is none; ``note`` says what it is based on.

    ``unmarked`` says that it is a draft in which nothing is marked, with which nothing can be compared.
    """

    precision: float = 0.0
    recall: float = 0.0
    f1: float = 0.0
    error: str | None = None
    note: str = ""
    unmarked: bool = False


class Answer(msgspec.Struct, frozen=True):
    """A part of the answer to a job: the marks of a column, its probabilities by stretch, or its result, by its name.

    The last part has ``contest``, the share of the document's marked characters that columns differ on.
    """

    document: str
    marks: dict[str, Spans] = {}
    results: dict[str, Result] = {}
    contest: float | None = None
    rated: dict[str, tuple[tuple[int, int, float], ...]] = {}
