"""Footnotes: links to notes at the end of a text, by the identifiers that both carry."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from cetr.structure.blocks import Block, plain_text
from cetr.structure.nodes import Node

_LABEL = re.compile(r"\[?\s*(\d{1,4}|[a-z]|\*|†|‡|note \d+)\s*\]?")
_NOTE = re.compile(r"(?:user-content-)?_?(?:sd)?(?:fn|ftn|foot|edn|en\d|end|note|cite|ref|bib|[br]\d)", re.IGNORECASE)
"""How identifiers of notes begin."""
_HOLDERS = frozenset("li p div aside dd section".split())
_BACK = frozenset("↩ ↩︎ ↑ ^ ⏎ ↵ back".split())


def find_notes(root: Node) -> Mapping[str, str]:
    """Find the label of each footnote of the content, by the identifier of its element.

    A note is the target of a link whose text is a number, if the number is raised or in brackets, or if the address
    says that it refers to a note. The target must be elsewhere, because the number of a post in a forum links to the
    post itself.
    """
    links: dict[str, tuple[str, Node]] = {}
    if "#" not in root.html:
        return {}
    nodes = list(root.walk())
    raised = {id(child) for node in nodes if node.name == "sup" for child in node.walk()}
    for node in nodes:
        if node.name == "a" and len(node.text) < 20 and (match := _LABEL.fullmatch(node.text.strip())):
            target = node.attributes.get("href", "").partition("#")[2]
            refers = id(node) in raised or "[" in node.html[node.start - 1] + node.text or _NOTE.match(target)
            if target and refers and "backref" not in node.attributes.get("class", ""):
                links.setdefault(target, (re.sub(r"\s+", "-", match[1]), node))
    if not links:
        return {}
    notes: dict[str, str] = {}
    given: Counter[str] = Counter()
    for node in nodes:
        if node.name in _HOLDERS and (found := links.get(node.attributes.get("id", ""))):
            label, link = found
            if not node.start <= link.start < node.end and node.attributes["id"] not in notes:
                given[label] += 1
                # Each article of a page may count its notes from 1.
                notes[node.attributes["id"]] = label if given[label] == 1 else f"{label}-{given[label]}"
    return notes


def is_back_link(node: Node) -> bool:
    """Return whether a link leads from a note back to its reference."""
    if node.name != "a" or "#" not in node.attributes.get("href", ""):
        return False
    text = node.text.strip()
    return (
        text in _BACK
        or "backref" in node.attributes.get("class", "")
        or "↩" in text
        or (node.attributes["href"].partition("#")[2].startswith(("cite_ref", "fnref")))
    )


def make_note(node: Node, label: str, blocks: Sequence[Block]) -> Block:
    """Make a note, without the label at the beginning of its text."""
    first = blocks[0]
    if len(blocks) > 1 and first.kind == "paragraph" and plain_text(first.inlines).strip(" []().:") == label:
        return Block("note", node.start, node.end, blocks=tuple(blocks[1:]), label=label)
    if first.kind == "paragraph" and first.inlines and first.inlines[0].kind == "text":
        own = re.escape(re.sub(r"(?<=[\d*])-\d+$", "", label))
        text = re.sub(rf"^(?:\[?{own}\]?[.:)]?|\^)\s+|^\[?{own}[\].:)]+$", "", first.inlines[0].text)
        first = first._replace(inlines=(first.inlines[0]._replace(text=text), *first.inlines[1:]))
    return Block("note", node.start, node.end, blocks=(first, *blocks[1:]), label=label)
