"""Content extraction via text density: elements with much text for their number of tags and links."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cetr.console import InputError
from cetr.document import (
    FALLBACK_TAGS,
    UNRENDERED_TAGS,
    Bools,
    Floats,
    Kind,
    Page,
    Spans,
    Tree,
    count_characters,
    join_tokens,
    mark_links,
    pack_name,
    read_page,
)


def cetd(html: str, *, density: str = "composite") -> Spans:
    """Text density: elements that have at least the content's density of text per tag and link.

    Source: Sun, Song, Liao, "DOM based content extraction via text density" (2011), as in Nethra, Anitha, 3.2 and 3.5.

    ``density`` is 'composite' (formula 2, corrected) or 'text' (formula 1). The papers leave two things open. Which
    tags count: here those of rendered elements, without scripts and styles, and an element does not count itself. What
    a page without links has, where the base of the logarithm is 1: here its composite density is its text density. See
    `extract_dense` for the rest.
    """
    if density not in ("composite", "text"):
        raise InputError(f"cetd: density: '{density}' is neither 'composite' nor 'text'")
    page = read_page(html)
    counts = count_inside(page)
    values = composite_density(counts) if density == "composite" else text_density(counts)
    return join_tokens(page, extract_dense(page.tree, values, counts.body))


@dataclass(frozen=True)
class Counts:
    """What each element holds, including its descendants: arrays of shape (elements,). ``body`` is the index of the
    body.
    """

    characters: Floats
    tags: Floats
    link_characters: Floats
    link_tags: Floats
    body: int


def count_inside(page: Page, characters: npt.NDArray[np.generic] | None = None) -> Counts:
    """Count what formulas (1) and (2) need. ``characters`` per token replaces the number of characters of a token."""
    tree = page.tree
    per_token = count_characters(page) if characters is None else characters
    tags = _mark_tags(page)
    anchors = tags & (tree.tokens.name == pack_name("a"))
    bodies = np.flatnonzero(tree.is_named("body"))
    return Counts(
        characters=tree.sum_inside(per_token),
        tags=_count_below(tree, tags),
        link_characters=tree.sum_inside(per_token * mark_links(page)),
        link_tags=_count_below(tree, anchors),
        body=int(bodies[0]) if len(bodies) else 0,
    )


def _mark_tags(page: Page) -> Bools:
    """Mark the start tags of rendered elements. Shape (tokens,)."""
    tree = page.tree
    silent = tree.is_named(*UNRENDERED_TAGS, *FALLBACK_TAGS, "script", "style", "link", "meta")
    return np.asarray((tree.tokens.kind == Kind.OPEN) & ~tree.mark_tokens(np.flatnonzero(silent)))


def _count_below(tree: Tree, tags: Bools) -> Floats:
    return tree.sum_inside(tags) - np.concatenate(([0], tags[tree.open[1:]]))


def text_density(counts: Counts) -> Floats:
    """Formula (1): characters per tag, where no tags count as one. Shape (elements,)."""
    return np.asarray(counts.characters / np.where(counts.tags > 0, counts.tags, 1))


def composite_density(counts: Counts, plain: Floats | None = None) -> Floats:
    """Formula (2) as Sun, Song and Liao give it, with every zero denominator replaced by 1. Shape (elements,).

    ``plain`` gives the characters outside links if they are not the difference of the two counts.
    """
    c, lc, b = counts.characters, counts.link_characters, counts.body
    outside = c - lc if plain is None else plain
    tags = np.where(counts.tags > 0, counts.tags, 1)
    ratio = c / np.where(lc > 0, lc, 1) * tags / np.maximum(counts.link_tags, 1)
    share = lc[b] / c[b] if c[b] > 0 else lc[b]
    base = np.log(c / np.where(outside > 0, outside, 1) * lc + share * c + np.e)
    weight = np.divide(np.log(np.maximum(ratio, 1)), np.log(base), out=np.ones_like(c), where=base > 1)
    return np.asarray(text_density(counts) * weight)


def extract_dense(tree: Tree, density: Floats, body: int) -> Bools:
    """Algorithm 2: find the tokens that lie in an element of content. Shape (tokens,).

    The threshold is the least density on the path from the element with the greatest DensitySum up to the body. An
    element at or over it is considered if all elements between it and the body are at or over it too. In each such
    element, the element with the greatest DensitySum is content. The first of several equals wins, so that an element
    without children is content itself.
    """
    parent, best = tree.parent.tolist(), _find_densest(tree, tree.sum_children(density))
    at, threshold = best[body], float(density[body])
    while at != body:
        threshold = min(threshold, float(density[at]))
        at = parent[at]
    dense = (density >= threshold).tolist()
    reached = {body}
    for i in range(body + 1, len(tree)):
        if dense[i] and parent[i] in reached:
            reached.add(i)
    return tree.mark_tokens(np.array(sorted({best[i] for i in reached}), dtype=np.int64))


def _find_densest(tree: Tree, sums: Floats) -> list[int]:
    """Find, for each element, the first element with the greatest DensitySum among itself and its descendants."""
    parent, values = tree.parent.tolist(), sums.tolist()
    best = list(range(len(tree)))
    for i in range(len(tree) - 1, 0, -1):
        above, found = parent[i], values[best[i]]
        if found >= values[best[above]] and found > values[above]:
            best[above] = best[i]
    return best
