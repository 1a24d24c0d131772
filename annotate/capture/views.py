"""The views of a frozen page: its layout (NAME.layout.json.gz, docs/capture.md) and its picture."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Error as PlaywrightError

from annotate.capture.tab import Tab
from annotate.capture.world import Frame, ScriptError, World
from evaluate.package import UnwritableError, attach_files
from evaluate.package.files import LAYOUT, SCREENSHOT


def attach_views(tab: Tab, folder: Path, name: str, *, layout: bool, screenshot: bool) -> tuple[str, ...]:
    """Put layout and picture beside a saved document.

    Returns what is missing, because the page may be gone by now, or the disk full; if the package could not be written,
    with the reason.
    """
    missing = []
    if layout:
        try:
            attach_files(folder, name, {LAYOUT: begin_layout(tab.world)()})
        except (PlaywrightError, ScriptError):
            missing.append("layout")
        except UnwritableError as error:
            missing.append(f"layout ({error})")
    if screenshot:
        picture = take_screenshot(tab)
        try:
            if picture is None:
                missing.append("picture")
            else:
                attach_files(folder, name, {SCREENSHOT: picture})
        except UnwritableError as error:
            missing.append(f"picture ({error})")
    return tuple(missing)


def begin_layout(world: World, elements: str = "gold.elements()") -> Callable[[], bytes]:
    """Begin to collect the layout of a frozen page; the returned function waits for it.

    It covers all frames, in the form of NAME.layout.json.gz. ``elements`` is an expression for those of a frame.
    """
    begun = world.begin(f"gold.layout({elements})", world.frames[0])
    return lambda: _collect_layout(world, begun, elements)


def _collect_layout(world: World, begun: str, elements: str) -> bytes:
    whole = world.read_text(begun, world.frames[0])
    if len(world.frames) > 1:
        x, y = world.evaluate("gold.standing()", world.frames[0])
        parts = [whole]
        for frame in world.frames[1:]:
            dx, dy = frame_offset(world, frame)
            parts.append(world.read_text(f"gold.layout({elements}, {dx + x}, {dy + y})", frame))
        whole = json.dumps(_merge_layouts([json.loads(part) for part in parts]), separators=(",", ":"))
    return encode_layout(whole)


def frame_offset(world: World, frame: Frame) -> tuple[float, float]:
    """Find where the inside of a frame begins in the page's viewport, in CSS pixels."""
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
    """Append the columns of other layouts to the first one; elements stay in the order of the document."""
    numbers: dict[str, int] = {}
    for layout in layouts:
        renumbered = [numbers.setdefault(colour, len(numbers)) for colour in layout["colours"]]
        layout["elements"]["background"] = [renumbered[i] for i in layout["elements"]["background"]]
    columns = {name: [v for one in layouts for v in one["elements"][name]] for name in layouts[0]["elements"]}
    order = sorted(range(len(columns["start"])), key=columns["start"].__getitem__)
    elements = {name: [column[i] for i in order] for name, column in columns.items()}
    return {**layouts[0], "colours": list(numbers), "elements": elements}


def encode_layout(layout: str) -> bytes:
    """Encode the bytes of NAME.layout.json.gz; equal layouts give equal bytes."""
    return gzip.compress(layout.encode(), compresslevel=4, mtime=0)


_TALLEST = 8192

_DRAWN = """new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(done));
  setTimeout(done, 1000);
})"""
"""Frames of other origins are not drawn out of view; the browser notices one picture late that they have come into it.
A page in the background draws no pictures.
"""


def take_screenshot(tab: Tab) -> bytes | None:
    """Take a picture of the whole page as PNG, as high as a picture can be; None if the browser cannot draw it.

    Also None if the tab shows another document than the frozen one.

    The browser can draw what is out of view, but for that it lays out the whole page twice. Where a higher window
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
                    if len(tab.world.frames) > 1:
                        tab.world.evaluate(_DRAWN, tab.world.frames[0])
                    return base64.b64decode(send("Page.captureScreenshot", options)["data"])
        options["clip"] = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        with _keeping_still(tab.world):
            return base64.b64decode(send("Page.captureScreenshot", {**options, "captureBeyondViewport": True})["data"])
    except (PlaywrightError, ScriptError):
        return None


@contextmanager
def _keeping_still(world: World) -> Iterator[None]:
    """Suspend the transitions of a page. The browser gives it a window of one pixel for a moment, as no phone has, and
    would draw it on its way back.
    """
    for frame in world.frames:
        world.call("keepStill", frame=frame)
    try:
        yield
    finally:
        for frame in world.frames:
            world.call("letPass", frame=frame)


@contextmanager
def _raise_window(tab: Tab, width: int, height: int) -> Iterator[None]:
    """Make the page believe for a while that its window has another height, and its width without scroll bar."""
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
