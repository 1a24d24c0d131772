"""The methods of Weninger & Hsu's first paper: the histogram of the text-to-tag ratio, smoothed, cut or clustered.

The kernel's standard deviation is ``radius`` lines or, with a ``spread``, that many standard deviations of the
histogram. The paper describes the latter, but it agrees less well with its figures 2 and 3 and its table 1
(docs/reproduction.md compares all readings). The clusterers use both dimensions without scaling. Lines are those of the
source, because the paper does not wrap them.
"""

from __future__ import annotations

from cetr.document import Spans
from cetr.tagratio.analysis import analyse


def ttr_threshold(
    html: str, *, coefficient: float = 1.0, radius: float = 2.0, spread: float = 0.0, wrap: int = 0
) -> Spans:
    """Text-to-tag ratios, smoothed, cut at a threshold of ``coefficient`` standard deviations.

    Source: Weninger & Hsu, "Web content extraction through histogram clustering", ANNIE 2008, threshold partitioning.
    """
    return analyse(html, "ttr-threshold", wrap=wrap, radius=radius, spread=spread, coefficient=coefficient).spans


def ttr_ff_distance(
    html: str, *, k: int = 3, radius: float = 2.0, spread: float = 0.0, wrap: int = 0, seed: int = 0
) -> Spans:
    """Text-to-tag ratios and their derivative, clustered by farthest-first traversal, assigned by distance.

    Source: Weninger & Hsu, "Web content extraction through histogram clustering", ANNIE 2008, distance mode.
    """
    return analyse(html, "ttr-ff-distance", wrap=wrap, radius=radius, spread=spread, k=k, seed=seed).spans


def ttr_ff_density(
    html: str, *, k: int = 3, radius: float = 2.0, spread: float = 0.0, wrap: int = 0, seed: int = 0
) -> Spans:
    """Text-to-tag ratios and their derivative, clustered by farthest-first traversal, assigned by density.

    Source: Weninger & Hsu, "Web content extraction through histogram clustering", ANNIE 2008, density mode.
    """
    return analyse(html, "ttr-ff-density", wrap=wrap, radius=radius, spread=spread, k=k, seed=seed).spans


def ttr_km_distance(
    html: str, *, k: int = 3, radius: float = 2.0, spread: float = 0.0, wrap: int = 0, seed: int = 0
) -> Spans:
    """Text-to-tag ratios and their derivative, clustered by k-means, assigned by distance.

    Source: Weninger & Hsu, "Web content extraction through histogram clustering", ANNIE 2008, distance mode.
    """
    return analyse(html, "ttr-km-distance", wrap=wrap, radius=radius, spread=spread, k=k, seed=seed).spans


def ttr_km_density(
    html: str, *, k: int = 3, radius: float = 2.0, spread: float = 0.0, wrap: int = 0, seed: int = 0
) -> Spans:
    """Text-to-tag ratios and their derivative, clustered by k-means, assigned by density.

    Source: Weninger & Hsu, "Web content extraction through histogram clustering", ANNIE 2008, density mode.
    """
    return analyse(html, "ttr-km-density", wrap=wrap, radius=radius, spread=spread, k=k, seed=seed).spans


def ttr_em_distance(
    html: str, *, k: int = 3, radius: float = 2.0, spread: float = 0.0, wrap: int = 0, seed: int = 0
) -> Spans:
    """Text-to-tag ratios and their derivative, clustered by the EM algorithm, assigned by distance.

    Source: Weninger & Hsu, "Web content extraction through histogram clustering", ANNIE 2008, distance mode.
    """
    return analyse(html, "ttr-em-distance", wrap=wrap, radius=radius, spread=spread, k=k, seed=seed).spans


def ttr_em_density(
    html: str, *, k: int = 3, radius: float = 2.0, spread: float = 0.0, wrap: int = 0, seed: int = 0
) -> Spans:
    """Text-to-tag ratios and their derivative, clustered by the EM algorithm, assigned by density.

    Source: Weninger & Hsu, "Web content extraction through histogram clustering", ANNIE 2008, density mode.
    """
    return analyse(html, "ttr-em-density", wrap=wrap, radius=radius, spread=spread, k=k, seed=seed).spans
