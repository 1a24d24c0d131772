"""The tables as lines of Markdown."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from benchmarks.reproduce.measuring import READINGS, SCALED, SYSTEMS, Row
from benchmarks.reproduce.published import CETR_2010, CLUSTERING_2008, PUBLISHED_BEST, THRESHOLD_2008

SETS = {"cleaneval-en": "CleanEval English", "dragnet": "Dragnet", "wcxb-dev": "WCXB development"}

SHIPPED = "radius 2"
"""The reading that is the default of every ``ttr-*``."""


def column(rows: list[Row], name: str, what: str) -> np.ndarray:
    """One figure of a method over all pages, in per cent."""
    return np.array([getattr(row[name], what) for row in rows]) * 100


def format_threshold(rows: dict[str, list[Row]]) -> list[str]:
    """Table 1 of 2008."""
    counts = ", ".join(f"{len(pages)} of {SETS[name]}" for name, pages in rows.items())
    lines = [f"Pages: {counts}.", "", "### Threshold partitioning (2008, table 1): `ttr-threshold`", ""]
    header = "| | paper P | paper R |" + "".join(f" {SETS[s]} P | R |" for s in rows)
    lines += [header, "|---|" + "---:|" * (2 + 2 * len(rows))]
    figures: dict[str, Callable[[np.ndarray], str]] = {
        "mean": lambda v: f"{v.mean():.2f}",
        "median": lambda v: f"{np.median(v):.2f}",
        "deviation": lambda v: f"{v.std():.2f}",
        "pages at 100 %": lambda v: f"{(v > 99.999).sum()} of {len(v)}",
    }
    for i, (label, figure) in enumerate(figures.items()):
        printed = [list(THRESHOLD_2008[what].values())[i] for what in ("precision", "recall")]
        papers = [f"{v} of 176" if label == "pages at 100 %" else f"{100 * v:.2f}" for v in printed]
        name = f"ttr-threshold|{SHIPPED}"
        ours = [figure(column(r, name, what)) for r in rows.values() for what in ("precision", "recall")]
        lines.append(f"| {label} | " + " | ".join([*papers, *ours]) + " |")
    return lines


def format_clustering(rows: list[Row]) -> list[str]:
    """Table 2 of 2008, beside the same on Dragnet."""
    lines = ["", "### Clustering in two dimensions (2008, table 2)", ""]
    lines += [
        "Median and mean of accuracy, precision and recall in per cent, on the paper's 176 pages and on Dragnet, the",
        "set most like them.",
        "",
    ]
    lines += ["| method | data | acc. median | mean | P median | mean | R median | mean |", "|---|---|" + "---:|" * 6]
    for name, paper in CLUSTERING_2008.items():
        lines.append(f"| `{name}` | paper | " + " | ".join(f"{v:.2f}" for v in paper) + " |")
        cells = [f"{v:.2f}" for v in _cluster_figures(rows, f"{name}|{SHIPPED}")]
        lines.append(f"| | {SETS['dragnet']} | " + " | ".join(cells) + " |")
    return lines


def format_readings(rows: dict[str, list[Row]], smoothing: dict[str, list[dict[str, tuple[float, bool]]]]) -> list[str]:
    """What each reading of the kernel does to figures 2 and 3, and to tables 1 and 2."""
    lines = ["", "### The kernel (2008): how wide?", ""]
    lines += [
        "*Quotient* is the ratio's deviation after smoothing over that before, median over pages (figures 2 and 3:",
        ".629). *All kept* counts the pages on which `ttr-threshold` keeps every line with text. *Table 1* and",
        "*table 2* are the mean distances, in points, from the paper's tables (of table 1: means and medians);",
        "*scaled* is that from table 2 if each dimension is divided by its range.",
        "",
    ]
    lines += ["| data | reading | quotient | all kept | table 1 | table 2 | scaled |", "|---|---|" + "---:|" * 5]
    for data, measured in rows.items():
        for reading in READINGS:
            quotients = [page[reading][0] for page in smoothing[data]]
            kept = sum(page[reading][1] for page in smoothing[data])
            first = [
                abs(figure - paper)
                for figure, paper in zip(
                    _cluster_figures(measured, f"ttr-threshold|{reading}")[2:], _published_threshold(), strict=True
                )
            ]
            cells = [f"{np.median(quotients):.2f}", f"{kept} of {len(quotients)}", f"{np.mean(first):.1f}"]
            cells += [f"{_measure_distance(measured, way):.1f}" for way in (reading, reading + SCALED)]
            lines.append(f"| {SETS[data]} | {reading} | {' | '.join(cells)} |")
    return lines


def _measure_distance(rows: list[Row], reading: str) -> float:
    """The mean distance in points from all figures of table 2."""
    return float(
        np.mean(
            [
                abs(figure - paper)
                for name, papers in CLUSTERING_2008.items()
                for figure, paper in zip(_cluster_figures(rows, f"{name}|{reading}"), papers, strict=True)
            ]
        )
    )


def _published_threshold() -> list[float]:
    """Median and mean of precision and recall in table 1."""
    return [100 * THRESHOLD_2008[what][figure] for what in ("precision", "recall") for figure in ("median", "mean")]


def _cluster_figures(rows: list[Row], name: str) -> list[float]:
    """A row of table 2: median and mean of accuracy, precision and recall."""
    columns = [column(rows, name, what) for what in ("accuracy", "precision", "recall")]
    return [float(figure) for values in columns for figure in (np.median(values), values.mean())]


def format_cetr(rows: list[Row]) -> list[str]:
    """The rows of 2010 and ours, by each way to take the mean and to cut the data."""
    long = [row for row in rows if row["cetr"].gold_words >= 400]
    lines = [f"| system | F1, {len(rows)} pages | of mean P, R | F1, {len(long)} pages | of mean P, R | paper F1 |"]
    lines.append("|---|" + "---:|" * 5)
    lines += [f"| {name} |  |  |  |  | {f1:.2f} |" for name, f1 in PUBLISHED_BEST.items()]
    for name in SYSTEMS:
        cells = []
        for chosen in (rows, long):
            p, r, f1 = (column(chosen, name, what).mean() for what in ("precision", "recall", "f1"))
            cells += [f"{f1:.2f}", f"{2 * p * r / (p + r):.2f}"]
        paper = f"{CETR_2010[name]:.2f}" if name in CETR_2010 else ""
        lines.append(f"| `{name}` | {' | '.join(cells)} | {paper} |")
    return lines


def format_variations(rows: list[Row]) -> list[str]:
    """What becomes of the F1 of 2010 on CleanEval if one thing is changed."""
    lines = ["", "The mean F1 over all pages if one setting is changed:", ""]
    lines += ["| change | `cetr-tm` | `cetr-km` | `cetr` |", "|---|---:|---:|---:|"]
    for label in dict.fromkeys(key.partition("|")[2] for key in rows[0]):
        keys = [f"{name}|{label}" for name in CETR_2010]
        cells = [f"{column(rows, key, 'f1').mean():.2f}" if key in rows[0] else "" for key in keys]
        lines.append(f"| {label} | " + " | ".join(cells) + " |")
    return lines
