"""Load a page. What is not a web page is refused with the reason."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from contextlib import suppress

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from annotate.capture.address import complete_url
from annotate.capture.errors import BusyError, CaptureError, SlowError
from annotate.capture.reach import AWAY
from annotate.capture.tab import PAGE_TYPES, Answer, Limits, Tab
from annotate.capture.world import ScriptError

IDLE = 1.0
"""How many seconds a page is waited for that fetches nothing and is not complete. Many never are: their scripts write
into frames, and do not close these documents.
"""


def start_loading(tab: Tab, url: str) -> None:
    """Start loading a page in the background; `load` with the same URL waits for it."""
    tab.url, tab.begun = url, time.monotonic()
    with suppress(ScriptError):  # the browser does not accept it as a URL, as `load` will say
        tab.world.peek(f"void (page.title = 'Loading', location.href = {json.dumps(url)})")


def load(tab: Tab, url: str, limits: Limits, waiting: Callable[[], None] = lambda: None) -> None:
    """Load a URL, calling ``waiting`` if that takes long. Raises `CaptureError` if it is not a web page."""
    url = complete_url(url)
    _go(tab, url, limits, waiting)
    check_answer(url, tab)
    # An image or frame may never arrive, but the rest can be read.
    until = time.monotonic() + max(IDLE, min(limits.timeout, limits.settle * 2))
    while (left := until - time.monotonic()) > 0:
        try:
            tab.page.wait_for_load_state("load", timeout=max(1.0, min(left, IDLE) * 1000))
            return
        except PlaywrightTimeout:
            waiting()
            if not tab.pending:
                return


def _go(tab: Tab, url: str, limits: Limits, waiting: Callable[[], None]) -> None:
    """Load the document into the tab, unless `start_loading` has already done so or begun."""
    until = time.monotonic() + limits.timeout
    try:
        if tab.url == url and time.monotonic() < tab.begun + limits.timeout:
            _wait_for_answer(tab, tab.begun + limits.timeout, waiting)
        if tab.url != url or tab.answer is None or tab.page.url.startswith(("about:", "chrome-error:")):
            tab.url, tab.answer = url, None
            tab.page.goto(url, wait_until="commit", timeout=limits.timeout * 1000)
        _wait_for_document(tab, until, waiting)
    except PlaywrightTimeout as error:
        if tab.broken:
            raise BusyError(f"{url}: the server broke off its answer, or the answer cannot be decoded") from error
        slow = SlowError if tab.stored is None else BusyError  # no server is silent that nobody asked
        raise slow(f"{url}: did not load within {limits.timeout:g} s; allow more with --timeout") from error
    except PlaywrightError as error:
        check_answer(url, tab)  # an error without a body is one of the browser, too
        reasons = _REASONS if tab.stored is None else _REPLAY_REASONS
        raise choose_error(error.message)(f"{url}: {_explain(error.message, tab.answer, reasons)}") from error


def _wait_for_answer(tab: Tab, until: float, waiting: Callable[[], None]) -> None:
    """Wait for a document that was requested. To request it again would be unkind, and the first one might still come.

    Raises `PlaywrightTimeout` if it does not come in time.
    """
    told = time.monotonic()
    while tab.page.url.startswith("about:") and any(
        request.is_navigation_request() and request.frame == tab.page.main_frame for request in tab.pending
    ):
        if (now := time.monotonic()) >= until:
            raise PlaywrightTimeout("no answer")
        if now - told >= 2.0:
            waiting()
            told = now
        tab.pause(0.02)


def _wait_for_document(tab: Tab, until: float, waiting: Callable[[], None]) -> None:
    """Wait until the document is whole. Raises `PlaywrightTimeout` if it does not come in time, or never will."""
    while True:
        left = until - time.monotonic()
        try:
            return tab.page.wait_for_load_state("domcontentloaded", timeout=max(1.0, min(left, 2.0) * 1000))
        except PlaywrightTimeout:
            if tab.broken or left <= 0:
                raise
            waiting()


def choose_error(message: str) -> type[CaptureError]:
    """Choose the error for what the browser says of a page: whether to try it again, and whether its site is silent."""
    kinds = {SlowError: _LATE, BusyError: _TRANSIENT}
    return next((kind for kind, signs in kinds.items() if any(sign in message for sign in signs)), CaptureError)


_LATE = ("TIMED_OUT", "ERR_ADDRESS_UNREACHABLE")
_TRANSIENT = (
    *("CONNECTION_RE", "CONNECTION_CL", "EMPTY_RESPONSE", "NETWORK", "INTERNET_DISCONNECTED"),
    "interrupted by another navigation",
)
_REASONS = {
    "ERR_NAME_NOT_RESOLVED": "there is no such host",
    "ERR_CONNECTION_REFUSED": "nothing listens there",
    "ERR_CONNECTION_RESET": "the server closed the connection",
    "ERR_EMPTY_RESPONSE": "the server sent nothing",
    "ERR_INTERNET_DISCONNECTED": "there is no network",
    "ERR_FILE_NOT_FOUND": "there is no such file",
    "ERR_TOO_MANY_REDIRECTS": "it redirects in a circle",
    "ERR_UNSAFE_REDIRECT": "it redirects to a URL that browsers do not open from the web",
    "ERR_INVALID_HTTP_RESPONSE": "what answers there is not a web server",
    "ERR_UNSAFE_PORT": "is on a port that browsers do not open",
    "ERR_INVALID_URL": "is not a URL",
    "ERR_UNKNOWN_URL_SCHEME": "is not a kind of URL that a browser opens",
    "ERR_BLOCKED_BY_CLIENT": "robots.txt forbids the page to which it redirects (--ignore-robots opens it)",
    "ERR_BLOCKED_BY_RESPONSE": AWAY,
    "ERR_SSL_PROTOCOL_ERROR": "the server does not speak https: write http:// if that is what it speaks",
    "ERR_CERT": "its certificate is not valid",
    "ERR_ADDRESS_UNREACHABLE": "there is no route to its address",
    "ERR_TIMED_OUT": "the server does not answer",
    "ERR_CONNECTION_TIMED_OUT": "the server does not answer",
    "ERR_PROXY": "the proxy cannot reach it",
    "ERR_TUNNEL": "the proxy cannot reach it",
    "Cannot navigate to invalid URL": "is not a URL",
    "interrupted by another navigation": "another page was loaded in its tab meanwhile",
}


_REPLAY_REASONS = _REASONS | {
    "ERR_CONNECTION_FAILED": "redirects to a page that is not stored",
    "ERR_FAILED": "is stored, but cannot be read: it is damaged, or too large",
}


def _explain(message: str, answer: Answer | None, reasons: Mapping[str, str]) -> str:
    if "ERR_ABORTED" in message and answer is None:
        return "the server answers without a page"
    if "Download is starting" in message or "ERR_ABORTED" in message:
        return (
            _refuse_type(answer.kind) if answer and answer.kind not in PAGE_TYPES else "is a download, not a web page"
        )
    for code, reason in reasons.items():
        if code in message:
            return reason
    return f"cannot be opened: {message.splitlines()[0]}"


def _refuse_type(kind: str) -> str:
    if kind == "application/pdf":
        return "is a PDF, not a web page: gold marks places in HTML, and a PDF has no HTML"
    return f"is {kind}, not a web page"


def check_answer(url: str, tab: Tab) -> None:
    """Refuse errors of the server, and documents that are not web pages."""
    answer = tab.answer
    if answer is None:
        return
    if answer.status >= 400:
        is_busy = tab.stored is None and answer.status in (408, 425, 429, 500, 502, 503, 504)
        kind = BusyError if is_busy else CaptureError  # what is stored stays as it is
        raise kind(f"{url}: the server answers {answer.status} {answer.reason}".rstrip())
    if answer.status in (204, 205):
        raise CaptureError(f"{url}: the server answers {answer.status} {answer.reason}: there is no page")
    check_kind(url, answer.kind)


def check_kind(url: str, kind: str) -> None:
    """Refuse documents whose media type is not that of a web page."""
    if kind not in PAGE_TYPES:
        raise CaptureError(f"{url}: {_refuse_type(kind)}")
