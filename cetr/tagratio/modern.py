"""CETR for pages whose source has no lines: the tag ratio of blocks.

It keeps from CETR the counts of text and tags, their ratio, its smoothing over the page, and k-means with one centroid
held at the origin. It adds the following, each chosen on one half of the sites of two collections and measured on the
other (docs/tag-ratios.md has the figures):

- A line is a block: the text between two tags that break the line on the screen. Line breaks in the source do not
  matter, so minified pages are as good as others.
- Text inside links counts as markup, not as text.
- A long block counts as many lines, one for every ``wrap`` characters, in smoothing and in clustering.
- The square root of the ratio is clustered, so that one long paragraph does not make all others small.
- Blocks in elements for navigation and forms have ratio 0, unless the element holds most of the text. If the page has a
  ``main``, blocks outside it have ratio 0, too, unless it holds hardly any text.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cetr.compiled import IN_USE
from cetr.document import (
    SEPARATES,
    Bools,
    Floats,
    Ints,
    Tokens,
    find_tags,
    find_unrendered,
    follow_opening,
    lex,
    stand_inside,
)
from cetr.tagratio.clustering import k_means
from cetr.tagratio.histogram import find_slope, smooth
from cetr.tagratio.linemodel import LineModel
from cetr.tagratio.lines import Lines

if IN_USE:
    from cetr.tagratio.scanning import count_text
else:
    from cetr.tagratio.kept import count_text

CHROME_TAGS = ("nav", "footer", "aside", "form", "button", "select")
"""Elements whose text is seldom content."""

MOST = 0.7
"""Such an element with more than this share of the page's text does not count as chrome."""

LEAST = 0.05
"""A ``main`` with less than this share of the page's text outside links is ignored."""


def analyse_blocks(
    html: str, tokens: Tokens | None = None, *, wrap: float = 100, radius: float = 4.0, k: float = 2, seed: float = 0
) -> LineModel:
    """Make the line model of a page whose lines are blocks: ratio of unlinked text to tags, its square root
    smoothed.
    """
    blocks = _cut_blocks(html, lex(html) if tokens is None else tokens)
    lines, rows = blocks.lines, np.maximum(-(-blocks.lines.text // max(int(wrap), 1)), 1)
    unlinked = np.where(blocks.chrome, 0, lines.text - blocks.linked)
    ratio = unlinked / np.maximum(lines.tags, rows)
    block = np.repeat(np.arange(len(lines)), rows)
    smoothed = np.maximum(smooth(np.sqrt(ratio)[block], radius), 0.0)
    if not len(lines) or not lines.tags.any() or np.ptp(smoothed) <= 1e-9 * smoothed.max():
        content, threshold = smoothed > 0, None
    else:
        centroids = k_means(smoothed[np.newaxis], int(k), seed=int(seed), from_origin=True)
        threshold = float(np.sort(centroids[:, 0])[1]) / 2
        content = smoothed >= threshold
    slope = find_slope(smoothed, radius)

    def mean(values: Floats | Bools) -> Floats:
        return np.bincount(block, weights=values, minlength=len(lines)) / rows

    labels = (mean(content) >= 0.5) & ~blocks.chrome
    return LineModel(lines, ratio, mean(smoothed), mean(slope), mean(np.abs(slope)), threshold, labels)


@dataclass(frozen=True)
class _Blocks:
    """The n blocks of a page as lines, with the count of ``linked`` characters and marks for ``chrome``, both (n,)."""

    lines: Lines
    linked: Ints
    chrome: Bools


def _cut_blocks(html: str, tokens: Tokens) -> _Blocks:
    """Cut a page at the tags that break lines on the screen. Tags count with the text that follows them."""
    count = count_text(tokens)
    for start, end in find_unrendered(tokens):
        count[slice(*np.searchsorted(tokens.start, (start, end)))] = 0
    text = np.flatnonzero(count)
    count = count[text]
    is_break = SEPARATES[tokens.number] > 0
    first = np.flatnonzero(np.diff(np.cumsum(is_break)[text], prepend=-1))
    if not len(first):
        empty = np.zeros(0, dtype=np.int64)
        return _Blocks(Lines(html, tokens, empty, empty, empty, empty), empty, empty > 0)
    last = np.append(first[1:], len(text)) - 1
    tags = np.diff(np.cumsum(tokens.name != 0)[text[last]], prepend=0)
    characters = np.add.reduceat(count, first)
    in_link = follow_opening(tokens, find_tags(tokens, "a"), text)
    linked = np.add.reduceat(np.where(in_link, count, 0), first)
    lines = Lines(html, tokens, tokens.start[text[first]], tokens.end[text[last]], characters, tags)
    return _Blocks(lines, linked, _find_chrome(tokens, text[first], characters, characters - linked))


def _find_chrome(tokens: Tokens, places: Ints, characters: Ints, unlinked: Ints) -> Bools:
    """Find the blocks, given by their first tokens, that the page's own markup separates from its content."""
    chrome = np.zeros(len(places), dtype=np.bool_)
    for name in CHROME_TAGS:
        inside = stand_inside(tokens, find_tags(tokens, name), places)
        if characters[inside].sum() <= MOST * characters.sum():
            chrome |= inside
    main = stand_inside(tokens, find_tags(tokens, "main"), places)
    if main.any() and unlinked[main].sum() >= LEAST * unlinked.sum():
        chrome |= ~main
    return chrome
