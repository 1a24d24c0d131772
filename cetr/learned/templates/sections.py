"""The ids of places in a text, for links to them, such as those that manuals give to sections.

Such an id is on no other page, so an element path with it would say nothing about the template.
"""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from cetr.document import Ints
from cetr.learned.attributes import gather_attributes
from cetr.learned.blocks import Blocks
from cetr.learned.tags import Tags
from cetr.learned.tagsources import TagSources

# As programs write them; to search for all spellings would take half as long as to read the page.
_LINK = re.compile(r'="#([^"]{1,300})"')
_ID = re.compile(r'\sid="([^"\s]+)"')
_NUMBERED = re.compile(r"\D*\d+")
"""As of posts and comments. Paths have 0 for every number, so these are the same on all pages."""


def forget_section_ids(blocks: Blocks, tags: Tags) -> Tags:
    """Return the tags without the ids that links on the page lead to; the same if there are none."""
    own = _find_sections(blocks.html, tags)
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


def _find_sections(html: str, tags: Tags) -> Ints:
    """Find the numbers of the tags whose id a link leads to."""
    links = set(_LINK.findall(html)) if '="#' in html else set()
    sources = enumerate(tags.sources.spell()) if links else ()
    ids = [(number, own[1]) for number, source in sources if 'id="' in source and (own := _ID.search(source))]
    found = [number for number, name in ids if name in links and not _NUMBERED.fullmatch(name)]
    return np.array(found, dtype=np.int64)
