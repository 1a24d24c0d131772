"""Link quota filters: drop blocks in which too large a share of the text is in links."""

from __future__ import annotations

import numpy as np

from cetr.console import check_range
from cetr.document import Spans, count_characters, find_blocks, join_tokens, mark_links, read_page


def lqf_25(html: str, *, threshold: float = 0.25) -> Spans:
    """Link quota filter at 0.25: drops every block with more than a quarter of its text in links.

    Source: Mantratzis, Orgun, Cassidy (2005), as defined by Gottron, section 5.4.

    See `filter_links` for what the paper leaves open.
    """
    return filter_links("lqf-25", html, threshold)


def lqf_50(html: str, *, threshold: float = 0.5) -> Spans:
    """Link quota filter at 0.5: drops every block with more than half of its text in links.

    Source: Mantratzis, Orgun, Cassidy (2005), as defined by Gottron, section 5.4.

    See `filter_links` for what the paper leaves open.
    """
    return filter_links("lqf-50", html, threshold)


def lqf_75(html: str, *, threshold: float = 0.75) -> Spans:
    """Link quota filter at 0.75: drops every block with more than three quarters of its text in links.

    Source: Mantratzis, Orgun, Cassidy (2005), as defined by Gottron, section 5.4.

    See `filter_links` for what the paper leaves open.
    """
    return filter_links("lqf-75", html, threshold)


def filter_links(method: str, html: str, threshold: float) -> Spans:
    """The text of all blocks whose share of link text, by characters, is at most a threshold between 0 and 1.

    Raises `InputError` that names the method for another threshold. A block is a block-level element or table cell
    without the blocks nested in it, which are judged on their own.
    """
    check_range(method, 0, 1, threshold=threshold)
    page = read_page(html)
    block = find_blocks(page.tree)[page.tree.owner]
    characters = count_characters(page)
    size = len(page.tree)
    links = np.bincount(block, weights=characters * mark_links(page), minlength=size)
    total = np.bincount(block, weights=characters, minlength=size)
    kept = links <= threshold * total
    return join_tokens(page, kept[block])
