"""Whether a person sees a frame, or only what covers it."""

from __future__ import annotations

from collections.abc import Mapping

from playwright.sync_api import Error as PlaywrightError

from annotate.capture.views import frame_offset
from annotate.capture.world import Frame, World

MOST = 100
"""How many frames of a page are checked by pictures; a covered frame beyond these counts as not seen."""


def is_seen(world: World, frame: Frame) -> bool:
    """Whether a person sees what is in a frame of a frozen page.

    If the browser finds something in front of the frame at all of nine points, pictures decide whether the frame shows
    through. What is in front may be a picture, something made by a style sheet, or something that takes no clicks.
    """
    owner, parent = str(frame.owner), frame.parent
    if not world.call_on(owner, "function () { return gold.showsFrame(this); }"):
        return False
    found = world.call_on(owner, "function () { return gold.approach(this); }")
    try:
        left, top = frame_offset(world, parent) if parent is not None else (0.0, 0.0)
        scrolled = world.evaluate("[scrollX, scrollY]", world.frames[0])
        dx, dy = left + scrolled[0], top + scrolled[1]
        if found["walled"] or any(_finds(world, frame, x + dx, y + dy) for x, y in found["points"]):
            return True
        if world.pictured == MOST:
            return False
        world.pictured += 1
        box = found["middle"]
        return _shows_through(world, owner, parent, {**box, "x": box["x"] + dx, "y": box["y"] + dy, "scale": 1})
    finally:
        world.call("leave", frame=parent)


def _finds(world: World, frame: Frame, x: float, y: float) -> bool:
    """Whether the frame, or a frame in it, is the topmost thing at a point of the page."""
    try:
        place = {"x": int(x), "y": int(y), "ignorePointerEventsNone": True}
        node = world.cdp.send("DOM.getNodeForLocation", place)
    except PlaywrightError:  # the point is out of view
        return True
    return bool(node["frameId"] == frame.id)


def _shows_through(world: World, owner: str, parent: Frame | None, clip: Mapping[str, float]) -> bool:
    def take() -> str:
        options = {"format": "png", "optimizeForSpeed": True, "clip": clip}
        return str(world.cdp.send("Page.captureScreenshot", options)["data"])

    shown = take()
    world.call_on(owner, "function () { gold.veil(this); }")
    try:
        without = take()
        again = take() if without != shown else without
    finally:
        world.call("unveil", frame=parent)
    return without != shown and bool(world.call("showsMore", without, shown, again, frame=parent))
