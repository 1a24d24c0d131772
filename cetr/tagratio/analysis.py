"""Content extraction via tag ratios (CETR), and the model of a page's lines that all its variants share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from cetr.console import MOST_CLUSTERS, InputError, check_range, check_whole
from cetr.document import Tokens
from cetr.tagratio.clustering import expectation_maximisation, farthest_first, k_means
from cetr.tagratio.histogram import find_slope, smooth
from cetr.tagratio.labelling import (
    Labeller,
    label_by_density,
    label_by_distance,
    label_by_ratio,
    label_by_threshold,
    label_from_origin,
)
from cetr.tagratio.linemodel import LineModel
from cetr.tagratio.lines import cut_lines
from cetr.tagratio.modern import analyse_blocks


@dataclass(frozen=True)
class Variant:
    """A method of the family: its labeller, and its defaults for wrapping and for the kernel's deviation in lines."""

    label: Labeller
    wrap: int = 60
    radius: float = 3.0


VARIANTS: Mapping[str, Variant] = {
    "cetr": Variant(label_from_origin),
    "cetr-km": Variant(label_by_ratio),
    "cetr-tm": Variant(label_by_threshold),
    "ttr-threshold": Variant(label_by_threshold, wrap=0, radius=2.0),
} | {
    f"ttr-{name}-{mode}": Variant(label(cluster), wrap=0, radius=2.0)
    for name, cluster in (("ff", farthest_first), ("km", k_means), ("em", expectation_maximisation))
    for mode, label in (("distance", label_by_distance), ("density", label_by_density))
}

_WHOLE = {"k": (1, MOST_CLUSTERS), "wrap": (0, 1_000_000_000), "seed": (0, 2**32 - 1)}
_RANGES = {"radius": (0, 1_000_000), "spread": (0, 1_000_000), "coefficient": (0, 1_000_000)}
"""The range of each setting; lengths go up to beyond the largest pages, where they no longer change anything."""

METHODS = (*VARIANTS, "cetr-modern")
"""All methods of the family, by the names under which they are registered."""


def analyse(
    html: str,
    method: str = "cetr",
    *,
    wrap: int | None = None,
    radius: float | None = None,
    spread: float | None = None,
    tokens: Tokens | None = None,
    **options: float,
) -> LineModel:
    """Make the line model of a page with the labels of a method.

    ``wrap`` (characters) and ``radius`` (the kernel's deviation in lines) are the method's own by default; with
    ``spread`` the deviation is that many standard deviations of the histogram, whatever the radius. ``options`` are
    those of the labelling, such as ``k``, ``seed`` or ``coefficient``.

    A page without tags, or whose lines are all alike, has nothing to cluster: all its text is content.
    """
    named = {"wrap": wrap, "radius": radius, "spread": spread, **options}
    given = {name: value for name, value in named.items() if value is not None}
    _check_settings(method, given)
    if method == "cetr-modern":
        return analyse_blocks(html, tokens, **given)
    if method not in VARIANTS:
        raise InputError(f"'{method}' is not a tag-ratio method (these are: {', '.join(METHODS)})")
    variant = VARIANTS[method]
    lines = cut_lines(html, wrap=variant.wrap if wrap is None else wrap, tokens=tokens)
    ratio = lines.ratio
    sigma = variant.radius if radius is None else radius
    if spread and len(lines):
        sigma = spread * float(ratio.std())
    # The Fourier transform of wide kernels leaves traces below zero.
    smoothed = np.maximum(smooth(ratio, sigma), 0.0)
    slope = find_slope(smoothed, sigma)
    derivative = np.abs(slope)
    peak = smoothed.max(initial=0.0)
    threshold = None
    if not np.count_nonzero(lines.tags) or peak - smoothed.min() <= 1e-9 * peak:
        labels = smoothed > 0
    else:
        labels = variant.label(smoothed, derivative, **options)
        if variant.label is label_by_threshold:
            threshold = options.get("coefficient", 1.0) * float(smoothed.std())
    return LineModel(lines, ratio, smoothed, slope, derivative, threshold, labels)


def _check_settings(method: str, settings: Mapping[str, float]) -> None:
    for name, value in settings.items():
        if name in _WHOLE:
            least, most = _WHOLE[name]
            check_whole(method, least, most, **{name: value})
        elif name in _RANGES:
            least, most = _RANGES[name]
            check_range(method, least, most, **{name: value})
    if method == "cetr-modern" and "k" in settings:
        # One of its clusters is held at the origin, and content begins half-way to the next.
        check_whole(method, 2, MOST_CLUSTERS, k=settings["k"])
