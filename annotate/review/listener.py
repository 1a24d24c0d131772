"""The events that the reviewer's desk reports to the screen."""

from __future__ import annotations

from typing import Protocol


class Listener(Protocol):
    """Receives the events of the desk."""

    def document_opened(self) -> None:
        """Another document is open."""

    def document_changed(self) -> None:
        """The open document's marks, metadata or predictions changed."""

    def decision_saved(self) -> None:
        """A decision is on disk."""

    def list_changed(self) -> None:
        """Something in the list of documents changed."""

    def say(self, message: str, *, wrong: bool = False) -> None:
        """Tell the person something."""


class Nobody:
    """Receives the events when the screen is gone."""

    def document_opened(self) -> None:
        """Do nothing."""

    document_changed = decision_saved = list_changed = document_opened

    def say(self, message: str, *, wrong: bool = False) -> None:
        """Do nothing."""
