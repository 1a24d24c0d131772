"""Tag names as integers, so that all names of a page are compared and looked up at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import count

import numpy as np
import numpy.typing as npt

Names = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.uint8]


def pack_name(name: str) -> int:
    """Pack the first eight characters of a lower-case tag name into one integer.

    Different tag names of HTML differ within the first eight characters.
    """
    return int.from_bytes(name.lower().replace("\0", "?").encode("ascii", "replace")[:8].ljust(8, b"\0"), "big")


@lru_cache(maxsize=1024)
def unpack_name(packed: int) -> str:
    """Return the first eight characters of a packed tag name."""
    return packed.to_bytes(8, "big").rstrip(b"\0").decode("ascii")


@dataclass(frozen=True)
class NameTable:
    """Small numbers for packed tag names: a hash table without collisions.

    The slot of a name is its product with ``multiplier``, shifted right by ``shift`` bits. ``names`` and ``numbers``
    have one item per slot and are 0 in empty slots.
    """

    multiplier: np.uint64
    shift: np.uint64
    names: Names
    numbers: Numbers


_GOLDEN = 0x9E3779B97F4A7C15


def tabulate_names(numbers: Mapping[str, int], bits: int = 10) -> NameTable:
    """Make a table of numbers (1 to 255) by lower-case tag name, with 2 ** ``bits`` slots.

    Ten bits are enough for about a hundred names, and two more for twice as many.
    """
    shift = np.uint64(64 - bits)
    names = np.array([pack_name(name) for name in numbers], dtype=np.uint64)
    # The first odd multiple of the golden ratio that separates all names.
    for odd in count(1, 2):
        multiplier = np.uint64(odd * _GOLDEN % (1 << 64))
        places = (names * multiplier) >> shift
        if len(set(places.tolist())) == len(names):
            break
    table = NameTable(multiplier, shift, np.zeros(1 << bits, dtype=np.uint64), np.zeros(1 << bits, dtype=np.uint8))
    table.names[places] = names
    table.numbers[places] = list(numbers.values())
    return table


def look_up(table: NameTable, names: Names) -> Numbers:
    """Look up the number of each packed name, shape (n,); 0 for names that are not in the table."""
    places = ((names * table.multiplier) >> table.shift).astype(np.intp)
    numbers: Numbers = table.numbers[places]
    numbers *= table.names[places] == names
    return numbers
