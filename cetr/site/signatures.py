"""What a page may share with others of its site: texts and the element paths that lead to them, as hashes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cetr.document import Ints
from cetr.learned import Hashes, Page

Codes = npt.NDArray[np.uint32]
"""Short hashes. Among the 30,000 texts that a site's memory may hold, one in 140,000 lookups finds a wrong one."""

KINDS = ("near", "middle", "far", "form", "names")
"""Kinds of paths: two, four and six elements with the names in their attributes; four with the form of the block's
text; and six by their tag names alone, which still work when a site renames its elements on every page.
"""
NEAR, MIDDLE, FORM = map(KINDS.index, ("near", "middle", "form"))
_FAR = 6
_LENGTHS = (4, 9, 21)
"""From so many words on, a text has another form: a name or date, a label or link, a headline, a paragraph."""
_MANY_WORDS = 8
"""A block with more words is not a headline, a label or a link."""


@dataclass(frozen=True)
class Signature:
    """For the n blocks of a page: ``text`` (n,), ``place`` (n,), the text at its path, and ``paths`` (len(KINDS), n).

    ``title`` is the hash of the page's title, 0 if it has none.
    """

    text: Codes
    place: Codes
    paths: Codes
    title: int


def mix(values: Hashes) -> Hashes:
    """A bijection of 64-bit integers that spreads its input (the finaliser of splitmix64)."""
    values = values + np.uint64(0x9E3779B97F4A7C15)
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))


def shorten(values: Hashes) -> Codes:
    """Return the upper halves of hashes."""
    return (values >> np.uint64(32)).astype(np.uint32)


def sign_page(page: Page, title: int = 0) -> Signature:
    """Hash the blocks of a page."""
    text = _sign_texts(page)
    paths = _sign_paths(page)
    salted = mix(paths + np.arange(1, len(KINDS) + 1, dtype=np.uint64)[:, np.newaxis])
    return Signature(shorten(mix(text)), shorten(mix(text + paths[MIDDLE])), shorten(salted), title)


def _sign_texts(page: Page) -> Hashes:
    """Hash each block's words in order, (n,)."""
    block, size = page.blocks.word_block, len(page.blocks)
    edges = np.searchsorted(block, np.arange(size + 1))
    place = (np.arange(len(block)) - edges[block]).astype(np.uint64)
    sums = np.concatenate((np.zeros(1, dtype=np.uint64), np.cumsum(mix(page.blocks.word_hash + mix(place)))))
    return sums[edges[1:]] - sums[edges[:-1]]


def _sign_paths(page: Page) -> Hashes:
    """Hash each kind of path to each block, (len(KINDS), n)."""
    blocks, containers = page.blocks, page.blocks.containers
    names = mix(containers.name)
    tags = np.zeros(int(page.tags.container.max(initial=-1)) + 2, dtype=np.uint64)
    np.add.at(tags, page.tags.attributes.owner, mix(page.tags.attributes.hash))
    full = _follow(mix(tags[page.tags.container] + names), containers.parent, (2, 4, _FAR))
    (bare,) = _follow(names, containers.parent, (_FAR,))
    near, middle, far, bare = (hashes[blocks.container] for hashes in (*full, bare))
    linked, bold = (blocks.flagged[:, :2] > 0.5).T.astype(np.uint64)
    length = np.searchsorted(_LENGTHS, blocks.words, side="right").astype(np.uint64)
    last = blocks.edge[:, 1].astype(np.uint64)
    form = ((last * np.uint64(4) + length) * np.uint64(2) + linked) * np.uint64(2) + bold + np.uint64(1)
    like = linked + (blocks.words > _MANY_WORDS) * np.uint64(2) + np.uint64(1)
    return np.stack((near, middle, far, mix(middle + form), mix(bare + like)))


def _follow(own: Hashes, parent: Ints, lengths: tuple[int, ...]) -> list[Hashes]:
    """Hash the paths of so many elements, from each element outwards."""
    hashes, current, found = np.zeros_like(own), np.arange(len(own)), []
    for length in range(1, max(lengths) + 1):
        hashes = mix(hashes + own[current])
        current = parent[current]
        if length in lengths:
            found.append(hashes)
    return found
