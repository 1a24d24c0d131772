"""Text in Latin letters whose UTF-8 was read as Windows-1252: 'fÃ¼r' for 'für', 'donâ€™t' for 'don’t'.

The first byte of a character became a letter, which says how many bytes follow, and the others became signs. Such a
letter at the end of a word, followed by signs, is not unusual ('AMANHÃ…', 'Spaß“', 'náš“'), so signs there do not
count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_BYTES = {bytes([b]).decode("cp1252", "ignore") or chr(b): b for b in range(0x80, 0xF5)}
_BYTES |= {chr(b): b for b in range(0x80, 0xA0)}
"""Maps a character to the byte that was read as it, in Windows-1252 or in Latin-1 with its control characters."""
_TRAIL = "[" + re.escape("".join(c for c, byte in _BYTES.items() if byte < 0xC0)) + "]"
_SEQUENCE = re.compile(f"[ÂÃÄÅÎÏÐÑØÙ]{_TRAIL}|[à-ï]{_TRAIL}{{2}}|ð{_TRAIL}{{3}}")
"""Letters with as many signs as they announce: first for European scripts and Arabic, then for all others."""
_BEHIND_WORDS = frozenset("\xa0\xad«»‹›‘’‚“”„…–—•·™®†‡šžŠŽ")
_BEHIND_SMALL = _BEHIND_WORDS | frozenset("©°ªº¹²³")
"""What may follow a word of real text, even one that ends with a small letter."""


def find_garbled(text: str) -> Iterator[tuple[str, str]]:
    """Find each UTF-8 character that was read as Windows-1252: the garbled text, and the character."""
    for match in _SEQUENCE.finditer(text):
        letter, signs = match[0][0], match[0][1:]
        if (_BEHIND_SMALL if letter.islower() else _BEHIND_WORDS).issuperset(signs):
            continue
        data = bytes(_BYTES[c] for c in match[0])
        try:
            yield data.decode("cp1252", "replace"), data.decode()
        except UnicodeDecodeError:
            continue
