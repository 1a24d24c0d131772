"""Features as columns, given for a part of a page's blocks at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from cetr.document import Floats

Matrix = npt.NDArray[np.float32]

Columns = Mapping[str, Floats | Matrix]
"""Features by name, each (n,); or, for speed, several as rows (k, n) by their k names with spaces between."""

Describe = Callable[[slice], Columns]
"""Gives the features of a part of a page's blocks. What these owe to the rest of the page was measured before, so that
the features of a page of any size never need to be there all at once."""

LARGEST_PART = 8192
"""So many blocks are described at once; most pages have far fewer."""


def cut(size: int, largest: int = LARGEST_PART) -> list[slice]:
    """Parts of at most ``largest`` of so many blocks."""
    return [slice(start, min(start + largest, size)) for start in range(0, size, largest)]


def join_descriptions(describers: Sequence[Describe], part: slice) -> Columns:
    """The columns of all, in order."""
    return {name: values for describe in describers for name, values in describe(part).items()}


def take_part(columns: Columns, part: slice) -> Columns:
    """The part of columns that are there for all blocks."""
    return {name: values[..., part] for name, values in columns.items()}


def repeat_values(values: Iterable[float], size: int) -> Floats:
    """Rows (k, size) of one value each, which take no room."""
    rows = np.array([*values])
    return np.broadcast_to(rows[:, np.newaxis], (len(rows), size))


def stack_columns(*columns: Columns) -> Matrix:
    """Columns as rows of a matrix (f, n)."""
    rows = [values if values.ndim == 2 else values[np.newaxis] for some in columns for values in some.values()]
    return np.concatenate(rows, dtype=np.float32, casting="unsafe")


def name_columns(columns: Columns) -> list[str]:
    """The names of the rows of a matrix of columns."""
    return " ".join(columns).split()
