"""Figures over the rows of one extractor."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from cetr.document import Bools, Floats
from evaluate.measures import F1_OF_MEANS, Score
from evaluate.measures.comparison import NUMBERS, f1_score
from evaluate.results.classes import CLASSES, order_values
from evaluate.results.rows import TIMES, Row


@dataclass(frozen=True)
class Figures:
    """One measure over n documents, in which failed ones count as 0.

    ``precision``, ``recall`` and ``f1`` are means over documents (macro averages). If a benchmark takes the F1 of mean
    precision and mean recall instead, ``f1`` is that. ``f1_std`` is the sample standard deviation of the documents' F1
    (0 for a single one), ``f1_median`` their median, and ``perfect`` how many are 1. ``micro`` is the F1 of the counts
    of all documents together. ``details`` are means of the measure's own figures, over the documents that have them.
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


@dataclass
class _Columns:
    """The scores of one measure, one column of numbers per part, which takes little memory for many documents."""

    parts: dict[str, array[float]] = field(default_factory=lambda: {part: array("d") for part in NUMBERS})
    details: dict[str, array[float]] = field(default_factory=dict)
    failed: array[int] = field(default_factory=lambda: array("b"))

    def add(self, score: Score, failed: bool) -> None:
        for part, column in self.parts.items():
            column.append(getattr(score, part))
        for name, value in score.details.items():
            self.details.setdefault(name, array("d")).append(value)
        self.failed.append(failed)

    def summarize(self, measure: str) -> Figures:
        precision, recall, f1, matched, extracted, expected = (np.array(column) for column in self.parts.values())
        if measure in F1_OF_MEANS:
            counted = find_counted(extracted, expected, np.array(self.failed, dtype=np.bool_))
            mean_precision, mean_recall = _mean(precision[counted]), _mean(recall)
            mean_f1 = f1_score(mean_precision, mean_recall)
        else:
            mean_precision, mean_recall, mean_f1 = _mean(precision), _mean(recall), _mean(f1)
        known = expected[~np.isnan(expected)]  # not of pages that were too large to be counted
        right, all_extracted, all_expected = (math.fsum(column) for column in (matched, extracted, known))
        nothing = float(all_expected == all_extracted == 0 and not any(self.failed))
        micro_precision = right / all_extracted if all_extracted else nothing
        micro_recall = right / all_expected if all_expected else nothing
        return Figures(
            precision=mean_precision,
            recall=mean_recall,
            f1=mean_f1,
            f1_std=float(np.std(f1, ddof=1)) if len(f1) > 1 else 0.0,
            f1_median=float(np.median(f1)),
            perfect=int((f1 == 1.0).sum()),
            micro_precision=micro_precision,
            micro_recall=micro_recall,
            micro_f1=f1_score(micro_precision, micro_recall),
            details=_mean_details(self.details),
        )


def find_counted(extracted: Floats, expected: Floats, failed: Bools) -> Bools:
    """Mark which of n documents count for the mean precision if F1 is that of mean precision and mean recall.

    As in Scrapinghub's benchmark, these are documents with an extraction and failed ones. Documents with an empty gold
    count, too; that benchmark has none.
    """
    return np.asarray((extracted > 0) | failed | (expected == 0))


def _mean(values: Floats) -> float:
    """Compute the mean, exactly rounded, so that the order does not matter."""
    return math.fsum(values) / len(values) if len(values) else 0.0


def _mean_details(details: dict[str, array[float]]) -> dict[str, float]:
    columns = {name: np.array(values) for name, values in details.items()}
    return {name: _mean(known) for name, c in columns.items() if len(known := c[~np.isnan(c)])}


def summarize_scores(measure: str, scores: Iterable[tuple[Score, bool]]) -> Figures:
    """Compute the figures of one measure from (score, failed) of each document, at least one."""
    columns = _Columns()
    for score, failed in scores:
        columns.add(score, failed)
    return columns.summarize(measure)


@dataclass(frozen=True)
class Summary:
    """All rows of one extractor, summed up in figures.

    ``seconds_per_kb`` is the time of all documents over their size, from the medians of their repetitions. ``fastest``
    and ``slowest`` are the same for the least and the most, and ``cpu`` for processor time. Unknown times are not a
    number. ``alone`` is how many pages the extractor got without any other page of their site.
    """

    pages: int
    failed: int
    seconds_per_kb: float
    measures: dict[str, Figures]
    fastest: float = math.nan
    slowest: float = math.nan
    cpu: float = math.nan
    notes: int = 0
    outputs: tuple[str, ...] = ()
    alone: int = 0

    @property
    def speed(self) -> dict[str, float | None]:
        """Milliseconds per kB, None if unknown; the repetitions only if they differ."""
        known = {"ms_per_kb": self.seconds_per_kb, "cpu_ms_per_kb": self.cpu}
        if self.fastest < self.slowest:
            known |= {"ms_per_kb_min": self.fastest, "ms_per_kb_max": self.slowest}
        return {name: None if math.isnan(value) else 1000 * value for name, value in known.items()}


def summarize_rows(rows: Iterable[Row]) -> Summary:
    """Compute the figures of an extractor; without rows it has no measures. Rows are not kept."""
    columns: dict[str, _Columns] = {}
    pages = failures = notes = alone = 0
    times, kb = dict.fromkeys(TIMES, 0.0), 0.0
    outputs: dict[str, None] = {}
    for row in rows:
        pages += 1
        failures += row.failed
        alone += not row.others
        times = {name: total + getattr(row, name) for name, total in times.items()}
        kb += row.kb
        notes += bool(row.note)
        outputs |= {row.output: None} if row.output else {}
        for name, score in row.scores.items():
            columns.setdefault(name, _Columns()).add(score, row.failed)
    measures = {name: of_one.summarize(name) for name, of_one in columns.items()}
    seconds, fastest, slowest, cpu = (total / kb if kb else 0.0 for total in times.values())
    return Summary(pages, failures, seconds, measures, fastest, slowest, cpu, notes, tuple(outputs), alone)


def group_rows(rows: Iterable[Row], field: str) -> dict[str, list[Row]]:
    """Group rows by the values of a fact: classes in their order, others with most documents first."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row.group(field), []).append(row)
    if field in CLASSES:
        return {value: groups[value] for value in order_values(field, groups)}
    return {value: groups[value] for value in sorted(groups, key=lambda v: (-len(groups[v]), v))}


def break_down(rows: Iterable[Row], field: str) -> dict[str, Summary]:
    """Sum up the rows for each value of a fact, in the order of `group_rows`."""
    return {value: summarize_rows(group) for value, group in group_rows(rows, field).items()}
