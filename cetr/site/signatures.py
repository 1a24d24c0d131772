"""What a page may share with others of its site: texts and the element paths that lead to them, as hashes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cetr.document import Bools
from cetr.learned import Hashes, Page, mark_headings
from cetr.learned.templates import (
    MIDDLE,
    Codes,
    find_implied,
    forget_section_ids,
    hash_containers,
    hash_paths,
    mix,
    shorten,
    shorten_paths,
)
from cetr.site.wholes import Nesting


@dataclass(frozen=True)
class Signature:
    """For the n blocks of a page: ``text`` (n,), ``place`` (n,), the text at its path, and ``paths`` (len(KINDS), n).

    These are short hashes: among the 30,000 texts that a site's memory may hold, one in 140,000 lookups finds a wrong
    one. ``heading`` (n,) marks the headings. ``title`` is the hash of the page's title, 0 if it has none. ``nesting``
    are the containers around the blocks.
    """

    text: Codes
    place: Codes
    paths: Codes
    heading: Bools
    title: int
    nesting: Nesting


def sign_page(page: Page, title: int = 0) -> Signature:
    """Hash the blocks of a page."""
    tags = forget_section_ids(page.blocks, page.tags)
    containers = hash_containers(page.blocks, tags, find_implied(page.blocks, tags))
    paths = hash_paths(page.blocks, containers)
    text = _sign_texts(page)
    place = mix(text + paths[MIDDLE])
    heading = mark_headings(page.blocks)[page.blocks.container]
    nesting = Nesting(shorten(mix(containers[MIDDLE])), page.blocks.containers.parent, page.blocks.container)
    return Signature(shorten(mix(text)), shorten(place), shorten_paths(paths), heading, title, nesting)


def _sign_texts(page: Page) -> Hashes:
    """Hash each block's words in order, (n,)."""
    block, size = page.blocks.word_block, len(page.blocks)
    edges = np.searchsorted(block, np.arange(size + 1))
    place = (np.arange(len(block)) - edges[block]).astype(np.uint64)
    sums = np.concatenate((np.zeros(1, dtype=np.uint64), np.cumsum(mix(page.blocks.word_hash + mix(place)))))
    return sums[edges[1:]] - sums[edges[:-1]]
