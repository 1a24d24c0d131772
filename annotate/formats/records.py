"""What a reader of a format yields: pages with their gold, and the pages it had to leave out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cetr.document import Spans
from evaluate.package import Approval, Document, Status


@dataclass(frozen=True)
class Record:
    """One page with its gold.

    The gold is ``text`` (None: derived from the spans) or ``spans`` over ``html`` (None: the text is aligned), or both.
    ``coverage`` is the share (0 to 1) of the gold that such spans have. ``id`` is the page's name in its data set.
    ``extra`` holds what the data set says and we have no field for.
    """

    id: str
    html: str
    text: str | None = None
    spans: Spans | None = None
    optional: Spans = ()
    coverage: float = 1.0
    url: str = ""
    language: str | None = None
    title: str | None = None
    page_type: str | None = None
    multiple_articles: bool = False
    status: Status = "gold"
    annotator: str | None = None
    approvals: tuple[Approval, ...] = ()
    note: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Omission:
    """A page that is left out, and why."""

    id: str
    reason: str


Read = Callable[[Path], Iterator[Record | Omission]]
"""A reader: yields the pages of a file or folder, always in the same order."""

Write = Callable[[Iterable[Document], Path], None]
"""A writer: writes documents to a new file or folder."""
