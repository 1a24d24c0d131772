"""Images that a page has twice: one that a script loads, and the same in ``<noscript>`` for those without scripts."""

from __future__ import annotations

from cetr.structure.addresses import Addresses
from cetr.structure.nodes import Node


def drop_fallbacks(root: Node, addresses: Addresses) -> None:
    """Remove from a tree each ``<noscript>`` of a single image that repeats the image before or after it."""
    images: list[tuple[Node, Node | None]] = []
    parents: dict[int, Node] = {}
    pending: list[tuple[Node, Node | None]] = [(root, None)]
    while pending:
        node, fallback = pending.pop()
        if node.name == "img":
            images.append((node, fallback))
        for child in reversed(node.children):
            if isinstance(child, Node):
                if child.name == "noscript" and fallback is None and _has_one_image(child):
                    parents[id(child)] = node
                    pending.append((child, child))
                else:
                    pending.append((child, fallback))
    for i, (image, fallback) in enumerate(images):
        if fallback is not None:
            others = [other for other, at in (*images[max(i - 1, 0) : i], *images[i + 1 : i + 2]) if at is None]
            target = addresses.image(image.attributes)
            if any(addresses.image(other.attributes) == target for other in others):
                parents[id(fallback)].children.remove(fallback)


def _has_one_image(node: Node) -> bool:
    return not node.text.strip() and sum(child.name == "img" for child in node.walk()) == 1
