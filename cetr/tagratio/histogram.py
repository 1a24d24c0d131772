"""The tag-ratio histogram: its smoothing and its derivative.

Equations are those of Weninger & Hsu, "Web content extraction through histogram clustering", ANNIE 2008.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from cetr.document import Floats

_DIRECT_WIDTH = 512
"""From this kernel width on the Fourier transform is faster than the sum."""

_SLOPE = np.array([1 / 3, 1 / 3, 1 / 3, -1.0])


@lru_cache(maxsize=4)
def gaussian_kernel(sigma: float) -> Floats:
    """The normalised kernel of Eq. 1 and 2, shape (2 ceil(sigma) + 1,), sum 1. ``sigma`` is in lines; 0 gives [1]."""
    reach = math.ceil(sigma)
    if reach <= 0:
        return np.ones(1)
    kernel = np.exp(-(np.arange(-reach, reach + 1.0) ** 2) / (2 * sigma * sigma))
    normal: Floats = kernel / kernel.sum()
    normal.flags.writeable = False
    return normal


def smooth(values: Floats, sigma: float) -> Floats:
    """Eq. 3: values blurred by a Gaussian of ``sigma`` lines; shape (n,) in and out.

    At the edges, which the equation leaves open, the first and the last line go on beyond them. A kernel
    wider than the histogram (``sigma`` over n) says nothing more and is narrowed to it.
    """
    kernel = gaussian_kernel(min(sigma, len(values)))
    reach = len(kernel) // 2
    if reach == 0 or not len(values):
        return values.astype(np.float64)
    extended = np.empty(len(values) + 2 * reach)
    extended[:reach], extended[reach:-reach], extended[-reach:] = values[0], values, values[-1]
    if len(kernel) >= _DIRECT_WIDTH:
        return _convolve_wide(extended, kernel)
    blurred: Floats = np.convolve(extended, kernel, "valid")
    return blurred


def _convolve_wide(values: Floats, kernel: Floats) -> Floats:
    """The convolution where the kernel lies wholly on the values, by NumPy: SciPy takes long to import."""
    size = len(values) + len(kernel) - 1
    wide: Floats = np.fft.irfft(np.fft.rfft(values, size) * np.fft.rfft(kernel, size), size)
    return wide[len(kernel) - 1 : len(values)]


def find_slope(smoothed: Floats, sigma: float) -> Floats:
    """Eq. 4 and after: the smoothed slope, shape (n,), whose absolute value is the derivative g'.

    The slope at a line is the mean of the three lines after it minus the line itself; the last line goes on beyond the
    edge.
    """
    if not len(smoothed):
        return smoothed
    extended = np.empty(len(smoothed) + 3)
    extended[:-3], extended[-3:] = smoothed, smoothed[-1]
    slope: Floats = np.convolve(extended, _SLOPE, "valid")
    return smooth(slope, sigma)
