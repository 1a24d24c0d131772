"""The marks of one annotation and their history, changed by pure functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Literal

from cetr.document import Span, Spans, normalize_spans, subtract_spans


@dataclass(frozen=True)
class Gold:
    """The main content, and what is optional: right either way. Normalised spans, and none is in both."""

    spans: Spans = ()
    optional: Spans = ()


@dataclass(frozen=True)
class Suggestion:
    """What an extractor suggested, as spans, and the name of that ``method``."""

    method: str
    spans: Spans


Use = Literal["whole", "part", "changed"]
"""How much of a suggestion was saved: all of it, some of it, or some of it and other text."""


def tell_use(suggestion: Suggestion, spans: Spans, has_text: Callable[[Spans], bool]) -> Use | None:
    """Return how much of an accepted suggestion the marks contain; None if nothing is left of it."""
    unused, added = subtract_spans(suggestion.spans, spans), subtract_spans(spans, suggestion.spans)
    if not has_text(subtract_spans(spans, added)):
        return None
    if has_text(added):
        return "changed"
    return "part" if has_text(unused) else "whole"


@dataclass(frozen=True)
class Marks:
    """Normalised spans with the states before (last is latest) and those undone (first is next)."""

    gold: Gold = Gold()
    past: tuple[Gold, ...] = ()
    future: tuple[Gold, ...] = ()

    @property
    def spans(self) -> Spans:
        """The main content."""
        return self.gold.spans

    @property
    def optional(self) -> Spans:
        """What is right either way."""
        return self.gold.optional


def change_marks(marks: Marks, gold: Gold) -> Marks:
    """Set other spans as one step that can be undone. The same spans are no step."""
    if gold == marks.gold:
        return marks
    return Marks(gold, (*marks.past, marks.gold))


def add_marks(marks: Marks, spans: Iterable[Span], length: int) -> Marks:
    """Mark more. ``length`` is the document's length."""
    added = normalize_spans(spans, length)
    taken = normalize_spans((*marks.spans, *added), length)
    return change_marks(marks, Gold(taken, subtract_spans(marks.optional, added)))


def cut_marks(marks: Marks, spans: Iterable[Span], length: int) -> Marks:
    """Cut spans out of the marks."""
    cut = normalize_spans(spans, length)
    return change_marks(marks, Gold(subtract_spans(marks.spans, cut), subtract_spans(marks.optional, cut)))


def make_optional(marks: Marks, spans: Iterable[Span], length: int) -> Marks:
    """Mark as optional, whatever it was before."""
    made = normalize_spans(spans, length)
    optional = normalize_spans((*marks.optional, *made), length)
    return change_marks(marks, Gold(subtract_spans(marks.spans, made), optional))


def reshape_part(marks: Marks, part: Span, spans: Iterable[Span], length: int) -> Marks:
    """Replace a part by other text; it keeps its kind. Does nothing if there is no such part."""
    is_optional = part in marks.optional
    if not is_optional and part not in marks.spans:
        return marks
    reshape = make_optional if is_optional else add_marks
    reshaped = reshape(replace(marks, gold=cut_marks(marks, (part,), length).gold), spans, length)
    return change_marks(marks, reshaped.gold)


def undo(marks: Marks) -> Marks:
    """Undo one step, if there is one."""
    if not marks.past:
        return marks
    return Marks(marks.past[-1], marks.past[:-1], (marks.gold, *marks.future))


def redo(marks: Marks) -> Marks:
    """Redo one step, if there is one."""
    if not marks.future:
        return marks
    return Marks(marks.future[0], (*marks.past, marks.gold), marks.future[1:])
