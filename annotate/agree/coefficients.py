"""Coefficients of agreement over binary labels, corrected for chance."""

from __future__ import annotations

import numpy as np

from cetr.document import Bools

Labels = Bools
"""Labels of n units by m annotators, shape (m, n)."""


def cohen_kappa(one: Bools, other: Bools) -> float | None:
    """Agreement of two annotators, both of shape (n,): 1 is perfect, 0 is chance, less is worse than chance.

    None where chance alone makes them agree: no units, or all labels the same.
    Source: Cohen, "A coefficient of agreement for nominal scales", 1960.
    """
    count, p, q = len(one), int(one.sum()), int(other.sum())
    # In whole numbers, so that chance is 0 and not almost.
    expected = p * q + (count - p) * (count - q)
    if expected == count**2:
        return None
    return (count * int((one == other).sum()) - expected) / (count**2 - expected)


def krippendorff_alpha(labels: Labels) -> float | None:
    """Agreement of m annotators who labelled all of n units, labels of shape (m, n); nominal scale.

    None where no disagreement is possible: fewer than two annotators, no units, or all labels the same.
    Source: Krippendorff, "Computing Krippendorff's alpha-reliability", 2011.
    """
    annotators, units = int(labels.shape[0]), int(labels.shape[1])
    if annotators < 2 or not units:
        return None
    ones = labels.sum(axis=0, dtype=np.float64)
    total, total_ones = int(labels.size), float(ones.sum())
    expected = total_ones * (total - total_ones)
    if not expected:
        return None
    observed = float((ones * (annotators - ones)).sum()) / (annotators - 1)
    return 1.0 - (total - 1) * observed / expected
