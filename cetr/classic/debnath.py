"""FeatureExtractor and K-FeatureExtractor: the blocks of a page in which text outweighs everything else."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cetr.console import MOST_CLUSTERS, check_whole
from cetr.document import Floats, Ints, Page, Spans, count_words, find_blocks, join_tokens, mark_links, read_page

OTHER_FEATURES = ("a", "img", "svg", "picture", "object", "embed", "iframe", "form", "input", "select", "button")
"""Elements that count as features beside text: links, images, applets and forms."""


def fe(html: str) -> Spans:
    """FeatureExtractor: the one block in which text has the greatest share of all features.

    Source: Debnath, Mitra, Giles, "Automatic extraction of informative blocks from webpages" (2005).

    The papers name it without describing it. Here a block is a block-level element without the blocks nested in it. Its
    features are its words outside links, its words in links, and its links, images, applets and form controls. Blocks
    in which text is more than half of the features are candidates. Among equal shares, the block with more text wins.
    On most pages a block is a single paragraph, hence the low recall in CETR's table.
    """
    page = read_page(html)
    blocks = weigh_blocks(page)
    if not len(blocks.element):
        return ()
    winner = max(range(len(blocks.element)), key=lambda i: (blocks.share[i], blocks.words[i]))
    return join_tokens(page, blocks.of_token == blocks.element[winner])


def kfe(html: str, *, k: int = 3) -> Spans:
    """K-FeatureExtractor: the blocks in the best of k clusters by their share of text.

    Source: Debnath, Mitra, Giles, "Automatic extraction of informative blocks from webpages" (2005).

    Blocks, features and candidates are those of `fe`. K-means clusters the candidates by their share of text. It starts
    from evenly spaced values between the least and the greatest, so that a page always gives the same blocks. The
    cluster with the greatest mean is the content.
    """
    check_whole("kfe", 1, MOST_CLUSTERS, k=k)
    page = read_page(html)
    blocks = weigh_blocks(page)
    if not len(blocks.element):
        return ()
    chosen = blocks.element[cluster_values(blocks.share, k) == k - 1]
    return join_tokens(page, np.isin(blocks.of_token, chosen))


@dataclass(frozen=True)
class Blocks:
    """The candidate blocks: index of the ``element``, ``share`` of text in (0.5, 1] and ``words``, all of shape
    (blocks,).

    ``of_token`` is, for each token, the element that is its block.
    """

    element: Ints
    share: Floats
    words: Floats
    of_token: Ints


def weigh_blocks(page: Page) -> Blocks:
    """Find the blocks of a page in which words outside links are more than half of all features."""
    tree, size = page.tree, len(page.tree)
    block = find_blocks(tree)
    of_token = block[tree.owner]
    words, links = count_words(page), mark_links(page)
    text = np.bincount(of_token, weights=words * ~links, minlength=size)
    linked = np.bincount(of_token, weights=words * links, minlength=size)
    others = np.bincount(block, weights=tree.is_named(*OTHER_FEATURES), minlength=size)
    share = text / np.maximum(text + linked + others, 1)
    element = np.flatnonzero(share > 0.5)
    return Blocks(element, share[element], text[element].astype(np.float64), of_token)


def cluster_values(values: Floats, k: int) -> Ints:
    """Cluster values in one dimension with k-means; returns the cluster of each, where k - 1 has the greatest mean."""
    centres = np.linspace(values.min(), values.max(), k) if k > 1 else np.array([values.mean()])
    for _ in range(100):
        assigned = k - 1 - np.argmin(np.abs(values[:, None] - centres[::-1][None, :]), axis=1)
        counts = np.bincount(assigned, minlength=k)
        sums = np.bincount(assigned, weights=values, minlength=k)
        moved = np.where(counts > 0, sums / np.maximum(counts, 1), centres)
        if np.array_equal(moved, centres):
            break
        centres = moved
    return np.asarray(assigned)
