"""Lists: their first numbers, which items are tasks, and markers that items have as text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cetr.document import BLOCK_TAGS
from cetr.structure.blocks import Block
from cetr.structure.nodes import Node

LISTS = frozenset("ul ol menu dir".split())

_BULLET = re.compile(r"[•‣◦▪●■]\s+|[•·‣◦▪●■–-]$")


def read_number(node: Node) -> int | None:
    """Read the first number of a numbered list; None for bullets."""
    if node.name != "ol":
        return None
    items = node.named("li")
    written = node.attributes.get("start") or (items[0].attributes.get("value") if items else None) or "1"
    return int(written) if written.isascii() and written.isdigit() and len(written) < 10 else 1


def drop_markers(items: Sequence[Block], number: int | None) -> list[Block]:
    """Remove bullets that items have as text, and numbers if each of several items has its own."""
    if number is None:
        return [_drop(item, _BULLET) or item for item in items]
    found = [_drop(item, re.compile(rf"{own}[.)]\s+|{own}[.)]?$")) for own, item in enumerate(items, start=number)]
    cut = [item for item in found if item is not None]
    return cut if len(cut) == len(items) > 1 else list(items)


def _drop(item: Block, marker: re.Pattern[str]) -> Block | None:
    """Remove the marker at the beginning of an item's text; None if it has none, or no other text."""
    first, *rest = item.blocks
    if first.kind != "paragraph" or not first.inlines or first.inlines[0].kind != "text":
        return None
    start, *others = first.inlines
    match = marker.match(start.text)
    if match is None or (match.end() == len(start.text) and others and not start.text[-1].isspace()):
        return None
    left = start.text[match.end() :]
    inlines = (*((start._replace(text=left),) if left else ()), *others)
    if not inlines and not rest:
        return None
    return item._replace(blocks=(*((first._replace(inlines=inlines),) if inlines else ()), *rest))


def read_check(node: Node) -> bool | None:
    """Read whether the task of an item is done; None if it is not a task."""
    box = next(iter(node.named("input", "label", "p")), None)
    if box is not None and box.name != "input":
        box = next(iter(box.named("input")), None)
    if box is None or box.attributes.get("type", "").lower() != "checkbox" or _folds(node, box):
        return None
    return "checked" in box.attributes


def _folds(item: Node, box: Node) -> bool:
    """Return whether a check box in an item folds the block after it, as in some forums."""
    after = item.children[item.children.index(box) + 1 :] if box in item.children else []
    following = next((child for child in after if isinstance(child, Node) or child.text.strip()), None)
    return isinstance(following, Node) and following.name not in ("label", "p") and following.name in BLOCK_TAGS
