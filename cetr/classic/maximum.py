"""The contiguous stretch of a sequence with the greatest sum."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cetr.document import Span


def find_maximum(scores: npt.NDArray[np.generic]) -> Span | None:
    """Find the first and last index of the stretch with the greatest sum, or None if no sum is above zero.

    ``scores`` has shape (n,); linear in n. Among equal sums, the stretch that ends first wins, then the shortest.
    """
    if not len(scores):
        return None
    total = np.concatenate(([0], np.cumsum(scores)))
    gain = total[1:] - np.minimum.accumulate(total[:-1])
    last = int(np.argmax(gain))
    if gain[last] <= 0:
        return None
    return last - int(np.argmin(total[last::-1])), last
