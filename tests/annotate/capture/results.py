"""What a session shows and has saved."""

from __future__ import annotations

from annotate.capture.model import Saved
from annotate.capture.session import Session
from evaluate.package import Document, read_document


def saved_document(session: Session) -> Document:
    """The document just saved."""
    assert isinstance(session.outcome, Saved)
    return read_document(session.folder, session.outcome.name)


def place_in(session: Session, selector: str) -> tuple[float, float]:
    """A place of the viewport in the upper left corner of an element."""
    box = session.page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + 3, box["y"] + 5
