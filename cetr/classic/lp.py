"""The largest pagelet: the region with a single purpose that holds most of the text."""

from __future__ import annotations

import numpy as np

from cetr.console import check_whole
from cetr.document import Kind, Spans, count_characters, join_tokens, pack_name, read_page


def lp(html: str, *, links: int = 3) -> Spans:
    """Largest pagelet: the pagelet of the page with the most text.

    Source: Bar-Yossef, Rajagopalan, "Template detection via data mining" (2002); named in CETR's table.

    A pagelet is an element whose children all hold fewer than ``links`` links, and which has no pagelet around it. Text
    is counted in characters, including the text of links. Among equals, the first wins.
    """
    check_whole("lp", 1, 1_000_000, links=links)
    page = read_page(html)
    tree = page.tree
    anchors = tree.sum_inside((tree.tokens.kind == Kind.OPEN) & (tree.tokens.name == pack_name("a")))
    most = np.zeros(len(tree))
    np.maximum.at(most, tree.parent[1:], anchors[1:])
    simple, parent = (most < links).tolist(), tree.parent.tolist()
    inside, topmost = [False] * len(tree), []
    for i, is_simple in enumerate(simple):
        inside[i] = i > 0 and inside[parent[i]]
        if is_simple and not inside[i]:
            topmost.append(i)
            inside[i] = True
    pagelets = np.array(topmost, dtype=np.int64)
    largest = pagelets[np.argmax(tree.sum_inside(count_characters(page))[pagelets])]
    return join_tokens(page, tree.mark_tokens(np.array([largest])))
