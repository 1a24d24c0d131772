"""Show in the frames of a frozen page what is marked, and bring a part of it into view."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from annotate.capture.prose import read_prose
from annotate.capture.world import World
from cetr.document import Span, Spans
from cetr.structure import read_blocks, write_markdown

LARGEST_SHOWN = 2_000_000
"""Above this number of characters, text is shown without its structure, which takes a second per million to read."""


def show(world: World, shown: Mapping[str, Any]) -> None:
    """Draw the marks in every frame, and show the rest in the toolbar and on the map beside the scroll bar."""
    found = {frame.id: world.call("show", shown, frame=frame) for frame in world.frames}
    below: dict[str, list[Any]] = defaultdict(list)
    for frame in reversed(world.frames):  # a frame comes after the one that holds it
        places = [*found[frame.id], *below[frame.id]]
        if places and frame.parent is not None:
            lift = "function (places) { return gold.liftPlaces(this, places); }"
            below[frame.parent.id] += world.call_on(str(frame.owner), lift, places)
    if places:
        world.call("addToMap", places)


def bring_into_view(world: World, span: Span, line: Span | None = None) -> None:
    """Scroll the frame that has a span, and what holds it, until it is in view; draw a ``line`` under the text."""
    for frame in world.frames:
        place = world.call("scrollToSpan", span, frame=frame)
        if place is not None and line is not None:
            world.call("draw", "here", [line], frame=frame)
        while place is not None and frame.parent is not None:
            scroll = "function (place) { return gold.scrollToFrame(this, place); }"
            place = world.call_on(str(frame.owner), scroll, place)
            frame = frame.parent


def fill_panel(world: World, html: str, spans: Spans, url: str = "") -> None:
    """Write the text of normalised spans, and what they come out as, into the toolbar's panel of the text."""
    is_large = sum(end - start for start, end in spans) > LARGEST_SHOWN
    blocks = () if is_large else read_blocks(html, spans, url=url)
    lines = [vars(line) for line in read_prose(html, spans, blocks)]
    world.call("fillText", {"spans": spans, "lines": lines, "markdown": write_markdown(blocks), "plain": is_large})
