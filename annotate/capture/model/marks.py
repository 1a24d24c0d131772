"""What is marked, and how it came to be: the state of one annotation, changed by pure functions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from cetr.document import Span, Spans, normalize_spans, subtract_spans


@dataclass(frozen=True)
class Marks:
    """Normalised spans with what was there before (last is latest) and what was undone (first is next)."""

    spans: Spans = ()
    past: tuple[Spans, ...] = ()
    future: tuple[Spans, ...] = ()


def change_marks(marks: Marks, spans: Spans) -> Marks:
    """Other spans, as one step that can be undone. The same spans are no step."""
    if spans == marks.spans:
        return marks
    return Marks(spans, (*marks.past, marks.spans))


def add_marks(marks: Marks, spans: Iterable[Span], length: int) -> Marks:
    """Mark more. ``length`` is the document's."""
    return change_marks(marks, normalize_spans((*marks.spans, *spans), length))


def cut_marks(marks: Marks, spans: Iterable[Span], length: int) -> Marks:
    """Cut out of what is marked."""
    return change_marks(marks, subtract_spans(marks.spans, normalize_spans(spans, length)))


def undo(marks: Marks) -> Marks:
    """One step back, if there is one."""
    if not marks.past:
        return marks
    return replace(marks, spans=marks.past[-1], past=marks.past[:-1], future=(marks.spans, *marks.future))


def redo(marks: Marks) -> Marks:
    """One undone step forth, if there is one."""
    if not marks.future:
        return marks
    return Marks(marks.future[0], (*marks.past, marks.spans), marks.future[1:])
