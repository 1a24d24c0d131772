"""The marks as Markdown around a line, and the kind of the block that the line is in."""

from __future__ import annotations

from collections.abc import Iterable

from annotate.review.model.page import Page
from cetr.document import Spans, clip_spans
from cetr.structure import Block, read_blocks, write_markdown

_NAMES = {"item": "list item", "cell": "table cell", "formula": "formula", "code": "code", "quote": "quote"} | {
    kind: kind for kind in ("heading", "term", "definition", "caption", "summary", "note", "paragraph")
}
"""The names of blocks; blocks that only contain others have none."""


WHOLE = 1_000_000
"""Longer pages, in characters, are read in parts: then a table or a list may be shown without its beginning."""
_ABOVE = 40


def write_around(page: Page, spans: Spans, first: int, last: int, url: str = "") -> str:
    """Write the Markdown of normalised spans from the line ``first`` to before ``last``.

    A block that begins at most 40 lines earlier is shown whole, because a part of a table is not a table.
    """
    start, end = int(page.start[first]), int(page.end[last - 1])
    if len(page.html) <= WHOLE:
        blocks = read_blocks(page.html, spans, url=url, tokens=page.tokens)
        begun = [block.start for block in blocks if block.start < start < block.end]
        if not begun or begun[0] >= page.start[max(first - _ABOVE, 0)]:
            return write_markdown(block for block in blocks if block.start < end and block.end > start)
    around = clip_spans(spans, start, end)
    return write_markdown(read_blocks(page.html, around, url=url, tokens=page.tokens))


def name_block(page: Page, line: int, first: int, last: int) -> str:
    """Name what a line is in: ``heading 2``, ``quote, list item``; empty if it has no text.

    This is read from the whole page or, if the page is long, from the lines ``first`` to before ``last``, because a
    single row is not a table.
    """
    place = int(page.text_start[line])
    if place == page.text_end[line]:
        return ""
    whole = len(page.html) <= WHOLE
    around = ((0, len(page.html)) if whole else (int(page.start[first]), int(page.end[last - 1])),)
    names = list(_name_all(read_blocks(page.html, around, tokens=page.tokens), place))
    return ", ".join(names[:-1] if len(names) > 1 and names[-1] == "paragraph" else names)


def _name_all(blocks: Iterable[Block], place: int) -> Iterable[str]:
    for block in blocks:
        if block.start <= place < block.end:
            if block.kind in _NAMES:
                detail = str(block.level) if block.level else block.language
                yield f"{_NAMES[block.kind]} {detail}".rstrip()
            yield from _name_all(block.blocks, place)
            return
