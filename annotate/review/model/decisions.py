"""The decisions of a reviewer: functions from one state of a document to the next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec

from annotate.markup.interruption import has_words, is_interrupted
from annotate.review.model.agreement import find_agreement
from annotate.review.model.kinds import Path, read_paths
from annotate.review.model.marks import extent_of_lines, mark_text, text_of_lines, unmark_text
from annotate.review.model.page import Page
from annotate.texts.languages import GUESSED, fill_language
from cetr.document import Spans, derive_text, intersect_spans, subtract_spans
from evaluate.package import NO_CONTENT, Meta, Status


@dataclass(frozen=True)
class State:
    """What decisions change: the marked spans, normalised, and the metadata.

    ``meta.fragments`` is ignored; ``spans`` says what is marked.
    """

    spans: Spans
    meta: Meta

    @property
    def optional(self) -> Spans:
        """The optional spans."""
        return self.meta.optional


def with_spans(page: Page, state: State, spans: Spans) -> State:
    """Mark other spans. The flag 'fragmented' follows, unless somebody has set it by hand."""
    fragmented = state.meta.fragmented
    if is_flag_true(page, state):
        fragmented = _is_interrupted(page, spans, state.optional)
    extra = {key: value for key, value in state.meta.extra.items() if not spans or key != NO_CONTENT}
    return State(spans, msgspec.structs.replace(state.meta, fragmented=fragmented, extra=extra))


def is_flag_true(page: Page, state: State) -> bool:
    """Whether the flag 'fragmented' agrees with the marks, as it does until somebody sets it by hand."""
    return state.meta.fragmented == _is_interrupted(page, state.spans, state.optional)


def _is_interrupted(page: Page, spans: Spans, optional: Spans) -> bool:
    return is_interrupted(spans, optional, partial(has_words, page.html, tokens=page.shown))


def with_fields(state: State, **fields: Any) -> State:
    """Change metadata."""
    return State(state.spans, msgspec.structs.replace(state.meta, **fields))


def note_by_hand(meta: Meta, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that a person has corrected, which are not guessed any more."""
    left = [name for name in meta.extra.get(GUESSED, ()) if name not in fields]
    rest = {key: value for key, value in meta.extra.items() if key != GUESSED}
    return {**fields, "extra": {**rest, GUESSED: left} if left else rest}


def with_status(page: Page, state: State, status: Status) -> State:
    """Decide on a document. Who approves a page with nothing marked says that it has no main content.

    The language of what is approved is guessed if it is not known.
    """
    if status != "reviewed":
        return with_fields(state, status=status)
    if not state.spans:
        return with_fields(state, status=status, extra={**state.meta.extra, NO_CONTENT: True})
    known = state.meta if state.meta.language else fill_language(state.meta, derive_text(page.html, state.spans))
    return with_fields(State(state.spans, known), status=status)


def toggle_lines(page: Page, state: State, lines: Iterable[int]) -> State:
    """Mark all text of lines; if all of it is marked, unmark it."""
    return with_spans(page, state, _toggle(page, state.spans, list(lines)))


def set_lines(page: Page, state: State, lines: Iterable[int], *, mark: bool) -> State:
    """Mark or unmark all text of lines."""
    chosen = list(lines)
    if mark:
        return with_spans(page, state, mark_text(page, state.spans, text_of_lines(page, chosen)))
    return with_spans(page, state, unmark_text(page, state.spans, extent_of_lines(page, chosen)))


def mark_spans(page: Page, state: State, spans: Spans, *, mark: bool) -> State:
    """Mark or unmark normalised spans."""
    return with_spans(page, state, (mark_text if mark else unmark_text)(page, state.spans, spans))


def set_kind(page: Page, state: State, path: Path, *, mark: bool) -> State:
    """Mark or unmark all lines whose text is under a path of elements."""
    paths = read_paths(page.html, page.tokens, page.text_start)
    return set_lines(page, state, [line for line, other in enumerate(paths) if other == path], mark=mark)


def _toggle(page: Page, spans: Spans, lines: list[int]) -> Spans:
    text = text_of_lines(page, lines)
    if subtract_spans(text, spans):
        return mark_text(page, spans, text)
    return unmark_text(page, spans, extent_of_lines(page, lines))


def take_prediction(page: Page, state: State, prediction: Spans, lines: Iterable[int] | None = None) -> State:
    """In the given lines (default: the whole page), mark what a prediction takes, and nothing else."""
    cut = ((0, len(page.html)),) if lines is None else extent_of_lines(page, lines)
    left = unmark_text(page, state.spans, cut)
    return with_spans(page, state, mark_text(page, left, intersect_spans(prediction, cut)))


def take_side(page: Page, state: State, spans: Spans, optional: Spans, lines: Iterable[int]) -> State:
    """In the given lines, mark exactly what a person marks, and make optional what this person calls so."""
    cut = extent_of_lines(page, lines)
    left = unmark_text(page, state.optional, cut)
    taken = take_prediction(page, state, spans, lines)
    return with_fields(taken, optional=mark_text(page, left, intersect_spans(optional, cut)))


def toggle_optional(page: Page, state: State, lines: Iterable[int]) -> State:
    """Make lines optional (left out of every count), or no longer optional."""
    return with_fields(state, optional=_toggle(page, state.optional, list(lines)))


def replace_text(page: Page, state: State, within: Spans, marked: Spans) -> State:
    """Mark exactly ``marked`` within some intervals, as when words inside a line are trimmed."""
    left = unmark_text(page, state.spans, subtract_spans(within, marked))
    return with_spans(page, state, mark_text(page, left, marked))


def accept_agreed(page: Page, state: State, columns: Iterable[Spans]) -> State:
    """Take what all columns (predictions, annotators) agree on; leave the gold unchanged where they do not agree."""
    union, common = find_agreement(columns, len(page.html))
    agreed_out = subtract_spans(((0, len(page.html)),), union)
    left = unmark_text(page, state.spans, agreed_out)
    return with_spans(page, state, mark_text(page, left, common))


Change = tuple[Any, Any]
"""The value of a metadata field before and after a decision."""

RECORDED = (
    "url",
    "language",
    "fragmented",
    "multiple_articles",
    "title",
    "page_type",
    "status",
    "annotator",
    "approvals",
    "optional",
    "coverage",
    "note",
    "extra",
)
"""The metadata fields whose changes the journal records, so that they can be undone."""


def changed_fields(before: Meta, after: Meta) -> dict[str, Change]:
    """Return the metadata fields, other than the fragments, that a decision changes."""
    return {
        name: (getattr(before, name), getattr(after, name))
        for name in RECORDED
        if getattr(before, name) != getattr(after, name)
    }
