"""Types of the compiled loop of the tags' attributes."""

import numpy as np
import numpy.typing as npt

INTERFACE: int
_Hashes = npt.NDArray[np.uint64]

def read_attributes(
    sources: list[bytes],
    name: _Hashes,
    salts: tuple[int, int, int],
    hashing: tuple[int, int, int, int],
    owner: npt.NDArray[np.int64],
    hashes: _Hashes,
    style: _Hashes,
    hidden: npt.NDArray[np.uint8],
) -> int: ...
