"""Figures over the rows of one extractor."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evaluate.measures import F1_OF_MEANS, Score
from evaluate.measures.comparison import f1_score
from evaluate.results.rows import Row


@dataclass(frozen=True)
class Figures:
    """One measure over n documents, failed ones among them with 0.

    ``precision``, ``recall`` and ``f1`` are means over documents (macro averages); where a benchmark takes the F1 of
    mean precision and mean recall instead, ``f1`` is that. ``f1_std`` is the sample standard deviation of the
    documents' F1 (0 for a single one), ``f1_median`` their median, ``perfect`` how many are 1; ``micro`` is the F1 of
    the counts of all documents together. ``details`` are means of the figures that one measure alone has.
    """

    precision: float
    recall: float
    f1: float
    f1_std: float
    f1_median: float
    perfect: int
    micro_precision: float
    micro_recall: float
    micro_f1: float
    details: dict[str, float]


def summarize_scores(measure: str, scores: Sequence[Score], failed: Sequence[bool] | None = None) -> Figures:
    """The figures of one measure over at least one document; ``failed`` tells which are of failed extractions.

    A measure in `F1_OF_MEANS` takes, as its benchmark does, the mean precision over documents with an extraction (or
    a failure) and the mean recall over documents with a gold text.
    """
    f1s = [score.f1 for score in scores]
    failed = failed or [False] * len(scores)
    if measure in F1_OF_MEANS:
        kept = [s for s, bad in zip(scores, failed, strict=True) if s.extracted or bad or not s.expected]
        precision, recall = (
            _mean(s.precision for s in kept),
            _mean(s.recall for s in scores if s.expected or s.extracted),
        )
        f1 = f1_score(precision, recall)
    else:
        precision, recall = _mean(s.precision for s in scores), _mean(s.recall for s in scores)
        f1 = statistics.fmean(f1s)
    matched, extracted, expected = (
        sum(values) for values in zip(*((s.matched, s.extracted, s.expected) for s in scores), strict=True)
    )
    micro_precision = matched / extracted if extracted else float(expected == 0)
    micro_recall = matched / expected if expected else float(extracted == 0)
    return Figures(
        precision=precision,
        recall=recall,
        f1=f1,
        f1_std=statistics.stdev(f1s) if len(f1s) > 1 else 0.0,
        f1_median=statistics.median(f1s),
        perfect=sum(f1 == 1.0 for f1 in f1s),
        micro_precision=micro_precision,
        micro_recall=micro_recall,
        micro_f1=f1_score(micro_precision, micro_recall),
        details=_mean_details(scores),
    )


def _mean(values: Iterable[float]) -> float:
    values = list(values)
    return statistics.fmean(values) if values else 0.0


def _mean_details(scores: Sequence[Score]) -> dict[str, float]:
    """Means of the details over the documents that have them: not a number stands for one that has not."""
    means = {}
    for name in scores[0].details:
        values = [value for value in (score.details[name] for score in scores) if value == value]
        if values:
            means[name] = statistics.fmean(values)
    return means


@dataclass(frozen=True)
class Summary:
    """All rows of one extractor in figures. ``seconds_per_kb`` is the time of all documents over their size."""

    pages: int
    failed: int
    seconds_per_kb: float
    measures: dict[str, Figures]


def summarize_rows(rows: Sequence[Row]) -> Summary:
    """The figures of an extractor; of no rows at all it has no measures."""
    seconds, kb = sum(row.seconds for row in rows), sum(row.kb for row in rows)
    names, failed = list(rows[0].scores) if rows else [], [row.status != "ok" for row in rows]
    return Summary(
        pages=len(rows),
        failed=sum(failed),
        seconds_per_kb=seconds / kb if kb else 0.0,
        measures={name: summarize_scores(name, [row.scores[name] for row in rows], failed) for name in names},
    )


def break_down(rows: Iterable[Row], field: str) -> dict[str, Summary]:
    """A summary for each value of a field (see `evaluate.results.rows.FIELDS`), most documents first."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row.facts.get(field, ""), []).append(row)
    return {value: summarize_rows(groups[value]) for value in sorted(groups, key=lambda v: (-len(groups[v]), v))}
