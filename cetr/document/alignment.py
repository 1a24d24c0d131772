"""Find the words of a plain text in a document: from text to spans."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from cetr.document.arrays import Bools, Ints
from cetr.document.derivation import LocatedText, locate_text
from cetr.document.lexing import lex
from cetr.document.matching import match_items
from cetr.document.spans import Span, Spans, normalize_spans, subtract_spans
from cetr.document.tagnames import pack_name
from cetr.document.tokens import Kind, Tokens
from cetr.document.words import LocatedWords, find_words, split_words


@dataclass(frozen=True)
class Alignment:
    """The place of a text in a document: ``spans``, and ``coverage``, the share (0 to 1) of its words found there."""

    spans: Spans
    coverage: float


def match_words(document: Sequence[str], text: Sequence[str]) -> Ints:
    """Match each word of a text to a word of the document, by their longest common subsequence.

    Returns indices into the document's words, or -1; shape (len(text),). Among equally long alignments, one with long
    unbroken runs wins: a word matched far from its neighbours moves beside them if the document has the same word
    there.
    """
    numbers: dict[str, int] = {}
    a = [numbers.setdefault(w, len(numbers)) for w in document]
    b = [numbers.setdefault(w, len(numbers)) for w in text]
    place = match_items(a, b)
    for i in range(len(b) - 2, -1, -1):
        after = int(place[i + 1])
        if place[i] >= 0 and after - 1 > place[i] and a[after - 1] == b[i]:
            place[i] = after - 1
    for i in range(1, len(b)):
        before = int(place[i - 1])
        if before >= 0 and before + 1 < place[i] and a[before + 1] == b[i]:
            place[i] = before + 1
    return place


def mark_matched(document: Sequence[str], text: Sequence[str]) -> Bools:
    """Mark the document's words that `match_words` finds in a text; shape (len(document),)."""
    marks = np.zeros(len(document), dtype=np.bool_)
    found = match_words(document, text)
    marks[found[found >= 0]] = True
    return marks


def align_text(html: str, text: str, tokens: Tokens | None = None) -> Alignment:
    """Find a plain text in a document.

    Each span covers a run of consecutive document words that the text has in the same order, with the punctuation
    around them. An empty text has coverage 1. A page does not show its title, so the title is searched only for words
    that occur nowhere else.
    """
    words = split_words(text)
    if not words:
        return Alignment((), 1.0)
    tokens = lex(html) if tokens is None else tokens
    shown = _hide_titles(tokens)
    alignment = _align_words(html, words, shown)
    if shown is tokens:
        return alignment
    hidden = np.flatnonzero(shown.kind != tokens.kind)
    titles = tuple(zip(tokens.start[hidden].tolist(), tokens.end[hidden].tolist(), strict=True))
    # A run of shown words may have a title in the middle.
    alignment = Alignment(subtract_spans(alignment.spans, titles), alignment.coverage)
    if alignment.coverage == 1.0:
        return alignment
    return max(alignment, _align_words(html, words, tokens), key=lambda found: found.coverage)


def _hide_titles(tokens: Tokens) -> Tokens:
    """Return the tokens without the texts of titles."""
    titles = (tokens.kind[1:] == Kind.TEXT) & (tokens.kind[:-1] == Kind.OPEN) & (tokens.name[:-1] == pack_name("title"))
    if not titles.any():
        return tokens
    kind = tokens.kind.copy()
    kind[1:][titles] = Kind.RAW
    return replace(tokens, kind=kind)


def _align_words(html: str, words: Sequence[str], tokens: Tokens) -> Alignment:
    located = locate_text(html, None, tokens)
    document = find_words(located)
    found = np.flatnonzero(mark_matched(document.words, words))
    return Alignment(cover_words(located, document, found), len(found) / len(words))


def cover_words(located: LocatedText, words: LocatedWords, found: Ints) -> Spans:
    """Cover runs of a text's words with normalised spans, including the punctuation around each run.

    ``found`` holds the indices of the words to cover, sorted.
    """
    if not len(found):
        return ()
    breaks = np.flatnonzero(np.diff(found) > 1)
    first, last = found[np.append(0, breaks + 1)], found[np.append(breaks, len(found) - 1)]
    runs = zip(words.start[first].tolist(), words.end[last].tolist(), strict=True)
    return normalize_spans((_take_punctuation(located, *run) for run in runs), int(located.end[-1]))


_AROUND = frozenset(
    "\"'()[]{}<>.,;:!?%-\u2010\u2011\u2012\u2013\u2014\u2018\u2019\u201a\u201c\u201d\u201e\u2026\u00ab\u00bb"
    "\u3001\u3002\u300a\u300b\u300c\u300d\u300e\u300f\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f\u060c\u061b\u061f"
    "\u2039\u203a\u3008\u3009\u3010\u3011\uff0e\uff61\u0589\u05c3\u066a\u06d4\u0964\u0965\u104a\u104b\u1362\u17d4\u17d5\u1803"
)
_OPENING = frozenset(
    "\"'([{\u00a1\u00bf\u2018\u201a\u201c\u201e\u00ab\u2039\u3008\u300a\u300c\u300e\u3010\uff08$\u20ac\u00a3#@"
)


def _take_punctuation(located: LocatedText, start: int, end: int) -> Span:
    """Widen a run of words over the punctuation that touches it: opening marks before it, any after it."""
    first = int(np.searchsorted(located.start, start))
    while first > 0 and located.text[first - 1] in _OPENING:
        first -= 1
    last = int(np.searchsorted(located.end, end))
    while last + 1 < len(located.text) and located.text[last + 1] in _AROUND:
        last += 1
    return int(located.start[first]), int(located.end[last])
