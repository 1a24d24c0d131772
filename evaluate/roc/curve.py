"""Points of the curve from documents, and the area under it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from cetr.console import InputError, Limits, count_of, map_bounded, refusing_beyond
from cetr.document import Floats, Ints, Spans, content_spans
from evaluate.asking import ExtractionError, ask_extractor
from evaluate.extractors import Extractor, find_extractor
from evaluate.package import Document
from evaluate.roc.units import Count, Over, find_units

if TYPE_CHECKING:
    from matplotlib.figure import Figure


Counts = tuple[tuple[int, int], tuple[int, int]]
"""For content units and for other units: how many are extracted, and how many there are."""

Way = tuple[Count, Over]
"""What is counted, and over what."""

Average = Literal["mean", "median", "pooled"]


@dataclass(frozen=True)
class Counting:
    """What is counted, and how documents become one curve: the mean or median of their rates, or all their units."""

    count: Count = "words"
    over: Over = "text"
    average: Average = "mean"


COEFFICIENTS = range(20)
"""Those of the paper's figure."""

COUNTS: tuple[Count, ...] = get_args(Count)
OVERS: tuple[Over, ...] = get_args(Over)
AVERAGES: tuple[Average, ...] = get_args(Average)


@dataclass(frozen=True)
class Point:
    """The shares of content units (``true_positive``) and of other units that are extracted at a coefficient."""

    coefficient: float
    true_positive: float
    false_positive: float


@dataclass(frozen=True)
class Curve:
    """The points in the order of the coefficients, and the area under the curve through them, (0, 0) and (1, 1)."""

    points: tuple[Point, ...]
    area: float
    documents: int


def sweep(
    documents: Iterable[Document],
    name: str = "ttr-threshold",
    coefficients: Sequence[float] = COEFFICIENTS,
    counting: Counting = Counting(),
    timeout: float = 60.0,
) -> Curve:
    """Compute the curve of a registered extractor with an option ``coefficient``, over the units of documents.

    A page whose extraction raises, or takes longer than ``timeout`` seconds, fails with an `InputError` that names it.
    A document without content, or with nothing but content, has only one of the two shares and is left out.
    """
    ways = ((counting.count, counting.over),)
    counts = [found for (found,) in _count_all(documents, name, coefficients, ways, timeout) if found]
    return _make_curve(counts, coefficients, counting.average)


def find_areas(
    documents: Iterable[Document], name: str, timeout: float
) -> dict[tuple[Count, Over], dict[Average, Curve]]:
    """Compute the curves by every way of counting from a single extraction of each document; errors as in `sweep`."""
    counts: dict[Way, list[list[Counts]]] = {(count, over): [] for count in COUNTS for over in OVERS}
    for of_one in _count_all(documents, name, COEFFICIENTS, tuple(counts), timeout):
        for of_all, found in zip(counts.values(), of_one, strict=True):
            if found:
                of_all.append(found)
    return {
        way: {average: _make_curve(of_all, COEFFICIENTS, average) for average in AVERAGES}
        for way, of_all in counts.items()
    }


def _make_curve(counts: Sequence[Sequence[Counts]], coefficients: Sequence[float], average: Average) -> Curve:
    shares = average_counts(np.array(counts), average) if counts else np.zeros((len(coefficients), 2))
    points = tuple(Point(float(c), float(t), float(f)) for c, (t, f) in zip(coefficients, shares, strict=True))
    return Curve(points, area_under(points), len(counts))


def _count_all(
    documents: Iterable[Document], name: str, coefficients: Sequence[float], ways: Sequence[Way], timeout: float
) -> Iterator[list[list[Counts] | None]]:
    """Yield what `_count` finds in each document, for each way of counting.

    A process of its own does the work: compiled code that hangs can only be ended with its process.
    """
    mark = "," if "@" in name else "@"
    names = tuple(f"{name}{mark}coefficient={value:g}" for value in coefficients)
    for one in names:
        find_extractor(one)  # one that is not there is named before any page is read
    return map_bounded(partial(_count_within, Limits(timeout), names, ways), documents, 1, _tell_death)


