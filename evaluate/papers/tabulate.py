"""Make the rows of the papers' tables and figures from the rows of a run."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from pathlib import Path

from evaluate.papers.exhibits import Exhibit, Layout
from evaluate.results.grouping import add_facts, read_facts
from evaluate.results.rows import Row
from evaluate.results.spread import find_spreads
from evaluate.results.statistics import Summary, group_rows, summarize_rows
from evaluate.tables import Cell

PAPER = "(paper)"
"""Stands for a package in the rows of the paper's own numbers."""

ALL = "all"
"""The pages of every length."""

Results = Mapping[str, Sequence[Row]]
"""The rows of each extractor, by its name, in the order of the exhibit."""

Table = list[dict[str, Cell]]


def tabulate(exhibit: Exhibit, results: Results, folders: Mapping[str, Path]) -> Table:
    """Make the rows of an exhibit. ``folders`` are the folders of the packages, by their names in the results."""
    make: dict[Layout, Callable[[], Table]] = {
        "spread": lambda: tabulate_spread(exhibit, results),
        "clustering": lambda: tabulate_clustering(exhibit, results),
        "packages": lambda: tabulate_packages(exhibit, results),
        "means": lambda: tabulate_means(results),
        "stability": lambda: tabulate_stability(results),
        "length": lambda: tabulate_lengths(exhibit, results, folders),
    }
    return make[exhibit.layout]()


def tabulate_spread(exhibit: Exhibit, results: Results) -> Table:
    """Mean, median, deviation and perfect pages of precision and recall; the paper's first, then each package's."""
    measure = exhibit.measures[0]
    table: Table = [
        {"extractor": name, "data": PAPER, "figure": figure, "pages": None, **numbers}
        for name in exhibit.extractors
        for figure, numbers in exhibit.published.items()
    ]
    for name, rows in results.items():
        for package, group in group_rows(rows, "package").items():
            spreads = find_spreads(group)
            for figure in ("precision", "recall"):
                s = spreads[measure, figure]
                numbers = {"mean": s.mean, "median": s.median, "deviation": s.deviation, "perfect": s.perfect}
                table.append({"extractor": name, "data": package, "figure": figure, "pages": s.pages, **numbers})
    return table


def tabulate_clustering(exhibit: Exhibit, results: Results) -> Table:
    """Median and mean of accuracy, and of the words' precision and recall."""
    figures = (("accuracy", "accuracy"), ("words", "precision"), ("words", "recall"))
    table: Table = []
    for name, rows in results.items():
        table.append({"extractor": name, "data": PAPER, **exhibit.published[name]})
        for package, group in group_rows(rows, "package").items():
            spreads = find_spreads(group)
            row: dict[str, Cell] = {"extractor": name, "data": package}
            for key in figures:
                row |= {f"{key[1]}.median": spreads[key].median, f"{key[1]}.mean": spreads[key].mean}
            table.append(row)
    return table


def tabulate_packages(exhibit: Exhibit, results: Results) -> Table:
    """F1 on each package, and the mean of these. A system that fails on all pages of a package has no F1 there."""
    measure = exhibit.measures[0]
    table: Table = []
    for name, rows in results.items():
        summaries = {package: summarize_rows(group) for package, group in group_rows(rows, "package").items()}
        f1 = {package: None if s.failed == s.pages else s.measures[measure].f1 for package, s in summaries.items()}
        known = [value for value in f1.values() if value is not None]
        row: dict[str, Cell] = {"extractor": name, **f1}
        row["average"] = math.fsum(known) / len(known) if len(known) == len(f1) else None
        table.append(row | {f"{PAPER} {data}": value for data, value in exhibit.published[name].items()})
    return table


def tabulate_means(results: Results) -> Table:
    """Mean F1, precision and recall by each measure, on each package."""
    return _tabulate_summaries(
        results,
        lambda summary: {
            f"{measure}.{part}": getattr(figures, part)
            for part in ("f1", "precision", "recall")
            for measure, figures in summary.measures.items()
        },
    )


def tabulate_stability(results: Results) -> Table:
    """The deviation of F1 by each measure, and the time, on each package."""
    return _tabulate_summaries(
        results,
        lambda summary: (
            {f"{measure}.f1_std": figures.f1_std for measure, figures in summary.measures.items()} | summary.speed
        ),
    )


def tabulate_lengths(exhibit: Exhibit, results: Results, folders: Mapping[str, Path]) -> Table:
    """Precision, recall and F1 of words, and accuracy, on the pages of each length (words of their text) and on all."""
    table: Table = [
        {"extractor": name, "words": PAPER, "pages": None, **numbers} for name, numbers in exhibit.published.items()
    ]
    facts = read_facts(chain.from_iterable(results.values()), ["length"], folders)
    for name, rows in results.items():
        groups = group_rows(add_facts(rows, facts), "length")
        for length, group in {ALL: list(rows), **groups}.items():
            measures = summarize_rows(group).measures
            words = measures["words"]
            numbers = {"precision": words.precision, "recall": words.recall, "f1": words.f1}
            numbers["accuracy"] = measures["accuracy"].details["accuracy"]
            table.append({"extractor": name, "words": length, "pages": len(group), **numbers})
    return table


def _tabulate_summaries(results: Results, describe: Callable[[Summary], Mapping[str, Cell]]) -> Table:
    """Make a row for each package and system from the system's summary there."""
    summaries = {
        (package, name): summarize_rows(group)
        for name, rows in results.items()
        for package, group in group_rows(rows, "package").items()
    }
    table: Table = []
    for package in dict.fromkeys(package for package, _ in summaries):
        for name in results:
            summary = summaries[package, name]
            table.append({"data": package, "extractor": name, "pages": summary.pages, **describe(summary)})
    return table
