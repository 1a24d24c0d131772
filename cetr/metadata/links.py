"""Read what a page says by the relations of its links: author, categories, tags and licence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cetr.document import Ints, Tokens, pack_name
from cetr.metadata.elements import find_marked, match_values, read_element

_LINK = pack_name("a")
_MARKS = match_values("(?i:author|category|license|tag)", "rel", "REL")
_NO_NAME = re.compile(r"\b(?:about|archives?|google|profile)\b", re.IGNORECASE)
"""What links to an author may say instead of the name."""
_APART = 300
"""From how many characters on between two links they belong to different lists."""
_CLOUD = 26
"""From how many links on a list is that of the site and not of the page."""


class _Link(NamedTuple):
    start: int
    end: int
    text: str


def read_links(html: str, tokens: Tokens, opening: Ints) -> Iterator[tuple[str, str]]:
    """Read the statements of links with ``rel``, (source, value) pairs; ``opening`` are the start tags."""
    links: dict[str, list[_Link]] = {"author": [], "category": [], "tag": []}
    for i, attributes in find_marked(html, tokens, opening, *_MARKS):
        if tokens.name[i] != _LINK:
            continue
        relations = attributes.get("rel", "").lower().split()
        if "license" in relations:
            yield "rel license", attributes.get("href", "")
        # WordPress writes rel="category tag".
        relation = next((relation for relation in links if relation in relations), "")
        if relation and (text := read_element(html, tokens, i)):
            links[relation].append(_Link(int(tokens.start[i]), int(tokens.end[i]), text))
    yield "rel author", _choose_author([link.text for link in links["author"] if not _NO_NAME.search(link.text)])
    for relation in ("category", "tag"):
        yield f"rel {relation}", "; ".join(_choose_list(links[relation]))


def _choose_author(names: Sequence[str]) -> str:
    """Choose the author; empty if there are several, as on a listing or beside a column."""
    # A link after the text may be "View all posts by" that author.
    return names[0] if names and all(names[0] in name for name in names) else ""


def _choose_list(links: Sequence[_Link]) -> list[str]:
    """Choose the list of links that has all that the others have; empty if there is none, as on a page of teasers."""
    lists: list[list[str]] = []
    before = 0
    for link in links:
        if not lists or link.start - before > _APART:
            lists.append([])
        lists[-1].append(link.text)
        before = link.end
    lists = [texts for texts in lists if len(texts) < _CLOUD]
    longest = max(lists, key=len, default=[])
    return longest if all(set(longest).issuperset(others) for others in lists) else []
