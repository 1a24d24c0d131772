"""Cut HTML into tokens in a few passes of NumPy over the document: the reference for the compiled loop."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass

import numpy as np

from cetr.document.arrays import Bools, Bytes, Ints, find_true
from cetr.document.narrowing import CHUNK, narrow
from cetr.document.tagnames import Names, Numbers, mark_names, number_name, number_names, pack_name
from cetr.document.tokens import LITERAL, Kind, Tokens

_OPEN = np.uint8(Kind.OPEN)
_LITERAL_NUMBER = number_name("#literal")

# Attributes as in the HTML standard: a quote counts only after an equals sign. Possessive, so that hostile markup
# costs linear time; a tag that never closes takes the rest of the document, as it does in a browser.
_TAG = re.compile(r"""</?[a-zA-Z][^\s/>]*+(?:[^>=]++|=\s*+(?:"[^"]*+"|'[^']*+')?+)*+(?:>|\Z)""", re.ASCII)
_NAME = re.compile(r"[^\s/>]+", re.ASCII)
# One search for both ends, which never looks beyond the nearer one, so that hostile comments cost linear time too.
_COMMENT_END = re.compile("--!?>")

WITHOUT_TEXT, WITH_TEXT, WITH_LITERAL_TEXT = 1, 2, 3
RAW_NAMES = {
    "script": WITHOUT_TEXT, "style": WITHOUT_TEXT, "title": WITH_TEXT, "textarea": WITH_TEXT,
    "xmp": WITH_LITERAL_TEXT, "plaintext": WITH_LITERAL_TEXT,
}  # fmt: skip
"""Elements that hold no markup, and the kind of their contents."""


_CONTENTS = {number_name(name): contents for name, contents in RAW_NAMES.items()}
_IS_RAW = mark_names(*RAW_NAMES)
_PLAINTEXT, _TEXTAREA = number_name("plaintext"), number_name("textarea")

# Longer names begin with the same eight letters.
_LONG_NAMES = frozenset((_PLAINTEXT, _TEXTAREA))
_LONG_TAG = re.compile(r"</?(?:textarea|plaintext)(?=[\s/>]|\Z)", re.IGNORECASE | re.ASCII)

_ODD = 255
"""Marks a byte of a name that must be looked up in the document itself."""


def _name_bytes() -> bytes:
    """What each byte becomes in a tag name: its lower case, 0 if it ends the name, or `_ODD`."""
    table = np.arange(256, dtype=np.uint8)
    table[65:91] += 32
    table[[*range(32), ord("?"), *range(128, 256)]] = _ODD
    table[[*b"\t\n\x0b\x0c\r />"]] = 0
    return table.tobytes()


_NAME_BYTES = _name_bytes()

_ONE, _ONES, _HIGH_BITS = np.uint64(1), np.uint64(0x0101010101010101), np.uint64(0x8080808080808080)


@dataclass(frozen=True)
class _Candidates:
    """Every '<' of a document, measured as if it stood in text. All arrays have shape (n,).

    ``markup`` marks those that begin markup. ``end`` lies after the first '>', which need not end the ``loose`` ones.
    """

    start: Ints
    end: Ints
    kind: Numbers
    name: Names
    number: Numbers
    markup: Bools
    loose: Bools


def cut_tokens(html: str) -> Tokens:
    """Cut a document into tokens.

    Each '<' that may begin markup is measured as if it did. Then candidates are taken one after the other. Those inside
    the markup of an earlier one are skipped.
    """
    code = narrow(html)
    found = _find_candidates(html, code)
    chain = _follow_chain(html, found)
    kept = chain.kept
    # Any two pieces of markup may have text between them; empty texts are dropped afterwards.
    size = 2 * len(kept) + 1
    bounds = np.zeros(size + 1, dtype=np.int64)
    bounds[1:-1:2], bounds[2::2], bounds[-1] = found.start[kept], chain.end[kept], len(html)
    kind, number = np.zeros(size, dtype=np.uint8), np.zeros(size, dtype=np.uint8)
    name = np.zeros(size, dtype=np.uint64)
    kind[1::2], name[1::2], number[1::2] = found.kind[kept], found.name[kept], found.number[kept]
    kind[2 * kept.searchsorted(chain.without_text) + 2] = Kind.RAW
    if chain.with_literal_text:
        literal = 2 * kept.searchsorted(chain.with_literal_text) + 2
        name[literal], number[literal] = LITERAL, _LITERAL_NUMBER
    del found, chain, kept  # as large as the result
    start, end = bounds[:-1], bounds[1:]
    filled = find_true(end > start)
    return Tokens(start[filled], end[filled], kind[filled], name[filled], number[filled], code)


def _find_candidates(html: str, code: Bytes) -> _Candidates:
    """Measure every '<', for the common case that its first '>' ends the markup it begins."""
    marks = _find_marks(code, len(html))
    mark = code[marks]
    marks[-1], mark[-1] = len(html) - 1, ord(">")  # what does not end, ends with the document
    less = find_true(mark == ord("<"))
    greater = find_true(mark == ord(">"))
    greater = greater[greater.searchsorted(less)]
    start, end = marks[less], marks[greater]
    end += 1
    first = start + 1
    is_end = code[first] == ord("/")
    first += is_end
    letter = code[first]
    is_tag = _IS_LETTER[letter]
    markup = is_tag | is_end | _BEGINS_COMMENT[letter]
    kind = is_end + _OPEN
    name = _read_names(html, code, first)
    others = find_true(~is_tag)
    kind[others], name[others] = Kind.COMMENT, 0
    # A '>' may stand inside a comment, unless it follows two hyphens, and inside a tag that has quotes, or what looks
    # like markup, before it.
    loose = np.zeros(len(start), dtype=np.bool_)
    comments = find_true(_BEGINS_COMMENT[letter] & ~is_end)
    hyphen = code[end[comments] - 2]
    loose[comments] = (hyphen != ord("-")) | (hyphen != code[end[comments] - 3])
    holding = find_true((greater - less > 1) & is_tag)
    loose[holding] = _may_hide_greater(code, marks, mark, less[holding], greater[holding])
    return _Candidates(start, end, kind, name, number_names(name), markup, loose)