def _count_within(
    limits: Limits, names: Sequence[str], ways: Sequence[Way], document: Document
) -> list[list[Counts] | None]:
    where = str(document.folder / document.name)
    predicted = [_ask(extractor, document, limits, where) for extractor in map(_find_kept, names)]
    with refusing_beyond(limits, where):
        return [_count(document, predicted, count, over) for count, over in ways]


_find_kept = lru_cache(find_extractor)
"""Extractors are found once for all pages."""


def _tell_death(document: Document) -> list[list[Counts] | None]:
    raise InputError(f"{document.folder / document.name}: took too long, or its process died for lack of memory")


def _ask(extractor: Extractor, document: Document, limits: Limits, where: str) -> Spans:
    try:
        with refusing_beyond(limits, f"{where}: {extractor.name}"):
            return content_spans(document.html, ask_extractor(extractor, document))
    except ExtractionError as error:
        raise InputError(f"{where}: {extractor.name} fails: {error}") from error


def average_counts(counts: Ints, average: Average) -> Floats:
    """Average the two shares at each of n coefficients, shape (n, 2), over documents' counts, (documents, n, 2, 2).

    The counts are, for content units and for other units, how many are extracted and how many there are.
    """
    if average == "pooled":
        extracted, there = np.moveaxis(counts.sum(axis=0), -1, 0)
        return np.asarray(extracted / there)
    rates = counts[..., 0] / counts[..., 1]
    return np.asarray(rates.mean(axis=0) if average == "mean" else np.median(rates, axis=0))


def _count(document: Document, predicted: Sequence[Spans], count: Count, over: Over) -> list[Counts] | None:
    """Count, for each prediction, the content units and other units that it takes, and all of these.

    None where there are no units of one kind.
    """
    units = find_units(document.html, count, over)
    counted = ~units.mark(document.optional)
    gold = units.mark(content_spans(document.html, document.gold))
    content, other = gold & counted, ~gold & counted
    if not (content.any() and other.any()):
        return None
    counts = []
    for spans in predicted:
        taken = units.mark(spans)
        right, wrong = (int((taken & kind).sum()) for kind in (content, other))
        counts.append(((right, int(content.sum())), (wrong, int(other.sum()))))
    return counts


def area_under(points: Iterable[Point]) -> float:
    """Compute the area (0 to 1) under straight lines through the points, (0, 0) and (1, 1)."""
    corners = sorted([(0.0, 0.0), (1.0, 1.0), *((p.false_positive, p.true_positive) for p in points)])
    x, y = np.array(corners).T
    return float(((x[1:] - x[:-1]) * (y[1:] + y[:-1]) / 2).sum())


def draw_curve(curve: Curve, title: str, counted: str) -> Figure:
    """Draw the curve as a matplotlib figure; some points are labelled with their coefficient."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5.2, 5.0), dpi=120, layout="constrained")
    axes = figure.subplots()
    ordered = sorted(curve.points, key=lambda p: (p.false_positive, p.true_positive))
    x = [0.0, *(p.false_positive for p in ordered), 1.0]
    y = [0.0, *(p.true_positive for p in ordered), 1.0]
    axes.plot([0, 1], [0, 1], color="#9aa5b1", linewidth=0.8, linestyle="--")
    axes.plot(x, y, color="#0072b2", linewidth=1.4)
    axes.plot(x[1:-1], y[1:-1], "o", color="#0072b2", markersize=4)
    for point in curve.points:
        if point.coefficient in (0, 1, 2, 3, 5):
            place = (point.false_positive, point.true_positive)
            axes.annotate(f"{point.coefficient:g}", place, (5, -10), textcoords="offset points", fontsize=8)
    axes.set(xlim=(-0.01, 1.01), ylim=(-0.01, 1.01), aspect="equal")
    axes.set(xlabel=f"share of other {counted} extracted", ylabel=f"share of content {counted} extracted")
    axes.set_title(f"{title}: {count_of(curve.documents, 'document')}, AUC {curve.area:.4f}", fontsize=9, loc="left")
    axes.spines[["top", "right"]].set_visible(False)
    return figure
