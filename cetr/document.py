"""The document model: one string, one set of offsets.

Everything that marks content in a page marks it as spans: half-open intervals ``[start, end)`` of Unicode code
points over the string of the HTML document (Gottron, "Evaluating content extraction on HTML documents", section 2).
This module, with the lexer of `cetr.lexing`, derives plain text from spans, and aligns plain text back to spans.
Nothing else in the project turns HTML into text for scoring.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import itemgetter

import numpy as np
import regex
from rapidfuzz.distance import LCSseq

from cetr.arrays import Bools, Ints
from cetr.entities import resolve_references
from cetr.lexing import Kind, Tokens, lex
from cetr.pieces import BLOCK_TAGS, BREAK, CELL_TAGS, PREFORMATTED_TAGS, Span, Spans, find_pieces
from cetr.tagnames import pack_name

__all__ = [
    "BLOCK_TAGS",
    "CELL_TAGS",
    "PREFORMATTED_TAGS",
    "Alignment",
    "Kind",
    "LocatedText",
    "LocatedWords",
    "Span",
    "Spans",
    "Tokens",
    "align_text",
    "clip_spans",
    "content_spans",
    "content_text",
    "cover_words",
    "derive_text",
    "intersect_spans",
    "lex",
    "locate_text",
    "locate_words",
    "mark_inside",
    "mark_matched",
    "match_words",
    "normalize_spans",
    "pack_name",
    "split_words",
    "subtract_spans",
]


def normalize_spans(spans: Iterable[Sequence[int]], length: int) -> Spans:
    """Sort spans, clip them to ``[0, length)``, drop empty ones and merge those that touch or overlap."""
    merged: list[Span] = []
    for start, end in sorted((max(0, int(s)), min(length, int(e))) for s, e in spans):
        if start >= end:
            continue
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)


def mark_inside(offsets: Ints, spans: Spans) -> Bools:
    """Which offsets lie in one of the normalised spans; the same shape."""
    edges = np.array(spans, dtype=np.int64).ravel()
    return np.asarray(np.searchsorted(edges, offsets, side="right") % 2 == 1)


def subtract_spans(spans: Spans, cut: Spans) -> Spans:
    """What remains of normalised spans when other normalised spans are cut out of them."""
    left: list[Span] = []
    at = 0
    for start, end in spans:
        while at < len(cut) and cut[at][1] <= start:
            at += 1
        i = at
        while i < len(cut) and cut[i][0] < end:
            if cut[i][0] > start:
                left.append((start, cut[i][0]))
            start = cut[i][1]
            i += 1
        if start < end:
            left.append((start, end))
    return tuple(left)


def intersect_spans(one: Spans, other: Spans) -> Spans:
    """What two normalised span lists have in common."""
    return subtract_spans(one, subtract_spans(one, other))


def clip_spans(spans: Spans, start: int, end: int) -> Spans:
    """What normalised spans have in the interval ``[start, end)``; those outside are not looked at."""
    first = bisect_right(spans, start, key=itemgetter(1))
    last = bisect_left(spans, end, key=itemgetter(0))
    return tuple((max(s, start), min(e, end)) for s, e in spans[first:last])


def derive_text(html: str, spans: Spans | None = None, tokens: Tokens | None = None) -> str:
    """The plain text of normalised spans (default: the whole document).

    Entities are resolved; block elements (and line breaks in preformatted text) separate lines; table cells and cut
    out text separate words; runs of white space collapse; script, style and comments are absent. No line is empty.
    """
    spans = ((0, len(html)),) if spans is None else spans
    tokens = lex(html) if tokens is None else tokens
    lines: list[str] = []
    line = ""
    # Line by line: a text of megabytes as a whole, before it is folded, would be written down twice more.
    for separator, _, source, preformatted, literal in find_pieces(html, spans, tokens):
        if "&" in source and not literal:
            source = _REFERENCE.sub(_resolve, source)
        if separator == BREAK:
            lines.append(_fold(line))
            line = ""
        else:
            line += separator
        if preformatted:
            *ended, source = source.split("\n")
            for part in ended:
                lines.append(_fold(line + part))
                line = ""
        line += source
    lines.append(_fold(line))
    return "\n".join(filter(None, lines))


# What html.unescape() takes for a character reference.
_REFERENCE = re.compile(r"&(?:#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f <&#;]{1,32};?)")

_unescape = lru_cache(maxsize=1024)(resolve_references)


def _resolve(reference: re.Match[str]) -> str:
    return _unescape(reference[0])


def _fold(line: str) -> str:
    """A line with one space for every run of white space in it, and none around it."""
    line = line.strip()
    # Of all white space only the space itself is printable; to look is faster than to split and join.
    return line if line.isprintable() and "  " not in line else " ".join(line.split())


@dataclass(frozen=True)
class LocatedText:
    """Unfolded text with the place of every character in the document.

    ``text`` has n characters, white space as in the source; ``start`` and ``end``, both (n,), give the interval of
    the document each comes from. A separator has an empty interval.
    """

    text: str
    start: Ints
    end: Ints


def locate_text(html: str, spans: Spans | None = None, tokens: Tokens | None = None) -> LocatedText:
    """The text of normalised spans (default: the whole document) with the offsets of its characters."""
    spans = ((0, len(html)),) if spans is None else spans
    texts: list[str] = []
    starts: list[Ints] = []
    ends: list[Ints] = []

    def add(text: str, start: Ints, end: Ints) -> None:
        texts.append(text)
        starts.append(start)
        ends.append(end)

    def add_plain(text: str, offset: int) -> None:
        places = np.arange(offset, offset + len(text))
        add(text, places, places + 1)

    last = 0
    tokens = lex(html) if tokens is None else tokens
    for separator, offset, source, preformatted, literal in find_pieces(html, spans, tokens):
        if separator:
            add(separator, np.full(1, last), np.full(1, last))
        last = offset + len(source)
        source = source.replace(BREAK, " ")
        if preformatted:
            source = source.replace("\n", BREAK)
        at = 0
        for match in _REFERENCE.finditer(source) if "&" in source and not literal else ():
            resolved = resolve_references(match[0]).replace(BREAK, " ")
            if resolved == match[0]:
                continue  # an ampersand that is one
            add_plain(source[at : match.start()], offset + at)
            size = len(resolved)
            add(resolved, np.full(size, offset + match.start()), np.full(size, offset + match.end()))
            at = match.end()
        add_plain(source[at:], offset + at)
    nothing = np.zeros(0, dtype=np.int64)
    return LocatedText("".join(texts), np.concatenate([nothing, *starts]), np.concatenate([nothing, *ends]))


@lru_cache(maxsize=1)
def _word_pattern() -> regex.Pattern[str]:
    """A word: a run of letters and digits with their marks; alone, where a script writes no spaces between words."""
    return regex.compile(
        r"(?V1)[\p{Han}\p{Hiragana}\p{Katakana}\u30FC\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}&&[\p{L}\p{N}]]\p{M}*"
        r"|[[\p{L}\p{N}]--[\p{Han}\p{Hiragana}\p{Katakana}\u30FC\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]]"
        r"[[\p{L}\p{N}\p{M}]--[\p{Han}\p{Hiragana}\p{Katakana}\u30FC\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]]*"
    )


# Where every letter's case, marks and spaces are as in Latin, Greek and Cyrillic, `re` finds the same words, faster;
# so it does beside pictographs.
_PLAIN_TEXT = re.compile(
    "[\0-\u02ff\u0370-\u0482\u048a-\u0530\u1e00-\u1fff\u2000-\u208e\u20a0-\u20cf\u2100-\u2bff\ufeff"
    "\U0001f000-\U0001faff]*"
)
_PLAIN_WORD = re.compile(r"[^\W_]+")


def _find_word_pattern(text: str) -> re.Pattern[str] | regex.Pattern[str]:
    return _PLAIN_WORD if text.isascii() or _PLAIN_TEXT.fullmatch(text) else _word_pattern()


def split_words(text: str) -> list[str]:
    """The words of a text: case-folded runs of letters and digits.

    Each CJK character is a word, and so is each letter, with its marks, of the other scripts without spaces (Thai,
    Lao, Khmer, Myanmar).
    """
    words = _find_word_pattern(text).findall(text)
    # One call instead of one for each word: no case folding makes or takes a space.
    return " ".join(words).casefold().split(" ") if words else []


@dataclass(frozen=True)
class LocatedWords:
    """The words of a document (case-folded) with their places: ``start`` and ``end`` have shape (len(words),)."""

    words: list[str]
    start: Ints
    end: Ints


def locate_words(html: str, spans: Spans | None = None, tokens: Tokens | None = None) -> LocatedWords:
    """The words of normalised spans (default: the whole document), the same as of `derive_text`, with their places."""
    return _find_words(locate_text(html, spans, tokens))


def place_words(text: str) -> LocatedWords:
    """The words of a plain text, as of `split_words`, with their places in it."""
    places = np.arange(len(text))
    return _find_words(LocatedText(text, places, places + 1))


def _find_words(located: LocatedText) -> LocatedWords:
    pattern = _find_word_pattern(located.text)
    matches = [(match[0].casefold(), match.start(), match.end()) for match in pattern.finditer(located.text)]
    first = np.array([m[1] for m in matches], dtype=np.int64)
    last = np.array([m[2] for m in matches], dtype=np.int64) - 1
    return LocatedWords([m[0] for m in matches], located.start[first], located.end[last])


@dataclass(frozen=True)
class Alignment:
    """Where a text stands in a document: ``spans``, and ``coverage``, the share (0 to 1) of its words found there."""

    spans: Spans
    coverage: float


def match_words(document: Sequence[str], text: Sequence[str]) -> Ints:
    """Index into the document's words of each word of a text, or -1, by their longest common subsequence.

    Shape (len(text),). Of equally long alignments one with long unbroken runs is taken: a word matched far from its
    neighbours moves beside them where the document has the same word there.
    """
    numbers: dict[str, int] = {}
    a = [numbers.setdefault(w, len(numbers)) for w in document]
    b = [numbers.setdefault(w, len(numbers)) for w in text]
    place = np.full(len(b), -1, dtype=np.int64)
    for block in LCSseq.opcodes(a, b):
        if block.tag == "equal":
            place[block.dest_start : block.dest_end] = np.arange(block.src_start, block.src_end)
    for i in range(len(b) - 2, -1, -1):
        after = int(place[i + 1])
        if place[i] >= 0 and after - 1 > place[i] and a[after - 1] == b[i]:
            place[i] = after - 1
    for i in range(1, len(b)):
        before = int(place[i - 1])
        if place[i] >= 0 and before >= 0 and before + 1 < place[i] and a[before + 1] == b[i]:
            place[i] = before + 1
    return place


def mark_matched(document: Sequence[str], text: Sequence[str]) -> Bools:
    """Which of a document's words `match_words` finds in a text; shape (len(document),)."""
    marks = np.zeros(len(document), dtype=np.bool_)
    found = match_words(document, text)
    marks[found[found >= 0]] = True
    return marks


