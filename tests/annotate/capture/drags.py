"""Drag over elements and save."""

from __future__ import annotations

from annotate.capture.hand import Hand
from annotate.capture.model import Saved
from annotate.capture.session import Session
from evaluate.package import Document, read_document


def marked(session: Session, url: str, *selectors: str) -> str:
    """Open a page, drag over some elements, and return the text that is marked."""
    session.open(url)
    for selector in selectors:
        Hand(session).drag(selector)
    return session.state.text


def mark(session: Session, *selectors: str) -> None:
    """Mark the text of all elements that CSS selectors match, as a drag over it does."""
    world = session.tab.world
    found = [world.call("spansOfSelector", css, frame=frame) for css in selectors for frame in world.frames]
    world.call("tell", {"kind": "add", "spans": [span for one in found for span in one["spans"]]})
    session.pump()


def save(session: Session) -> Document:
    """Save with the mouse, and read what is on disk."""
    Hand(session).click("save")
    assert isinstance(session.outcome, Saved), session.state.message
    return read_document(session.folder, session.outcome.name)
