"""Number tags and read their attributes in compiled scans."""

from __future__ import annotations

import numpy as np

from cetr.compiled import attributes
from cetr.document import Ints, Names
from cetr.learned.attributes import LONGEST_VALUE, Attributes
from cetr.learned.attributes import gather_attributes as gather_any
from cetr.learned.hashes import BASE, SPREAD, find_changes
from cetr.learned.tagsources import TagSources
from cetr.learned.tagsources import number_sources as number_any
from cetr.learned.terms import MOST_NAMES, SALTS


def number_sources(sources: TagSources) -> tuple[Ints, Ints]:
    """Number the d different sources of n tags from 0 on, in order: the number of each (n,), and the first of each
    number (d,).
    """
    hashes = np.empty(len(sources), dtype=np.uint64)
    is_ascii = attributes.hash_tags(sources.code, sources.start, sources.end, hashes)
    order = np.argsort(hashes, kind="stable")
    begins = find_changes(hashes[order])
    same = np.empty(len(order), dtype=np.int64)
    same[order] = order[begins][np.cumsum(begins) - 1]
    if not is_ascii or not attributes.are_same(sources.code, sources.start, sources.end, same):
        # Letters beyond Latin-1 are all one byte, and different tags may have one hash.
        return number_any(sources)
    is_first = same == np.arange(len(same))
    return (np.cumsum(is_first) - 1)[same], np.flatnonzero(is_first)


def gather_attributes(sources: TagSources, names: Names) -> Attributes:
    """Read the attributes of tags, given their sources and packed names."""
    # A term is at least one character, and a tag and its mark have two more.
    most = int((sources.end - sources.start).sum()) + 2 * len(sources)
    owner, hashes = np.empty(most, dtype=np.int64), np.empty(most, dtype=np.uint64)
    styles, hidden = np.empty(len(sources), dtype=np.uint64), np.empty(len(sources), dtype=np.uint8)
    n = attributes.gather_attributes(
        sources.code,
        sources.start,
        sources.end,
        names,
        (SALTS["."], SALTS["#"], SALTS["@"]),
        (BASE, SPREAD, LONGEST_VALUE, MOST_NAMES),
        owner,
        hashes,
        styles,
        hidden,
    )
    if n < 0:
        # Names in other alphabets are left to NumPy and Python's tables.
        return gather_any(sources, names)
    numbers = {0: 0}
    style = [numbers.setdefault(hashed, len(numbers)) for hashed in styles.tolist()]
    return Attributes(owner[:n].copy(), hashes[:n].copy(), np.array(style, dtype=np.int64), hidden.view(np.bool_))
