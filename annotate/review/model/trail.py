"""The documents on which a run of the reviewer has decided, so that undo finds the last decision."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Direction = Literal["undo", "redo"]


@dataclass(frozen=True)
class Trail:
    """The documents of the decisions of one run, and of those that were undone; the latest is last.

    The journal of each document has the decisions; this is only the order among documents.
    """

    done: tuple[str, ...] = ()
    undone: tuple[str, ...] = ()

    def last(self, direction: Direction) -> str | None:
        """The document of the decision that would be undone or redone."""
        names = self.done if direction == "undo" else self.undone
        return names[-1] if names else None

    def extend(self, action: str, name: str) -> Trail:
        """Return the trail after an action on a document was saved; after a new decision nothing can be redone."""
        if action == "undo":
            return Trail(_drop_last(self.done, name), (*self.undone, name))
        if action == "redo":
            return Trail((*self.done, name), _drop_last(self.undone, name))
        return Trail((*self.done, name))

    def forget(self, direction: Direction, name: str) -> Trail:
        """Return the trail without the last decision on a document, which can no longer be undone (or redone)."""
        if direction == "undo":
            return replace(self, done=_drop_last(self.done, name))
        return replace(self, undone=_drop_last(self.undone, name))


def _drop_last(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    """Return names without the last occurrence of one."""
    at = max((i for i, other in enumerate(names) if other == name), default=len(names))
    return names[:at] + names[at + 1 :]
