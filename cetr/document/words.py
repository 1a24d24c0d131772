"""The words of a text in any script, with their places in the document if you ask."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from unicodedata import is_normalized, normalize

import numpy as np
import regex

from cetr.document.arrays import Ints
from cetr.document.derivation import LocatedText, locate_text
from cetr.document.spans import Spans
from cetr.document.tokens import Tokens
from cetr.document.unseen import UNSEEN

_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\u30FC\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
"""The scripts without spaces between words."""


@lru_cache(maxsize=1)
def _word_pattern() -> regex.Pattern[str]:
    """Build the pattern of a word: a run of letters and digits with their marks, or one letter of a script without
    spaces.
    """
    return regex.compile(
        rf"(?V1)[{_UNSPACED}&&[\p{{L}}\p{{N}}]]\p{{M}}*"
        rf"|[[\p{{L}}\p{{N}}]--[{_UNSPACED}]][[\p{{L}}\p{{N}}\p{{M}}]--[{_UNSPACED}]]*"
    )


@lru_cache(maxsize=1)
def _needless_space() -> regex.Pattern[str]:
    return regex.compile(rf"(?<=[{_UNSPACED}]) (?=[{_UNSPACED}])")


# In Latin, Greek and Cyrillic text, with or without pictographs, `re` finds the same words faster.
_PLAIN_TEXT = re.compile(
    "[\0-\u02ff\u0370-\u0482\u048a-\u0530\u1e00-\u1fff\u2000-\u208e\u20a0-\u20cf\u2100-\u2bff\ufeff"
    "\U0001f000-\U0001faff]*"
)
_PLAIN_WORD = re.compile(r"[^\W_]+")
_UNSEEN = re.compile(f"[{UNSEEN}]+")


def _find_word_pattern(text: str) -> re.Pattern[str] | regex.Pattern[str]:
    return _PLAIN_WORD if text.isascii() or _PLAIN_TEXT.fullmatch(text) else _word_pattern()


def split_words(text: str) -> list[str]:
    """Split a text into words: case-folded runs of letters and digits.

    Soft hyphens and characters without width do not separate words. Each CJK character is a word. So is each letter,
    with its marks, of the other scripts without spaces (Thai, Lao, Khmer, Myanmar). A letter with separate marks equals
    the composed one (Unicode's canonical equivalence).
    """
    text = remove_unseen(text)
    words = _find_word_pattern(text).findall(text)
    # One call for all words instead of one each, because folding never adds or removes a space.
    return fold(" ".join(words)).split(" ") if words else []


def join_words(words: Iterable[str]) -> str:
    """Join words as people write them: with spaces, but not between letters of scripts without spaces."""
    joined = " ".join(words)
    return joined if joined.isascii() else _needless_space().sub("", joined)


def fold(text: str) -> str:
    """Fold the case of a text, and compose its letters with their marks (NFC)."""
    return (text if text.isascii() else normalize("NFC", text)).casefold()


def remove_unseen(text: str) -> str:
    """Remove soft hyphens and characters without width, all of them."""
    return _UNSEEN.sub("", text) if _holds_unseen(text) else text


@dataclass(frozen=True)
class LocatedWords:
    """The case-folded words of a document with their places: ``start`` and ``end`` have shape (len(words),)."""

    words: list[str]
    start: Ints
    end: Ints


def locate_words(html: str, spans: Spans | None = None, tokens: Tokens | None = None) -> LocatedWords:
    """Find the words of normalised spans (default: the whole document), as in `derive_text`, with their places."""
    return find_words(locate_text(html, spans, tokens))


def place_words(text: str) -> LocatedWords:
    """Find the words of a plain text, as in `split_words`, with their places in it."""
    places = np.arange(len(text))
    return find_words(LocatedText(text, places, places + 1))


def find_words(located: LocatedText) -> LocatedWords:
    """Find the words of a located text, with their places in the document."""
    located = _leave_out_unseen(located)
    pattern = _find_word_pattern(located.text)
    fold_word = str.casefold if is_normalized("NFC", located.text) else fold
    matches = [(fold_word(match[0]), match.start(), match.end()) for match in pattern.finditer(located.text)]
    first = np.array([m[1] for m in matches], dtype=np.int64)
    last = np.array([m[2] for m in matches], dtype=np.int64) - 1
    return LocatedWords([m[0] for m in matches], located.start[first], located.end[last])


def _holds_unseen(text: str) -> bool:
    return not text.isascii() and any(character in text for character in UNSEEN)


def _leave_out_unseen(located: LocatedText) -> LocatedText:
    if not _holds_unseen(located.text):
        return located
    codes = np.frombuffer(located.text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    seen = ~np.isin(codes, [ord(character) for character in UNSEEN])
    return LocatedText(_UNSEEN.sub("", located.text), located.start[seen], located.end[seen])