def align_text(html: str, text: str, tokens: Tokens | None = None) -> Alignment:
    """Find a plain text in a document.

    The spans run from the first to the last word of each run of consecutive document words that the text has in the
    same order, with the punctuation around them. An empty text has coverage 1. Titles, which a page does not show, are
    looked at only for words that stand nowhere else.
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
    # A run of shown words may have a title in its midst.
    alignment = Alignment(subtract_spans(alignment.spans, titles), alignment.coverage)
    if alignment.coverage == 1.0:
        return alignment
    return max(alignment, _align_words(html, words, tokens), key=lambda found: found.coverage)


def _hide_titles(tokens: Tokens) -> Tokens:
    """The same tokens without the texts of titles."""
    titles = (tokens.kind[1:] == Kind.TEXT) & (tokens.kind[:-1] == Kind.OPEN) & (tokens.name[:-1] == pack_name("title"))
    if not titles.any():
        return tokens
    kind = tokens.kind.copy()
    kind[1:][titles] = Kind.RAW
    return replace(tokens, kind=kind)


def _align_words(html: str, words: Sequence[str], tokens: Tokens) -> Alignment:
    located = locate_text(html, None, tokens)
    document = _find_words(located)
    found = np.flatnonzero(mark_matched(document.words, words))
    if not len(found):
        return Alignment((), 0.0)
    return Alignment(cover_words(located, document, found), len(found) / len(words))


def cover_words(located: LocatedText, words: LocatedWords, found: Ints) -> Spans:
    """Normalised spans from the first to the last of each run of a text's words, with the punctuation around them.

    ``found`` are the indices of the words to cover, sorted.
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
)
_OPENING = frozenset("\"'([{\u2018\u201a\u201c\u201e\u00ab\u300a\u300c\u300e\uff08$\u20ac\u00a3#@")


def _take_punctuation(located: LocatedText, start: int, end: int) -> Span:
    """Widen a run of words over the punctuation that touches it: opening marks before it, any after it."""
    first = int(np.searchsorted(located.start, start, side="left"))
    while first > 0 and located.text[first - 1] in _OPENING:
        first -= 1
    last = int(np.searchsorted(located.end, end, side="left"))
    while last + 1 < len(located.text) and located.text[last + 1] in _AROUND:
        last += 1
    return int(located.start[first]), max(end, int(located.end[last]))


def content_text(html: str, content: Spans | str) -> str:
    """What an extractor returned, text or spans in any order, as text."""
    return content if isinstance(content, str) else derive_text(html, normalize_spans(content, len(html)))


def content_spans(html: str, content: Spans | str, tokens: Tokens | None = None) -> Spans:
    """What an extractor returned, text or spans in any order, as normalised spans."""
    return align_text(html, content, tokens).spans if isinstance(content, str) else normalize_spans(content, len(html))
