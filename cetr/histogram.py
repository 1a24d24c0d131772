"""The tag-ratio histogram: its smoothing and its derivative.

Equations are those of Weninger & Hsu, "Web content extraction through histogram clustering", ANNIE 2008.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
from scipy.signal import fftconvolve

Floats = npt.NDArray[np.float64]

_DIRECT_WIDTH = 512
"""From this kernel width on the Fourier transform is faster than the sum."""


def gaussian_kernel(sigma: float) -> Floats:
    """The normalised kernel of Eq. 1 and 2, shape (2 ceil(sigma) + 1,), sum 1. ``sigma`` is in lines; 0 gives [1]."""
    reach = math.ceil(sigma)
    if reach <= 0:
        return np.ones(1)
    kernel = np.exp(-(np.arange(-reach, reach + 1.0) ** 2) / (2 * sigma * sigma))
    normal: Floats = kernel / kernel.sum()
    return normal


def smooth(values: Floats, sigma: float) -> Floats:
    """Eq. 3: values blurred by a Gaussian of ``sigma`` lines; shape (n,) in and out.

    At the edges, which the equation leaves open, the kernel is cut to the part that lies on the histogram and
    normalised again, so that a constant histogram stays as it is.
    """
    size = len(values)
    kernel = gaussian_kernel(sigma)
    middle = len(kernel) // 2
    reach = min(middle, size - 1)
    if reach <= 0:
        return values.astype(np.float64)
    kernel = kernel[middle - reach : middle + reach + 1]
    convolve = np.convolve if len(kernel) < _DIRECT_WIDTH else fftconvolve
    sums = np.concatenate(([0.0], np.cumsum(kernel)))
    at = np.arange(size)
    on_histogram = sums[np.minimum(reach + size - at, len(kernel))] - sums[np.maximum(reach - at, 0)]
    blurred: Floats = convolve(values, kernel)[reach : reach + size] / on_histogram
    return blurred


def derivative(smoothed: Floats, sigma: float, following: int = 3) -> Floats:
    """Eq. 4 and after: the absolute value of the smoothed slope, g', shape (n,).

    The slope at a line is the mean of the ``following`` lines after it, or of as many as there are, minus the line
    itself; 0 at the last line.
    """
    size = len(smoothed)
    sums = np.concatenate(([0.0], np.cumsum(smoothed)))
    at = np.arange(1, size + 1)
    last = np.minimum(at + following, size)
    slope = (sums[last] - sums[at]) / np.maximum(last - at, 1) - smoothed
    slope[-1:] = 0.0
    return np.abs(smooth(slope, sigma))
