"""What parts of pages are called: families of names, whatever the site's own spelling.

A weight for each name (`cetr.learned.paths`) knows the names of the sites that were learned from. A family stands for
all the names with a common part, and its columns let the trees tell comments below an article from posts of a forum.
The families follow the lists that rule-based extractors keep (Readability, trafilatura).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np

from cetr.learned.blocks import Blocks, Floats
from cetr.learned.containers import Ints, inherit
from cetr.learned.features import Columns, Extents, find_running, repeat_values
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
"""Family -> what its names have a part of."""

_OUTER_LEVELS = (2, 3)


def list_families(terms: Iterable[str]) -> Ints:
    """The families of terms as bits in the order of `FAMILIES`, (t,); names of elements have none."""
    patterns = [re.compile(pattern) for pattern in FAMILIES.values()]
    bits = [
        0 if term[0] == "<" else sum(1 << i for i, pattern in enumerate(patterns) if pattern.search(term))
        for term in terms
    ]
    return np.array(bits, dtype=np.int64)


def describe_families(blocks: Blocks, tags: Tags, extents: Extents, tag: Ints, families: Ints) -> Columns:
    """Features from the families of the tags' terms: ``families`` (k,) as bits, and the tag (k,) that has each."""
    containers, size = blocks.containers, len(blocks)
    per_tag = np.zeros(tags.container.max(initial=-1) + 2, dtype=np.int64)
    np.bitwise_or.at(per_tag, tag, families)
    own = per_tag[tags.container]
    at = blocks.container
    around = _split_bits(inherit(own, containers.parent)[at])
    near = np.bitwise_or(own[at], own[containers.parent[at]])
    columns: Columns = {
        _name("around"): around,
        _name("near"): _split_bits(near),
    }
    for level in _OUTER_LEVELS:
        columns[_name(f"outer{level}")] = _split_bits(own[extents.levels[level]])
    width = blocks.width
    columns[_name("page")] = repeat_values((around @ width) / max(width.sum(), 1), size)
    running = find_running(blocks)
    comments, forum = around[0], around[1]
    outside = running * (1 - comments)
    total = max(running.sum(), 1)
    columns["uncommented_before"] = np.cumsum(outside) / total
    columns["uncommented uncommented_width forum_width"] = repeat_values(
        (outside.sum() / total, np.log1p(outside.sum()), np.log1p(running @ forum)), size
    )
    return columns


def _split_bits(bits: Ints) -> Floats:
    """Each family's bit as a row, (families, n)."""
    return (bits >> np.arange(len(FAMILIES))[:, np.newaxis] & 1).astype(np.float64)


def _name(prefix: str) -> str:
    return " ".join(f"{prefix}_{family}" for family in FAMILIES)
