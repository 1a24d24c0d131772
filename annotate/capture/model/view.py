"""What the toolbar shows of a page."""

from __future__ import annotations

from dataclasses import dataclass

from annotate.capture.model.stages import Ended, Marking, Stage
from cetr.document import Span, Spans


@dataclass(frozen=True)
class View:
    """What the toolbar shows.

    ``words`` and ``text`` describe the marks, ``proposed`` is suggested text outside them. ``here`` is the part that
    the cursor is at, and ``edge`` the end of it that keys move. ``tone`` is "", "good" or "bad".
    """

    spans: Spans = ()
    optional: Spans = ()
    proposed: Spans = ()
    here: Span | None = None
    edge: str = "end"
    mode: str = "add"
    picking: bool = False
    words: int = 0
    optional_words: int = 0
    text: str = ""
    can_undo: bool = False
    can_redo: bool = False
    multiple: bool = False
    fragmented: bool = False
    reordered: bool = False
    language: str = ""
    message: str = ""
    tone: str = ""
    progress: str = ""
    can_go_back: bool = False
    is_saved: bool = False
    note: str = ""
    place: tuple[str, ...] = ()


def view_of(stage: Stage) -> View:
    """Return the view of a page in a stage; an empty one if it is not being marked."""
    marking = stage.last if isinstance(stage, Ended) else stage
    if not isinstance(marking, Marking):
        return View()
    return View(
        spans=marking.marks.spans,
        optional=marking.marks.optional,
        proposed=marking.proposed,
        here=marking.here,
        edge=marking.edge,
        mode=marking.mode,
        picking=marking.picking,
        words=marking.words,
        optional_words=marking.optional_words,
        text=marking.text,
        can_undo=bool(marking.marks.past),
        can_redo=bool(marking.marks.future),
        multiple=marking.multiple,
        fragmented=marking.fragmented,
        reordered=marking.reordered,
        language=marking.spoken,
        message=marking.message,
        tone=marking.tone,
        progress=marking.task.progress,
        can_go_back=marking.task.previous,
        is_saved=marking.saved is not None,
        note=marking.note,
        place=marking.place,
    )
