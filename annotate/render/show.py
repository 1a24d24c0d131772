"""Shows a saved page in a browser window, offline and with scripts off, with its marks drawn.

A program of its own (``python -m annotate.render.show``), for the reviewer, which drives no browser: it reads one JSON
object from standard input, ``{"folder", "name", "prediction": [[start, end], ...]}``, and ends when the window is
closed.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import BrowserContext, Page
from playwright.sync_api import Error as PlaywrightError

from annotate.browser import NoScreenError, open_browser
from annotate.render.marked_page import draw_marks
from cetr.console import InputError
from cetr.document import Spans, normalize_spans
from evaluate.package import read_document


class Request(msgspec.Struct, frozen=True):
    """Which page to show, and a prediction to draw beside its gold, if there is one."""

    folder: str
    name: str
    prediction: Spans | None = None
    browser: str | None = None


def show_page(request: Request, until: Callable[[Page], object], *, headless: bool = False) -> None:
    """Open the page and keep it until ``until`` returns."""
    document = read_document(Path(request.folder), request.name)
    marks = {"gold": document.spans, "optional": document.optional}
    if request.prediction is not None:
        marks["prediction"] = normalize_spans(request.prediction, len(document.html))
    program = Path(request.browser) if request.browser else None
    with tempfile.TemporaryDirectory() as folder, open_browser(program, headless=headless, viewport=None) as context:
        copy = Path(folder) / f"{request.name}.html"
        copy.write_text(draw_marks(document.html, {k: v for k, v in marks.items() if v}), "utf-8")
        page = _quiet_context(context, copy.as_uri()).new_page()
        page.goto(copy.as_uri(), wait_until="domcontentloaded")
        until(page)


def _quiet_context(context: BrowserContext, shown: str) -> BrowserContext:
    """A window of the same browser without network and scripts, in which nothing is loaded but the page ``shown``."""
    browser = context.browser
    assert browser is not None
    options: dict[str, Any] = {"offline": True, "java_script_enabled": False, "no_viewport": True}
    quiet = browser.new_context(**options)
    # An answer without content, unlike none, leaves a page where it is that would go elsewhere.
    quiet.route("**/*", lambda route: route.continue_() if route.request.url == shown else route.fulfill(status=204))
    return quiet


def _wait_until_closed(page: Page) -> None:
    try:
        page.wait_for_event("close", timeout=0)
    except PlaywrightError:
        return


def main() -> int:
    """Show what standard input asks for; 2 and one line on standard error if that is not possible."""
    request = msgspec.json.decode(sys.stdin.buffer.read(), type=Request)
    try:
        show_page(request, _wait_until_closed)
    except NoScreenError:
        page = Path(request.folder) / f"{request.name}.html"
        print(f"there is no screen for a browser window; the saved page is {page}", file=sys.stderr)
        return 2
    except (InputError, PlaywrightError) as error:
        print(str(error).splitlines()[0], file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
