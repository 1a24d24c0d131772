"""Links that a site's software puts beside a heading: to the heading itself, and to edit its section.

To readers, neither is a part of the text, and gold leaves both out.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from cetr.document import Bools, Ints, Kind, Spans, Tokens, find_tags, normalize_spans, resolve_references
from cetr.structure import SIGN_LINKS, read_attributes

_LONGEST = len("&#128279;") + 8
"""The longest text of such a link; some have white space around the sign."""
_EDIT_CLASSES = {"mw-editsection", "editsection"}
"""The element with MediaWiki's "[edit]", in any language."""


@lru_cache(maxsize=1)
def _may_begin() -> Bools:
    """Tabulate which bytes of `Tokens.code` the text of such a link begins with: a sign, a reference, white space."""
    signs = {sign[0] for sign in SIGN_LINKS}
    return np.array([chr(code) in signs or code == ord("&") or chr(code).isspace() for code in range(255)] + [True])


def find_permalinks(html: str, tokens: Tokens) -> Spans:
    """Find links to a place in a page that consist of a sign, and MediaWiki's links to edit a section; normalised."""
    return normalize_spans(_find_signs(html, tokens) + _find_edit_links(html, tokens), len(html))


def _find_signs(html: str, tokens: Tokens) -> list[tuple[int, int]]:
    links = find_tags(tokens, "a")
    links = links[(tokens.kind[links] == np.uint8(Kind.OPEN)) & (links + 2 < len(tokens.start))]
    # The sign, and nothing else, stands between the tags of the link.
    links = links[(tokens.kind[links + 1] == np.uint8(Kind.TEXT)) & (tokens.name[links + 2] == tokens.name[links])]
    links = links[tokens.end[links + 1] - tokens.start[links + 1] <= _LONGEST]
    links = links[_may_begin()[tokens.code[tokens.end[links]]]]
    edges = zip(*(a.tolist() for a in (tokens.start[links], tokens.end[links], tokens.end[links + 1])), strict=True)
    return [
        (opened, end)
        for start, opened, end in edges
        if "#" in html[start:opened] and resolve_references(html[opened:end]).strip() in SIGN_LINKS
    ]


def _find_edit_links(html: str, tokens: Tokens) -> list[tuple[int, int]]:
    tags = find_tags(tokens, "span")
    if not _mention_edits(html, tokens, tags):
        return []
    found: list[tuple[int, int]] = []
    first = depth = 0
    for kind, start, end in zip(*(a[tags].tolist() for a in (tokens.kind, tokens.start, tokens.end)), strict=True):
        opens = kind == Kind.OPEN
        if depth:
            depth += 1 if opens else -1
            if not depth:
                found.append((first, end))
        elif opens and _has_edit_class(html, start, end):
            first, depth = start, 1
    return found


def _mention_edits(html: str, tokens: Tokens, tags: Ints) -> bool:
    """Return whether any of some tags is likely to be such a link; most pages have none."""
    long = tags[tokens.end[tags] - tokens.start[tags] > len("<span class=editsection")]
    edges = zip(tokens.start[long].tolist(), tokens.end[long].tolist(), strict=True)
    return any(html.find("editsection", start, end) >= 0 for start, end in edges)


def _has_edit_class(html: str, start: int, end: int) -> bool:
    if html.find("editsection", start, end) < 0:
        return False
    return not _EDIT_CLASSES.isdisjoint(read_attributes(html, start, end).get("class", "").split())
