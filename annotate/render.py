"""Layout and screenshot for pages that were saved without: opened offline in the browser, scripts off."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, Route
from playwright.sync_api import Error as PlaywrightError

from annotate.capture.freeze import encode_layout
from cetr.document import Kind, lex
from evaluate.package import Document, PackageError, read_document, write_document
from evaluate.package.store import LAYOUT, SCREENSHOT

MARK = "data-cetr-gold-start"
ADDRESS = "http://page.invalid/"

TALLEST = 16_384
"""CSS pixels of the highest picture that Chromium draws."""

# Scripts do not run, but the parser takes them for enabled, so that noscript stays hidden as it was at capture.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; media-src data:"


def mark_tags(html: str) -> str:
    """The document with an attribute in every start tag that says where the tag starts, in code points."""
    tokens = lex(html)
    pieces, at = [], 0
    opens = tokens.kind == Kind.OPEN
    for start, end in zip(tokens.start[opens].tolist(), tokens.end[opens].tolist(), strict=True):
        name_end = start + 1
        while name_end < end and html[name_end] not in " \t\n\f\r/>":
            name_end += 1
        pieces += [html[at:name_end], f' {MARK}="{start}"']
        at = name_end
    return "".join([*pieces, html[at:]])


def render_page(context: BrowserContext, html: str, timeout: float = 30.0) -> tuple[bytes, bytes]:
    """The layout (bytes of NAME.layout.json.gz) and the screenshot (PNG) of a saved page; nothing is fetched.

    ``timeout`` is in seconds. Raises Playwright's `Error` for a page that the browser cannot show.
    """
    marked = mark_tags(html)

    def answer(route: Route) -> None:
        if route.request.url == ADDRESS and route.request.is_navigation_request():
            headers = {"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": _POLICY}
            route.fulfill(status=200, headers=headers, body=marked)
        else:
            route.abort()

    page = context.new_page()
    try:
        page.set_default_timeout(timeout * 1000)
        page.route("**/*", answer)
        page.goto(ADDRESS, wait_until="load")
        return encode_layout(_collect(page)), _draw(page)
    finally:
        page.close()


def _collect(page: Page) -> dict[str, Any]:
    session = page.context.new_cdp_session(page)
    frame = session.send("Page.getFrameTree")["frameTree"]["frame"]["id"]
    world = session.send("Page.createIsolatedWorld", {"frameId": frame, "worldName": "cetr-gold"})
    folder = files("annotate")
    scripts = [folder.joinpath(name).read_text("utf-8") for name in ("capture/layout.js", "render.js")]
    expression = "\n".join([*scripts, f'gold.layout(gold.renderedEntries("{MARK}"))'])
    answer = session.send(
        "Runtime.evaluate",
        {"expression": expression, "contextId": world["executionContextId"], "returnByValue": True},
    )
    if "exceptionDetails" in answer:
        raise PlaywrightError(answer["exceptionDetails"].get("exception", {}).get("description", "script failed"))
    layout: dict[str, Any] = answer["result"]["value"]
    return layout


def _draw(page: Page) -> bytes:
    width, height = page.evaluate("() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    clip = {"x": 0, "y": 0, "width": max(1, min(width, TALLEST)), "height": max(1, min(height, TALLEST))}
    return page.screenshot(full_page=True, clip=clip, animations="disabled")  # type: ignore[arg-type]


def list_unrendered(folder: Path, names: tuple[str, ...], again: bool) -> Iterator[Document]:
    """The documents to render: those without layout, or all of them."""
    for name in names:
        document = read_document(folder, name)
        if again or not document.path(LAYOUT).exists():
            yield document


def render_document(context: BrowserContext, document: Document) -> None:
    """Render a document and put layout and screenshot beside it; a screenshot of the capture is kept.

    Raises `PackageError` for a page that the browser cannot show.
    """
    try:
        layout, picture = render_page(context, document.html)
    except PlaywrightError as error:
        raise PackageError(f"{document.path('.html')}: cannot be shown: {error.message.splitlines()[0]}") from error
    attachments = {LAYOUT: layout}
    if not document.path(SCREENSHOT).exists():
        attachments[SCREENSHOT] = picture
    write_document(
        document.folder, document.name, meta=document.meta, text=document.text, expected=document.revision,
        attachments=attachments,
    )
