"""The head of a page: its title and its description."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from cetr.document import Kind, Tokens, find_tags, lex


@dataclass(frozen=True)
class Head:
    """The title and the description of a page, as written."""

    title: str
    description: str


_TITLE = re.compile(r"<title[^>]*>([^<]*)", re.IGNORECASE)
_META = re.compile(r"<(?i:meta)\s[^>]*>?")
_DESCRIPTION = re.compile(
    r"""\s[^>]*?(?:property|name|itemprop)\s*=\s*["']?(?:og:description|description)["'\s>]""", re.IGNORECASE
)
_CONTENT = re.compile(r"""\scontent\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_LONGEST_HEAD = 100_000


def read_head(html: str, tokens: Tokens | None = None) -> Head:
    """Read title and description; of several descriptions, the longest."""
    tokens = lex(html) if tokens is None else tokens
    around = find_tags(tokens, "head")
    ends = tokens.start[around[tokens.kind[around] == np.uint8(Kind.CLOSE)]].tolist()
    head = html[: min(ends[0] if ends else 20_000, _LONGEST_HEAD)]
    title = _TITLE.search(head)
    tags = [tag for tag in _META.findall(head) if "description" in tag.lower() and _DESCRIPTION.match(tag, 5)]
    contents = map(_CONTENT.search, tags)
    descriptions = [content[1] or content[2] or "" for content in contents if content]
    return Head(title[1] if title else "", max(descriptions, key=len, default=""))
