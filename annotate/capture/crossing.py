"""Go from one frame of a frozen page to another by keys."""

from __future__ import annotations

from annotate.capture.world import Frame, World


def cross_frames(world: World, at: int, into: bool, forward: bool) -> str:
    """Let keys that pick elements go on ``into`` the frame that begins at a place of the document, or out of it.

    Frames without visible text are passed over. Returns the text to read out; empty if there is nothing to go to.
    """
    origin: Frame | None = None
    while True:
        frame = next(one for one in world.frames[1:] if world.call("toPoints", 0, frame=one) == at)
        assert frame.parent is not None
        origin = origin or (frame.parent if into else frame)
        if into:
            goal, found = frame, world.call("pickInside", forward, frame=frame)
        else:
            goal, found = frame.parent, world.call("pickBesideFrame", at, forward, frame=frame.parent)
        if found is None:
            return ""
        if "text" in found:
            if goal != origin:
                world.call("stopPicking", frame=origin)
                world.evaluate("{ gold.page.activeElement?.blur(); window.focus(); }", goal)
            return str(found["text"])
        into = "frame" in found
        at = found["frame" if into else "leave"]
