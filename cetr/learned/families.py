"""Families of names for parts of pages, whatever a site's own spelling.

The weights of single names (`cetr.learned.paths`) only cover names of the training sites. A family stands for all names
with a common part, and its columns let the trees distinguish comments below an article from posts of a forum. The
families follow the lists that rule-based extractors keep (Readability, trafilatura).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

import numpy as np

from cetr.document import Floats, Ints
from cetr.learned.blocks import Blocks, find_running
from cetr.learned.columns import Columns, Describe, cut, repeat_values
from cetr.learned.containers import inherit
from cetr.learned.extents import Extents
from cetr.learned.tags import Tags

FAMILIES = {
    "comment": "comment|disqus|respond|responses|repl(y|ies)|discuss|livefyre|trackback|pingback|remark|talkback",
    "forum": "forum|thread|topic|message|vbulletin|phpbb|bbpress|discourse|question|answer|posts?-list",
    "nav": r"nav|menu|breadcrumb|crumb|pagination|pager|paging|toc\b|tabs?\b|jump|skip",
    "side": "sidebar|side-|aside|widget|rail|secondary|complementary|rightcol|right-col|leftcol|left-col|col-right",
    "foot": "foot|copyright|legal|disclaimer|terms|privacy|cookie|consent|gdpr|imprint",
    "head": "header|masthead|banner|topbar|top-bar|logo|search|login|signin|account",
    "ad": r"\bads?\b|advert|sponsor|promo|adsense|doubleclick|outbrain|taboola|affiliate|deal|offer",
    "related": "related|recommend|more|popular|trending|latest|most|also|similar|suggest|next|prev|teaser|recirc",
    "share": "share|social|tweet|facebook|follow|bookmark|addthis|email|print|tools",
    "author": "author|byline|bio|about|profile|contributor|vcard|avatar|writer",
    "meta": r"meta|date|time|tags?\b|categor|info|detail|caption|credit|stats|label",
    "form": "newsletter|subscri|signup|sign-up|popup|modal|overlay|form|poll|survey|paywall|cta",
    "body": r"article|content|entry|post\b|post-|body|story|text|main|blog|description|copy|wiki|prose|markdown",
    "list": r"list|grid|items?\b|cards?\b|results|product|tile|gallery|carousel|slider|swiper|feed|archive|collection",
    "price": "price|cart|buy|sku|stock|shipping|rating|review|spec|variant|swatch|option",
}
"""The parts of names that define each family."""

_OUTER_LEVELS = (2, 3)
_COMMENT, _FORUM = map(list(FAMILIES).index, ("comment", "forum"))


def list_families(terms: Iterable[str]) -> Ints:
    """List the families of terms as bits in the order of `FAMILIES`, (t,); names of elements have none."""
    patterns = [re.compile(pattern) for pattern in FAMILIES.values()]
    bits = [
        0 if term[0] == "<" else sum(1 << i for i, pattern in enumerate(patterns) if pattern.search(term))
        for term in terms
    ]
    return np.array(bits, dtype=np.int64)


def mark_comments(blocks: Blocks, tags: Tags, tag: Ints, families: Ints) -> Ints:
    """Return 1 for each block in a part called comments, (n,). The arguments are those of `survey_families`."""
    return _mark(blocks, tags, tag, families, _COMMENT)


def mark_forums(blocks: Blocks, tags: Tags, tag: Ints, families: Ints) -> Ints:
    """Return 1 for each block in a part called a forum, (n,). The arguments are those of `survey_families`."""
    return _mark(blocks, tags, tag, families, _FORUM)


def _mark(blocks: Blocks, tags: Tags, tag: Ints, families: Ints, family: int) -> Ints:
    if not _find_bit(families, family).any():
        return np.zeros(len(blocks), dtype=np.int64)  # as most pages, which need no more
    own = _collect_families(tags, tag, families)
    return _find_bit(inherit(own, blocks.containers.above)[blocks.container], family)


def _collect_families(tags: Tags, tag: Ints, families: Ints) -> Ints:
    """Collect the families of each container as bits, (d,)."""
    per_tag = np.zeros(len(tags.names) + 1, dtype=np.int64)
    np.bitwise_or.at(per_tag, tag, families)
    collected: Ints = per_tag[tags.container]
    return collected


def survey_families(blocks: Blocks, tags: Tags, extents: Extents, tag: Ints, families: Ints) -> Describe:
    """Compute features from the families of the tags' terms: ``families`` (k,) as bits, and the tag (k,) of each."""
    containers, at, width = blocks.containers, blocks.container, blocks.width
    own = _collect_families(tags, tag, families)
    near = np.bitwise_or(own, own[containers.parent])
    all_around = inherit(own, containers.above)[at]
    page = sum(_split_bits(all_around[part]) @ width[part] for part in cut(len(at))) / max(width.sum(), 1)
    running = find_running(blocks)
    outside = running * (1 - _find_bit(all_around, _COMMENT))
    total = max(running.sum(), 1)
    outside_to = np.cumsum(outside) / total
    forum = float(running @ _find_bit(all_around, _FORUM))
    uncommented = (outside.sum() / total, np.log1p(outside.sum()), math.log1p(forum))

    def describe(part: slice) -> Columns:
        size = part.stop - part.start
        columns = {_name("around"): _split_bits(all_around[part]), _name("near"): _split_bits(near[at[part]])}
        for level in _OUTER_LEVELS:
            columns[_name(f"outer{level}")] = _split_bits(own[extents.levels[level, part]])
        columns[_name("page")] = repeat_values(page, size)
        columns["uncommented_before"] = outside_to[part]
        columns["uncommented uncommented_width forum_width"] = repeat_values(uncommented, size)
        return columns

    return describe


def _split_bits(bits: Ints) -> Floats:
    """Split the bits into a row for each family, (families, n)."""
    return (bits >> np.arange(len(FAMILIES))[:, np.newaxis] & 1).astype(np.float64)


def _find_bit(bits: Ints, family: int) -> Ints:
    """Take the bit of one family, (n,)."""
    found: Ints = bits >> family & 1
    return found


def _name(prefix: str) -> str:
    return " ".join(f"{prefix}_{family}" for family in FAMILIES)
