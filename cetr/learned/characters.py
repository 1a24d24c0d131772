"""The classes of characters that are counted in a text."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

import numpy as np

from cetr.document import Numbers

NONE, LOWER, UPPER, DIGIT, IDEOGRAPH, STOP, COMMA, MONEY, SEPARATOR, PUNCTUATION, SPACE = range(11)
"""Classes of characters. NONE is U+0000, which stands for all characters of an entity except one."""
CLASSES = 11

_SENTENCE_ENDS = ".!?。！？…।؟"
_COMMAS = ",;:、，；：،"
_SEPARATORS = "|»«›‹©•·/>→_#*+=@"
_IDEOGRAPHS = ((0x3040, 0x3100), (0x3400, 0xA000), (0xAC00, 0xD7B0), (0xF900, 0xFB00))


@lru_cache(maxsize=1)
def classify_characters() -> Numbers:
    """Classify each character of the Basic Multilingual Plane, shape (65536,); others count as the last one."""
    by_category = {"Lu": UPPER, "Nd": DIGIT, "Sc": MONEY, "Cc": SPACE, "Cf": SPACE, "Zs": SPACE, "Zl": SPACE}
    categories = list(map(unicodedata.category, map(chr, range(65536))))
    kinds = {each: by_category.get(each, LOWER if each[0] in "LMC" else PUNCTUATION) for each in set(categories)}
    table = np.array([kinds[category] for category in categories], dtype=np.uint8)
    for first, stop in _IDEOGRAPHS:
        table[first:stop] = IDEOGRAPH
    for characters, kind in ((_SENTENCE_ENDS, STOP), (_COMMAS, COMMA), (_SEPARATORS, SEPARATOR)):
        table[[ord(c) for c in characters]] = kind
    table[0] = NONE
    table[0x180E] = table[0x2028] = table[0x2029] = table[0xFEFF] = SPACE
    return table
