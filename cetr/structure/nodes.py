"""The elements and texts of the content, each with its place in the source of the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from cetr.document import resolve_references

_ATTRIBUTE = re.compile(r"""([^\s"'<>/=]++)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'>]++)))?""")
TAG_NAME = re.compile(r"<([^\s/>]++)")
"""The beginning of a start tag, with its name."""


def read_attributes(html: str, start: int, end: int) -> dict[str, str]:
    """Read the attributes of the tag from ``start`` to ``end``: names in lower case, values with references resolved.

    If a name occurs more than once, the first counts.
    """
    head = TAG_NAME.match(html, start, end)
    found: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(html, head.end() if head else end, end):
        value = next((v for v in match.groups()[1:] if v is not None), "")
        found.setdefault(match[1].lower(), resolve_references(value) if "&" in value else value)
    return found


class Text(NamedTuple):  # a frozen dataclass takes twice as long to make
    """Text of the content from ``start`` to ``end`` of the source, references resolved, white space unchanged."""

    text: str
    start: int
    end: int


@dataclass(eq=False)  # a frozen one takes twice as long to make
class Node:
    """An element that contains text of the content, or that shows something without text.

    ``start`` and ``end`` are its place in ``html``, with its tags; ``inside`` says whether its start tag is in one of
    the spans.
    """

    html: str
    name: str
    start: int
    opened: int
    end: int
    inside: bool
    children: list[Node | Text] = field(default_factory=list)

    @cached_property
    def attributes(self) -> dict[str, str]:
        """The attributes of the start tag, names in lower case, values with references resolved; the first counts."""
        return read_attributes(self.html, self.start, self.opened)

    @cached_property
    def classes(self) -> frozenset[str]:
        """The class names."""
        return frozenset(self.attributes.get("class", "").split())

    @property
    def level(self) -> int:
        """The level of a heading, 1 to 6, by its name or its role; 0 for other elements."""
        if len(self.name) == 2 and self.name[0] == "h" and self.name[1] in "123456":
            return int(self.name[1])
        if self.html.find("role=", self.start, self.opened) < 0 or self.attributes.get("role") != "heading":
            return 0
        level = self.attributes.get("aria-level", "2")
        return int(level) if level in ("1", "2", "3", "4", "5", "6") else 2

    @property
    def source(self) -> str:
        """The source of the element in the page."""
        return self.html[self.start : self.end]

    def named(self, *names: str) -> list[Node]:
        """List the elements directly in it that have one of the names."""
        return [child for child in self.children if isinstance(child, Node) and child.name in names]

    def walk(self) -> Iterator[Node]:
        """Yield the elements in it, in document order."""
        pending = [child for child in reversed(self.children) if isinstance(child, Node)]
        while pending:
            node = pending.pop()
            yield node
            pending += [child for child in reversed(node.children) if isinstance(child, Node)]

    def texts(self) -> Iterator[Text]:
        """Yield the texts in it, in document order."""
        for child in self.children:
            if isinstance(child, Text):
                yield child
            else:
                yield from child.texts()

    @cached_property
    def text(self) -> str:
        """All text in it, white space as in the source."""
        return "".join(text.text for text in self.texts())
