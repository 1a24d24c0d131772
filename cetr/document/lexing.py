"""Cut HTML into tokens in a few passes of NumPy over the document."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from cetr.document.arrays import Bools, Bytes, Ints, find_true
from cetr.document.tagnames import Names, NameTable, Numbers, look_up, pack_name, tabulate_names


class Kind(IntEnum):
    """The kind of a token. RAW is the contents of script and style, which are never text."""

    TEXT = 0
    OPEN = 1
    CLOSE = 2
    COMMENT = 3
    RAW = 4


_OPEN, _CLOSE, _COMMENT = np.uint8(Kind.OPEN), np.uint8(Kind.CLOSE), np.uint8(Kind.COMMENT)
_KINDS = np.array([_COMMENT, _OPEN, _CLOSE])


@dataclass(frozen=True)
class Tokens:
    """The tokens of a document in order. Together they cover it without gaps.

    All arrays but one have shape (n,). ``start`` and ``end`` are code point offsets, ``kind`` holds `Kind` values,
    ``name`` holds the packed tag name (see `pack_name`) of OPEN and CLOSE tokens, `LITERAL` for text that browsers show
    verbatim, character references included (in xmp and plaintext), and 0 elsewhere. ``code`` is the whole document as
    bytes, see `narrow`.
    """

    start: Ints
    end: Ints
    kind: npt.NDArray[np.uint8]
    name: Names
    code: Bytes

    def walk(self) -> Iterator[tuple[int, int, int, int]]:
        """Yield start, end, kind and name of each token as Python integers."""
        return zip(self.start.tolist(), self.end.tolist(), self.kind.tolist(), self.name.tolist(), strict=True)

    def cut(self, first: int, last: int) -> Tokens:
        """Return the tokens from one index up to another."""
        part = slice(first, last)
        return Tokens(self.start[part], self.end[part], self.kind[part], self.name[part], self.code)

    def overlapping(self, start: int, end: int) -> Tokens:
        """Return the tokens that overlap ``[start, end)``."""
        first = int(np.searchsorted(self.end, start, side="right"))
        last = int(np.searchsorted(self.start, end, side="left"))
        return self.cut(first, last)


LITERAL = pack_name("#literal")

_PAD = 16

_CHUNK = 1 << 16
"""How many characters are processed at a time, so that intermediate results stay in the processor's cache."""


def narrow(html: str) -> Bytes:
    """Return one byte for each code point and 16 zeros after them, shape (len(html) + 16,).

    The byte is the code point's number, or 255 above that; an ideographic space becomes a no-break space.
    """
    code = np.zeros(len(html) + _PAD, dtype=np.uint8)
    # In equal parts, so that no part is most of the page unless it is the only one.
    parts = -(-len(html) // _CHUNK)
    for i in range(parts):
        at, end = i * len(html) // parts, (i + 1) * len(html) // parts
        code[at:end] = _narrow_part(html[at:end])
    code.flags.writeable = False
    return code


def _narrow_part(part: str) -> Bytes:
    if part.isascii():
        return np.frombuffer(part.encode(), dtype=np.uint8)
    # Faster than encoding as Latin-1 with replacement. Lone surrogates are treated like any other character.
    encoded, width = part.encode("utf-16-le", "surrogatepass"), 2
    if len(encoded) > 2 * len(part):
        del encoded
        encoded, width = part.encode("utf-32-le", "surrogatepass"), 4
    wide = np.frombuffer(encoded, dtype=f"<u{width}")
    code = wide.astype(np.uint8)
    # All bits are set if the number does not fit.
    code |= np.negative((wide > 255).view(np.uint8))
    is_wide_space = wide == 0x3000
    if np.count_nonzero(is_wide_space):  # an empty assignment takes as long as all the rest
        code[is_wide_space] = 0xA0
    return code


# Attributes as in the HTML standard: a quote counts only after an equals sign. Possessive, so that hostile markup
# costs linear time; a tag that never closes takes the rest of the document, as it does in a browser.
_TAG = re.compile(r"""</?[a-zA-Z][^\s/>]*+(?:[^>=]++|=\s*+(?:"[^"]*+"|'[^']*+')?+)*+(?:>|\Z)""", re.ASCII)
_NAME = re.compile(r"[^\s/>]+", re.ASCII)
# One search for both ends, which never looks beyond the nearer one, so that hostile comments cost linear time too.
_COMMENT_END = re.compile("--!?>")

_PLAINTEXT = pack_name("plaintext")
_WITHOUT_TEXT, _WITH_TEXT, _WITH_LITERAL_TEXT = 1, 2, 3
_RAW_NAMES = {
    "script": _WITHOUT_TEXT, "style": _WITHOUT_TEXT, "title": _WITH_TEXT, "textarea": _WITH_TEXT,
    "xmp": _WITH_LITERAL_TEXT, "plaintext": _WITH_LITERAL_TEXT,
}  # fmt: skip
"""Elements that hold no markup, and the kind of their contents."""


@lru_cache(maxsize=1)
def _raw_table() -> NameTable:
    return tabulate_names(_RAW_NAMES)


_RAW_PACKED = tuple(map(pack_name, _RAW_NAMES))

# Longer names begin with the same eight letters.
_LONG_NAMES = frozenset((_PLAINTEXT, pack_name("textarea")))
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

_ONES, _HIGH_BITS = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080)


