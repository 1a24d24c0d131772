"""A text's digest, computed alike in the browser (serialise.js): long texts are compared without sending them."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

Digest = tuple[int, int, int]
"""How many UTF-16 units the text has, white space left out, and two polynomials over them modulo 2**32."""


def digest_text(text: str) -> Digest:
    """The digest of a text: equal for equal texts up to white space, and for others but by a chance of one in 2**64."""
    units = np.frombuffer(text.encode("utf-16-le"), dtype=np.uint16)
    coefficients = units[~_spaces()[units]][::-1].astype(np.uint32)
    return len(coefficients), _evaluate(coefficients, 0x01000193), _evaluate(coefficients, 0x5BD1E995)


def _evaluate(coefficients: npt.NDArray[np.uint32], base: int) -> int:
    """A polynomial, lowest coefficient first, modulo 2**32: unsigned integers of 32 bits wrap."""
    powers = np.full(len(coefficients), base, dtype=np.uint32)
    powers[:1] = 1
    np.multiply.accumulate(powers, out=powers)
    powers *= coefficients
    return int(powers.sum(dtype=np.uint32))


@cache
def _spaces() -> npt.NDArray[np.bool_]:
    """Which UTF-16 units are white space, as `str.split` knows it; shape (65536,)."""
    return np.array([chr(unit).isspace() for unit in range(65536)])
