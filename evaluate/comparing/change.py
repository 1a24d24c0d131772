"""The whole of a comparison between two sides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evaluate.comparing.sides import Side, check_comparable
from evaluate.comparing.testing import Difference, Watch, compare_scores, correct_holm, pass_on
from evaluate.comparing.words import Change, find_change
from evaluate.measures import Score
from evaluate.results.predictions import PredictedTexts
from evaluate.results.rows import Row

BREAKDOWN = ("page_type", "language")


@dataclass(frozen=True)
class PageChange:
    """A page whose F1 changed, and the words lost and gained, where the text of either side is known."""

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
class Comparison:
    """Two sides compared: ``figures`` by measure and part, ``groups`` of the first measure's F1 by (field, value),
    the ``pages`` that lost and won most by it, worst first, and the change in failures and time.
    """

    old: Side
    new: Side
    measures: tuple[str, ...]
    figures: tuple[Difference, ...]
    groups: tuple[tuple[str, str, Difference], ...]
    pages: tuple[PageChange, ...]
    failed: tuple[int, int]
    seconds_per_kb: tuple[float, float]

    @property
    def differences(self) -> dict[str, float]:
        """The figures that conditions may name: new minus old."""
        return {
            **{figure.name: figure.difference for figure in self.figures},
            "failed": float(self.failed[1] - self.failed[0]),
            "seconds_per_kb": self.seconds_per_kb[1] - self.seconds_per_kb[0],
        }


def compare_sides(
    old: Side, new: Side, *, pages: int = 5, resamples: int = 9999, seed: int = 0, watch: Watch = pass_on
) -> Comparison:
    """Compare two sides of the same documents; see `check_comparable` for what is refused.

    ``pages`` is how many pages that lost most, and that won most, are looked at closely.
    """
    measures = check_comparable(old, new)
    keys = list(old.rows)
    before, after = [old.rows[key] for key in keys], [new.rows[key] for key in keys]
    scored = [{measure: _take(rows, measure) for measure in measures} for rows in (before, after)]
    figures = compare_scores(*scored, resamples=resamples, seed=seed, watch=watch)
    first = measures[0]
    groups = []
    for field in BREAKDOWN:
        values = sorted({row.facts.get(field, "") for row in before})
        for value in values if len(values) > 1 else ():
            chosen = [i for i, row in enumerate(before) if row.facts.get(field, "") == value]
            some = [{first: _take((rows[i] for i in chosen), first)} for rows in (before, after)]
            (difference,) = compare_scores(
                *some, parts=("f1",), test=False, resamples=min(resamples, 1999), seed=seed, watch=watch
            )
            groups.append((field, value, difference))
    return Comparison(
        old,
        new,
        tuple(measures),
        tuple(correct_holm(figures)),
        tuple(groups),
        tuple(_find_pages(old, new, first, pages)),
        (sum(row.failed for row in before), sum(row.failed for row in after)),
        (_find_speed(before), _find_speed(after)),
    )


def _take(rows: Iterable[Row], measure: str) -> list[tuple[Score, bool]]:
    return [(row.scores[measure], row.failed) for row in rows]


def _find_speed(rows: Sequence[Row]) -> float:
    kb = sum(row.kb for row in rows)
    return sum(row.seconds for row in rows) / kb if kb else 0.0


def _find_pages(old: Side, new: Side, measure: str, count: int) -> list[PageChange]:
    """The pages that lost most, then those that won most, the greatest gain last."""
    f1 = {key: (row.scores[measure].f1, new.rows[key].scores[measure].f1) for key, row in old.rows.items()}
    changed = sorted((key for key, (a, b) in f1.items() if a != b), key=lambda key: (f1[key][1] - f1[key][0], key))
    worse = [key for key in changed if f1[key][1] < f1[key][0]][:count]
    better = [key for key in changed if f1[key][1] > f1[key][0]][-count:] if count else []
    before, after = PredictedTexts(old.path), PredictedTexts(new.path)
    return [PageChange(*key, *f1[key], _find_words(before.read(key), after.read(key))) for key in (*worse, *better)]


def _find_words(old: str | None, new: str | None) -> Change | None:
    return None if old is None and new is None else find_change(old or "", new or "")
