"""The ids that manuals give to the sections of a text, for links to them.

Such an id is on no other page, so an element path with it would say nothing about the template.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from dataclasses import replace

import numpy as np

from cetr.document import Ints
from cetr.learned.attributes import gather_attributes
from cetr.learned.blocks import Blocks
from cetr.learned.tags import Tags
from cetr.learned.tagsources import TagSources

# As programs write them; to search for all spellings would take half as long as to read the page.
_LINK, _LONGEST = '="#', 300
_ID = re.compile(r'\sid="([^"\s]+)"')
_NUMBERED = re.compile(r"\D*\d+")
"""As of posts and comments. Paths have 0 for every number, so these are the same on all pages."""


def forget_section_ids(blocks: Blocks, tags: Tags) -> Tags:
    """Return the tags without the ids of elements that a link inside them leads to; the same if there are none."""
    own = _find_sections(blocks, tags)
    if not len(own):
        return tags
    bare = [_ID.sub("", source) for source in tags.sources.select(own).spell()]
    ends = np.cumsum([len(source) for source in bare])
    starts = np.concatenate(([0], ends[:-1]))
    named = gather_attributes(TagSources("".join(bare), tags.sources.code, starts, ends), tags.names[own])
    known = tags.attributes
    others = ~np.isin(known.owner, own)
    owner = np.concatenate((known.owner[others], own[named.owner]))
    return replace(tags, attributes=replace(known, owner=owner, hash=np.concatenate((known.hash[others], named.hash))))


def _find_sections(blocks: Blocks, tags: Tags) -> Ints:
    """Find the numbers of the tags whose element has a link to itself, as beside a heading."""
    links = _find_links(blocks.html)
    sources = enumerate(tags.sources.spell()) if links else ()
    ids = [(number, own[1]) for number, source in sources if 'id="' in source and (own := _ID.search(source))]
    linked = [(number, name) for number, name in ids if name in links and not _NUMBERED.fullmatch(name)]
    if not linked:
        return np.zeros(0, dtype=np.int64)
    containers = blocks.containers
    starts = np.append(blocks.tokens.start[containers.events], len(blocks.html))
    container_of = dict(zip(tags.container.tolist(), range(len(tags.container)), strict=True))
    found = []
    for number, name in linked:
        places, container = links[name], container_of[number]
        at = bisect_right(places, starts[containers.opened[container]])
        if at < len(places) and places[at] < starts[containers.closed[container]]:
            found.append(number)
    return np.array(found, dtype=np.int64)


def _find_links(html: str) -> dict[str, list[int]]:
    """Find where links lead to places in the page itself: the positions of those to each, in order."""
    found: dict[str, list[int]] = defaultdict(list)
    at = html.find(_LINK)
    while at >= 0:
        begin = at + len(_LINK)
        end = html.find('"', begin, begin + _LONGEST)
        if end > begin:
            found[html[begin:end]].append(at)
        at = html.find(_LINK, begin)
    return found
