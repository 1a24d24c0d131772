"""Types of the compiled loop of the tags' attributes."""

import numpy as np
import numpy.typing as npt

INTERFACE: int
_Bytes = npt.NDArray[np.uint8]
_Ints = npt.NDArray[np.int64]
_Hashes = npt.NDArray[np.uint64]

def hash_tags(code: _Bytes, start: _Ints, end: _Ints, hashes: _Hashes) -> bool: ...
def are_same(code: _Bytes, start: _Ints, end: _Ints, other: _Ints) -> bool: ...
def gather_attributes(
    code: _Bytes,
    start: _Ints,
    end: _Ints,
    name: _Hashes,
    salts: tuple[int, int, int],
    hashing: tuple[int, int, int, int],
    owner: _Ints,
    hashes: _Hashes,
    style: _Hashes,
    hidden: _Bytes,
) -> int: ...
