"""Limits that a change must keep: ``--fail-if`` and ``--fail-under``.

CONDITION = [FIELD=VALUE:] LIMIT [and LIMIT]...
LIMIT     = FIGURE < NUMBER, or with <=, >, >=
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cetr.console import InputError, suggest_name
from evaluate.measures.comparison import SHARES

_SCOPE = re.compile(r"\s*([A-Za-z_][\w.-]*)=(.*?)\s*:(?=\s*[A-Za-z_])(.*)", re.DOTALL)
"""Sites may have a port, so that only a colon before a figure ends the value."""
_LIMIT = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_.:-]*)\s*(<=|>=|<|>)\s*([-+]?[0-9]*\.?[0-9]+(?:[eE][-+]?[0-9]+)?)\s*")
_ASPECTS = ("low", "high", "p", "p_adjusted", "worse", "same", "better")
_COUNTS = ("pages.worse", "pages.same", "pages.better", "pages.lost", "failed")
SPEEDS = ("seconds_per_kb", "cpu_seconds_per_kb")
"""Times of all documents, which a group has not."""


@dataclass(frozen=True)
class Limit:
    """A limit on a figure. It is crossed if ``figure comparison bound`` holds."""

    figure: str
    comparison: str
    bound: float

    def __str__(self) -> str:
        return f"{self.figure} {self.comparison} {self.bound:g}"


@dataclass(frozen=True)
class Condition:
    """Limits that count if all are crossed, over the documents with this ``value`` of ``field``, or over all."""

    field: str
    value: str
    limits: tuple[Limit, ...]

    def __str__(self) -> str:
        return (f"{self.field}={self.value}: " if self.field else "") + " and ".join(map(str, self.limits))


def parse_condition(text: str, measures: Sequence[str]) -> Condition:
    """Parse a condition such as ``page_type=forum: words.f1 < -0.01``; ``measures`` are those compared."""
    scope = _SCOPE.fullmatch(text)
    field, value, rest = scope.groups() if scope else ("", "", text)
    known = list_limitable(measures, whole=not field)
    limits = []
    for part in re.split(r"\sand\s", rest):
        match = _LIMIT.fullmatch(part)
        if not match:
            raise InputError(f"--fail-if '{text}': is not FIGURE < NUMBER (or <=, >, >=), such as 'words.f1 < -0.005'")
        if match[1] not in known:
            meant = suggest_name(match[1], sorted(known))
            known_figures = ", ".join(_tell(measures, field))
            raise InputError(f"--fail-if '{text}': there is no figure '{match[1]}'{meant} (available: {known_figures})")
        limits.append(Limit(match[1], match[2], float(match[3])))
    return Condition(field, value, tuple(limits))


def list_limitable(measures: Sequence[str], whole: bool) -> set[str]:
    """List the names of all figures that can have a limit; ``whole`` for all documents, not for a group."""
    means = {f"{measure}.{part}" for measure in measures for part in SHARES}
    aspects = {f"{name}.{aspect}" for name in means for aspect in _ASPECTS if aspect[0] != "p" or name.endswith(".f1")}
    return {*means, *aspects, *(f"page.{name}" for name in means), *_COUNTS, *(SPEEDS if whole else ())}


def _tell(measures: Sequence[str], field: str) -> list[str]:
    means = [f"{measure}.{part}" for measure in measures for part in SHARES]
    of_one = f"{means[2]}.low (.{', .'.join(_ASPECTS[1:])})"
    return [*means, of_one, f"page.{means[2]}", *_COUNTS, *(() if field else SPEEDS)]


def find_kinds(conditions: Sequence[Condition], measures: Sequence[str]) -> dict[tuple[str, str], list[str]]:
    """Find the kinds of documents that conditions name, and the measures by which to compare them."""
    kinds: dict[tuple[str, str], list[str]] = {}
    for condition in conditions:
        if condition.field:
            named = [limit.figure.removeprefix("page.") for limit in condition.limits]
            value = "" if condition.value == "(none)" else condition.value
            asked = [m for i, m in enumerate(measures) if i == 0 or any(n.startswith(f"{m}.") for n in named)]
            kinds.setdefault((condition.field, value), []).extend(asked)
    return kinds
