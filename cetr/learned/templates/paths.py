"""Hashes of the element paths that lead to a page's blocks, by which pages of one template are known."""

from __future__ import annotations

import numpy as np

from cetr.document import Bools, Ints, mark_names
from cetr.learned.blocks import Blocks
from cetr.learned.containers import pass_over
from cetr.learned.hashes import Codes, Hashes, mix, shorten
from cetr.learned.tags import Tags

KINDS = ("near", "middle", "far", "form", "names")
"""Kinds of paths: two, four and six elements with the names in their attributes; four with the form of the block's
text; and six by their tag names alone, which still work when a site renames its elements on every page.
"""
NEAR, MIDDLE, FORM, NAMES = map(KINDS.index, ("near", "middle", "form", "names"))
_FAR = 6
_LENGTHS = (4, 9, 21)
"""From so many words on, a text has another form: a name or date, a label or link, a headline, a paragraph."""
_MANY_WORDS = 8
"""A block with more words is not a headline, a label or a link."""
_IMPLIED = mark_names("html", "body", "tbody")
"""Elements that are in the document of a browser even if no tag is in the HTML."""


def hash_containers(blocks: Blocks, tags: Tags, passed: Bools | None = None) -> Hashes:
    """Hash four paths to each of c containers, (4, c): near, middle, far, and by tag names alone.

    Those that are ``passed`` (c,) are in no path, and count as the container around them.
    """
    containers = blocks.containers
    names = mix(containers.name)
    owned = np.zeros(len(tags.names) + 1, dtype=np.uint64)
    np.add.at(owned, tags.attributes.owner, mix(tags.attributes.hash))
    parent = containers.parent
    kept = np.arange(len(parent)) if passed is None else pass_over(passed, parent)
    full = _follow(mix(owned[tags.container] + names), kept[parent], (2, 4, _FAR))
    bare = _follow(names, kept[parent], (_FAR,))
    return np.stack((*full, *bare))[:, kept]


def hash_paths(blocks: Blocks, containers: Hashes) -> Hashes:
    """Hash each kind of path to each of n blocks, (len(KINDS), n), given those to the containers, (4, c)."""
    near, middle, far, bare = containers[:, blocks.container]
    linked, bold = (blocks.flagged[:, :2] > 0.5).T.astype(np.uint64)
    length = np.searchsorted(_LENGTHS, blocks.words, side="right").astype(np.uint64)
    last = blocks.edge[:, 1].astype(np.uint64)
    form = ((last * np.uint64(4) + length) * np.uint64(2) + linked) * np.uint64(2) + bold + np.uint64(1)
    like = linked + (blocks.words > _MANY_WORDS) * np.uint64(2) + np.uint64(1)
    return np.stack((near, middle, far, mix(middle + form), mix(bare + like)))


def find_implied(blocks: Blocks, tags: Tags) -> Bools:
    """Mark the containers, (n,), that a browser adds by itself: a page that was captured has them, but the same page as
    it was served may lack them.
    """
    terms = np.append(np.bincount(tags.attributes.owner), 0)
    only_tag = terms[tags.container] <= 1  # its name is a term, too
    implied: Bools = _IMPLIED[blocks.containers.number] & only_tag
    return implied


def _follow(own: Hashes, parent: Ints, lengths: tuple[int, ...]) -> list[Hashes]:
    """Hash the paths of so many elements, from each element outwards."""
    hashes, current, found = np.zeros_like(own), np.arange(len(own)), []
    for length in range(1, max(lengths) + 1):
        hashes = mix(hashes + own[current])
        current = parent[current]
        if length in lengths:
            found.append(hashes)
    return found


def shorten_paths(paths: Hashes) -> Codes:
    """Shorten the hashes of each kind of path, (len(KINDS), n); those of different kinds are different."""
    return shorten(mix(paths + np.arange(1, len(KINDS) + 1, dtype=np.uint64)[:, np.newaxis]))
