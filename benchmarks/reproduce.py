"""The tables of the two tag-ratio papers, the papers' own numbers beside ours.

    python -m benchmarks.reproduce [--data DIR] [--step N] [--jobs N] [--paper 2010|2008] [--write]

--step N takes only every Nth page of the two larger sets. --paper makes the tables of one paper alone. --write puts the
tables into docs/reproduction.md, between the marks in that page; all else in the page is written by hand.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TypeVar

import numpy as np

from cetr.console import map_bounded
from cetr.document import Spans, align_text, derive_text, split_words
from cetr.learned import learned
from cetr.tagratio import VARIANTS, analyse
from evaluate.measures import compare
from evaluate.measures.comparison import Comparison, Page
from evaluate.papers.exhibits import EXHIBITS
from training.datasets import DATA, DatasetPage, read_dataset

ROOT = Path(__file__).resolve().parent.parent
SETS = {"cleaneval-en": "CleanEval English", "dragnet": "Dragnet", "wcxb-dev": "WCXB development"}
PAPERS = ("2010", "2008")

# Table 1 and 2 of ANNIE 2008; the rows of WWW 2010 for CleanEval English (F1). Per cent.
THRESHOLD_2008 = EXHIBITS["threshold"].published
CLUSTERING_2008 = {
    name: [100 * figure for figure in row.values()] for name, row in EXHIBITS["clustering"].published.items()
}
CETR_2010 = {name: 100 * EXHIBITS["cetr"].published[name]["CleanEval-Eng"] for name in ("cetr-tm", "cetr-km", "cetr")}

PUBLISHED_BEST = {"MSS": 91.98, "VIPS": 93.41}
"""F1 on CleanEval English of two other systems of WWW 2010."""

SYSTEMS = (*CETR_2010, "cetr-modern", "learned")
"""Ours that stand beside them."""

Options = dict[str, float]
VARIATIONS: dict[str, Options] = {
    "as shipped": {},
    "no wrapping": {"wrap": 0},
    "wrapped at 30": {"wrap": 30},
    "wrapped at 100": {"wrap": 100},
    "radius 1": {"radius": 1.0},
    "radius 2": {"radius": 2.0},
    "radius 6": {"radius": 6.0},
}


READINGS: dict[str, Options] = {
    "radius 1": {"radius": 1.0},
    "radius 2": {"radius": 2.0},
    "radius 3": {"radius": 3.0},
    "spread 1": {"spread": 1.0},
}
"""What the deviation of the kernel of 2008 may be: so many lines, or as many as the ratio deviates by."""

SHIPPED = "radius 2"
"""The reading that is the default of every ``ttr-*``."""

SCALED = ", scaled"
"""Marks a reading in which each dimension is divided by its range before it is clustered."""


@dataclass(frozen=True)
class Measured:
    """A method's scores on one page, and how many words the gold has."""

    precision: float
    recall: float
    f1: float
    bag: float
    accuracy: float
    gold_words: int


Row = dict[str, Measured]
Result = TypeVar("Result")


def measure_2010(page: DatasetPage) -> Row:
    """The methods of 2010 on one page, and our best ones."""
    return {name: _measure(page, None, _extract(page.html, name, {})) for name in SYSTEMS}


def measure_readings(page: DatasetPage) -> Row:
    """The methods of 2008 on one page with each reading of the kernel, as ``METHOD|READING``."""
    gold_spans = align_text(page.html, page.text).spans
    spans = {
        f"{name}|{reading}": _extract(page.html, name, options)
        for name in ("ttr-threshold", *CLUSTERING_2008)
        for reading, options in READINGS.items()
    }
    spans |= {
        f"{name}|{reading}{SCALED}": _extract_scaled(page.html, name, options)
        for name in CLUSTERING_2008
        for reading, options in READINGS.items()
    }
    return {key: _measure(page, gold_spans, predicted) for key, predicted in spans.items()}


def measure_smoothing(page: DatasetPage) -> dict[str, tuple[float, bool]]:
    """What part of the ratio's deviation each kernel leaves on a page, and whether all text lines are then content."""
    found = {}
    for reading, options in READINGS.items():
        model = analyse(page.html, "ttr-threshold", **options)  # type: ignore[arg-type]
        deviation = float(model.ratio.std())
        kept = bool((model.labels | (model.ratio == 0)).all())
        found[reading] = (float(model.smoothed.std()) / deviation if deviation else 1.0, kept)
    return found


def measure_variations(page: DatasetPage) -> Row:
    """The three methods of 2010 with changed options on one page, without accuracy."""
    spans = {
        f"{name}|{label}": _extract(page.html, name, options)
        for label, options in VARIATIONS.items()
        for name in CETR_2010
    }
    spans |= {f"{name}|k = 2": _extract(page.html, name, {"k": 2}) for name in ("cetr-km", "cetr")}
    spans |= {f"{name}|title and head kept": _extract_with_head(page.html, name) for name in CETR_2010}
    return {key: _measure(page, None, value) for key, value in spans.items()}


