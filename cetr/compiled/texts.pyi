"""Types of the compiled loop over texts."""

import numpy as np
import numpy.typing as npt

INTERFACE: int
_Ints = npt.NDArray[np.int64]
_Counts = npt.NDArray[np.uint32]
_Hashes = npt.NDArray[np.uint64]

def measure_texts(
    codes: _Counts,
    stop: _Ints,
    table: npt.NDArray[np.uint8],
    base: int,
    spread: int,
    visible: _Ints,
    counts: _Counts,
    head: _Ints,
    end: _Ints,
    edge: _Counts,
    word_text: _Ints,
    word_hash: _Hashes,
) -> tuple[int, int]: ...
