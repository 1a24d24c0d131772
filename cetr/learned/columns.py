"""Features as columns, computed for a part of a page's blocks at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from cetr.document import Floats

Matrix = npt.NDArray[np.float32]

Columns = Mapping[str, Floats | Matrix]
"""Features by name, each (n,); or, for speed, several as rows (k, n) by their k names, separated by spaces."""

Describe = Callable[[slice], Columns]
"""Computes the features of a part of a page's blocks.

What depends on the rest of the page is measured before, so that the features of a large page never have to be in memory
all at once.
"""

LARGEST_PART = 8192
"""How many blocks are described at once; most pages have far fewer."""


def cut(size: int, largest: int = LARGEST_PART) -> list[slice]:
    """Cut a number of blocks into parts of at most ``largest``."""
    return [slice(start, min(start + largest, size)) for start in range(0, size, largest)]


def join_descriptions(describers: Sequence[Describe], part: slice) -> Columns:
    """Join the columns of all descriptions, in order."""
    return {name: values for describe in describers for name, values in describe(part).items()}


def take_part(columns: Columns, part: slice) -> Columns:
    """Take the part from columns that have all blocks."""
    return {name: values[..., part] for name, values in columns.items()}


def repeat_values(values: Iterable[float], size: int) -> Floats:
    """Make rows (k, size) of one value each, which take no memory."""
    rows = np.array([*values])
    return np.broadcast_to(rows[:, np.newaxis], (len(rows), size))


def stack_columns(*columns: Columns) -> Matrix:
    """Stack columns as rows of a matrix (f, n)."""
    rows = [values if values.ndim == 2 else values[np.newaxis] for some in columns for values in some.values()]
    return np.concatenate(rows, dtype=np.float32)


def name_columns(columns: Columns) -> list[str]:
    """List the names of the rows of a matrix of columns."""
    return " ".join(columns).split()
