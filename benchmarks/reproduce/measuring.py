"""The methods of both papers measured on one page, as they ship and with changed options."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from benchmarks.reproduce.published import CETR_2010, CLUSTERING_2008
from cetr.document import Spans, align_text, derive_text
from cetr.site import learned
from cetr.tagratio import VARIANTS, analyse
from evaluate.measures import compare
from evaluate.measures.comparison import Comparison, Page
from training.datasets import DatasetPage

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

SCALED = ", scaled"
"""Marks a reading in which each dimension is divided by its range before it is clustered."""


@dataclass(frozen=True)
class Measured:
    """A method's scores on one page, and how many words the gold has."""

    precision: float
    recall: float
    f1: float
    accuracy: float
    gold_words: int


Row = dict[str, Measured]


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
    scores = compare(comparison, ["words"] if gold is None else ["words", "accuracy"])
    words = scores["words"]
    accuracy = scores["accuracy"].details["accuracy"] if gold is not None else float("nan")
    return Measured(words.precision, words.recall, words.f1, accuracy, len(comparison.gold_words))
