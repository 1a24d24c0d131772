"""A document as bytes, one for each code point, so that NumPy can look at it."""

from __future__ import annotations

import numpy as np

from cetr.document.arrays import Bytes

PAD = 16
"""How many zeros follow the document, so that code may look a few bytes beyond its end."""

CHUNK = 1 << 16
"""How many characters are processed at a time, so that intermediate results stay in the processor's cache."""


def narrow(html: str) -> Bytes:
    """Return one byte for each code point and `PAD` zeros after them, shape (len(html) + PAD,).

    The byte is the code point's number, or 255 above that; an ideographic space becomes a no-break space.
    """
    code = np.empty(len(html) + PAD, dtype=np.uint8)
    code[len(html) :] = 0
    # In equal parts, so that no part is most of the page unless it is the only one.
    parts = -(-len(html) // CHUNK)
    for i in range(parts):
        at, end = i * len(html) // parts, (i + 1) * len(html) // parts
        _narrow_part(html[at:end], code[at:end])
    code.flags.writeable = False
    return code


def _narrow_part(part: str, code: Bytes) -> None:
    if part.isascii():
        code[:] = np.frombuffer(part.encode(), dtype=np.uint8)
        return
    # NumPy stores a string as 32 bits for each code point, and makes that faster than Python encodes it.
    wide = np.array([part]).view(np.uint32)
    code[:] = wide
    # All bits are set if the number does not fit.
    code |= np.negative((wide > 255).view(np.uint8))
    is_wide_space = wide == 0x3000
    if np.count_nonzero(is_wide_space):  # an empty assignment takes as long as all the rest
        code[is_wide_space] = 0xA0
