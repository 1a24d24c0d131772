"""Inline elements that are a part of a block, such as the credit in a caption."""

from __future__ import annotations

import zlib
from collections import Counter
from dataclasses import dataclass

import numpy as np

from cetr.document import Bools, Ints, Kind, Tokens, mark_names
from cetr.learned.attributes import gather_attributes
from cetr.learned.blocks import Blocks
from cetr.learned.containers import is_break
from cetr.learned.hashes import Codes, Hashes, mix, shorten
from cetr.learned.tagsources import take_sources

_LONGEST = 200
"""The longest source of the text by which an element without names is known; others would be hashed for each element
around them.
"""


@dataclass(frozen=True)
class Inlines:
    """The p inline elements of a page that hold some of the text of a ``block`` (p,), but not all of it.

    They reach from ``start`` to ``end`` (p,) in the document. ``code`` (p,) is a hash of tag, names in attributes, and
    the path to the block. For an element without names, except readings above characters, the text is hashed, too;
    such elements with long texts are left out.
    """

    start: Ints
    end: Ints
    block: Ints
    code: Codes


def find_inlines(blocks: Blocks, paths: Codes) -> Inlines:
    """Find the inline elements that are a part of one of n blocks, given hashes of the paths to these, (n,)."""
    tokens = blocks.tokens
    opened, closed = _pair_tags(tokens)
    inner, stop = tokens.end[opened], tokens.start[closed]
    block = np.searchsorted(blocks.end, inner)
    begin, end = np.append(blocks.start, len(blocks.html))[block], np.append(blocks.end, 0)[block]
    part = np.flatnonzero((begin < stop) & ((inner > begin) | (stop < end)))
    opened, closed, block = opened[part], closed[part], block[part]
    own, known = _hash_elements(blocks, opened, closed)
    code = shorten(mix(own + mix(paths[block].astype(np.uint64))))
    return Inlines(tokens.start[opened[known]], tokens.end[closed[known]], block[known], code[known])


def _hash_elements(blocks: Blocks, opened: Ints, closed: Ints) -> tuple[Hashes, Bools]:
    """Hash what p elements are by themselves, (p,), and mark those of which this is known, (p,)."""
    tokens = blocks.tokens
    found = gather_attributes(take_sources(blocks.html, tokens, opened), tokens.name[opened])
    own = mix(tokens.name[opened])
    np.add.at(own, found.owner, mix(found.hash))
    # One of the terms of an element is its tag.
    named = np.bincount(found.owner) > 1
    # Readings above characters are alike, whatever they say.
    named |= mark_names("rt", "rtc", "rp")[tokens.number[opened]]
    short = tokens.start[closed] - tokens.end[opened] <= _LONGEST
    by_text = np.flatnonzero(~named & short)
    edges = zip(tokens.end[opened[by_text]].tolist(), tokens.start[closed[by_text]].tolist(), strict=True)
    texts = [" ".join(blocks.html[start:end].split()).encode("utf-8", "surrogatepass") for start, end in edges]
    own[by_text] += mix(np.array([zlib.crc32(text) for text in texts], dtype=np.uint64))
    return own, named | short


def _pair_tags(tokens: Tokens) -> tuple[Ints, Ints]:
    """Pair the start and end tags of inline elements in which no block ends."""
    breaks = is_break(tokens)
    tags = (tokens.kind == np.uint8(Kind.OPEN)) | (tokens.kind == np.uint8(Kind.CLOSE))
    at = np.flatnonzero(breaks | tags)
    pairs: list[tuple[int, int]] = []
    around: list[tuple[int, int]] = []
    count = Counter[int]()
    columns = (at, breaks[at], tokens.kind[at], tokens.name[at])
    for token, ends_block, kind, name in zip(*(column.tolist() for column in columns), strict=True):
        if ends_block:
            around.clear()
            count.clear()
        elif kind == Kind.OPEN:
            around.append((name, token))
            count[name] += 1
        elif count[name]:
            inside, start = around.pop()
            while inside != name:
                count[inside] -= 1
                inside, start = around.pop()
            count[name] -= 1
            pairs.append((start, token))
    paired = np.array(sorted(pairs), dtype=np.int64).reshape(-1, 2)
    return paired[:, 0], paired[:, 1]
