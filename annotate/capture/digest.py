"""The digest of a text, computed in the same way in the browser (digest.js), to compare long texts without sending
them.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from cetr.document import Bools

Digest = tuple[int, int, int]
"""The number of UTF-16 units of the text without white space, and two polynomials over them modulo 2**32."""

_BASES = (0x01000193, 0x5BD1E995)
_CHUNK = 1 << 13
"""How many characters, of one or two units, are processed at a time, so that intermediate results stay in the
processor's cache.
"""


def digest_text(text: str) -> Digest:
    """Compute the digest of a text: equal for texts that are equal up to white space; others collide once in 2**64."""
    size, values = 0, np.zeros(2, dtype=np.uint32)
    for at in range(0, len(text), _CHUNK):
        part = np.frombuffer(text[at : at + _CHUNK].encode("utf-16-le"), dtype=np.uint16)
        part = part[_solid().take(part)]
        size += len(part)
        powers = _powers()[:, 2 * _CHUNK - len(part) :]
        values = values * powers[:, 0] + powers[:, 1:] @ part.astype(np.uint32)
    return size, int(values[0]), int(values[1])


@cache
def _powers() -> npt.NDArray[np.uint32]:
    """Compute the powers of both bases modulo 2**32, from the highest down to 1; shape (2, 2 * _CHUNK + 1)."""
    powers = np.ones((2, 2 * _CHUNK + 1), dtype=np.uint32)
    powers[:, 1:] = np.array(_BASES, dtype=np.uint32)[:, None]
    np.multiply.accumulate(powers, axis=1, out=powers)
    return np.ascontiguousarray(powers[:, ::-1])


@cache
def _solid() -> Bools:
    """Mark the UTF-16 units that are not white space, as `str.split` defines it; shape (65536,)."""
    return np.array([not chr(unit).isspace() for unit in range(65536)])
