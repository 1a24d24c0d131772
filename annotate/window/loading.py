"""Load the copy of a saved page into a tab without a network."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from urllib.parse import quote

from playwright.sync_api import BrowserContext, ProxySettings

from annotate.capture.errors import CaptureError
from annotate.capture.loading import load
from annotate.capture.opening import open_tab
from annotate.capture.tab import Limits, Tab
from annotate.capture.world import ScriptError
from annotate.queue.urls import strip_credentials
from annotate.stored import Response, Stored, open_stored
from annotate.window.copying import POLICY, RECORDED_POLICY, copy_page
from annotate.window.defining import define_elements
from cetr.console import InputError
from cetr.sources import is_url
from evaluate.package import Document
from evaluate.package.files import EXCHANGE

ADDRESS = "http://page.invalid/"
"""The address of the pages for the browser, which leads nowhere."""

LIMITS = Limits(settle=1, whole=120)
"""A page that takes longer than ``timeout`` to load, or ``whole`` altogether, is given up."""

# Not even a connection is made, which browsers do ahead of requests: the only way out is a proxy that does not exist.
NO_WAY_OUT: ProxySettings = {"server": "http://127.0.0.1:9", "bypass": "<-loopback>"}


def open_copy_tab(context: BrowserContext) -> Tab:
    """Open an empty tab for copies, of a context that has `NO_WAY_OUT`."""
    tab = open_tab(context, LIMITS, stored=Stored((), {}))
    tab.world.adopt_sheets()
    return tab


def load_copy(tab: Tab, document: Document, attribute: str = "") -> None:
    """Load the copy of a document that `copy_page` makes at its URL, with what was recorded, or else at one of ours.

    Raises `CaptureError`, `ScriptError` or Playwright's `Error` if the browser cannot show it.
    """
    body = copy_page(document.html, attribute).encode("utf-8", "replace")

    def load_at(url: str, policy: str, recorded: Mapping[str, Callable[[], Response]]) -> None:
        headers = (("content-type", "text/html; charset=utf-8"), ("content-security-policy", policy))
        tab.held, tab.url = False, ""
        tab.stored = Stored((url,), {**recorded, url: lambda: Response(200, "OK", headers, body)})
        load(tab, url, LIMITS)
        tab.page.wait_for_load_state("load", timeout=LIMITS.timeout * 1000)  # no script puts that off
        define_elements(tab.page)

    if recorded := read_recorded(document):
        with suppress(ScriptError, CaptureError):  # what somebody has written may be no URL
            # As the browser writes it: by another spelling it would find what the server sent, scripts and all.
            url = strip_credentials(tab.world.peek(f"new URL({json.dumps(document.meta.url)}).href"))
            return load_at(url.partition("#")[0], RECORDED_POLICY, recorded)
    return load_at(ADDRESS + quote(document.name), POLICY, {})


def read_recorded(document: Document) -> Mapping[str, Callable[[], Response]]:
    """Read what was recorded with a document (NAME.warc.gz), for its styles and pictures; nothing if it is missing."""
    path = document.path(EXCHANGE)
    if not path.is_file() or not is_url(document.meta.url):
        return {}
    try:
        with open_stored([path]) as stored:
            return stored.readers
    except (InputError, OSError):  # damaged, or the extra is not installed; the page is shown without it
        return {}


def explain_failure(tab: Tab, error: Exception) -> str:
    """Return in one line why a document cannot be shown in a tab."""
    if tab.page.is_closed():
        return f"took more than {LIMITS.whole:g} s" if tab.overdue else "the browser's process for it crashed"
    said = str(error).splitlines()[0].removeprefix(f"{tab.url}: ")
    return said.partition("; ")[0]  # what follows is advice to those who capture pages
