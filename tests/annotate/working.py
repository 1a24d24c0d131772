"""A queue and a person who works through it, with mouse and keys, one deed at each look at the page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from annotate.capture.cli import capture as capture_command
from annotate.capture.hand import Hand
from annotate.capture.model import Saved
from annotate.capture.request import Request
from annotate.capture.session import Session
from annotate.capture.working import Run, work_through
from annotate.queue.arrival import find_none
from annotate.queue.options import gather_options
from annotate.queue.planning import Plan
from annotate.queue.politeness import Pace, Politeness


class Person(Session):
    """A person who does one thing after the other, and leaves when there is nothing more to do."""

    def __init__(self, session: Session, *deeds: Callable[[Any, Hand], object]) -> None:
        super().__init__(session.context, session.folder, session.settings)
        self.run: Run
        self.deeds = list(deeds)
        self.hand = Hand(self)

    def wait(self, limit: float | None = None) -> Saved | None:
        """The next deed, a while for what comes of it, and another look."""
        if self.deeds:
            self.deeds.pop(0)(self, self.hand)
        else:
            self.hand.press("q")
        return super().wait(limit)


def make_run(session: Session, pages: Sequence[tuple[str, None]], politeness: Politeness, person: Session) -> Run:
    """A run of `annotate capture` over these pages, in which a person is asked."""
    arguments = [*(url for url, _ in pages), "-p", str(person.folder)]
    request = Request(**gather_options(capture_command.make_context("capture", arguments).params))
    return Run(request, session.settings, Plan(tuple(pages), find_none), politeness, session.context, person)


def work(session: Session, person: Person, *urls: str) -> None:
    """Let a person work through a queue."""
    try:
        person.run = make_run(session, [(url, None) for url in urls], Politeness(None, Pace(0), retries=0), person)
        work_through(person.run)
    finally:
        person.close()
