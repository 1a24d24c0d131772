"""The parts that are marked, optional or suggested: from one to the next, taken one by one, their ends moved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from annotate.capture.model.deeds import Reshaped
from annotate.capture.model.effects import Measure, MoveEnd, Quote, ScrollTo, Step, Then
from annotate.capture.model.events import Measured, Suggested, Told
from annotate.capture.model.marks import Marks, Suggestion, add_marks, reshape_part
from annotate.capture.model.stages import Edge, Marking
from cetr.document import Span, split_words, subtract_spans

MOVES = {
    "word-back": (False, False),
    "word-forth": (True, False),
    "letter-back": (False, True),
    "letter-forth": (True, True),
}
"""Command -> whether it moves an end forward, and by a letter instead of a word."""


def mark(marking: Marking, marks: Marks) -> Step:
    """Ask to measure changed marks, before they replace the current ones."""
    if marks.gold != marking.marks.gold:
        return marking, (Measure(marks),)
    return replace(marking, marks=marks).say("nothing changed"), ()


def take_over(marking: Marking, measured: Measured) -> Marking:
    """Make measured marks those of the page; the message says what changed."""
    words = len(split_words(measured.text))
    after = replace(
        marking,
        marks=measured.marks,
        text=measured.text,
        heard=measured.heard,
        words=words,
        optional_words=measured.optional_words,
        interrupted=measured.interrupted,
        reordered=measured.reordered,
        proposed=subtract_spans(subtract_spans(marking.proposed, measured.marks.spans), measured.marks.optional),
    )
    here = next((part for part in list_parts(after) if _overlap(part, marking.here)), None)
    if marking.here and not here:
        after = replace(after, reached=marking.here[0])
    changes = [_tell(words - marking.words, ""), _tell(measured.optional_words - marking.optional_words, " optional")]
    said = ", ".join(change for change in changes if change)
    if not said and measured.marks.gold == marking.marks.gold:
        said = "nothing changed"
    return replace(after, here=here).say(said)


def _tell(gained: int, kind: str) -> str:
    return f"{gained:+,}{kind} {'word' if abs(gained) == 1 else 'words'}" if gained else ""


def _overlap(part: Span, other: Span | None) -> bool:
    return other is not None and part[0] < other[1] and other[0] < part[1]


def list_parts(marking: Marking) -> list[Span]:
    """All parts in the order of the document."""
    return sorted((*marking.marks.spans, *marking.marks.optional, *marking.proposed))


def propose(marking: Marking, suggested: Suggested) -> Marking:
    """Show what is suggested and not marked."""
    if not suggested.spans:
        return marking.say(f"no main content is suggested by {suggested.method}")
    proposed = subtract_spans(subtract_spans(suggested.spans, marking.marks.spans), marking.marks.optional)
    if not proposed:
        return marking.say(f"already marked: everything suggested by {suggested.method}")
    said = f"suggested by {suggested.method}: take all of it, or click what is right"
    suggestion = Suggestion(suggested.method, suggested.spans)
    return replace(marking, proposed=proposed, asked=suggested.asked, suggestion=suggestion).say(said)


def accept(marking: Marking, spans: Sequence[Span]) -> Step:
    """Mark what was suggested."""
    if not spans:
        return marking.say("nothing is suggested here", "bad"), ()
    accepted = replace(marking, accepted=marking.suggestion)
    return mark(accepted, add_marks(marking.marks, spans, marking.length))


def accept_here(marking: Marking) -> Step:
    """Accept the current suggested part, or else the next one, and go on to the following one."""
    if not marking.proposed:
        return marking.say("nothing is suggested", "bad"), ()
    at = marking.here[0] if marking.here else marking.reached
    part = next((span for span in marking.proposed if span[1] > at), marking.proposed[0])
    left = [span for span in marking.proposed if span != part]
    following = next((span for span in left if span[0] > part[0]), None)
    after, effects = accept(replace(marking, here=following or part), (part,))
    return after, (*effects, *((ScrollTo(following), Quote(following)) if following else ()))


def go(marking: Marking, *, forward: bool) -> Step:
    """Go to the next or the previous part; after the last part comes the first."""
    parts = list_parts(marking)
    if not parts:
        return marking.say("nothing is marked", "bad"), ()
    at = marking.here or (marking.reached, marking.reached)
    if forward:
        part = next((span for span in parts if span > at), parts[0])
    else:
        part = next((span for span in reversed(parts) if span < at), parts[-1])
    kind = ", suggested" if part in marking.proposed else ", optional" if part in marking.marks.optional else ""
    said = f"part {parts.index(part) + 1} of {len(parts)}{kind}"
    return replace(marking, here=part).say(said), (ScrollTo(part), Quote(part))


def turn_to_end(marking: Marking) -> Marking:
    """Make keys move the other end of the part."""
    edge: Edge = "end" if marking.edge == "start" else "start"
    return replace(marking, edge=edge).say(f"keys move the {edge} of a part")


def move_end(marking: Marking, command: str) -> Step:
    """Move an end of the current part, or of the only marked part."""
    marked = sorted((*marking.marks.spans, *marking.marks.optional))
    part = marking.here if marking.here in marked or len(marked) != 1 else marked[0]
    if part is None or part not in marked:
        return marking.say("go to a marked part first", "bad"), ()
    forward, letter = MOVES[command]
    return replace(marking, here=part), (MoveEnd(part, marking.edge, forward, letter),)


def reshape(marking: Marking, event: Reshaped) -> Step:
    """Replace a part by other text, or remove it if that text is empty."""
    marks = reshape_part(marking.marks, event.part, event.spans, marking.length)
    here = (event.spans[0][0], event.spans[-1][1]) if event.spans else None
    after, effects = mark(replace(marking, here=here), marks)
    if not event.near or not effects:
        return after, effects
    near = f"ends “…{event.near}”" if marking.edge == "end" else f"begins “{event.near}…”"
    return after, (*effects, Then(Told(near)))
