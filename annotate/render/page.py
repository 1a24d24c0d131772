"""Open a saved page offline in the browser, with scripts off, to see where its elements are."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Route
from playwright.sync_api import Error as PlaywrightError

from annotate.capture.serialise import find_owner
from annotate.capture.views import begin_layout
from annotate.capture.world import Frame, ScriptError, World
from annotate.window.copying import POLICY, copy_page
from annotate.window.defining import define_elements
from annotate.window.page import ADDRESS, NO_WAY_OUT
from evaluate.package import PackageError, attach_files, read_document
from evaluate.package.files import LAYOUT, SCREENSHOT

ATTRIBUTE = "data-cetr-gold-start"
"""The attribute that tells where the start tag of an element is in the saved page."""

TALLEST = 16_384
"""The highest picture that Chromium draws, in CSS pixels."""


def render_page(browser: Browser, html: str, viewport: tuple[int, int] = (1280, 900)) -> tuple[bytes, bytes]:
    """Return the layout (bytes of NAME.layout.json.gz) and the screenshot (PNG) of a saved page; nothing is fetched.

    ``viewport`` is (width, height) in CSS pixels. Raises Playwright's `Error` or `ScriptError` if the browser cannot
    show the page, also for lack of time.
    """
    copy = copy_page(html, ATTRIBUTE)

    def answer(route: Route) -> None:
        if route.request.url == ADDRESS and route.request.is_navigation_request():
            # The parser treats scripts as enabled, so noscript stays hidden, as it was at capture.
            headers = {"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": POLICY}
            route.fulfill(status=200, headers=headers, body=copy)
        else:
            route.abort()

    context = browser.new_context(viewport={"width": viewport[0], "height": viewport[1]}, proxy=NO_WAY_OUT)
    try:
        page = context.new_page()
        world = World(page)
        world.adopt_sheets()
        page.route("**/*", answer)
        page.goto(ADDRESS, wait_until="load")
        define_elements(page)
        tree = world.cdp.send("Page.getFrameTree")["frameTree"]
        _enter_frames(world, tree, None, None)
        return begin_layout(world, f"gold.markedEntries({json.dumps(ATTRIBUTE)})")(), _draw(page)
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
    try:
        layout, picture = render_page(browser, document.html, viewport)
    except (PlaywrightError, ScriptError) as error:
        raise PackageError(f"{document.path('.html')}: cannot be shown: {str(error).splitlines()[0]}") from error
    made = {LAYOUT: layout, SCREENSHOT: picture}
    kept = {suffix for suffix in made if document.path(suffix).exists()} - ({LAYOUT} if again else set())
    attach_files(folder, name, {suffix: made[suffix] for suffix in made.keys() - kept})
