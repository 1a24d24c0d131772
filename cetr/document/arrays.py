"""Types of arrays by what they hold; their shapes are told where they are used."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Bools = npt.NDArray[np.bool_]
Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


def find_true(mask: npt.NDArray[np.generic]) -> Ints:
    """The indices of what is not 0 in an array of one dimension; quicker than `numpy.flatnonzero` for short ones."""
    return mask.nonzero()[0]
