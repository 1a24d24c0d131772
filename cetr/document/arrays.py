"""Types of arrays, named by what they hold. Shapes are given where the arrays are used."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Bools = npt.NDArray[np.bool_]
Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


def find_true(mask: npt.NDArray[np.generic]) -> Ints:
    """Find the indices of the non-zero items of a one-dimensional array; faster than `numpy.flatnonzero` for short
    ones.
    """
    return mask.nonzero()[0]
