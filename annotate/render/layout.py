"""The layout of a saved page, in the form in which a capture records it (see docs/capture.md)."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page

from annotate.capture.world import World
from annotate.window.copying import put_first
from cetr.document import Kind, lex

ATTRIBUTE = "data-cetr-gold-start"

_NAME = re.compile(r"<[a-zA-Z][^\s/>]*")


def mark_starts(html: str) -> str:
    """Make a copy of a document in which each element records where its start tag is in the original.

    However a browser rearranges the elements, `collect_layout` can then identify them by their place in the source.
    Other attributes are those of `put_first`.
    """
    pieces: list[str] = []
    at = 0
    for start, end, kind, packed in lex(html).walk():
        name = _NAME.match(html, start) if kind == Kind.OPEN else None
        if name is not None:
            pieces += (html[at : name.end()], f' {ATTRIBUTE}="{start}"', put_first(html, start, end, packed))
            at = name.end()
    return "".join(pieces) + html[at:]


def collect_layout(page: Page) -> str:
    """Collect the layout (JSON) of a Playwright page that shows a document made by `mark_starts`."""
    world = World(page)
    try:
        frame = world.enter(world.main_frame)
        return world.read_text(f"gold.layout(gold.markedEntries({json.dumps(ATTRIBUTE)}))", frame)
    finally:
        world.cdp.detach()
