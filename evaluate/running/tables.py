"""The tables that a run prints."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

from evaluate.comparing.figures import make_figure
from evaluate.comparing.ranking import Standing, rank
from evaluate.comparing.units import find_units
from evaluate.measures import Score
from evaluate.measures.comparison import SHARES
from evaluate.protocols import split_protocol
from evaluate.results.rows import drop_nan, format_line
from evaluate.results.statistics import Summary
from evaluate.results.store import read_rows, rows_path
from evaluate.tables import Cell, Format, format_table


def format_summaries(out: Path, summaries: Mapping[str, Summary], kind: Format) -> str:
    """Format what `evaluate run` prints: a row for each extractor; as ``tsv``, one for each document."""
    if kind == "tsv":
        return "".join(_paper_lines(out, summaries))
    return format_table(tabulate(summaries, find_standings(out, summaries), brief=kind == "table"), kind)


def find_standings(out: Path, summaries: Mapping[str, Summary]) -> dict[str, Standing]:
    """Compare the extractors with the first by the first measure, by sites or pages as `evaluate compare` does.

    None if there is nothing to compare: a single extractor, or extractors that have not finished all pages. No row is
    kept.
    """
    if len(summaries) < 2:
        return {}
    measure = next(iter(next(iter(summaries.values())).measures))
    places: dict[tuple[str, str], int] = {}
    sites: list[str] = []
    for row in read_rows(rows_path(out, next(iter(summaries)))):
        places[row.key] = len(places)
        sites.append(sys.intern(row.facts.get("site", "")))
    figures = []
    for name in summaries:
        order = array("q")
        figure = make_figure(measure, "f1", _read_scores(rows_path(out, name), measure, places, order))
        if len(order) != len(places) or -1 in order:
            return {}
        figures.append(figure.take(np.argsort(order)))
    return dict(zip(summaries, rank({measure: figures}, find_units(sites))[measure], strict=True))


def _read_scores(
    path: Path, measure: str, places: Mapping[tuple[str, str], int], order: array[int]
) -> Iterator[tuple[Score, bool]]:
    """Yield the score of each row and whether it failed; notes the row's place, -1 if it has none, in ``order``."""
    for row in read_rows(path):
        order.append(places.get(row.key, -1))
        yield row.scores[measure], row.failed


def tabulate(summaries: Mapping[str, Summary], standings: Mapping[str, Standing], brief: bool) -> list[dict[str, Cell]]:
    """Make a row for each extractor, best F1 of the first measure first.

    ``brief`` has only the F1 of the other measures. For a measure of structure, F1 is over the pages whose gold has
    such a thing, and the heading gives their number. If an extractor may get other pages of a site, ``alone`` is the
    number of pages without any.
    """
    rows: list[dict[str, Cell]] = []
    among = any(split_protocol(name)[1].site for name in summaries)
    heads = _count_present(summaries) if brief else {}
    for name, summary in summaries.items():
        row: dict[str, Cell] = {"extractor": name, "pages": summary.pages, "failed": summary.failed}
        if among:
            row["alone"] = summary.alone
        for i, (measure, f) in enumerate(summary.measures.items()):
            if i and measure in heads:
                row[heads[measure]] = f.details.get("where-present")
                continue
            if not brief or i == 0:
                row |= {f"{measure}.precision": f.precision, f"{measure}.recall": f.recall}
            row[f"{measure}.f1"] = f.f1
            if not brief or i == 0:
                row[f"{measure}.f1_std"] = f.f1_std
            if i == 0 and standings:
                row |= _describe_standing(standings[name])
            row |= {f"{measure}.{key}": value for key, value in f.details.items()}
        row |= summary.speed
        if not brief:
            row |= {"output": ",".join(summary.outputs), "notes": summary.notes}
        elif any(kind not in ("spans", "text") for kind in summary.outputs):
            row["output"] = ",".join(summary.outputs)
        rows.append(row)
    best = {name: max((f.f1 for f in list(s.measures.values())[:1]), default=0.0) for name, s in summaries.items()}
    return sorted(rows, key=lambda row: -best[str(row["extractor"])])


def _count_present(summaries: Mapping[str, Summary]) -> dict[str, str]:
    """Name the column of each measure of structure, with the number of pages that count for it: ``tables (12)``.

    ``order (3 to 5)`` if that depends on the extractor.
    """
    heads = {}
    for measure in next(iter(summaries.values())).measures:
        shares = [(s.pages, s.measures[measure].details.get("present")) for s in summaries.values()]
        counts = sorted({round(pages * share) for pages, share in shares if share is not None})
        if counts:
            heads[measure] = f"{measure} ({' to '.join(map(str, dict.fromkeys((counts[0], counts[-1]))))})"
    return heads


def _describe_standing(standing: Standing) -> dict[str, Cell]:
    """Say how far the first is ahead, and whether that may be chance; nothing for the first itself."""
    if standing.p is None and not standing.tie:
        return {"behind": None, "p": None, "tie": None}
    return {"behind": standing.behind, "p": standing.p, "tie": "yes" if standing.tie else "no"}


def _paper_lines(out: Path, summaries: Mapping[str, Summary]) -> Iterator[str]:
    """Write the file of Gottron's section 4.3: time, precision, recall and F1 of each document, and the deviation of
    F1.
    """
    measures = list(next(iter(summaries.values())).measures)
    columns = [f"{measure}.{part}" for measure in measures for part in SHARES]
    yield format_line(["extractor", "document", "seconds", "seconds_per_kb", *columns])
    for name, summary in summaries.items():
        times = []
        for row in read_rows(rows_path(out, name)):
            times.append(row.seconds)
            scores = [getattr(row.scores[measure], part) for measure in measures for part in SHARES]
            yield format_line(
                [name, f"{row.package}/{row.document}", *map(drop_nan, (row.seconds, row.seconds_per_kb)), *scores]
            )
        means = [getattr(summary.measures[measure], part) for measure in measures for part in SHARES]
        yield format_line([name, "mean", *map(drop_nan, (sum(times) / summary.pages, summary.seconds_per_kb)), *means])
        deviations = [summary.measures[m].f1_std if part == "f1" else None for m in measures for part in SHARES]
        yield format_line([name, "standard deviation", None, None, *deviations])
