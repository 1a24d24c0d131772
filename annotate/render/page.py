"""Open a saved page offline in the browser, with scripts off, to see where its elements are."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize
from playwright.sync_api import Error as PlaywrightError

from annotate.capture.errors import CaptureError
from annotate.capture.serialise import find_owner
from annotate.capture.views import begin_layout
from annotate.capture.world import Frame, ScriptError, World
from annotate.window.loading import LIMITS, NO_WAY_OUT, explain_failure, load_copy, open_copy_tab
from evaluate.package import Document, PackageError, attach_files, read_document
from evaluate.package.files import LAYOUT, SCREENSHOT

ATTRIBUTE = "data-cetr-gold-start"
"""The attribute that tells where the start tag of an element is in the saved page."""

TALLEST = 16_384
"""The highest picture that Chromium draws, in CSS pixels."""


def render_page(browser: Browser, document: Document, viewport: tuple[int, int] = (1280, 900)) -> tuple[bytes, bytes]:
    """Return the layout (bytes of NAME.layout.json.gz) and the screenshot (PNG) of a saved page; nothing is fetched.

    ``viewport`` is (width, height) in CSS pixels. Raises `PackageError` if the browser cannot show the page, also for
    lack of time, and `PlaywrightError` if the browser has ended.
    """
    size: ViewportSize = {"width": viewport[0], "height": viewport[1]}
    context = browser.new_context(viewport=size, proxy=NO_WAY_OUT, offline=True, service_workers="block")
    try:
        tab = open_copy_tab(context)
        tab.until = time.monotonic() + LIMITS.whole
        try:
            load_copy(tab, document, ATTRIBUTE)
            _enter_frames(tab.world, tab.world.cdp.send("Page.getFrameTree")["frameTree"], None, None)
            layout = begin_layout(tab.world, f"gold.markedEntries({json.dumps(ATTRIBUTE)})")()
            return layout, _draw(tab.page)
        except (CaptureError, PlaywrightError, ScriptError) as error:
            reason = explain_failure(tab, error)
            raise PackageError(f"{document.path('.html')}: cannot be shown: {reason}") from error
    finally:
        context.close()


def _enter_frames(world: World, tree: dict[str, Any], owner: str | None, parent: Frame | None) -> None:
    frame = world.enter(tree["frame"]["id"], owner, parent)
    world.frames.append(frame)
    for child in tree.get("childFrames", ()):
        _enter_frames(world, child, find_owner(world, child, frame), frame)


def _draw(page: Page) -> bytes:
    size = page.evaluate("() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    width, height = (float(max(1, min(side, TALLEST))) for side in size)
    # The browser makes the window narrow for a moment, and would draw what passes slowly into its wide state again.
    return page.screenshot(
        full_page=True, animations="disabled", clip={"x": 0, "y": 0, "width": width, "height": height}
    )


def list_unrendered(folder: Path, names: Sequence[str], again: bool) -> list[str]:
    """List the documents to render: those without a layout or a screenshot, or all of them."""
    return [n for n in names if again or not all((folder / (n + suffix)).exists() for suffix in (LAYOUT, SCREENSHOT))]


def render_document(browser: Browser, folder: Path, name: str, viewport: tuple[int, int], *, again: bool) -> None:
    """Put the layout and the screenshot that it lacks beside a document; with ``again``, a new layout.

    Raises `PackageError` if the document cannot be read, or the browser cannot show its page.
    """
    document = read_document(folder, name)
    layout, picture = render_page(browser, document, viewport)
    made = {LAYOUT: layout, SCREENSHOT: picture}
    kept = {suffix for suffix in made if document.path(suffix).exists()} - ({LAYOUT} if again else set())
    attach_files(folder, name, {suffix: made[suffix] for suffix in made.keys() - kept})
