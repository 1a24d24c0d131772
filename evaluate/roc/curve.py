"""Points of the curve from documents, and the area under it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cetr.console import InputError, count_of
from evaluate.extractors import Extractor, find_extractor
from evaluate.facts import ExtractionError, ask_extractor
from evaluate.package import Document
from evaluate.scoring import score_prediction

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Point:
    """The shares, means over documents, of content words and of other words that are extracted at a coefficient."""

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
    documents: Iterable[Document], name: str = "ttr-threshold", coefficients: Sequence[float] = range(20)
) -> Curve:
    """The curve of a registered extractor with an option ``coefficient``, over the words of documents.

    A document without content, or with nothing else, says nothing of one of the two shares and is left out.
    """
    mark = "," if "@" in name else "@"
    extractors = [find_extractor(f"{name}{mark}coefficient={value:g}") for value in coefficients]
    rates = [row for document in documents if (row := _rate(document, extractors)) is not None]
    means = np.mean(rates, axis=0) if rates else np.zeros((len(coefficients), 2))
    points = tuple(Point(float(c), float(t), float(f)) for c, (t, f) in zip(coefficients, means, strict=True))
    return Curve(points, area_under(points), len(rates))


def _rate(document: Document, extractors: Sequence[Extractor]) -> list[tuple[float, float]] | None:
    """For each extractor the share of content words and of other words that it takes."""
    everything = score_prediction(document, ((0, len(document.html)),), "accuracy")
    content, total = everything.expected, everything.extracted
    if not 0 < content < total:
        return None
    rates = []
    for extractor in extractors:
        try:
            prediction = ask_extractor(extractor, document)
        except ExtractionError as error:
            raise InputError(f"{document.folder / document.name}: {extractor.name} fails: {error}") from error
        score = score_prediction(document, prediction, "accuracy")
        rates.append((score.matched / content, (score.extracted - score.matched) / (total - content)))
    return rates


def area_under(points: Iterable[Point]) -> float:
    """The area (0 to 1) under straight lines through the points, (0, 0) and (1, 1)."""
    corners = sorted([(0.0, 0.0), (1.0, 1.0), *((p.false_positive, p.true_positive) for p in points)])
    x, y = np.array(corners).T
    return float(((x[1:] - x[:-1]) * (y[1:] + y[:-1]) / 2).sum())


def draw_curve(curve: Curve, title: str) -> Figure:
    """The curve as a matplotlib figure; some points carry their coefficient."""
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
    axes.set(xlabel="share of other words extracted", ylabel="share of content words extracted")
    axes.set_title(f"{title}: {count_of(curve.documents, 'document')}, AUC {curve.area:.4f}", fontsize=9, loc="left")
    axes.spines[["top", "right"]].set_visible(False)
    return figure
