"""Freezing a page: its document as HTML, before anything of ours is in it, and what the browser knows of it."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from playwright.sync_api import Error as PlaywrightError

from annotate.capture.tab import Answer, CaptureError, Limits, Tab, explain_failures
from annotate.capture.warc import write_warc
from annotate.capture.world import Frame, ScriptError, World
from cetr.decoding import decode_html
from cetr.document import lex
from evaluate.package import Source, html_hash


@dataclass(frozen=True)
class Frozen:
    """A page as it stood when it was frozen. ``layout`` is the bytes of NAME.layout.json.gz (docs/capture.md)."""

    url: str
    html: str
    html_sha256: str
    title: str
    language: str
    browser: str
    viewport: tuple[int, int]
    page: tuple[int, int]
    time: datetime
    source: Source | None
    source_bytes: bytes | None
    layout: bytes | None
    screenshot: bytes | None
    exchange: bytes | None = None


def freeze(tab: Tab, limits: Limits, *, layout: bool = True, screenshot: bool = True) -> Frozen:
    """Stop the page and serialise it. Raises `CaptureError` when there is nothing to mark.

    Where no person will change the page any more, ``layout`` and ``screenshot`` can be taken later.
    """
    tab.held = True
    world = tab.world
    world.stop_page(True)
    url = tab.page.url
    # The browser and we are at work at the same time.
    with ThreadPoolExecutor(1) as aside, explain_failures(url):
        finding_source = aside.submit(_describe_source, tab.answer)
        _serialise(world, limits.size, url)
        read_html = world.hold_text("gold.html()", world.frames[0])
        # While the HTML is on its way the browser does what takes it longest.
        finish_layout = begin_layout(world) if layout else None
        if not layout:
            world.begin("gold.see()", world.frames[0])
        html = read_html()
        hashing = aside.submit(html_hash, html)
        lex(html)  # the tokens are kept for whoever asks next; the browser is still at work
        facts = world.call("facts")
        if not facts["shown"] and not any(world.call("facts", frame=f)["shown"] for f in world.frames[1:]):
            raise CaptureError(f"{url}: the page is empty: it shows no text")
        boxes = finish_layout() if finish_layout else None
    return Frozen(
        url=url,
        html=html,
        html_sha256=hashing.result(),
        title=facts["title"],
        language=facts["language"],
        browser=world.cdp.send("Browser.getVersion")["product"].replace("/", " ").replace("HeadlessChrome", "Chrome"),
        viewport=(facts["viewport"][0], facts["viewport"][1]),
        page=(facts["page"][0], facts["page"][1]),
        time=datetime.now(UTC).replace(microsecond=0),
        source=finding_source.result(),
        source_bytes=tab.answer.body if tab.answer is not None else None,
        layout=boxes,
        screenshot=take_screenshot(tab) if screenshot else None,
        exchange=write_warc(tab.exchanges, datetime.now(UTC)) if tab.exchanges is not None else None,
    )


def _serialise(world: World, size: int, url: str) -> None:
    """Make the document's HTML, ``gold.html()``, with the frames, listed in ``world.frames``, parents first, in it."""
    world.frames = []
    unseen = _enter_frames(world, world.cdp.send("Page.getFrameTree")["frameTree"], None, None)
    length = _walk_frames(world)
    if length <= size and _count_nodes(world) != unseen + sum(world.call("countNodes", frame=f) for f in world.frames):
        _register_closed_roots(world)
        length = _walk_frames(world)
    if length > size:
        raise CaptureError(
            f"{url}: the page has {length / 1e6:.1f} million characters, more than {size / 1e6:g} million"
            " (--max-size raises the limit)"
        )
    for frame in world.frames:
        if frame.owner is not None:
            start = world.call_on(frame.owner, "function () { return gold.frameStart(this); }")
            world.call("setBase", start, frame=frame)


def _enter_frames(world: World, tree: dict[str, Any], owner: str | None, parent: Frame | None) -> int:
    """Bring our scripts into the frames that are seen; returns the number of nodes of those that are not."""
    frame = world.enter(tree["frame"]["id"], owner, parent)
    if parent is not None and not world.call_on(str(owner), _IS_SEEN):
        return _count_unseen(world, tree, frame)
    world.frames.append(frame)
    unseen = 0
    for child in tree.get("childFrames", ()):
        element = world.cdp.send("DOM.getFrameOwner", {"frameId": child["frame"]["id"]})["backendNodeId"]
        unseen += _enter_frames(world, child, world.resolve(element, frame), frame)
    return unseen


def _count_unseen(world: World, tree: dict[str, Any], frame: Frame) -> int:
    children = tree.get("childFrames", ())
    inside = (_count_unseen(world, child, world.enter(child["frame"]["id"])) for child in children)
    return int(world.call("countNodes", frame=frame)) + sum(inside)


_IS_SEEN = """function () {
  const box = this.getBoundingClientRect();
  return box.width > 1 && box.height > 1 && this.checkVisibility({ visibilityProperty: true });
}"""


def _walk_frames(world: World) -> int:
    """Serialise all frames, inner ones into those around them; returns the length of the whole."""
    length = 0
    for frame in reversed(world.frames):
        length = world.call("serialise", frame=frame)
        if frame.owner is not None:
            inner = world.read_text("gold.html()", frame)
            world.call_on(frame.owner, "function (html) { gold.registerFrame(this, html); }", inner)
    return length


