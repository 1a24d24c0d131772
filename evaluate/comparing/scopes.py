"""The documents over which a change is measured: all of them, or those of one kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evaluate.comparing.figures import Pair, make_figure
from evaluate.comparing.testing import Difference, Watch, compare_figures
from evaluate.comparing.units import Units, find_units
from evaluate.measures.comparison import SHARES
from evaluate.results.rows import Row


@dataclass(frozen=True)
class Changed:
    """What one figure did on a page: new minus old."""

    page: str
    change: float


@dataclass(frozen=True)
class Scope:
    """A change over the documents with this ``value`` of ``field``, or over all documents if that is empty.

    ``figures`` are by measure and part; ``worst`` and ``best`` are the pages on which each lost and gained most.
    ``lost`` are the pages whose F1 by the first measure fell to nothing, ``failed`` counts failures, old and new.
    """

    field: str
    value: str
    units: Units
    figures: tuple[Difference, ...]
    worst: dict[str, Changed]
    best: dict[str, Changed]
    lost: tuple[str, ...]
    failed: tuple[int, int]

    @property
    def name(self) -> str:
        """``page_type=forum``; empty for all documents."""
        return f"{self.field}={self.value or '(none)'}" if self.field else ""

    @property
    def main(self) -> Difference:
        """F1 by the first measure."""
        return next(figure for figure in self.figures if figure.name.endswith(".f1"))


def measure_scope(
    before: Sequence[Row],
    after: Sequence[Row],
    measures: Sequence[str],
    *,
    field: str = "",
    value: str = "",
    resamples: int,
    seed: int,
    watch: Watch,
) -> Scope:
    """Measure the change between rows of the same documents in the same order, at least one, by some measures."""
    units = find_units([row.facts.get("site", "") for row in before])
    pairs = {
        f"{measure}.{part}": Pair(
            *(make_figure(measure, part, [(r.scores[measure], r.failed) for r in rows]) for rows in (before, after))
        )
        for measure in measures
        for part in SHARES
    }
    tested = [name for name in pairs if name.endswith(".f1")]
    figures = compare_figures(pairs, units, tested, resamples=resamples, seed=seed, watch=watch)
    names = ["/".join(row.key) for row in before]
    first = measures[0]
    return Scope(
        field,
        value,
        units,
        tuple(figures),
        {name: _pick(names, pair, int(pair.changes.argmin())) for name, pair in pairs.items()},
        {name: _pick(names, pair, int(pair.changes.argmax())) for name, pair in pairs.items()},
        tuple(
            name
            for name, old, new in zip(names, before, after, strict=True)
            if old.scores[first].f1 > 0 and new.scores[first].f1 == 0
        ),
        (sum(row.failed for row in before), sum(row.failed for row in after)),
    )


def _pick(names: Sequence[str], pair: Pair, place: int) -> Changed:
    return Changed(names[place], float(pair.changes[place]))
