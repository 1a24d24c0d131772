"""Coefficients of agreement over binary labels, corrected for chance.

Each is computed from sums of counts per document (`tally_pair`, `tally_labels`), so that it can be computed for any
sample of documents, and for many samples at a time: the sums of b samples have the shape (k, b).
"""

from __future__ import annotations

import numpy as np

from cetr.document import Bools, Floats

Labels = Bools
"""Labels of n units by m annotators, shape (m, n)."""


def tally_pair(one: Bools, other: Bools) -> Floats:
    """Count two annotators' labels, both (n,): units, those each has marked, and those with the same label; (4,)."""
    return np.array([len(one), one.sum(), other.sum(), (one == other).sum()], dtype=np.float64)


def tally_labels(labels: Labels) -> Floats:
    """Count m annotators' labels (m, n): units, labels, marking labels, disagreeing and agreeing pairs; (5,).

    Pairs are those of the annotators of a unit, weighted so that each unit has m (disagreeing) or 1 (agreeing) of them.
    """
    annotators, units = labels.shape
    if annotators < 2:
        return np.zeros(5)
    ones = labels.sum(axis=0, dtype=np.float64)
    mixed = float((ones * (annotators - ones)).sum()) / (annotators - 1)
    same = units - 2 * mixed / annotators
    return np.array([units, annotators * units, ones.sum(), mixed, same], dtype=np.float64)


def solve_cohen(sums: Floats) -> Floats:
    """Compute Cohen's kappa from `tally_pair`: 1 is perfect, 0 is chance, less is worse than chance.

    Nan if chance alone makes the two agree: no units, or all labels the same. Source: Cohen, "A coefficient of
    agreement for nominal scales", 1960.
    """
    count, p, q, same = sums
    # In whole numbers, so that chance is exactly 0.
    expected = p * q + (count - p) * (count - q)
    return _divide(count * same - expected, count**2 - expected)


def solve_fleiss(sums: Floats) -> Floats:
    """Compute Fleiss' kappa from `tally_labels`; with two annotators it is Scott's pi.

    Nan as in `solve_cohen`. Units may have different annotators, and different numbers of them. Source: Fleiss,
    "Measuring nominal scale agreement among many raters", 1971.
    """
    units, labels, ones, _, same = sums
    expected = ones**2 + (labels - ones) ** 2
    return _divide(_divide(same, units) * labels**2 - expected, labels**2 - expected)


def solve_krippendorff(sums: Floats) -> Floats:
    """Compute Krippendorff's alpha from `tally_labels`, nominal scale; units may have different numbers of annotators.

    Nan if no disagreement is possible: fewer than two annotators, no units, or all labels the same. Source:
    Krippendorff, "Computing Krippendorff's alpha-reliability", 2011.
    """
    _, labels, ones, mixed, _ = sums
    return 1.0 - _divide((labels - 1) * mixed, ones * (labels - ones))


def _divide(one: Floats, other: Floats) -> Floats:
    result: Floats = np.divide(one, other, out=np.full(np.shape(other), np.nan), where=other != 0)
    return result


def cohen_kappa(one: Bools, other: Bools) -> float | None:
    """Compute Cohen's kappa of two annotators' labels, both (n,); None if it is undefined."""
    return define(solve_cohen(tally_pair(one, other)))


def krippendorff_alpha(labels: Labels) -> float | None:
    """Compute Krippendorff's alpha of labels (m, n); None if it is undefined."""
    return define(solve_krippendorff(tally_labels(labels)))


def score_f1(one: Bools, other: Bools) -> float:
    """Compute F1 of two annotators' labels, both (n,); 1 if neither marks anything."""
    total = int(one.sum()) + int(other.sum())
    return 2 * int((one & other).sum()) / total if total else 1.0


def define(value: Floats) -> float | None:
    """Return a number, or None for nan."""
    return None if np.isnan(value) else float(value)
