"""A page as the classical methods see it: its tokens, its tree, its rendered text, and spans made of that text.

The tags and scripts between two chosen neighbours belong to their span, so that a paragraph with a link is one span.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from cetr.document.arrays import Bools, Ints
from cetr.document.enclosing import find_tags, follow_opening
from cetr.document.rendering import UNRENDERED_TAGS
from cetr.document.spans import Span, Spans, normalize_spans
from cetr.document.tokens import Kind
from cetr.document.tree import Tree, build_tree
from cetr.document.words import LocatedWords, locate_words

FALLBACK_TAGS = ("object", "audio", "video", "canvas", "datalist")
"""Elements whose text a browser shows only if it does not support them.

The line model has no tree to say where they end, and counts it as text: worth 0.0001 of the mean F1 on WCXB.
"""

_SOLID = re.compile(r"\S")


@dataclass(frozen=True)
class Page:
    """A document, cut and parsed. ``text`` marks the text tokens that are not blank, ``rendered`` those of them that
    a reader sees; both have shape (tokens,).
    """

    html: str
    tree: Tree
    text: Bools
    rendered: Bools


def read_page(html: str) -> Page:
    """Cut and parse a document."""
    tree = build_tree(html)
    tokens = tree.tokens
    text = tokens.kind == Kind.TEXT
    starts, ends = tokens.start.tolist(), tokens.end.tolist()
    for i in np.flatnonzero(text).tolist():
        if not _SOLID.search(html, starts[i], ends[i]):
            text[i] = False
    hidden = tree.mark_tokens(np.flatnonzero(tree.is_named(*UNRENDERED_TAGS, *FALLBACK_TAGS)))
    return Page(html, tree, text, text & ~hidden)


def mark_links(page: Page) -> Bools:
    """Mark the tokens of links: from ``<a>`` to the next ``</a>``, however they nest. Shape (tokens,)."""
    tokens = page.tree.tokens
    anchors = find_tags(tokens, "a")
    inside = follow_opening(tokens, anchors)
    inside[anchors] = True
    return inside


def count_characters(page: Page) -> Ints:
    """Count the characters of each rendered text token, a run of white space as one; 0 elsewhere. Shape (tokens,)."""
    tokens = page.tree.tokens
    counts = np.zeros(len(tokens.start), dtype=np.int64)
    chosen = np.flatnonzero(page.rendered)
    starts, ends = tokens.start[chosen].tolist(), tokens.end[chosen].tolist()
    counts[chosen] = [len(" ".join(page.html[s:e].split())) for s, e in zip(starts, ends, strict=True)]
    return counts


def count_words(page: Page) -> Ints:
    """Count the words that begin in each rendered text token; 0 elsewhere. Shape (tokens,)."""
    tokens = page.tree.tokens
    token = np.searchsorted(tokens.start, _find_words(page).start, side="right") - 1
    return np.bincount(token, minlength=len(tokens.start))


def _find_words(page: Page) -> LocatedWords:
    """Find the words of the rendered text."""
    tokens = page.tree.tokens
    shown = np.flatnonzero(page.rendered)
    spans = tuple(zip(tokens.start[shown].tolist(), tokens.end[shown].tolist(), strict=True))
    return locate_words(page.html, spans, tokens)


def join_tokens(page: Page, chosen: Bools) -> Spans:
    """Join chosen rendered tokens into spans: one for each run without other text in between."""
    tokens = page.tree.tokens
    places = np.flatnonzero(page.text)
    picked = (chosen & page.rendered)[places].astype(np.int8)
    edges = np.flatnonzero(np.diff(picked, prepend=0, append=0))
    starts, ends = tokens.start[places[edges[::2]]], tokens.end[places[edges[1::2] - 1]]
    return normalize_spans(
        (_strip(page.html, s, e) for s, e in zip(starts.tolist(), ends.tolist(), strict=True)), len(page.html)
    )


def cut_spans(page: Page, intervals: Iterable[Span]) -> Spans:
    """Cut spans down to the rendered text inside intervals of the document, which may cut tokens."""
    tokens = page.tree.tokens
    places = np.flatnonzero(page.text)
    starts, ends, rendered = tokens.start[places], tokens.end[places], page.rendered[places]
    spans: list[Span] = []
    for start, end in normalize_spans(intervals, len(page.html)):
        first, after = np.searchsorted(ends, start, side="right"), np.searchsorted(starts, end, side="left")
        edges = first + np.flatnonzero(np.diff(rendered[first:after].astype(np.int8), prepend=0, append=0))
        for i, j in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
            spans.append(_strip(page.html, max(start, int(starts[i])), min(end, int(ends[j - 1]))))
    return normalize_spans(spans, len(page.html))


def _strip(html: str, start: int, end: int) -> Span:
    """Strip white space from both ends of a span."""
    piece = html[start:end]
    return start + len(piece) - len(piece.lstrip()), end - len(piece) + len(piece.rstrip())


@dataclass(frozen=True)
class PageSequence:
    """The words and tags of a document in order (Gottron 2007, 5.2). All arrays have shape (n,).

    ``start`` is the offset of each, and ``token`` the index of the token that it is, or is part of. ``tag`` marks the
    tags, and ``link`` what belongs to a link. ``words`` holds the words of the rendered text in order. The contents of
    scripts, styles and comments are left out.
    """

    words: list[str]
    start: Ints
    token: Ints
    tag: Bools
    link: Bools

    def interval(self, first: int, last: int, length: int) -> Span:
        """The document interval of the first to the last of a range of words and tags, up to the start of the next
        one.
        """
        after = last + 1
        return int(self.start[first]), int(self.start[after]) if after < len(self.start) else length


def read_sequence(page: Page) -> PageSequence:
    """Read the words and tags of a page."""
    tokens = page.tree.tokens
    words = _find_words(page)
    tags = np.flatnonzero((tokens.kind == Kind.OPEN) | (tokens.kind == Kind.CLOSE))
    start = np.concatenate((words.start, tokens.start[tags]))
    order = np.argsort(start, kind="stable")
    start = start[order]
    token = np.searchsorted(tokens.start, start, side="right") - 1
    return PageSequence(words.words, start, token, order >= len(words.words), mark_links(page)[token])
