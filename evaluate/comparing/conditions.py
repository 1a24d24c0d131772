"""Limits that a change must keep: ``--fail-if`` and ``--fail-under``."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from cetr.errors import InputError
from evaluate.comparing.change import Comparison
from evaluate.comparing.testing import make_figure

_FORM = re.compile(r"\s*([a-z][a-z0-9_.-]*)\s*(<=|>=|<|>)\s*([-+]?[0-9]*\.?[0-9]+(?:[eE][-+]?[0-9]+)?)\s*")
_OPERATORS: Mapping[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True)
class Condition:
    """A limit on a figure: fails where ``figure comparison limit`` holds."""

    figure: str
    comparison: str
    limit: float

    def __str__(self) -> str:
        return f"{self.figure} {self.comparison} {self.limit:g}"


def parse_condition(text: str, known: Sequence[str]) -> Condition:
    """Read a condition such as ``words.f1 < -0.005``; ``known`` are the figures there are."""
    match = _FORM.fullmatch(text)
    if not match:
        raise InputError(f"--fail-if '{text}': is not FIGURE < NUMBER (or <=, >, >=), such as 'words.f1 < -0.005'")
    figure, comparison, limit = match[1], match[2], float(match[3])
    if figure not in known:
        raise InputError(f"--fail-if '{text}': there is no figure '{figure}' (there are: {', '.join(known)})")
    return Condition(figure, comparison, limit)


@dataclass(frozen=True)
class Verdict:
    """What became of the limits on one comparison: how many there were, and which were crossed."""

    limits: int
    failures: tuple[str, ...]

    def __str__(self) -> str:
        if not self.limits:
            return "verdict: none, no limits were set"
        return "verdict: " + ("fail: " + "; ".join(self.failures) if self.failures else "pass")


def judge(comparison: Comparison, conditions: Sequence[Condition], least: float | None = None) -> Verdict:
    """Judge a comparison by conditions on its differences and by the ``least`` F1 of the new side's first measure.

    Each failure says the figure as precisely as it was judged.
    """
    figures = comparison.differences
    failures = [
        f"{condition} ({condition.figure} is {figures[condition.figure]!r})"
        for condition in conditions
        if _OPERATORS[condition.comparison](figures[condition.figure], condition.limit)
    ]
    if least is not None:
        first = comparison.new.measures[0]
        new = make_figure(first, "f1", [(r.scores[first], r.failed) for r in comparison.new.rows.values()]).value
        if not new >= least:  # a limit that is no number holds for nothing
            failures.append(f"{first}.f1 under {least:g} (it is {new!r})")
    return Verdict(len(conditions) + (least is not None), tuple(failures))
