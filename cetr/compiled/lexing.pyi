"""Types of the compiled loops of the lexer."""

import numpy as np
import numpy.typing as npt

INTERFACE: int
_Bytes = npt.NDArray[np.uint8]
_Ints = npt.NDArray[np.int64]
_Names = npt.NDArray[np.uint64]

class Grammar:
    def __init__(
        self,
        names: _Names,
        numbers: _Bytes,
        multiplier: int,
        shift: int,
        contents: _Bytes,
        sizes: _Bytes,
        literal: int,
        literal_number: int,
    ) -> None: ...

def narrow(html: str, code: _Bytes) -> None: ...
def scan_tokens(
    html: str, code: _Bytes, grammar: Grammar, bounds: _Ints, kind: _Bytes, name: _Names, number: _Bytes
) -> int: ...
