"""The course of a page while a person marks it, as pure functions without browser, files or clock.

A page is in one of four stages (`stages`): it loads, runs, is marked, or has ended. Whatever happens on the page or at
the edge is an event (`deeds`, `events`). `begin` and `advance` (`transition`) return the next stage and effects
(`effects`). `annotate.capture.perform` carries these out in order, and they bring further events. `view_of` is what the
toolbar shows of a stage.
"""

from __future__ import annotations

from annotate.capture.model import deeds, effects, events
from annotate.capture.model.deeds import Pressed, read_message
from annotate.capture.model.effects import Effect
from annotate.capture.model.events import Event, Gone, Reopened
from annotate.capture.model.marks import Gold
from annotate.capture.model.stages import Ended, Idle, Marking, Outcome, Saved, Stage, Task
from annotate.capture.model.transition import advance, begin
from annotate.capture.model.view import View, view_of

__all__ = [
    "Effect",
    "Ended",
    "Event",
    "Gold",
    "Gone",
    "Idle",
    "Marking",
    "Outcome",
    "Pressed",
    "Reopened",
    "Saved",
    "Stage",
    "Task",
    "View",
    "advance",
    "begin",
    "deeds",
    "effects",
    "events",
    "read_message",
    "view_of",
]
