"""The open document: what is on disk, what is shown, and the decision that is being saved."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from annotate.markup.unseen import find_unseen
from annotate.review.columns import Answer, Result
from annotate.review.model.decisions import State
from annotate.review.model.doubt import Rated
from annotate.review.model.page import Page, build_page
from annotate.review.model.view import View, look
from annotate.review.saving import Edit, Saved, save, state_of
from cetr.console import InputError
from cetr.document import Span, Spans, TextCache
from evaluate.package import Document, Fragment, read_document
from evaluate.package.files import META

LONGEST_PAUSE = 600.0
"""Longer pauses, in seconds, do not count as time spent on a document."""


@dataclass(frozen=True)
class Opened:
    """One open document.

    ``stamp`` tells whether somebody else has written its file since. ``earlier`` are the fragments that decisions have
    replaced, by their spans: if a span is marked again, its old fragment comes back.
    """

    document: Document
    page: Page
    cache: TextCache
    state: State
    stamp: tuple[int, int]
    predictions: Mapping[str, Spans] = field(default_factory=dict)
    rated: Mapping[str, Rated] = field(default_factory=dict)
    results: Mapping[str, Result] = field(default_factory=dict)
    first_results: Mapping[str, Result] = field(default_factory=dict)
    earlier: Mapping[Span, Fragment] = field(default_factory=dict)
    since: float = field(default_factory=time.monotonic)

    def look(self, names: Sequence[str], previous: View | None = None) -> View:
        """Compute its view; parts that have not changed are taken from a ``previous`` view."""
        rated = self.rated.get(names[0]) if names else None
        return look(self.page, self.state, names, self.predictions, previous, rated=rated)

    @property
    def seconds(self) -> float:
        """Return the time spent on it since it was opened, or since the last decision."""
        return round(min(time.monotonic() - self.since, LONGEST_PAUSE), 1)

    def edit(self, action: str, after: State) -> Edit:
        """Make a decision on it, with the time that it took."""
        new = self.earlier.keys() - set(self.state.spans)
        earlier = tuple(self.earlier[span] for span in after.spans if span in new)
        return Edit(action, self.state, after, seconds=self.seconds, earlier=earlier)

    def show(self, after: State) -> Opened:
        """Return it as it will be when a decision is saved."""
        return replace(self, state=after, since=time.monotonic())

    def saved(self, document: Document, stamp: tuple[int, int]) -> Opened:
        """Return it as it is on disk after a decision."""
        earlier = {**self.earlier, **{(f.start, f.end): f for f in self.document.meta.fragments}}
        return replace(self, document=document, state=state_of(document), stamp=stamp, earlier=earlier)

    def answered(self, answer: Answer) -> Opened:
        """Return it with what is now known of the columns; earlier answers are kept."""
        first = {**{n: r for n, r in answer.results.items() if r.error is None}, **self.first_results}
        return replace(
            self,
            predictions={**self.predictions, **answer.marks},
            rated={**self.rated, **answer.rated},
            results={**self.results, **answer.results},
            first_results=first,
        )


def stamp_of(folder: Path, name: str) -> tuple[int, int]:
    """Return a stamp that changes when somebody writes a document's metadata."""
    try:
        status = (folder / (name + META)).stat()
    except OSError:
        # Committed and not yet published, or out of reach, of which reading it tells.
        return 0, 0
    return status.st_mtime_ns, status.st_ino


def open_document(folder: Path, name: str) -> Opened:
    """Read a document and cut it into lines."""
    stamp = stamp_of(folder, name)
    document = read_document(folder, name)
    try:
        page = build_page(document.html, find_unseen(document))
    except InputError:  # a damaged layout, which 'annotate check' tells, keeps nobody from reviewing
        page = build_page(document.html)
    return Opened(document, page, TextCache(page.html, page.tokens), state_of(document), stamp)


def reread(opened: Opened) -> Opened:
    """Return the same document as it is on disk now."""
    stamp = stamp_of(opened.document.folder, opened.document.name)
    document = read_document(opened.document.folder, opened.document.name)
    if document.html != opened.page.html:
        return open_document(document.folder, document.name)
    return replace(opened, document=document, state=state_of(document), stamp=stamp)


def write_decision(
    opened: Opened, edit: Edit, annotator: str | None, *, reopens: bool = True
) -> tuple[Saved, tuple[int, int]]:
    """Save a decision; returns what is then on disk."""
    saved = save(opened.document, opened.page, opened.cache, edit, annotator, reopens=reopens)
    return saved, stamp_of(opened.document.folder, opened.document.name)
