"""What the tags of a page tell: words of class, id and role attributes, and what is hidden."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cetr.compiled import IN_USE
from cetr.document import Bools, Ints, Names
from cetr.learned.attributes import Attributes
from cetr.learned.blocks import Blocks
from cetr.learned.containers import inherit
from cetr.learned.tagsources import TagSources, take_sources

if IN_USE:
    from cetr.learned.scanning import gather_attributes, number_sources
else:
    from cetr.learned.attributes import gather_attributes
    from cetr.learned.tagsources import number_sources


@dataclass(frozen=True)
class Tags:
    """The d different tags of a page's n containers.

    ``sources`` (d,) are the different tags as written, ``names`` (d,) their packed names, ``attributes`` what they say.
    ``container`` (n,) is the number of each container's tag, -1 where no tag was read. ``style`` (n,) numbers the tags'
    class attributes, ``hidden`` (n,) says which containers, or one around them, are not shown.
    """

    sources: TagSources
    names: Names
    attributes: Attributes
    container: Ints
    style: Ints
    hidden: Bools


def read_tags(blocks: Blocks, filled: Bools) -> Tags:
    """Read the tags of the containers that hold blocks, as ``filled`` (n containers,) says."""
    tokens, containers = blocks.tokens, blocks.containers
    read = np.flatnonzero(filled[1:]) + 1
    at = containers.events[containers.opened[read]]
    written = take_sources(blocks.html, tokens, at)
    number, first = number_sources(written)
    container = np.full(len(filled), -1, dtype=np.int64)
    container[read] = number
    sources, names = written.select(first), tokens.name[at[first]]
    found = gather_attributes(sources, names)
    own: Bools = np.append(found.hidden, False)[container]
    style: Ints = np.append(found.style, 0)[container]
    return Tags(sources, names, found, container, style, inherit(own, containers.above))


def hash_kinds(names: Names, styles: Ints) -> Ints:
    """Hash what n containers are: their tag names and their classes (see `Tags.style`), (n,)."""
    kinds: Ints = names.astype(np.int64) * 31 + styles * 1_000_003
    return kinds
