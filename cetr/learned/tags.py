"""What the tags of a page tell: words of class, id and role attributes, and the head's title and description."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cetr.compiled import IN_USE
from cetr.document import Bools, Ints, Names
from cetr.learned.attributes import Attributes
from cetr.learned.blocks import Blocks
from cetr.learned.containers import inherit

if IN_USE:
    from cetr.learned.scanning import read_attributes
else:
    from cetr.learned.attributes import read_attributes


@dataclass(frozen=True)
class Tags:
    """The d different tags of a page's n containers.

    ``sources`` (d,) are the different tags as written, ``names`` (d,) their packed names, ``attributes`` what they say.
    ``container`` (n,) is the number of each container's tag, -1 where no tag
    was read. ``style`` (n,) numbers the tags' class attributes, ``hidden`` (n,) says which containers, or one around
    them, are not shown.
    """

    sources: Sequence[str]
    names: Names
    attributes: Attributes
    container: Ints
    style: Ints
    hidden: Bools


def read_tags(blocks: Blocks, filled: Bools) -> Tags:
    """Read the tags of the containers that hold blocks, as ``filled`` (n containers,) says."""
    html, tokens, containers = blocks.html, blocks.tokens, blocks.containers
    read = np.flatnonzero(filled[1:]) + 1
    at = containers.events[containers.opened[read]]
    edges = zip(tokens.start[at].tolist(), tokens.end[at].tolist(), strict=True)
    sources = [html[start:end] for start, end in edges]
    numbers: dict[str, int] = {}
    container = np.full(len(filled), -1, dtype=np.int64)
    container[read] = [numbers.setdefault(source, len(numbers)) for source in sources]
    names = np.zeros(len(numbers), dtype=np.uint64)
    names[container[read]] = tokens.name[at]
    different = list(numbers)
    found = read_attributes(different, names)
    own: Bools = np.append(found.hidden, False)[container]
    style: Ints = np.append(found.style, 0)[container]
    return Tags(different, names, found, container, style, inherit(own, containers.above))


@dataclass(frozen=True)
class Head:
    """The head of the page: its title and its description, as written."""

    title: str
    description: str


_TITLE = re.compile(r"<title[^>]*>([^<]*)", re.IGNORECASE)
_META = re.compile(r"<(?i:meta)\s[^>]*>?")
_DESCRIPTION = re.compile(
    r"""\s[^>]*?(?:property|name|itemprop)\s*=\s*["']?(?:og:description|description)["'\s>]""", re.IGNORECASE
)
_CONTENT = re.compile(r"""\scontent\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_LONGEST_HEAD = 100_000


def read_head(html: str) -> Head:
    """Read title and description; of two, the longer one."""
    end = html.find("</head")
    head = html[: min(end if end > 0 else 20_000, _LONGEST_HEAD)]
    title = _TITLE.search(head)
    tags = [tag for tag in _META.findall(head) if "description" in tag.lower() and _DESCRIPTION.match(tag, 5)]
    contents = map(_CONTENT.search, tags)
    descriptions = [content[1] or content[2] or "" for content in contents if content]
    return Head(title[1] if title else "", max(descriptions, key=len, default=""))
