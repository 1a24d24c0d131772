"""Images that a page has twice: one that a script loads, and one in ``<noscript>`` for browsers without scripts."""

from __future__ import annotations

from dataclasses import dataclass

from cetr.structure.addresses import Addresses
from cetr.structure.nodes import Node


@dataclass(frozen=True)
class _Image:
    """An image; ``whole`` is what to remove with it from ``parent`` if another image is the same."""

    node: Node
    whole: Node
    parent: Node

    @property
    def is_fallback(self) -> bool:
        # Of what stands outside the spans, as images of figures may, the tree has no noscript.
        return self.whole.name == "noscript" or not self.node.inside


def drop_fallbacks(root: Node, addresses: Addresses) -> None:
    """Remove from a tree each image of a ``<noscript>`` that repeats the image before or after it."""
    if "<noscript" not in root.html:
        return
    images: list[_Image] = []
    pending = [(root, root, root)]
    while pending:
        node, whole, parent = pending.pop()
        if node.name == "img":
            images.append(_Image(node, whole, parent))
        for child in reversed(node.children):
            if isinstance(child, Node):
                within = whole.name == "noscript"
                pending.append((child, whole, parent) if within else (child, child, node))
    kept: list[_Image] = []
    repeated: list[_Image] = []
    for image in images:
        same = bool(kept) and _find_target(kept[-1], addresses) == _find_target(image, addresses)
        if same and image.is_fallback:
            repeated.append(image)
        elif same and kept[-1].whole.name == "noscript":
            repeated.append(kept[-1])
            kept[-1] = image
        else:
            kept.append(image)
    gone = {id(image.whole) for image in repeated if not image.whole.text.strip()}
    for parent in {id(image.parent): image.parent for image in repeated}.values():
        parent.children = [child for child in parent.children if id(child) not in gone]


def _find_target(image: _Image, addresses: Addresses) -> str:
    return addresses.at(image.node.start).image(image.node.attributes)
