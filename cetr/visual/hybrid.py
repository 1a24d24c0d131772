"""Hybrid density: text weighed by how near it is to the middle of the page, by its element or by its VIPS block."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from scipy.special import ndtr

from cetr.classic import Counts, composite_density, count_inside, extract_dense
from cetr.console import check_range
from cetr.document import Floats, Page, Spans, Tree, count_characters, join_tokens, read_page
from cetr.visual.layout import Layout, read_layout
from cetr.visual.segmentation import Block, segment_page


def hybrid(html: str, *, layout: Mapping[str, Any] | None = None) -> Spans:
    """Hybrid density: composite text density with characters weighed by their visual importance.

    Source: Song, Sun, Liao, "A hybrid approach for content extraction" (2013), as in Nethra, Anitha, 3.3 to 3.5.

    The visual importance of a text is the share of the normal distribution N(mu, sigma) between its left and its right
    edge, with mu the middle and sigma half the width of the widest element below the root: "visual importance using
    position and size" of Nethra and Anitha's figures. The papers leave open: the box of a text (its element's); text
    that is not shown (importance 0); the characters that are in no link (not weighed, as the paper weighs C alone).
    Where an element has no tags, T is HC / C, as the paper says. See `hybrid_density` for elements that are mostly
    links.
    """
    page = read_page(html)
    return _extract(page, weigh_texts(page.tree, read_layout(page.tree, layout)))


def hybrid_vips(html: str, *, pdoc: int = 6, layout: Mapping[str, Any] | None = None) -> Spans:
    """Hybrid density with the visual importance of VIPS blocks in place of elements.

    Source: Nethra, Anitha, "Web content extraction by integrating textual and visual importance of web pages", 3.3.

    The edges of a text are those of the innermost visual block that holds it, down to a degree of coherence of ``pdoc``
    (1 to 10); mu and sigma come from the widest block below the page. The paper calls each block "NodeL" but then,
    under formula (3), has one "node with a largest horizontal span under the root node". We follow the second: by the
    first, a menu that fills its own block would be as important as the article, and the paper wants what is "in the
    center of a Web page". Otherwise this is as `hybrid`.
    """
    check_range("hybrid-vips", 1, 10, pdoc=pdoc)
    page = read_page(html)
    boxes = read_layout(page.tree, layout)
    return _extract(page, weigh_blocks(len(page.text), segment_page(page, boxes, pdoc), boxes.width))


def _extract(page: Page, importance: Floats) -> Spans:
    counts, weighed = count_inside(page), count_inside(page, count_characters(page) * importance)
    density = hybrid_density(counts, weighed)
    return join_tokens(page, extract_dense(page.tree, density, counts.body) & (importance > 0))


def weigh_texts(tree: Tree, layout: Layout) -> Floats:
    """Weigh each token by the box of its element: its visual importance, 0 to 1. Shape (tokens,)."""
    shown = np.flatnonzero(layout.shown)
    importance = np.zeros(len(layout.box))
    importance[shown] = find_importance(layout.box[shown][:, (0, 2)], layout.box[shown][:, (0, 2)], layout.width)
    return importance[tree.owner]


def weigh_blocks(tokens: int, root: Block, width: float) -> Floats:
    """Weigh each token by the innermost visual block around it: its visual importance, 0 to 1. Shape (tokens,)."""
    blocks = [block for _, block in root.walk()]
    edges = np.array([(block.box[0], block.box[2]) for block in blocks])
    importance = find_importance(edges, edges[1:] if len(blocks) > 1 else edges, width)
    by_token = np.zeros(tokens)
    for block, value in zip(blocks, importance.tolist(), strict=True):
        by_token[list(block.tokens)] = value
    return by_token


def find_importance(edges: Floats, candidates: Floats, width: float) -> Floats:
    """Formulas (3) and (4): the mass of N(mu, sigma) between left and right edges. Shapes (n, 2) and (m, 2) to (n,).

    Mu is the middle and sigma half the width (CSS pixels) of the widest candidate, as far as it lies on the page.
    """
    if not len(edges):
        return np.zeros(0)
    clipped = np.clip(candidates, 0, width)
    left, right = clipped[np.argmax(clipped[:, 1] - clipped[:, 0])].tolist()
    middle, deviation = (left + right) / 2, max((right - left) / 2, 1.0)
    return np.asarray(ndtr((edges[:, 1] - middle) / deviation) - ndtr((edges[:, 0] - middle) / deviation))


def hybrid_density(counts: Counts, weighed: Counts) -> Floats:
    """Formula (6): formula (2) with HC for C, and HC / C for T where there are no tags. Shape (elements,).

    Characters of links are not weighed. So in elements with hardly anything but links, the logarithm's argument may
    fall below 1, which it cannot in formula (2). Then the density would be negative, and 0 is returned instead. With
    the negative density, word F1 on the starter package is .883 (`hybrid`) and .884 (`hybrid-vips`), not .932 and .881.
    """
    share = np.divide(
        weighed.characters, counts.characters, out=np.ones_like(weighed.characters), where=counts.characters > 0
    )
    tags = np.where(counts.tags > 0, counts.tags, np.where(share > 0, share, 1))
    return composite_density(
        Counts(weighed.characters, tags, counts.link_characters, counts.link_tags, counts.body),
        plain=counts.characters - counts.link_characters,
    )
