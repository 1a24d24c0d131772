"""Serialise a frozen page, with the place of every node in its HTML: serialise.js, over all frames."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from annotate.capture.covers import is_seen
from annotate.capture.errors import CaptureError
from annotate.capture.world import Frame, World

_PART = 1 << 20  # UTF-16 units


def serialise(world: World, tree: dict[str, Any], size: int, url: str) -> Callable[[], str]:
    """Serialise the document and the visible frames in it, listed in ``world.frames``, parents first.

    ``tree`` is the browser's tree of frames. The returned function reads the rest and returns the whole. Raises
    `CaptureError` if there are more than ``size`` UTF-16 units.
    """
    world.pictured = 0
    unseen = _enter_frames(world, tree, None, None)
    found = _count_nodes(world)
    read = _serialise_frames(world, size, url)
    if found != unseen + sum(world.call("countNodes", frame=f) for f in world.frames):
        _register_closed_roots(world)
        read = _serialise_frames(world, size, url)
    for frame in world.frames:
        if frame.owner is not None:
            start = world.call_on(frame.owner, "function () { return gold.frameStart(this); }")
            world.call("setBase", start, frame=frame)
            fixed = world.call_on(frame.owner, _IS_FIXED)
            world.evaluate(f"gold.isFixed = {'true' if fixed else _NOT_SCROLLED}", frame)
    return read


def _serialise_frames(world: World, size: int, url: str) -> Callable[[], str]:
    """Serialise frames; inner ones go into those around them."""
    for frame in reversed(world.frames[1:]):
        html = serialise_frame(world, frame, size, url)()
        base = world.evaluate("gold.page.baseURI", frame)
        world.call_on(str(frame.owner), "function (...found) { gold.registerFrame(this, ...found); }", html, base)
    return serialise_frame(world, world.frames[0], size, url)


def serialise_frame(world: World, frame: Frame, size: int, url: str) -> Callable[[], str]:
    """Serialise one frame while reading what is finished; the returned function reads the rest."""
    parts: list[bytes] = []
    unread: deque[Iterator[bytes]] = deque()
    done = False
    while not done:
        length, done = world.call("walk", _PART, frame=frame)
        if length > size:
            limit = f"{size / 1e6:g} million characters"
            raise CaptureError(f"{url}: the page has more than {limit} (raise the limit with --max-size)")
        unread.append(world.hold_text("gold.takeHtml()", frame))
        if not done:
            parts += _read_some(unread)

    return lambda: b"".join([*parts, *chain.from_iterable(unread)]).decode()


def _read_some(unread: deque[Iterator[bytes]]) -> list[bytes]:
    """Read the next part of what is held, quickly, because the frame that serialises must not wait for us."""
    while unread:
        for part in unread[0]:
            return [part]
        unread.popleft()
    return []


def _enter_frames(world: World, tree: dict[str, Any], owner: str | None, parent: Frame | None) -> int:
    """Bring our scripts into the visible frames; returns the number of nodes of the others."""
    frame = world.enter(tree["frame"]["id"], owner, parent)
    if parent is not None and (_is_empty(world, tree, frame) or not is_seen(world, frame)):
        return _count_unseen(world, tree, frame)
    world.frames.append(frame)
    unseen = 0
    for child in tree.get("childFrames", ()):
        holder = find_owner(world, child, frame)
        blank = _count_blank(world, child, holder)
        unseen += _enter_frames(world, child, holder, frame) if blank is None else blank
    return unseen


def _is_empty(world: World, tree: dict[str, Any], frame: Frame) -> bool:
    """Whether a frame shows nothing of its page: it cannot be loaded, so that a window shows the browser's own words,
    or a script has removed its root element.
    """
    return "unreachableUrl" in tree["frame"] or not world.evaluate("Boolean(gold.page.documentElement)", frame)


def find_owner(world: World, tree: dict[str, Any], parent: Frame) -> str:
    """Find the element that holds a frame, in the world of the frame around it; returns a handle."""
    found = world.cdp.send("DOM.getFrameOwner", {"frameId": tree["frame"]["id"]})
    return world.resolve(found["backendNodeId"], parent)


def _count_blank(world: World, tree: dict[str, Any], owner: str) -> int | None:
    """Return the number of nodes of a frame in which nothing stands, as of many advertisements; None if it is none.

    Our scripts need not get into it, which takes longer than anything else with a frame.
    """
    if not tree["frame"]["url"].startswith("about:") or tree.get("childFrames"):
        return None
    found = world.call_on(owner, "function () { return gold.countBlank(this); }")
    return None if found is None else int(found)


def _count_unseen(world: World, tree: dict[str, Any], frame: Frame) -> int:
    children = tree.get("childFrames", ())
    inside = (_count_unseen(world, child, world.enter(child["frame"]["id"])) for child in children)
    return int(world.call("countNodes", frame=frame)) + sum(inside)


_IS_FIXED = "function () { return this.getAttribute('scrolling')?.toLowerCase() === 'no'; }"
_NOT_SCROLLED = """[gold.page.documentElement, gold.page.body].some((element) =>
  element && ["hidden", "clip"].includes(getComputedStyle(element).overflowY))"""


def _count_nodes(world: World) -> int:
    """Count the nodes that the browser's own tools find, including closed shadow roots (see countNodes)."""
    world.cdp.send("DOM.enable")
    found = world.cdp.send("DOM.performSearch", {"query": "</", "includeUserAgentShadowDOM": False})
    world.cdp.send("DOM.disable")
    return int(found["resultCount"])


def _register_closed_roots(world: World) -> None:
    """Register closed shadow roots, which only the browser's own tools can reach."""
    frames = {frame.id: frame for frame in world.frames}
    tree = world.cdp.send("DOM.getDocument", {"depth": -1, "pierce": True})["root"]
    world.cdp.send("DOM.disable")
    waiting = [(tree, world.frames[0])]
    while waiting:
        node, frame = waiting.pop()
        if (document := node.get("contentDocument")) is not None and node.get("frameId") in frames:
            waiting.append((document, frames[node["frameId"]]))
        for root in node.get("shadowRoots", ()):
            if root["shadowRootType"] == "closed":
                world.cdp.send(
                    "Runtime.callFunctionOn",
                    {
                        "objectId": world.resolve(node["backendNodeId"], frame),
                        "functionDeclaration": "function (root) { gold.registerRoot(this, root); }",
                        "arguments": [{"objectId": world.resolve(root["backendNodeId"], frame)}],
                    },
                )
        inside = (*node.get("children", ()), *node.get("shadowRoots", ()))
        waiting += [(child, frame) for child in inside]
