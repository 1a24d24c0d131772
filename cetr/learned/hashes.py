"""Hashes of runs of characters in a text, such as its words, and how to find equal ones: all of them at once."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from cetr.document import Bools, Ints, Numbers

Codes = npt.NDArray[np.uint32]
Hashes = npt.NDArray[np.uint64]
Numeric = TypeVar("Numeric", Ints, Hashes, Codes, Numbers)


def encode(text: str) -> Codes:
    """Return the code points of a string, shape (len(text),)."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


BASE, SPREAD = 0x9E3779B97F4A7C15, 0xD1342543DE82EF95
"""The base of the polynomials, and the factor that spreads their values."""

_TABLE_SIZE = 2**18


def _list_powers(size: int) -> tuple[Hashes, Hashes]:
    """List the powers of the base of hashes, and those of its inverse times a factor, modulo 2**64; both (size,)."""
    bases = BASE, pow(BASE, -1, 2**64)
    powers, inverses = (np.multiply.accumulate(np.full(size, base, dtype=np.uint64)) for base in bases)
    return powers, inverses * np.uint64(SPREAD)


@lru_cache(maxsize=1)
def _power_tables() -> tuple[Hashes, Hashes]:
    return _list_powers(_TABLE_SIZE)


def hash_runs(codes: Codes, begins: Bools, inside: Bools) -> tuple[Ints, Hashes]:
    """Find where runs of characters begin, and hash each: a polynomial of its codes modulo 2**64.

    Every character ``inside`` a run comes after the begin of its run.
    """
    start = np.flatnonzero(begins)
    if not len(start):
        return start, np.zeros(0, dtype=np.uint64)
    powers, inverses = _power_tables() if len(codes) <= _TABLE_SIZE else _list_powers(len(codes))
    return start, np.add.reduceat(codes * inside * powers[: len(codes)], start) * inverses[start]


def find_changes(values: Numeric) -> Bools:
    """Mark the values, (n,), that differ from the one before; the first does."""
    changes: Bools = np.concatenate((values[:1] == values[:1], values[1:] != values[:-1]))
    return changes


def sort_different(values: Numeric) -> Numeric:
    """Return different integers, sorted. np.unique, which hashes, takes several times as long."""
    ordered = np.sort(values)
    return ordered[find_changes(ordered)]


def group_same(values: Numeric) -> tuple[Ints, Ints]:
    """Number the g different integers among some, (n,), in order: the number of each (n,), and how many have each
    number (g,).
    """
    order = np.argsort(values)
    group = np.empty(len(values), dtype=np.int64)
    group[order] = np.cumsum(find_changes(values[order])) - 1
    return group, np.bincount(group)


def mix(values: Hashes) -> Hashes:
    """A bijection of 64-bit integers that spreads its input (the finaliser of splitmix64)."""
    values = values + np.uint64(0x9E3779B97F4A7C15)
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))


def shorten(values: Hashes) -> Codes:
    """Return the upper halves of hashes."""
    return (values >> np.uint64(32)).astype(np.uint32)
