"""Footnotes: links to notes at the end of a text, by the identifiers that both carry."""

from __future__ import annotations

import re
from collections.abc import Mapping

from cetr.structure.nodes import Node

_LABEL = re.compile(r"\[?\s*(\d{1,4}|[a-z]|\*|†|‡|note \d+)\s*\]?")
_HOLDERS = frozenset("li p div aside dd section".split())
_BACK = frozenset("↩ ↩︎ ↑ ^ ⏎ ↵ back".split())


def find_notes(root: Node) -> Mapping[str, str]:
    """The label of each note of the content by its element's identifier; a note is one that a number links to."""
    links: dict[str, str] = {}
    if "#" not in root.html:
        return {}
    nodes = list(root.walk())
    for node in nodes:
        if node.name == "a" and len(node.text) < 20 and (match := _LABEL.fullmatch(node.text.strip())):
            target = node.attributes.get("href", "").partition("#")[2]
            if target and "backref" not in node.attributes.get("class", ""):
                links.setdefault(target, re.sub(r"\s+", "-", match[1]))
    if not links:
        return {}
    holders = {node.attributes.get("id", "") for node in nodes if node.name in _HOLDERS}
    return {target: label for target, label in links.items() if target in holders}


def is_back_link(node: Node) -> bool:
    """Whether a link leads from a note back to where it was referred to."""
    if node.name != "a" or "#" not in node.attributes.get("href", ""):
        return False
    text = node.text.strip()
    return (
        text in _BACK
        or "backref" in node.attributes.get("class", "")
        or "↩" in text
        or (node.attributes["href"].partition("#")[2].startswith(("cite_ref", "fnref")))
    )
