"""On which documents a run of the reviewer has decided, so that undo finds the last decision again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Direction = Literal["undo", "redo"]


@dataclass(frozen=True)
class Trail:
    """The documents of the decisions of one run, and of those that were undone; the latest is last.

    What was decided stands in the journal of each document; this is only the order among documents.
    """

    done: tuple[str, ...] = ()
    undone: tuple[str, ...] = ()

    def last(self, direction: Direction) -> str | None:
        """The document of the decision that would be undone, or done again."""
        names = self.done if direction == "undo" else self.undone
        return names[-1] if names else None

    def extend(self, action: str, name: str) -> Trail:
        """The trail after an action on a document was saved; a new decision ends what could be done again."""
        if action == "undo":
            return Trail(_drop_last(self.done, name), (*self.undone, name))
        if action == "redo":
            return Trail((*self.done, name), _drop_last(self.undone, name))
        return Trail((*self.done, name))

    def forget(self, direction: Direction, name: str) -> Trail:
        """The trail without the last decision on a document, which cannot be undone (or done again) any more."""
        if direction == "undo":
            return replace(self, done=_drop_last(self.done, name))
        return replace(self, undone=_drop_last(self.undone, name))


def _drop_last(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    """Names without the last occurrence of one, if it is there."""
    at = max((i for i, other in enumerate(names) if other == name), default=len(names))
    return names[:at] + names[at + 1 :]
