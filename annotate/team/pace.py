"""How fast documents were approved, from the journal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from evaluate.package import Decision

WORDS_PER_SECOND = 25.0
"""Faster than anybody reads. A thousand words a minute, which is skimming, are 17 a second."""


@dataclass(frozen=True)
class Approved:
    """An approval: the document, the person, and the seconds that this person had spent on it since the last one."""

    document: str
    annotator: str | None
    seconds: float


def list_approved(decisions: Iterable[Decision]) -> tuple[Approved, ...]:
    """List each person's last approval of each document that nobody took back, in the order of the journal."""
    spent: defaultdict[tuple[str, str | None], float] = defaultdict(float)
    approved: dict[tuple[str, str | None], tuple[str, Approved]] = {}  # with the id of the decision
    whose: dict[str, tuple[str, str | None]] = {}  # by that id
    for decision in decisions:
        key = decision.document, decision.annotator
        spent[key] += decision.seconds or 0.0
        if decision.action == "approve":
            approved.pop(key, None)  # the last one has its place in the order
            approved[key] = decision.id, Approved(*key, round(spent.pop(key), 1))
            whose[decision.id] = key
        elif decision.action == "undo":
            undone = str(decision.detail.get("of"))
            key = whose.get(undone, key)
            if key in approved and approved[key][0] == undone:
                del approved[key]
    return tuple(one for _, one in approved.values())


def find_hasty(approved: Iterable[Approved], words: Mapping[str, int]) -> Iterator[tuple[Approved, float]]:
    """Find approvals faster than `WORDS_PER_SECOND`, with their speed; ``words`` are those of each document's text."""
    for one in approved:
        speed = words.get(one.document, 0) / max(one.seconds, 0.1)
        if speed > WORDS_PER_SECOND:
            yield one, speed