@dataclass(frozen=True)
class _Candidates:
    """Every '<' that would begin markup if it stood in text. ``loose`` ones need a closer look to be measured."""

    start: Ints
    end: Ints
    kind: npt.NDArray[np.uint8]
    name: Names
    loose: Bools


@dataclass(frozen=True, eq=False)
class _Key:
    """A document in a cache of size one. Hashing all of it takes a tenth of the time that cutting it takes."""

    html: str

    def __hash__(self) -> int:
        return len(self.html)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.html == other.html


def lex(html: str) -> Tokens:
    """Cut a document into tokens. Never fails, whatever the markup. Linear in its length.

    The tokens of the last document are cached, so that a page is cut once for all the steps that follow.
    """
    return _lex(_Key(html))


@lru_cache(maxsize=1)
def _lex(document: _Key) -> Tokens:
    """Cut a document into tokens.

    Each '<' that may begin markup is measured as if it did. Then the chain of those that really do is followed, which
    takes every candidate in turn except where markup contains something that looks like markup.
    """
    html = document.html
    code = narrow(html)
    found = _find_candidates(html, code)
    raw = look_up(_raw_table(), found.name)
    kept, end = _follow_chain(html, found, raw)
    start, kind, name = found.start[kept], found.kind[kept], found.name[kept]
    raw = raw[kept] * (kind == _OPEN)
    # Any two pieces of markup may have text between them; empty texts are dropped afterwards.
    size = 2 * len(start) + 1
    bounds = np.zeros(size + 1, dtype=np.int64)
    starts, ends = bounds[:-1], bounds[1:]
    kinds = np.zeros(size, dtype=np.uint8)  # text
    names = np.zeros(size, dtype=np.uint64)
    starts[1::2], ends[1::2], kinds[1::2], names[1::2] = start, end, kind, name
    bounds[-1] = len(html)
    kinds[2::2][raw == _WITHOUT_TEXT] = Kind.RAW
    for i in find_true(raw == _WITH_LITERAL_TEXT).tolist():
        if name[i] not in _LONG_NAMES or _LONG_TAG.match(html, start[i]):
            names[2 * i + 2] = LITERAL
    del found, kept, start, end, kind, name, raw  # as large as the result
    filled = find_true(ends > starts)
    arrays = starts[filled], ends[filled], kinds[filled], names[filled]
    for array in arrays:
        array.flags.writeable = False
    return Tokens(*arrays, code)


def _find_candidates(html: str, code: Bytes) -> _Candidates:
    """Measure every '<' that may begin markup for the common case that its first '>' ends it."""
    size = len(html)
    marks = _find_marks(code, size)
    mark = code[marks]
    less = find_true(mark == ord("<"))
    start = marks[less]
    after = code[start + 1]
    is_markup = _BEGINS_MARKUP[after]
    if not is_markup.all():
        less, start, after = less[is_markup], start[is_markup], after[is_markup]
    letter = _is_letter(after)
    closing = (after == ord("/")) & _is_letter(code[start + 2])
    # The first '>' after each.
    is_greater = mark == ord(">")
    is_greater[-1] = True
    greater = find_true(is_greater)
    greater = greater[greater.searchsorted(less)]
    end = np.minimum(marks[greater] + 1, size)
    is_tag = letter | closing
    # Those with quotes, or with something that looks like markup, before that.
    holding = find_true((greater - less > 1) & is_tag)
    loose = np.zeros(len(start), dtype=np.bool_)
    loose[holding] = _may_hide_greater(code, marks, mark, less[holding], greater[holding])
    comments = find_true(~is_tag)
    for following, dash in enumerate(b"!--", 1):
        comments = comments[code[start[comments] + following] == dash]
    # Two dashes before its first '>' end a comment, unless they belong to a tag in it.
    ending = end[comments]
    loose[comments] = (code[ending - 2] != ord("-")) | (code[ending - 3] != ord("-"))
    kind = _KINDS[letter + 2 * closing]
    name = _read_names(html, code, start + 1 + closing)
    name *= is_tag
    return _Candidates(start, end, kind, name, loose)


