"""Text that nobody sees: folded menus, and text for screen readers only."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from cetr.console import InputError
from cetr.document import Bools, Kind, Tokens, Tree, build_tree, lex, mark_names, read_layout_file
from cetr.structure import read_attributes
from cetr.visual import Layout, read_layout
from evaluate.package import Document
from evaluate.package.files import HTML

_MUTE = ("textarea", "select", "datalist", "audio", "video", "canvas")
"""Elements that show no text of theirs, or not as text that can be selected."""


def find_unseen(document: Document) -> Bools:
    """Mark the tokens whose text was not on the screen, as far as the page's layout tells; shape (tokens,).

    Without a layout, these are texts in forms, and those for browsers that lack something. Raises `InputError` if the
    layout is damaged.
    """
    recorded = read_layout_file(document.path(HTML))
    tokens = lex(document.html)
    if recorded is None and not mark_names(*_MUTE)[tokens.number].any():
        return np.zeros(len(tokens.kind), dtype=np.bool_)  # most pages need no tree, which takes long
    tree = build_tree(document.html)
    unseen = tree.mark_tokens(np.flatnonzero(tree.is_named(*_MUTE)))
    if recorded is not None:
        layout = read_layout(tree, recorded)
        shown = _show_text(tree, document.html, _are_in_view(layout))
        unseen |= ~shown[tree.owner] | tree.mark_tokens(np.flatnonzero(_are_dots(layout)))
    texts: Bools = unseen & (tree.tokens.kind == Kind.TEXT)
    return texts


def lex_seen(document: Document) -> Tokens:
    """Return a document's tokens without the text that was not on the screen."""
    tokens = lex(document.html)
    try:
        return leave_out(tokens, find_unseen(document))
    except InputError:  # a damaged layout, which 'annotate check' tells
        return tokens


def leave_out(tokens: Tokens, unseen: Bools) -> Tokens:
    """Return tokens without the text that is ``unseen`` (tokens,)."""
    return replace(tokens, kind=np.where(unseen, np.uint8(Kind.RAW), tokens.kind))


def _show_text(tree: Tree, html: str, in_view: Bools) -> Bools:
    """Mark the elements whose own text is shown, if those in view are given; both have shape (elements,).

    The text of a shadow root is shown if its host is in view, and the host's own text if the root also has a slot for
    it.
    """
    shown, templates = in_view.copy(), tree.is_named("template")

    def read(element: int) -> dict[str, str]:
        tag = tree.open[element]
        return read_attributes(html, int(tree.tokens.start[tag]), int(tree.tokens.end[tag]))

    roots = [i for i in np.flatnonzero(templates).tolist() if "shadowrootmode" in read(i)]
    slotted = set()
    for slot in np.flatnonzero(tree.is_named("slot")).tolist() if roots else ():
        around = slot
        while around > 0 and not templates[around]:
            around = int(tree.parent[around])
        if not read(slot).get("name"):
            slotted.add(around)
    for root in roots:
        host = tree.parent[root]
        shown[root] = in_view[host]
        shown[host] &= root in slotted
    return shown


def _are_in_view(layout: Layout) -> Bools:
    """Mark the elements that are shown on the page, not above it or to the left of it; shape (elements,)."""
    in_view: Bools = layout.shown & (layout.box[:, 2] > 0) & (layout.box[:, 3] > 0)
    return in_view


def _are_dots(layout: Layout) -> Bools:
    """Mark the elements with a box of at most a pixel, to which text for screen readers is clipped; shape
    (elements,).
    """
    left, top, right, bottom = layout.box.T
    dots: Bools = layout.shown & (right - left <= 1) & (bottom - top <= 1)
    return dots
