"""Freezing a page: its document as HTML, before anything of ours is in it, and what the browser knows of it."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from playwright.sync_api import Error as PlaywrightError

from annotate.capture.tab import CaptureError, Limits, Tab, explain_failures
from annotate.capture.warc import write_warc
from annotate.capture.world import Frame, World
from cetr.decoding import decode_html
from evaluate.package import Source


@dataclass(frozen=True)
class Frozen:
    """A page as it stood when it was frozen. ``layout`` is the bytes of NAME.layout.json.gz (docs/capture.md)."""

    url: str
    html: str
    title: str
    language: str
    browser: str
    viewport: tuple[int, int]
    time: datetime
    source: Source | None
    source_bytes: bytes | None
    layout: bytes | None
    screenshot: bytes | None
    exchange: bytes | None = None


def freeze(tab: Tab, limits: Limits, *, layout: bool = True, screenshot: bool = True) -> Frozen:
    """Stop the page and serialise it. Raises `CaptureError` when there is nothing to mark."""
    tab.held = True
    world = tab.world
    world.stop_page(True)
    url = tab.page.url
    with explain_failures(url):
        html = _serialise(world, limits.size, url)
        facts = world.call("facts")
        if not facts["shown"] and not any(world.call("facts", frame=f)["shown"] for f in world.frames[1:]):
            raise CaptureError(f"{url}: the page is empty: it shows no text")
        boxes = collect_layout(world) if layout else None
    source, source_bytes = _read_source(tab)
    return Frozen(
        url=url,
        html=html,
        title=facts["title"],
        language=facts["language"],
        browser=world.cdp.send("Browser.getVersion")["product"].replace("/", " ").replace("HeadlessChrome", "Chrome"),
        viewport=(facts["viewport"][0], facts["viewport"][1]),
        time=datetime.now(UTC).replace(microsecond=0),
        source=source,
        source_bytes=source_bytes,
        layout=boxes,
        screenshot=take_screenshot(tab) if screenshot else None,
        exchange=write_warc(tab.exchanges, datetime.now(UTC)) if tab.exchanges is not None else None,
    )


def _serialise(world: World, size: int, url: str) -> str:
    tree = world.cdp.send("Page.getFrameTree")["frameTree"]
    world.frames = []
    html = _serialise_frame(world, tree, None, None)
    if len(html) > size:
        raise CaptureError(
            f"{url}: the page has {len(html) / 1e6:.1f} million characters, more than {size / 1e6:g} million"
            " (--max-size raises the limit)"
        )
    for frame in world.frames:
        if frame.owner is not None:
            start = world.call_on(frame.owner, "function () { return gold.frameStart(this); }")
            world.call("setBase", start, frame=frame)
    return html


def _serialise_frame(world: World, tree: dict[str, Any], owner: str | None, parent: Frame | None) -> str:
    """The HTML of a frame with the frames in it. Frames are listed in ``world.frames`` parents first."""
    frame = world.enter(tree["frame"]["id"], owner, parent)
    world.frames.append(frame)
    _register_closed_roots(world, frame)
    for child in tree.get("childFrames", ()):
        element = world.resolve(
            world.cdp.send("DOM.getFrameOwner", {"frameId": child["frame"]["id"]})["backendNodeId"], frame
        )
        if world.call_on(element, _IS_SEEN):
            inner = _serialise_frame(world, child, element, frame)
            world.call_on(element, "function (html) { gold.registerFrame(this, html); }", inner)
    return str(world.call("serialise", frame=frame))


_IS_SEEN = """function () {
  const box = this.getBoundingClientRect();
  return box.width > 1 && box.height > 1 && this.checkVisibility({ visibilityProperty: true });
}"""


def _register_closed_roots(world: World, frame: Frame) -> None:
    """Closed shadow roots are within reach of the browser's own tools alone."""
    seen: set[int] = set()
    while True:
        found = False
        for handle in list(world.list_handles("gold.findRootCandidates()", frame)):
            node = world.cdp.send("DOM.describeNode", {"objectId": handle, "pierce": True})["node"]
            if node["backendNodeId"] in seen:
                continue
            seen.add(node["backendNodeId"])
            for root in node.get("shadowRoots", ()):
                if root["shadowRootType"] == "closed":
                    world.cdp.send(
                        "Runtime.callFunctionOn",
                        {
                            "objectId": handle,
                            "functionDeclaration": "function (root) { gold.registerRoot(this, root); }",
                            "arguments": [{"objectId": world.resolve(root["backendNodeId"], frame)}],
                        },
                    )
                    found = True
        if not found:
            return


def collect_layout(world: World) -> bytes:
    """The layout of a frozen page, all frames, as the contents of NAME.layout.json.gz."""
    whole = world.evaluate("gold.layout(gold.elements())", world.frames[0])
    scrolled = world.evaluate("[scrollX, scrollY]", world.frames[0])
    for frame in world.frames[1:]:
        dx, dy = frame_offset(world, frame)
        part = world.evaluate(f"gold.layout(gold.elements(), {dx + scrolled[0]}, {dy + scrolled[1]})", frame)
        _merge_layout(whole, part)
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


def _merge_layout(whole: dict[str, Any], part: dict[str, Any]) -> None:
    """Add a frame's columns; elements stay in the order of the document."""
    numbers = {colour: i for i, colour in enumerate(whole["colours"])}
    renumbered = [numbers.setdefault(colour, len(numbers)) for colour in part["colours"]]
    whole["colours"] = list(numbers)
    part["elements"]["background"] = [renumbered[i] for i in part["elements"]["background"]]
    starts = whole["elements"]["start"] + part["elements"]["start"]
    order = sorted(range(len(starts)), key=starts.__getitem__)
    for name, column in whole["elements"].items():
        joined = column + part["elements"][name]
        whole["elements"][name] = [joined[i] for i in order]


def encode_layout(layout: dict[str, Any]) -> bytes:
    """The bytes of NAME.layout.json.gz; the same for the same layout."""
    return gzip.compress(json.dumps(layout, separators=(",", ":")).encode(), compresslevel=4, mtime=0)


_TALLEST = 8192


def take_screenshot(tab: Tab) -> bytes | None:
    """The whole page as PNG, as far as a picture can be high; None where the browser cannot draw it."""
    size = tab.world.cdp.send("Page.getLayoutMetrics")["cssContentSize"]
    clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], _TALLEST), "scale": 1}
    try:
        answer = tab.world.cdp.send(
            "Page.captureScreenshot",
            {"format": "png", "captureBeyondViewport": True, "clip": clip, "optimizeForSpeed": True},
        )
    except PlaywrightError:
        return None
    return base64.b64decode(answer["data"])


_HEADERS = ("content-type", "content-language", "last-modified", "etag", "date", "server", "link", "content-encoding")


def _read_source(tab: Tab) -> tuple[Source | None, bytes | None]:
    """The response as served: its bytes, and the facts of its head."""
    answer = tab.answer
    if answer is None or answer.body is None:
        return None, None
    kind = answer.headers.get("content-type")
    declared = kind.lower().partition("charset=")[2].split(";")[0].strip(" \"'") if kind else ""
    source = Source(
        status=answer.status,
        content_type=kind,
        charset=decode_html(answer.body, declared or None)[1],
        sha256=hashlib.sha256(answer.body).hexdigest(),
        headers={name: value for name, value in answer.headers.items() if name in _HEADERS},
    )
    return source, answer.body
