"""Vision-based page segmentation as an extractor: the visual block that holds the text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from cetr.console import check_range
from cetr.document import Bools, Ints, Page, Spans, count_characters, join_tokens, mark_links, read_page
from cetr.visual.layout import read_layout
from cetr.visual.segmentation import Block, segment_page


def vips(html: str, *, pdoc: int = 6, share: float = 0.7, layout: Mapping[str, Any] | None = None) -> Spans:
    """Vision-based page segmentation: the smallest visual block that holds most of the text outside links.

    Source: Cai, Yu, Wen, Ma, "VIPS: a vision-based page segmentation algorithm", MSR-TR-2003-79 (2003).

    The page is cut into blocks until each has a degree of coherence of ``pdoc`` (1 to 10) or more; see
    `cetr.visual.segmentation`. VIPS only segments a page and does not choose a block. The table of CETR takes the block
    that fits the gold best, which an extractor cannot know. This function starts with the page and goes down into the
    block that has at least ``share`` of the text outside links of the block around it, until there is none.
    """
    check_range("vips", 1, 10, pdoc=pdoc)
    check_range("vips", 0, 1, share=share)
    page = read_page(html)
    root = segment_page(page, read_layout(page.tree, layout), pdoc)
    plain = count_characters(page) * ~mark_links(page)
    return join_tokens(page, _mark(page, _choose(root, plain, share)))


def _choose(root: Block, plain: Ints, share: float) -> Block:
    block, held = root, int(plain[list(root.tokens)].sum())
    while block.children:
        sums = [int(plain[list(child.tokens)].sum()) for child in block.children]
        best = max(range(len(sums)), key=sums.__getitem__)
        if sums[best] < share * held or not held:
            break
        block, held = block.children[best], sums[best]
    return block


def _mark(page: Page, block: Block) -> Bools:
    marked = np.zeros(len(page.text), dtype=np.bool_)
    marked[list(block.tokens)] = True
    return marked
