"""Read the attributes of tags in one compiled scan."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cetr.compiled import attributes
from cetr.document import Names
from cetr.learned.attributes import LONGEST_VALUE, Attributes
from cetr.learned.attributes import read_attributes as read_any
from cetr.learned.hashes import BASE, SPREAD
from cetr.learned.terms import MOST_NAMES, SALTS


def read_attributes(sources: Sequence[str], names: Names) -> Attributes:
    """Read the attributes of tags, given their sources and packed names."""
    tags = [source.encode("utf-8", "surrogatepass") for source in sources]
    # A term is at least one character, and a tag and its mark have two more.
    most = sum(map(len, tags)) + 2 * len(tags)
    owner, hashes = np.empty(most, dtype=np.int64), np.empty(most, dtype=np.uint64)
    styles, hidden = np.empty(len(tags), dtype=np.uint64), np.empty(len(tags), dtype=np.uint8)
    n = attributes.read_attributes(
        tags,
        names,
        (SALTS["."], SALTS["#"], SALTS["@"]),
        (BASE, SPREAD, LONGEST_VALUE, MOST_NAMES),
        owner,
        hashes,
        styles,
        hidden,
    )
    if n < 0:
        # Names in other alphabets are left to NumPy and Python's tables.
        return read_any(sources, names)
    numbers = {0: 0}
    style = [numbers.setdefault(hashed, len(numbers)) for hashed in styles.tolist()]
    return Attributes(owner[:n].copy(), hashes[:n].copy(), np.array(style, dtype=np.int64), hidden.view(np.bool_))
