"""Text that nobody sees: menus that are folded up, what is there for screen readers alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from annotate.words import Mask
from cetr.document import Kind, Spans, Tokens, lex
from cetr.recorded import read_layout_file
from cetr.tree import build_tree
from cetr.visual.layout import Layout, read_layout
from evaluate.package import Document
from evaluate.package.store import HTML


def hide_unseen(document: Document) -> Tokens:
    """The tokens of a document without text that was not on the screen, as far as its layout tells.

    Text that is marked stays, seen or not. Raises `InputError` if the layout is damaged.
    """
    tokens = lex(document.html)
    recorded = read_layout_file(document.path(HTML))
    if recorded is None:
        return tokens
    tree = build_tree(document.html)
    layout = read_layout(tree, recorded)
    unseen = ~_are_in_view(layout)[tree.owner] | tree.mark_tokens(np.flatnonzero(_are_dots(layout)))
    for spans in (document.spans, document.optional):
        unseen &= ~_overlap(tokens, spans)
    return replace(tokens, kind=np.where(unseen & (tokens.kind == Kind.TEXT), np.uint8(Kind.RAW), tokens.kind))


def _are_in_view(layout: Layout) -> Mask:
    """Which elements are shown on the page, not above it or to the left of it; shape (elements,)."""
    in_view: Mask = layout.shown & (layout.box[:, 2] > 0) & (layout.box[:, 3] > 0)
    return in_view


def _are_dots(layout: Layout) -> Mask:
    """Which elements have a box of a pixel at most, to which text for screen readers is clipped; shape (elements,)."""
    left, top, right, bottom = layout.box.T
    dots: Mask = layout.shown & (right - left <= 1) & (bottom - top <= 1)
    return dots


def _overlap(tokens: Tokens, spans: Spans) -> Mask:
    """Which tokens have something of normalised spans; shape (tokens,)."""
    starts, ends = np.array(spans, dtype=np.int64).reshape(-1, 2).T
    overlap: Mask = starts.searchsorted(tokens.end) > ends.searchsorted(tokens.start, side="right")
    return overlap
