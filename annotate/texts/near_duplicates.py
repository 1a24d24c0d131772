"""Near-duplicate texts by MinHash over word shingles.

Source: Broder, "On the resemblance and containment of documents", 1997; locality-sensitive hashing in bands as in
Leskovec, Rajaraman and Ullman, "Mining of Massive Datasets", section 3.4.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from zlib import crc32

import numpy as np
import numpy.typing as npt

from cetr.document import Floats

Sketch = npt.NDArray[np.uint64]
"""The smallest hash of a text's shingles under each hash function: shape (`HASHES`,)."""

ALIKE = 0.8
"""The least estimated similarity of near-duplicates. The bands find pairs from 0.6 on."""

HASHES, BANDS, SHINGLE = 128, 32, 5
_EMPTY = np.iinfo(np.uint64).max


@dataclass(frozen=True)
class Duplicate:
    """Two texts and the estimated Jaccard similarity (0 to 1) of their sets of five-word shingles."""

    one: str
    other: str
    similarity: float


def sketch_words(words: Sequence[str]) -> Sketch:
    """Sketch a text of these words, the same on every machine. Time linear in their number."""
    hashes = np.fromiter((crc32(w.encode("utf-8", "replace")) for w in words), dtype=np.uint64, count=len(words))
    sketch = np.full(HASHES, _EMPTY, dtype=np.uint64)
    if not len(hashes):
        return sketch
    size = min(SHINGLE, len(hashes))
    shingles = np.zeros(len(hashes) - size + 1, dtype=np.uint64)
    for i in range(size):
        shingles = _mix(shingles + hashes[i : i + len(shingles)])
    shingles = np.unique(shingles)
    for k, seed in enumerate(_mix(np.arange(1, HASHES + 1, dtype=np.uint64)).tolist()):
        sketch[k] = _mix(shingles ^ np.uint64(seed)).min()
    return sketch


def _mix(values: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """A bijection of 64-bit integers that spreads its input (the finaliser of splitmix64)."""
    values = values + np.uint64(0x9E3779B97F4A7C15)
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))


def compare_sketches(one: Sketch, others: Sketch) -> Floats:
    """Estimate the similarity (0 to 1) of a sketch with each of others, shape (n, `HASHES`) -> (n,).

    A text without words resembles no other. The estimate's standard error is at most 0.045.
    """
    same = (others == one) & (others != _EMPTY)
    return np.asarray(same.mean(axis=-1), dtype=np.float64)


def find_duplicates(sketches: Mapping[str, Sketch]) -> Iterator[Duplicate]:
    """Find pairs of texts that are at least `ALIKE` similar, in the order of their names."""
    buckets: defaultdict[bytes, list[str]] = defaultdict(list)
    for name, sketch in sketches.items():
        if sketch[0] != _EMPTY:
            for band, rows in enumerate(sketch.reshape(BANDS, -1)):
                buckets[bytes([band]) + rows.tobytes()].append(name)
    pairs = {pair for names in buckets.values() for pair in _pair_up(sorted(names))}
    for one, other in sorted(pairs):
        similarity = float(compare_sketches(sketches[one], sketches[other]))
        if similarity >= ALIKE:
            yield Duplicate(one, other, similarity)


def _pair_up(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Pair each name with the first and the last few before it, so that a thousand copies do not make a million
    pairs.
    """
    for i, name in enumerate(names):
        for other in {*names[: min(i, 1)], *names[max(0, i - 8) : i]}:
            yield other, name
