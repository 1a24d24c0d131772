"""A page with a paragraph, and where its toolbar is."""

from __future__ import annotations

from pathlib import Path

from annotate.capture.hand import Hand
from annotate.capture.session import Session

TEXT = "The text that a person wants to mark."
BOX = "(box => [box.top, box.bottom, innerHeight])(gold.host.getBoundingClientRect())"


def open_page(session: Session, folder: Path, body: str) -> Hand:
    """Open a page with a paragraph of `TEXT` and more."""
    file = folder / "page.html"
    file.write_text(f"<!doctype html><html lang=en><body><p id=text>{TEXT}</p>{body}</body></html>", "utf-8")
    session.open(file.as_uri())
    return Hand(session)


def find_controls(session: Session) -> list[list[float]]:
    """Where the controls of the toolbar are."""
    return [session.tab.world.call("whereIs", name) for name in ("grip", "add", "save", "leave", "language-box")]
