"""Types of the compiled loops of the line model."""

import numpy as np
import numpy.typing as npt

INTERFACE: int
_Bytes = npt.NDArray[np.uint8]
_Ints = npt.NDArray[np.int64]

def keep_text(
    code: _Bytes,
    start: _Ints,
    end: _Ints,
    kind: _Bytes,
    number: _Bytes,
    is_counted: _Bytes,
    kept: _Bytes,
    place: _Ints,
    token: _Ints,
    is_text: _Bytes,
) -> tuple[int, int]: ...
def count_filled(kept: _Bytes) -> int: ...
def scan_lines(
    code: _Bytes,
    place: _Ints,
    token: _Ints,
    is_text: _Bytes,
    source: _Ints,
    wrap: int,
    start: _Ints,
    end: _Ints,
    text: _Ints,
    tags: _Ints,
) -> int: ...
def count_text(code: _Bytes, place: _Ints, token: _Ints, is_text: _Bytes, text: _Ints) -> None: ...