_IS_LETTER, _BEGINS_COMMENT = np.zeros((2, 256), dtype=np.bool_)
_IS_LETTER[[*b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"]] = True
_BEGINS_COMMENT[[*b"!?"]] = True


def _find_marks(code: Bytes, size: int) -> Ints:
    """Find '<', '>' and quotes in the first ``size`` bytes; one more number comes last."""
    found = []
    for at in range(0, size, CHUNK):
        part = code[at : min(at + CHUNK, size)]
        is_mark = (part & 0b11111101) == ord("<")  # or '>', which differs from it in this bit
        is_mark |= part == ord('"')
        is_mark |= part == ord("'")
        places = find_true(is_mark)
        places += at
        found.append(places)
    found.append(np.zeros(1, dtype=np.int64))
    return np.concatenate(found)


def _may_hide_greater(code: Bytes, marks: Ints, mark: Bytes, less: Ints, greater: Ints) -> Bools:
    """Mark the tags with other marks inside whose first '>' may stand in a quoted value.

    In that case the value's first quote follows '=', perhaps after white space, and is the last quote of its kind
    before the '>'. If the tag holds only quotes of one kind, it is the last of all marks.
    """
    last = greater - 1
    before = marks[last] - 1
    spaced = code[before] <= 32
    before -= spaced
    value = code[before]
    hidden: Bools = (value == ord("=")) | (spaced & (value <= 32)) | (mark[last] == ord("<"))
    singles = find_true(mark == ord("'"))
    if len(singles):
        single = singles.searchsorted(greater) - singles.searchsorted(less)
        hidden |= (single > 0) & (single < greater - less - 1)
    return hidden


def _read_names(html: str, code: Bytes, at: Ints) -> Names:
    """Pack the tag names that begin at the given places."""
    eights = np.ndarray((len(code) - 7,), dtype="<u8", buffer=code, strides=(1,))[at]
    # The first letter in the lowest bits.
    letters = np.frombuffer(eights.tobytes().translate(_NAME_BYTES), dtype="<u8")
    # The lowest of these bits is in the first byte that is 0; all bits below it belong to the name.
    gone = (letters - _ONES) & ~letters & _HIGH_BITS
    names: Names = (letters & (gone - _ONE) & ~gone).byteswap()
    for i in find_true(names & _HIGH_BITS).tolist():
        match = _NAME.match(html, at[i], at[i] + 9)
        names[i] = pack_name(match[0]) if match else 0
    return names


@dataclass(frozen=True)
class _Chain:
    """The candidates that are markup, and those whose contents are no text or literal text, all as indices.

    ``end``, shape (n,), is the end of each candidate that is markup.
    """

    kept: Ints
    end: Ints
    without_text: list[int]
    with_literal_text: list[int]


def _follow_chain(html: str, found: _Candidates) -> _Chain:
    """Find the candidates that are markup, and where each of them ends.

    Only three kinds need a closer look: loose ones, those that reach beyond the next, and elements without markup.
    """
    end, kept = found.end.copy(), found.markup.copy()
    special = found.loose | _IS_RAW[found.number]
    special[:-1] |= end[:-1] > found.start[1:]
    special &= kept
    chosen = find_true(special)
    places, starts = chosen.tolist(), found.start.data
    begins, kinds, numbers = found.start[chosen].tolist(), found.kind[chosen].tolist(), found.number[chosen].tolist()
    without_text, with_literal_text = list[int](), list[int]()
    opening, closing = int(Kind.OPEN), int(Kind.CLOSE)  # quicker to compare
    at = 0
    for i, (place, begin, stop, loose, kind, number) in enumerate(
        zip(places, begins, end[chosen].tolist(), found.loose[chosen].tolist(), kinds, numbers, strict=True), 1
    ):
        if place < at:
            continue
        at = place + 1
        if loose:
            stop = end[place] = _measure(html, begin, stop)
        is_long = number in _LONG_NAMES
        if kind == opening and number in _CONTENTS and not (is_long and not _LONG_TAG.match(html, begin)):
            if _CONTENTS[number] != WITH_TEXT:
                (without_text if _CONTENTS[number] == WITHOUT_TEXT else with_literal_text).append(place)
            # No candidate is skipped twice, so this takes linear time too.
            while i < len(places) and not (
                numbers[i] == number and kinds[i] == closing and begins[i] >= stop and number != _PLAINTEXT
                and not (is_long and not _LONG_TAG.match(html, begins[i]))
            ):  # fmt: skip
                i += 1
            at = places[i] if i < len(places) else len(starts)
            kept[place + 1 : at] = False
        elif at < len(starts) and stop > starts[at]:
            at = bisect_left(starts, stop, at)
            kept[place + 1 : at] = False
    return _Chain(find_true(kept), end, without_text, with_literal_text)


def _measure(html: str, start: int, end: int) -> int:
    """Find the end of a tag, or of a comment that is not empty; ``end`` lies after its first '>'."""
    if html.startswith("<!--", start):
        ending = _COMMENT_END.search(html, start + 4)
        return len(html) if ending is None else ending.end()
    match = _TAG.match(html, start)
    return match.end() if match else end