_BEGINS_MARKUP = np.zeros(256, dtype=np.bool_)
_BEGINS_MARKUP[[*b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ/!?"]] = True


def _find_marks(code: Bytes, size: int) -> Ints:
    """Find '<', '>' and quotes in the first ``size`` bytes; ``size`` itself comes last."""
    found = []
    for at in range(0, size, _CHUNK):
        part = code[at : min(at + _CHUNK, size)]
        is_mark = (part & 0b11111101) == ord("<")  # or '>', which differs in this bit
        is_mark |= part == ord('"')
        is_mark |= part == ord("'")
        places = find_true(is_mark)
        places += at
        found.append(places)
    return np.concatenate([*found, [size]])


def _is_letter(code: Bytes) -> Bools:
    letter: Bools = (code | 32) - np.uint8(97) < 26
    return letter


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
    eights = np.ndarray((len(code) - 7,), dtype=">u8", buffer=code, strides=(1,))[at]
    names: Names = np.frombuffer(eights.tobytes().translate(_NAME_BYTES), dtype=">u8").astype(np.uint64)
    # The highest bit of each byte that is 0, then that of all bytes after it, then all bits of these bytes.
    gone = (names - _ONES) & ~names & _HIGH_BITS
    for shift in (8, 16, 32):
        gone |= gone >> np.uint64(shift)
    names &= ~((gone >> np.uint64(7)) * np.uint64(255))
    for i in find_true(names & _HIGH_BITS).tolist():
        match = _NAME.match(html, at[i], at[i] + 9)
        names[i] = pack_name(match[0]) if match else 0
    return names


def _follow_chain(html: str, found: _Candidates, raw_numbers: Numbers) -> tuple[Bools, Ints]:
    """Find the candidates that are markup, shape (n,), and where each of them ends."""
    start, end, kind, name = found.start, found.end, found.kind, found.name
    is_raw = raw_numbers > 0
    closing = find_true(is_raw & (kind == _CLOSE))
    closings: dict[int, list[int]] = {packed: [] for packed in _RAW_PACKED}
    for packed, place in zip(name[closing].tolist(), start[closing].tolist(), strict=True):
        closings[packed].append(place)
    closings[_PLAINTEXT].clear()  # it never ends
    is_raw &= kind == _OPEN
    special = found.loose | is_raw
    special[:-1] |= end[:-1] > start[1:]
    numbers = find_true(special)
    starts = start.data
    kept = np.ones(len(start), dtype=np.bool_)
    ends: list[int] = []
    at = 0
    for i, begin, stop, following, loose, raw, packed in zip(
        numbers.tolist(),
        start[numbers].tolist(),
        end[numbers].tolist(),
        start.take(numbers + 1, mode="clip").tolist(),
        found.loose[numbers].tolist(),
        is_raw[numbers].tolist(),
        name[numbers].tolist(),
        strict=True,
    ):
        if loose and i >= at:
            stop = _measure(html, begin)
        ends.append(stop)
        if i < at:
            continue
        at = i + 1
        if raw and (packed not in _LONG_NAMES or _LONG_TAG.match(html, begin)):
            stop = _find_closing(html, closings[packed], packed in _LONG_NAMES, stop)
        if stop > following:
            at = bisect_left(starts, stop, i)
            kept[i + 1 : at] = False
    end = end.copy()
    end[numbers] = ends
    return kept, end[kept]


def _measure(html: str, start: int) -> int:
    """Find the end of a comment or a tag."""
    if not html.startswith("<!--", start):
        match = _TAG.match(html, start)
        assert match is not None
        return match.end()
    if html.startswith((">", "->"), start + 4):
        return html.index(">", start) + 1
    ending = _COMMENT_END.search(html, start + 4)
    return len(html) if ending is None else ending.end()


def _find_closing(html: str, closings: list[int], is_long: bool, after: int) -> int:
    """Find the end of the contents of an element without markup; ``is_long`` if other names begin like its own."""
    for i in range(bisect_left(closings, after), len(closings)):
        if not is_long or _LONG_TAG.match(html, closings[i]):
            return closings[i]
    return len(html)