def _extract(html: str, name: str, options: Options) -> Spans:
    if name == "learned":
        return learned(html)
    return analyse(html, name, **options).spans  # type: ignore[arg-type]


def _extract_scaled(html: str, name: str, options: Options) -> Spans:
    """What a clusterer finds in h' and g' when each is divided by its range, as Weka measures distance."""
    model = analyse(html, name, **options)  # type: ignore[arg-type]
    ranges = [float(np.ptp(values)) if len(values) else 0.0 for values in (model.smoothed, model.derivative)]
    if not (model.lines.tags.any() and ranges[0]):
        return model.spans
    labels = VARIANTS[name].label(model.smoothed / ranges[0], model.derivative / (ranges[1] or 1.0))
    return replace(model, labels=labels).spans


def _extract_with_head(html: str, name: str) -> Spans:
    """The labelled lines as they stand, text that is not rendered included, as the papers' line-wise output has it."""
    model = analyse(html, name)
    pairs = zip(model.lines.start[model.labels].tolist(), model.lines.end[model.labels].tolist(), strict=True)
    return tuple(pairs)


def _measure(page: DatasetPage, gold: Spans | None, predicted: Spans) -> Measured:
    comparison = Comparison(page.text, derive_text(page.html, predicted), Page(page.html, gold, predicted))
    scores = compare(comparison, ["words", "bag"] if gold is None else ["words", "bag", "accuracy"])
    words = scores["words"]
    accuracy = scores["accuracy"].details["accuracy"] if gold is not None else float("nan")
    return Measured(words.precision, words.recall, words.f1, scores["bag"].f1, accuracy, len(comparison.gold_words))


def map_pages(function: Callable[[DatasetPage], Result], pages: list[DatasetPage], jobs: int) -> Iterator[Result]:
    """A function over all pages by some processes, in order."""
    yield from map_bounded(function, pages, jobs)


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
        "Median and mean of accuracy, precision and recall, per cent: the paper's 176 pages, then Dragnet, the set",
        "most like them.",
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
        "The quotient is of the ratio's deviation after and before smoothing, median over pages (figures 2 and 3:",
        ".629); beside it the pages whose text lines `ttr-threshold` keeps all. Then the mean distance in points from",
        "the paper's table 1 (means and medians) and table 2; scaled: from table 2 if each dimension is divided by its",
        "range.",
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
    lines = ["", "What becomes of the mean F1 over all pages if one thing is changed:", ""]
    lines += ["| change | `cetr-tm` | `cetr-km` | `cetr` |", "|---|---:|---:|---:|"]
    for label in dict.fromkeys(key.partition("|")[2] for key in rows[0]):
        keys = [f"{name}|{label}" for name in CETR_2010]
        cells = [f"{column(rows, key, 'f1').mean():.2f}" if key in rows[0] else "" for key in keys]
        lines.append(f"| {label} | " + " | ".join(cells) + " |")
    return lines


def main() -> None:
    """Measure, print, and with --write keep."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--paper", choices=PAPERS, help="the tables of one paper alone")
    parser.add_argument("--write", action="store_true", help="write docs/reproduction.md")
    arguments = parser.parse_args()
    sets: dict[str, list[DatasetPage]] = {}
    for name in SETS:
        chosen = islice(read_dataset(arguments.data, name), 0, None, 1 if name == "cleaneval-en" else arguments.step)
        sets[name] = [page for page in chosen if split_words(page.text)]
    make = {"2010": make_2010, "2008": make_2008}
    for paper in [arguments.paper] if arguments.paper else PAPERS:
        text = "\n".join(make[paper](sets, arguments.jobs)).strip() + "\n"
        print(text, end="", flush=True)
        if arguments.write:
            write_tables(paper, text)


def make_2010(sets: dict[str, list[DatasetPage]], jobs: int) -> list[str]:
    """The tables of 2010."""
    pages = sets["cleaneval-en"]
    variations = list(map_pages(measure_variations, pages, jobs))
    return [*format_cetr(list(map_pages(measure_2010, pages, jobs))), *format_variations(variations)]


def make_2008(sets: dict[str, list[DatasetPage]], jobs: int) -> list[str]:
    """The tables of 2008."""
    rows = {name: list(map_pages(measure_readings, pages, jobs)) for name, pages in sets.items()}
    smoothing = {name: list(map_pages(measure_smoothing, pages, jobs)) for name, pages in sets.items()}
    return [*format_threshold(rows), *format_clustering(rows["dragnet"]), *format_readings(rows, smoothing)]


def write_tables(paper: str, text: str) -> None:
    """Put the tables of a paper between their marks in docs/reproduction.md."""
    document = ROOT / "docs" / "reproduction.md"
    marks = [f"<!-- tables of {paper}: {end} -->" for end in ("begin", "end")]
    begin, end = map(re.escape, marks)
    made = f"{marks[0]}\n\n{text}\n{marks[1]}"
    before = document.read_text(encoding="utf-8")
    document.write_text(re.sub(f"{begin}.*{end}", lambda _: made, before, flags=re.DOTALL), encoding="utf-8")


if __name__ == "__main__":
    main()
