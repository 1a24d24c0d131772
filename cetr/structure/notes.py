"""Footnotes: links to notes at the end of a text, by the identifiers that both carry."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from cetr.structure.blocks import Block, Inline, plain_text
from cetr.structure.nodes import Node

_LABEL = re.compile(r"\[?\s*(\d{1,4}|[a-z]|\*|†|‡|note \d+)\s*\]?")
_NOTE = re.compile(r"(?:user-content-)?_?(?:sd)?(?:fn|ftn|foot|edn|en\d|end|note|cite|ref|bib|[br]\d)", re.IGNORECASE)
"""How identifiers of notes begin."""
_HOLDERS = frozenset("li p div aside dd section".split())
_PARAGRAPHS = frozenset("li p dd".split())
"""Those that an anchor at their beginning may make a note. At the beginning of others, it may be that of a section."""
_BEGINNING = re.compile(r"(?:[\s\[(]|</?(?:a|b|em|font|i|small|span|strong|sup)\b[^<>]*>)+", re.IGNORECASE)
"""What may be in a note before its text."""
_ANCHOR = re.compile(r"""\s(?:id|name)\s*=\s*["']?([^\s"'<>]+)""", re.IGNORECASE)
_BACK = frozenset("↩ ↩︎ ↑ ^ ⏎ ↵ back".split())


@dataclass(frozen=True)
class Notes:
    """The labels of the notes of a page: by the identifiers that links to them name, and by their elements."""

    labels: Mapping[str, str]
    holders: Mapping[Node, str]

    def without(self, labels: Set[str]) -> Notes:
        """Return the notes that have none of some labels."""
        return Notes(
            {key: label for key, label in self.labels.items() if label not in labels},
            {holder: label for holder, label in self.holders.items() if label not in labels},
        )


def find_notes(root: Node) -> Notes:
    """Find the footnotes of the content.

    A note is the target of a link whose text is a number, if the number is raised or in brackets, or if the address
    says that it refers to a note. The target must be elsewhere, because the number of a post in a forum links to the
    post itself. It is an element with the identifier, or one that begins with an anchor of that name.
    """
    links: dict[str, tuple[str, Node]] = {}
    if "#" not in root.html:
        return Notes({}, {})
    nodes = list(root.walk())
    raised = {id(child) for node in nodes if node.name == "sup" for child in node.walk()}
    for node in nodes:
        if node.name == "a" and (label := read_label(node)):
            target = node.attributes.get("href", "").partition("#")[2]
            refers = id(node) in raised or "[" in node.html[node.start - 1] + node.text or _NOTE.match(target)
            if target and refers and "backref" not in node.attributes.get("class", ""):
                links.setdefault(target, (label, node))
    labels: dict[str, str] = {}
    holders: dict[Node, str] = {}
    given: Counter[str] = Counter()
    for key, holder in _find_holders(nodes, links) if links else ():
        label, link = links[key]
        if not holder.start <= link.start < holder.end and key not in labels and holder not in holders:
            given[label] += 1
            # Each article of a page may count its notes from 1.
            labels[key] = holders[holder] = label if given[label] == 1 else f"{label}-{given[label]}"
    return Notes(labels, holders)


def _find_holders(nodes: Sequence[Node], links: Mapping[str, tuple[str, Node]]) -> Iterator[tuple[str, Node]]:
    """Yield the elements to which links lead, each with the identifier that it has or that an anchor in it has."""
    for node in nodes:
        if node.name not in _HOLDERS:
            continue
        if node.attributes.get("id", "") in links:
            yield node.attributes["id"], node
        if node.name not in _PARAGRAPHS:
            continue
        begun = _BEGINNING.match(node.html, node.opened, min(node.end, node.opened + 300))
        for key in _ANCHOR.findall(begun[0]) if begun else ():
            # A link back from the note leads to the reference, which comes before it.
            if key in links and links[key][1].start < node.start:
                yield key, node


def read_label(link: Node) -> str:
    """Read the label of a link that may lead to a note; empty if it says something else."""
    match = _LABEL.fullmatch(link.text.strip()) if len(link.text) < 20 else None
    return re.sub(r"\s+", "-", match[1]) if match else ""


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
    if first.kind == "paragraph":
        own = re.sub(r"(?<=[\d*])-\d+$", "", label)
        first = first._replace(inlines=_drop_label(first.inlines, own) or first.inlines)
    return Block("note", node.start, node.end, blocks=(first, *blocks[1:]), label=label)


def _drop_label(inlines: tuple[Inline, ...], label: str) -> tuple[Inline, ...]:
    """Remove a label at the beginning of a line: text, or a raised number or a link back, with brackets around it."""
    if not inlines:
        return ()
    own = re.escape(label)
    pattern = rf"^(?:\[?{own}\]?[.:)]?|\^)\s+|^\[?{own}[\].:)]+$|^\[{own}\]"
    for i, inline in enumerate(inlines[:2]):
        if inline.kind != "text" and plain_text(inlines[: i + 1]).strip(" []().:") == label:
            inlines, pattern = inlines[i + 1 :], r"^[\].:)]*\s*"
            break
    if not inlines or inlines[0].kind != "text":
        return inlines
    text = re.sub(pattern, "", inlines[0].text)
    return (inlines[0]._replace(text=text), *inlines[1:])
