"""Hybrid density: text weighed by how far in the middle of the page it stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from scipy.special import ndtr

from cetr.classic import Counts, composite_density, count_inside, extract_dense
from cetr.document import Floats, Spans, Tree, count_characters, join_tokens, read_page
from cetr.visual.layout import Layout, read_layout


def hybrid(html: str, *, layout: Mapping[str, Any] | None = None) -> Spans:
    """Hybrid density: composite text density with characters weighed by their visual importance.

    Source: Song, Sun, Liao, "A hybrid approach for content extraction" (2013), as in Nethra, Anitha, 3.3 to 3.5.

    The visual importance of a text is the share of the normal distribution N(mu, sigma) between its left and its
    right edge, with mu the middle and sigma half the width of the widest element below the root. The papers leave
    open: the box of a text (its element's); text that is not shown (importance 0); the characters that are in no
    link (not weighed, as the paper weighs C alone). Where an element has no tags, T is HC / C, as the paper says.
    """
    page = read_page(html)
    boxes = read_layout(page.tree, layout)
    characters = count_characters(page)
    importance = weigh_texts(page.tree, boxes)
    counts, weighed = count_inside(page), count_inside(page, characters * importance)
    density = hybrid_density(counts, weighed)
    return join_tokens(page, extract_dense(page.tree, density, counts.body) & (importance > 0))


def weigh_texts(tree: Tree, layout: Layout) -> Floats:
    """The visual importance, 0 to 1, of each token by the box of its element. Shape (tokens,)."""
    left, right = _find_page(layout)
    middle, deviation = (left + right) / 2, max((right - left) / 2, 1.0)
    mass = ndtr((layout.box[:, 2] - middle) / deviation) - ndtr((layout.box[:, 0] - middle) / deviation)
    return np.asarray((mass * layout.shown)[tree.owner])


def _find_page(layout: Layout) -> tuple[float, float]:
    """Left and right edge of the widest shown element, as far as it lies on the page."""
    if not layout.shown.any():
        return 0.0, layout.width
    edges = np.clip(layout.box[:, (0, 2)], 0, layout.width)
    widest = int(np.argmax(np.where(layout.shown, edges[:, 1] - edges[:, 0], -1)))
    return float(edges[widest, 0]), float(edges[widest, 1])


def hybrid_density(counts: Counts, weighed: Counts) -> Floats:
    """Formula (6): formula (2) with HC for C, and HC / C for T where there are no tags. Shape (elements,)."""
    share = np.divide(
        weighed.characters, counts.characters, out=np.ones_like(weighed.characters), where=counts.characters > 0
    )
    tags = np.where(counts.tags > 0, counts.tags, np.where(share > 0, share, 1))
    return composite_density(
        Counts(weighed.characters, tags, counts.link_characters, counts.link_tags, counts.body),
        plain=counts.characters - counts.link_characters,
    )
