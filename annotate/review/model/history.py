"""Undo and redo, read from the journal, so that they work across sessions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec

from annotate.review.model.decisions import RECORDED, State
from annotate.review.model.trail import Direction
from cetr.document import Spans
from evaluate.package import Decision, Meta

UNDOABLE = frozenset("approve toggle mark kind accept optional reject flag dismiss meta trim skip unsure".split())
"""Actions of the reviewer; what other tools write into the journal cannot be undone here."""


@dataclass(frozen=True)
class History:
    """Decisions on one document that can be undone, and undone ones that can be redone; the latest is last."""

    done: tuple[Decision, ...] = ()
    undone: tuple[Decision, ...] = ()


def read_history(decisions: Iterable[Decision]) -> History:
    """Compute from a document's decisions, in their order, what can be undone and redone now."""
    done: list[Decision] = []
    undone: list[Decision] = []
    for decision in decisions:
        if decision.action == "undo" and done:
            undone.append(done.pop())
        elif decision.action == "redo" and undone:
            done.append(undone.pop())
        elif decision.action in UNDOABLE and (decision.action != "meta" or "fields" in decision.detail):
            done.append(decision)
            undone.clear()
        else:
            # Somebody else's tool changed the document: what was decided before is not ours to take back.
            done.clear()
            undone.clear()
    return History(tuple(done), tuple(undone))


@dataclass(frozen=True)
class Step:
    """The state that an undo or redo leads to, and what else it restores.

    ``text`` is a text that was not derived from the spans; ``lost`` has fields of fragments, see `describe_lost`.
    """

    state: State
    text: str | None
    lost: tuple[dict[str, Any], ...]


def step_back(state: State, decision: Decision) -> Step | None:
    """Return the state before a decision; None if the document has changed since the decision."""
    return _step(state, decision, decision.after, decision.before, 1, 0)


def step_forward(state: State, decision: Decision) -> Step | None:
    """Return the state after an undone decision; None if the document is no longer as it was before the decision."""
    return _step(state, decision, decision.before, decision.after, 0, 1)


class _Detail(msgspec.Struct, frozen=True):
    """What the reviewer records of a decision, so that it can be undone."""

    fields: dict[str, tuple[Any, Any]] = {}
    text: str | None = None
    fragments: tuple[dict[str, Any], ...] = ()


def _step(state: State, decision: Decision, here: Spans, there: Spans, at: int, to: int) -> Step | None:
    try:
        detail = msgspec.convert(decision.detail, _Detail)
        fields = {n: v for n, v in detail.fields.items() if n in RECORDED}
        if state.spans != here or any(_plain(getattr(state.meta, n)) != v[at] for n, v in fields.items()):
            return None
        meta = msgspec.convert(msgspec.to_builtins(state.meta) | {n: v[to] for n, v in fields.items()}, Meta)
    except msgspec.ValidationError:  # a stranger's journal can say anything
        return None
    given_back = detail if to == 0 else _Detail()
    return Step(State(there, meta), given_back.text, given_back.fragments)


def ask_reversal(decision: Decision, direction: Direction) -> str:
    """Ask whether to undo or redo somebody else's decision."""
    do = "take back" if direction == "undo" else "do again"
    return f"{decision.document}: {do} '{decision.action}'{_tell_whose(decision)}?"


def describe_reversal(
    decision: Decision, direction: Direction, before: State, after: State, *, of_this_run: bool
) -> str:
    """Describe what was undone or redone on which document, whose decision it was if not of this run, and the new
    status.
    """
    did = "took back" if direction == "undo" else "did again"
    whose = "" if of_this_run else _tell_whose(decision)
    status = "" if before.meta.status == after.meta.status else f"; it is {after.meta.status} again"
    return f"{decision.document}: {did} '{decision.action}'{whose}{status}"


def _tell_whose(decision: Decision) -> str:
    return f" of {decision.annotator or 'somebody'}, {decision.time:%Y-%m-%d}"


def _plain(value: Any) -> Any:
    """Return a value as it is read back from the journal."""
    return msgspec.json.decode(msgspec.json.encode(value))
