"""Content extraction via tag ratios: lines in the shape of a histogram, and the methods that label them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from cetr.clustering import k_means, nearest
from cetr.document import Spans, Tokens
from cetr.histogram import Floats, derivative, smooth
from cetr.lines import Bools, Lines, cut_lines, label_spans


@dataclass(frozen=True)
class Histogram:
    """The n lines of a page as numbers, all of shape (n,): the tag ratio h, the smoothed h', the derivative g'."""

    lines: Lines
    ratio: Floats
    smoothed: Floats
    derivative: Floats


@dataclass(frozen=True)
class LineModel:
    """A page as its tag ratios show it, with ``labels`` (n,): which lines are content.

    ``threshold`` is the standard deviation of the smoothed ratio times the coefficient, the line between content
    and the rest for the methods that use one.
    """

    lines: Lines
    ratio: Floats
    smoothed: Floats
    derivative: Floats
    threshold: float
    labels: Bools

    @property
    def spans(self) -> Spans:
        """The rendered text of the content lines, normalised."""
        return label_spans(self.lines, self.labels)


def build_histogram(html: str, *, wrap: int = 60, radius: float = 3.0, tokens: Tokens | None = None) -> Histogram:
    """Cut a page into lines and compute their ratio, smoothed ratio and derivative; ``radius`` is in lines."""
    lines = cut_lines(html, wrap=wrap, tokens=tokens)
    ratio = lines.ratio
    smoothed = np.maximum(smooth(ratio, radius), 0.0)
    return Histogram(lines, ratio, smoothed, derivative(smoothed, radius))


def label_by_threshold(histogram: Histogram, *, coefficient: float = 1.0) -> Bools:
    """Content is where h' reaches ``coefficient`` standard deviations of h'."""
    smoothed = histogram.smoothed
    labels: Bools = (smoothed >= coefficient * _deviation(smoothed)) & (smoothed > 0)
    return labels


def label_by_ratio(histogram: Histogram, *, k: int = 3, seed: int = 0) -> Bools:
    """k-means on h'; the cluster nearest to the origin is not content."""
    points = histogram.smoothed[np.newaxis]
    return _away_from_origin(points, k_means(points, k, seed=seed))


def label_by_ratio_and_derivative(histogram: Histogram, *, k: int = 3, seed: int = 0) -> Bools:
    """k-means on (h', g') with one centroid held at the origin, whose cluster is not content."""
    points = np.stack((histogram.smoothed, histogram.derivative))
    labels: Bools = nearest(points, k_means(points, k, seed=seed, held=np.zeros(2))) > 0
    return labels


def _away_from_origin(points: Floats, centroids: Floats) -> Bools:
    """Which points are not in the cluster whose centroid is nearest to the origin."""
    labels: Bools = nearest(points, centroids) != (centroids * centroids).sum(axis=1).argmin()
    return labels


def _deviation(values: Floats) -> float:
    return float(values.std()) if len(values) else 0.0


LABELLERS: Mapping[str, Callable[..., Bools]] = {
    "cetr-tm": label_by_threshold,
    "cetr-km": label_by_ratio,
    "cetr": label_by_ratio_and_derivative,
}
"""Method name -> the function that labels a histogram's lines."""


def analyse(
    html: str,
    method: str = "cetr",
    *,
    wrap: int = 60,
    radius: float = 3.0,
    tokens: Tokens | None = None,
    **options: float,
) -> LineModel:
    """The line model of a page with the labels of a method, of which ``options`` are hyper-parameters.

    A page without tags, or whose lines are all alike, has nothing to cluster: all its text is content.
    """
    histogram = build_histogram(html, wrap=wrap, radius=radius, tokens=tokens)
    smoothed = histogram.smoothed
    if not histogram.lines.tags.any() or np.ptp(smoothed) <= 1e-9 * smoothed.max():
        labels = smoothed > 0
    else:
        labels = LABELLERS[method](histogram, **options)
    threshold = options.get("coefficient", 1.0) * _deviation(smoothed)
    return LineModel(histogram.lines, histogram.ratio, smoothed, histogram.derivative, threshold, labels)


def cetr_tm(html: str, *, coefficient: float = 1.0, radius: float = 3.0, wrap: int = 60) -> Spans:
    """Tag ratios, smoothed, cut at a threshold of ``coefficient`` standard deviations.

    Source: CETR-TM of Weninger, Hsu & Han, "CETR: content extraction via tag ratios", WWW 2010.
    """
    return analyse(html, "cetr-tm", wrap=wrap, radius=radius, coefficient=coefficient).spans


def cetr_km(html: str, *, k: int = 3, radius: float = 3.0, wrap: int = 60, seed: int = 0) -> Spans:
    """Tag ratios, smoothed, clustered by k-means in one dimension.

    Source: CETR-KM of Weninger, Hsu & Han, "CETR: content extraction via tag ratios", WWW 2010.
    """
    return analyse(html, "cetr-km", wrap=wrap, radius=radius, k=k, seed=seed).spans


def cetr(html: str, *, k: int = 3, radius: float = 3.0, wrap: int = 60, seed: int = 0) -> Spans:
    """Tag ratios and their derivative, clustered by k-means with one centroid held at the origin.

    Source: CETR of Weninger, Hsu & Han, "CETR: content extraction via tag ratios", WWW 2010.
    """
    return analyse(html, "cetr", wrap=wrap, radius=radius, k=k, seed=seed).spans
