"""Crunch: filters that remove link lists, text lists, link-heavy blocks and banners from the page."""

from __future__ import annotations

import re

import numpy as np

from cetr.console import check_range, check_whole
from cetr.document import Bools, Ints, Page, Spans, count_words, join_tokens, mark_links, read_page

LISTS = ("ul", "ol", "dl", "menu", "dir")
CONTROLS = ("form", "select", "textarea", "button", "option", "label", "legend")
BLOCKS = (*LISTS, *"table tbody tr td th div section nav aside header footer center".split())
"""Elements that the filters remove as a whole."""

_AD_LINK = re.compile(r"doubleclick|adserver|googlesyndication|adsystem|/adclick|/ads?/|banner", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?:\u3002\uff01\uff1f]")


def crunch(html: str, *, link_ratio: float = 0.35, item_words: int = 4) -> Spans:
    """Crunch: drops link lists, text lists, blocks with too many links for their words, banners and form controls.

    Source: Gupta et al., "DOM-based content extraction of HTML documents" (2003) and Crunch 2.0, as listed by
    Gottron, section 5.1.

    The paper lists the heuristics without their settings. Here a block is removed if it has more than ``link_ratio``
    links for each of its words outside links. (This is Crunch's rule for table cells; it applies to all containers,
    because pages are no longer laid out with tables.) A list is removed if most of its words are in links, or if it has
    three items or more with at most ``item_words`` words on average and no sentence among them. Containers are judged
    from the inside outwards, and what was removed no longer counts against the container around it. Otherwise one menu
    would take the whole page with it. A banner is a link to an ad server.
    """
    check_range("crunch", 0, 1000, link_ratio=link_ratio)
    check_whole("crunch", 0, 1000, item_words=item_words)
    page = read_page(html)
    tree = page.tree
    controls = np.flatnonzero(tree.is_named(*CONTROLS))
    kept = page.rendered & ~tree.mark_tokens(np.concatenate((controls, _find_banners(page))))
    clutter = _find_clutter(page, kept, link_ratio, item_words)
    return join_tokens(page, kept & ~tree.mark_tokens(clutter))


def _find_banners(page: Page) -> Ints:
    """Find the links whose tag names an ad server."""
    tokens, tree = page.tree.tokens, page.tree
    links = np.flatnonzero(tree.is_named("a"))
    tags = tree.open[links]
    found = [
        bool(_AD_LINK.search(page.html, start, end))
        for start, end in zip(tokens.start[tags].tolist(), tokens.end[tags].tolist(), strict=True)
    ]
    return links[np.array(found, dtype=np.bool_)]


def _find_clutter(page: Page, kept: Bools, link_ratio: float, item_words: int) -> Ints:
    """Find the containers to remove, from the inside outwards, by the text that is still there."""
    tree, size = page.tree, len(page.tree)
    words, links = count_words(page) * kept, mark_links(page)
    sentences = _mark_sentences(page, kept)
    is_list, is_item = tree.is_named(*LISTS).tolist(), tree.is_named("li", "dt", "dd").tolist()
    is_block, is_link = tree.is_named(*BLOCKS).tolist(), tree.is_named("a").tolist()
    total, linked, ended = (
        np.bincount(tree.owner, weights=w, minlength=size).tolist() for w in (words, words * links, sentences)
    )
    anchors, items = [float(a) for a in is_link], [float(i) for i in is_item]
    parent = tree.parent.tolist()
    clutter = []
    for i in range(size - 1, 0, -1):
        plain = total[i] - linked[i]
        too_linked = is_block[i] and anchors[i] > link_ratio * max(plain, 1)
        link_list = is_list[i] and 2 * linked[i] > total[i]
        text_list = is_list[i] and items[i] >= 3 and not ended[i] and total[i] <= item_words * items[i]
        if too_linked or link_list or text_list:
            clutter.append(i)
            continue
        for counts in (total, linked, ended, anchors, items):
            counts[parent[i]] += counts[i]
    return np.array(clutter, dtype=np.int64)


def _mark_sentences(page: Page, kept: Bools) -> Bools:
    """Mark the kept texts in which a sentence ends."""
    tokens = page.tree.tokens
    marked = np.zeros(len(kept), dtype=np.bool_)
    places = np.flatnonzero(kept)
    marked[places] = [
        bool(_SENTENCE_END.search(page.html, start, end))
        for start, end in zip(tokens.start[places].tolist(), tokens.end[places].tolist(), strict=True)
    ]
    return marked
