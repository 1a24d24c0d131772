"""Stages to begin with, and what follows from events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from annotate.capture.model import Saved, Task, advance, effects, events
from annotate.capture.model.draft import Draft
from annotate.capture.model.marks import Gold, Marks
from annotate.capture.model.stages import Marking, Stage
from cetr.console import InputError
from cetr.document import Spans

TASK = Task("http://a/1", progress="1/2")


MARKING = Marking(TASK, since=5.0, length=100, language="en", multiple=False)


ONE: Spans = ((10, 20),)


TWO: Spans = ((10, 20), (30, 40))


def steps(spans: Spans = (), past: Sequence[Spans] = (), future: Sequence[Spans] = ()) -> Marks:
    """Marks without anything optional, with the spans before them and those that were undone."""
    return Marks(Gold(spans), tuple(map(Gold, past)), tuple(map(Gold, future)))


MARKED = replace(MARKING, marks=steps(ONE, ((),)), text="one two", words=2, message="+2 words")


SAVED = Saved("a-0001", "http://a/1", "one two", 1)


ERROR = InputError("http://a/1: the page is empty: it shows no text")


def play(stage: Stage, *taken: events.Event) -> tuple[Stage, list[effects.Effect]]:
    """The stage after some events, and all effects, what is put off being taken in its turn."""
    asked: list[effects.Effect] = []
    for event in taken:
        stage, following = advance(stage, event)
        for effect in following:
            if isinstance(effect, effects.Then):
                stage, more = play(stage, effect.event)
                asked += more
            else:
                asked.append(effect)
    return stage, asked


def measured(marks: Marks, text: str, *, interrupted: bool = False) -> events.Measured:
    """What the edge answers to `effects.Measure`."""
    return events.Measured(marks, text, interrupted)


def recalled(draft_spans: Sequence[tuple[int, int]], spans: Spans, **known: object) -> events.Recalled:
    """A draft with marks, and where they are now."""
    draft = Draft(url="http://a/1", spans=tuple(draft_spans), texts=("",) * len(draft_spans), **known)  # type: ignore[arg-type]
    return events.Recalled(draft, Gold(spans), 2.0, "continued where you left off")