def _count_nodes(world: World) -> int:
    """The number of nodes that the browser's own tools find, in closed shadow roots, too (see countNodes)."""
    world.cdp.send("DOM.enable")
    found = world.cdp.send("DOM.performSearch", {"query": "</", "includeUserAgentShadowDOM": False})
    world.cdp.send("DOM.disable")
    return int(found["resultCount"])


def _register_closed_roots(world: World) -> None:
    """Closed shadow roots are within reach of the browser's own tools alone."""
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


def begin_layout(world: World) -> Callable[[], bytes]:
    """Begin to collect the layout of a frozen page; the function that is returned waits for it.

    It is of all frames, in the form of NAME.layout.json.gz.
    """
    begun = world.begin("gold.layout(gold.elements())", world.frames[0])
    return lambda: _collect_layout(world, begun)


def _collect_layout(world: World, begun: str) -> bytes:
    whole = world.read_text(begun, world.frames[0])
    if len(world.frames) > 1:
        x, y = world.evaluate("[scrollX, scrollY]", world.frames[0])
        parts = [whole]
        for frame in world.frames[1:]:
            dx, dy = frame_offset(world, frame)
            parts.append(world.read_text(f"gold.layout(gold.elements(), {dx + x}, {dy + y})", frame))
        whole = json.dumps(_merge_layouts([json.loads(part) for part in parts]), separators=(",", ":"))
    return encode_layout(whole)


def frame_offset(world: World, frame: Frame) -> tuple[float, float]:
    """Where the inside of a frame begins in the page's viewport, in CSS pixels."""
    x, y = 0.0, 0.0
    at: Frame | None = frame
    while at is not None and at.owner is not None:
        box = world.call_on(
            at.owner,
            """function () {
              const box = this.getBoundingClientRect();
              return [box.x + this.clientLeft, box.y + this.clientTop];
            }""",
        )
        x, y = x + box[0], y + box[1]
        at = at.parent
    return x, y


def _merge_layouts(layouts: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The first layout with the columns of the others added; elements stand in the order of the document."""
    numbers: dict[str, int] = {}
    for layout in layouts:
        renumbered = [numbers.setdefault(colour, len(numbers)) for colour in layout["colours"]]
        layout["elements"]["background"] = [renumbered[i] for i in layout["elements"]["background"]]
    columns = {name: [v for one in layouts for v in one["elements"][name]] for name in layouts[0]["elements"]}
    order = sorted(range(len(columns["start"])), key=columns["start"].__getitem__)
    elements = {name: [column[i] for i in order] for name, column in columns.items()}
    return {**layouts[0], "colours": list(numbers), "elements": elements}


def encode_layout(layout: str) -> bytes:
    """The bytes of NAME.layout.json.gz; the same for the same layout."""
    return gzip.compress(layout.encode(), compresslevel=4, mtime=0)


_TALLEST = 8192


def take_screenshot(tab: Tab) -> bytes | None:
    """The whole page as PNG, as far as a picture can be high; None where the browser cannot draw it.

    None, too, if the tab shows another document than the one that was frozen.

    The browser can draw what is out of view, but lays the whole page out anew for that, twice. Where a higher window
    changes nothing on the page (as the layout that was collected shows) the picture is taken in one.
    """
    send = tab.world.cdp.send
    options: dict[str, Any] = {"format": "png", "optimizeForSpeed": True}
    try:
        tab.world.evaluate("innerWidth", tab.world.frames[0])  # fails where another document has come
        metrics = send("Page.getLayoutMetrics")
        size, view = metrics["cssContentSize"], metrics["cssLayoutViewport"]
        width, height = size["width"], min(size["height"], _TALLEST)
        if (width, 0, 0) == (view["clientWidth"], view["pageX"], view["pageY"]):
            with _raise_window(tab, width, height):
                if tab.world.evaluate(f"innerWidth === {width} && gold.isLaidOutAlike?.()", tab.world.frames[0]):
                    return base64.b64decode(send("Page.captureScreenshot", options)["data"])
        options["clip"] = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        return base64.b64decode(send("Page.captureScreenshot", {**options, "captureBeyondViewport": True})["data"])
    except (PlaywrightError, ScriptError):
        return None


@contextmanager
def _raise_window(tab: Tab, width: int, height: int) -> Iterator[None]:
    """Make the page believe for a while in a window of another height, as wide as it was without its scroll bar."""
    send = tab.world.cdp.send
    before = tab.world.evaluate("({ width: innerWidth, height: innerHeight })", tab.world.frames[0])
    screen = {"deviceScaleFactor": 0, "mobile": False, "screenWidth": width, "screenHeight": before["height"]}
    send("Emulation.setScrollbarsHidden", {"hidden": True})
    send("Emulation.setDeviceMetricsOverride", {**screen, "width": width, "height": height})
    try:
        yield
    finally:
        send("Emulation.setScrollbarsHidden", {"hidden": False})
        if tab.page.viewport_size is None:
            send("Emulation.clearDeviceMetricsOverride")
        else:
            send("Emulation.setDeviceMetricsOverride", {**screen, **before})


_HEADERS = ("content-type", "content-language", "last-modified", "etag", "date", "server", "link", "content-encoding")


def _describe_source(answer: Answer | None) -> Source | None:
    """The facts of the response as served."""
    if answer is None or answer.body is None:
        return None
    kind = answer.headers.get("content-type")
    declared = kind.lower().partition("charset=")[2].split(";")[0].strip(" \"'") if kind else ""
    return Source(
        status=answer.status,
        content_type=kind,
        charset=decode_html(answer.body, declared or None)[1],
        sha256=hashlib.sha256(answer.body).hexdigest(),
        headers={name: value for name, value in answer.headers.items() if name in _HEADERS},
    )
