"""Judge a comparison by its limits: which are crossed, by which figure, and where."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from cetr.console import InputError, name_some, suggest_name
from evaluate.comparing.change import EVERY, SideComparison
from evaluate.comparing.conditions import SPEEDS, Condition, Limit
from evaluate.comparing.figures import make_figure
from evaluate.comparing.scopes import Scope
from evaluate.measures.comparison import SHARES

_OPERATORS: Mapping[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True)
class Check:
    """A limit as it was written, and how it was crossed; empty if it was not."""

    limit: str
    failure: str


@dataclass(frozen=True)
class Verdict:
    """The verdict on the limits of one comparison."""

    checks: tuple[Check, ...]

    @property
    def failures(self) -> tuple[str, ...]:
        """How limits were crossed."""
        return tuple(check.failure for check in self.checks if check.failure)

    @property
    def word(self) -> str:
        """``pass``, ``fail``, or ``none`` if there were no limits."""
        return ("fail" if self.failures else "pass") if self.checks else "none"

    def __str__(self) -> str:
        if not self.checks:
            return "verdict: none, because no limits were set"
        return "verdict: " + ("fail: " + "; ".join(self.failures) if self.failures else "pass")


def judge(comparison: SideComparison, conditions: Sequence[Condition], least: float | None = None) -> Verdict:
    """Judge a comparison by conditions and by the ``least`` F1 of the new side's first measure.

    Each failure gives the figure with four digits, or with as many as show that the limit is crossed. A figure that is
    unknown, such as the p-value of a single page, fails its limit.
    """
    checks = [Check(str(condition), _judge(comparison, condition)) for condition in conditions]
    if least is not None:
        first = comparison.new.measures[0]
        new = make_figure(first, "f1", [(r.scores[first], r.failed) for r in comparison.new.rows.values()]).value
        limit = f"{first}.f1 under {least:g}"
        # A limit that is not a number is never met.
        told = _round_off(new, lambda value: not value >= least)
        checks.append(Check(limit, "" if new >= least else f"{limit} (it is {told})"))
    return Verdict(tuple(checks))


def _judge(comparison: SideComparison, condition: Condition) -> str:
    """Say how a condition fails in the first group in which it does; empty if in none."""
    for scope in _find_scopes(comparison, condition):
        values = [_find_value(comparison, scope, limit) for limit in condition.limits]
        if all(_is_crossed(limit, value) for limit, (value, _) in zip(condition.limits, values, strict=True)):
            told = "; ".join(
                f"{limit.figure} {_tell(limit, value)}{where}"
                for limit, (value, where) in zip(condition.limits, values, strict=True)
            )
            return f"{condition} ({scope.name + ': ' if condition.value == EVERY else ''}{told})"
    return ""


def _tell(limit: Limit, value: float) -> str:
    """Say what a figure is, or by how much it has changed if the limit is on its difference."""
    changes = limit.figure.rpartition(".")[2] in (*SHARES, *SPEEDS, "failed") and not math.isnan(value)
    return f"{'changed by' if changes else 'is'} {_round_off(value, partial(_is_crossed, limit))}"


def _round_off(value: float, crosses: Callable[[float], bool]) -> str:
    """Write a figure with the fewest digits, from four on, with which it still crosses its limit."""
    if math.isnan(value):
        return "not known"
    rounded = (f"{value:.{digits}g}" for digits in range(4, 17))
    return next((text for text in rounded if crosses(float(text))), repr(value))


def _is_crossed(limit: Limit, value: float) -> bool:
    return math.isnan(value) or _OPERATORS[limit.comparison](value, limit.bound)


def _find_scopes(comparison: SideComparison, condition: Condition) -> list[Scope]:
    if not condition.field:
        return [comparison.whole]
    groups = [group for group in comparison.groups if group.field == condition.field]
    wanted = "" if condition.value == "(none)" else condition.value
    found = [group for group in groups if wanted in (EVERY, group.value)]
    if not found:
        known = {row.group(condition.field) for row in comparison.old.rows.values()} - {""}
        meant = suggest_name(condition.value, sorted(known))
        some = name_some(sorted(known)) or "none of them has a known value"
        raise InputError(
            f"--fail-if '{condition}': no document has {condition.field} '{condition.value}'{meant} ({some})"
        )
    return found


def _find_value(comparison: SideComparison, scope: Scope, limit: Limit) -> tuple[float, str]:
    """Find a figure of a scope, and the page it belongs to, if any."""
    name = limit.figure
    if name in SPEEDS:
        old, new = getattr(comparison, name)
        return float(new - old), ""
    if name == "failed":
        return float(scope.failed[1] - scope.failed[0]), ""
    if name == "pages.lost":
        return float(len(scope.lost)), f": {name_some(scope.lost)}" if scope.lost else ""
    if name.startswith("pages."):
        return float(getattr(scope.main, name.removeprefix("pages."))), ""
    if name.startswith("page."):
        extremes = scope.worst if limit.comparison.startswith("<") else scope.best
        found = extremes[name.removeprefix("page.")]
        return found.change, f" on {found.page}"
    figures = {figure.name: figure for figure in scope.figures}
    if name in figures:
        return figures[name].difference, ""
    base, _, aspect = name.rpartition(".")
    return float(getattr(figures[base], aspect)), ""
