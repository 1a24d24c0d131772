"""The whole comparison of two sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from evaluate.comparing.scopes import Scope, measure_scope
from evaluate.comparing.sides import LeftOut, Side, check_comparable
from evaluate.comparing.testing import Difference, Watch, correct_holm, pass_on
from evaluate.comparing.words import Change, find_change
from evaluate.results.classes import order_values
from evaluate.results.rows import Row

BREAKDOWN = ("package", "page_type", "language")
"""The kinds of documents by which a change is always broken down if they have several values."""

EVERY = "*"
"""Every value of a field."""

Kinds = Mapping[tuple[str, str], Sequence[str]]
"""(field, value or `EVERY`) of documents, and the measures by which to compare these documents."""


@dataclass(frozen=True)
class PageChange:
    """A page whose F1 changed, and the words lost and gained if the text of both sides is known."""

    package: str
    document: str
    old: float
    new: float
    change: Change | None

    @property
    def difference(self) -> float:
        """New minus old F1."""
        return self.new - self.old


@dataclass(frozen=True)
class SideComparison:
    """Two sides compared over all documents and over ``groups`` of them; the ``pages`` that lost and gained most by
    the first measure, worst first; the time and the processor time; and the documents that were left out.
    """

    old: Side
    new: Side
    measures: tuple[str, ...]
    whole: Scope
    groups: tuple[Scope, ...]
    pages: tuple[PageChange, ...]
    seconds_per_kb: tuple[float, float]
    cpu_seconds_per_kb: tuple[float, float]
    left_out: LeftOut

    @property
    def figures(self) -> tuple[Difference, ...]:
        """The differences over all documents."""
        return self.whole.figures


def compare_sides(
    old: Side,
    new: Side,
    *,
    by: Sequence[str] = (),
    kinds: Kinds | None = None,
    left_out: LeftOut,
    pages: int,
    resamples: int,
    seed: int,
    watch: Watch = pass_on,
) -> SideComparison:
    """Compare two sides of the same documents; `check_comparable` says what is refused.

    The change is broken down by the fields of `BREAKDOWN` and of ``by``; ``kinds`` are compared in addition. The old
    side has the facts for these (`read_facts`). ``pages`` is the number of pages that lost most, and of pages that
    gained most, to describe. The p-values are not corrected: see `correct_all`.
    """
    measures = check_comparable(old, new)
    before = list(old.rows.values())
    after = [new.rows[row.key] for row in before]
    groups = [
        measure_scope(
            [before[i] for i in places],
            [after[i] for i in places],
            chosen,
            field=field,
            value=value,
            resamples=resamples,
            seed=seed,
            watch=watch,
        )
        for field, value, chosen, places in _find_groups(before, measures, by, kinds or {})
    ]
    return SideComparison(
        old,
        new,
        tuple(measures),
        measure_scope(before, after, measures, resamples=resamples, seed=seed, watch=watch),
        tuple(groups),
        tuple(_find_pages(old, new, measures[0], pages)),
        (_find_speed(before, "seconds"), _find_speed(after, "seconds")),
        (_find_speed(before, "cpu"), _find_speed(after, "cpu")),
        left_out,
    )


def _find_groups(
    rows: Sequence[Row], measures: Sequence[str], by: Sequence[str], kinds: Kinds
) -> Iterable[tuple[str, str, list[str], list[int]]]:
    """Find each group that is shown or asked for: (field, value, measures, places of the documents)."""
    for field in dict.fromkeys((*BREAKDOWN, *by, *(field for field, _ in kinds))):
        places: dict[str, list[int]] = {}
        for i, row in enumerate(rows):
            places.setdefault(row.group(field), []).append(i)
        shown = field in by or (field in BREAKDOWN and len(places) > 1)
        for value in order_values(field, places):
            asked = [m for key in ((field, value), (field, EVERY)) for m in kinds.get(key, ())]
            if shown or asked:
                yield field, value, [m for i, m in enumerate(measures) if i == 0 or m in asked], places[value]


def correct_all(comparisons: Iterable[SideComparison]) -> list[SideComparison]:
    """Correct all p-values of the comparisons together, by Holm's method, for everything that is asked at once."""
    comparisons = list(comparisons)
    scopes = [scope for comparison in comparisons for scope in (comparison.whole, *comparison.groups)]
    corrected = iter(correct_holm([figure for scope in scopes for figure in scope.figures]))
    done = iter([replace(scope, figures=tuple(next(corrected) for _ in scope.figures)) for scope in scopes])
    return [replace(c, whole=next(done), groups=tuple(next(done) for _ in c.groups)) for c in comparisons]


def _find_speed(rows: Sequence[Row], time: str) -> float:
    kb = sum(row.kb for row in rows)
    return float(sum(getattr(row, time) for row in rows)) / kb if kb else 0.0


def _find_pages(old: Side, new: Side, measure: str, count: int) -> list[PageChange]:
    """Find the pages that lost most, then those that gained most, the greatest gain last."""
    f1 = {key: (row.scores[measure].f1, new.rows[key].scores[measure].f1) for key, row in old.rows.items()}
    ordered = sorted(f1, key=lambda key: (f1[key][1] - f1[key][0], key))
    worse = [key for key in ordered if f1[key][1] < f1[key][0]][:count]
    better = [key for key in ordered if f1[key][1] > f1[key][0]][-count:] if count else []
    before, after = old.open_texts(), new.open_texts()
    return [PageChange(*key, *f1[key], _find_words(before(key), after(key))) for key in (*worse, *better)]


def _find_words(old: str | None, new: str | None) -> Change | None:
    return None if old is None or new is None else find_change(old, new)
