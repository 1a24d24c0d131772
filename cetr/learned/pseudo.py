"""Pages in a script without spaces, made of English ones: for a model that does not count on spaces and case."""

from __future__ import annotations

import re
import zlib

from cetr.document import Kind, lex

_WORD = re.compile(r"&#?\w+;|[A-Za-z]+")
_FIRST, _COUNT = 0x4E00, 3000
_LETTERS_A_CHARACTER = 3
_MARKS = str.maketrans({",": "，", ".": "。", "!": "！", "?": "？", ":": "：", ";": "；"})


def write_ideographs(text: str, *, is_markup: bool = True) -> str:
    """Write each run of Latin letters as one ideograph for every three letters, the same run always the same.

    White space between them goes, punctuation becomes full width. Tags, scripts and entities stay as they are.
    """
    if not is_markup:
        return _write(text)
    tokens = lex(text)
    spans = zip(tokens.start.tolist(), tokens.end.tolist(), tokens.kind.tolist(), strict=True)
    return "".join(_write(text[a:b]) if kind == Kind.TEXT else text[a:b] for a, b, kind in spans)


def _write(text: str) -> str:
    written = _WORD.sub(lambda match: _translate(match[0]), text)
    written = re.sub(r"(?<=[一-鿿,.!?:;]) (?=[一-鿿])", "", written)
    return re.sub(r"(?<=[一-鿿])[,.!?:;]", lambda match: match[0].translate(_MARKS), written)


def _translate(word: str) -> str:
    if word.startswith("&"):
        return word
    seed = zlib.crc32(word.lower().encode("ascii"))
    length = -(-len(word) // _LETTERS_A_CHARACTER)
    return "".join(chr(_FIRST + (seed >> 5 * i) % _COUNT) for i in range(length))
