"""Pages on which two branches decided differently: git keeps the decisions of both, one after the other."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime

from cetr.console import count_of
from cetr.document import Spans
from evaluate.package import Decision

SETTLE = "settle"
"""The action of a decision that says which marks stand. Only a repair makes it."""


def find_branched(decisions: Iterable[Decision]) -> dict[str, tuple[Decision, ...]]:
    """Find the documents on which branches left different marks, with the last decision of each branch.

    A decision that begins with earlier marks than the last ones has not seen the last decision: it is from another
    branch. One that goes on from any branch but the last in the journal was made after the merge, and settles the page.
    So does one that begins with marks that no decision left: somebody has edited the page.
    """
    ends: defaultdict[str, list[Decision]] = defaultdict(list)
    left: defaultdict[str, Counter[Spans]] = defaultdict(Counter)  # the marks at the ends, to find them in one step
    known: defaultdict[str, set[Spans]] = defaultdict(set)
    for decision in decisions:
        name, before = decision.document, decision.before
        branches, marks, seen = ends[name], left[name], known[name]
        if branches and branches[-1].after == before and decision.action != SETTLE:
            marks[branches.pop().after] -= 1
        elif decision.action == SETTLE or before not in seen or marks[before]:
            branches.clear()
            marks.clear()
        branches.append(decision)
        marks[decision.after] += 1
        seen.update((before, decision.after))
    return {name: tuple(last) for name, last in ends.items() if len({end.after for end in last}) > 1}


def settle(document: str, ends: Iterable[Decision], marks: Spans) -> Decision:
    """Make the decision that a document keeps its present marks, whatever the branches left."""
    detail = {"branches": [end.id for end in ends]}
    return Decision(time=datetime.now(UTC), document=document, action=SETTLE, before=marks, after=marks, detail=detail)


def describe_branches(ends: Iterable[Decision], marks: Spans | None) -> str:
    """Say who left which marks when, and whose the document has; None if nobody can tell."""
    told = ", ".join(
        f"{end.annotator or 'somebody'} ({end.time:%Y-%m-%d %H:%M}, {count_of(len(end.after), 'fragment')})"
        for end in ends
    )
    whose = [end.annotator or "somebody" for end in ends if end.after == marks]
    has = "" if marks is None else f"; it has the marks of {whose[0]}" if whose else "; it has other marks"
    return f"two branches decided on it differently: {told}{has}"
