"""A draft that is recalled: its marks and what was noted with them stand on the page again."""

from __future__ import annotations

from dataclasses import replace

from annotate.capture.model.effects import Step, Then
from annotate.capture.model.events import Recalled, TakenUp
from annotate.capture.model.marks import Suggestion, change_marks
from annotate.capture.model.parts import mark
from annotate.capture.model.stages import Marking
from cetr.document import intersect_spans


def recall(marking: Marking, recalled: Recalled) -> Step:
    """Put the marks of a draft on the page; its language and note, if it has any, replace those of the page."""
    draft = recalled.draft
    known = replace(
        marking,
        language=draft.language or marking.language,
        named=marking.named or draft.named or draft.language not in ("", marking.language),
        multiple=draft.multiple or marking.multiple,
        note=draft.note or marking.note,
        since=min(marking.since, recalled.since),
        accepted=Suggestion(draft.method, draft.suggested) if draft.suggested else None,
    )
    is_marked = bool(draft.spans or draft.optional)
    after, effects = mark(known, change_marks(known.marks, recalled.gold)) if is_marked else (known, ())
    return after, (*effects, Then(TakenUp(recalled)))


def take_up(marking: Marking, recalled: Recalled) -> Marking:
    """Say what became of a draft, whose marks are on the page now as far as they were found."""
    draft, found, marks = recalled.draft, recalled.gold, marking.marks
    parts = len(draft.spans) + len(draft.optional)
    # What is hidden now is found in the HTML, and not marked.
    pairs = ((found.spans, marks.spans), (found.optional, marks.optional))
    lost = parts - sum(bool(intersect_spans((span,), now)) for before, now in pairs for span in before)
    if lost > 0:
        return marking.say(f"{recalled.said}; {lost} of {parts} parts are no longer on the page", "bad")
    if lost == 0 and draft.fragmented not in (None, marking.fragmented):
        marking = replace(marking, overruled=draft.fragmented)
    return marking.say(recalled.said, "good") if parts else marking
