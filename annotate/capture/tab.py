"""Loading a page: refused in one line where there is nothing to capture, settled where there is."""

from __future__ import annotations

import base64
import json
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from playwright.sync_api import BrowserContext, Page, Request
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from annotate.capture.warc import Exchange
from annotate.capture.world import ScriptError, World
from annotate.queue import TransientError
from cetr.errors import InputError


class CaptureError(InputError):
    """A page that cannot be captured, and why."""


class BusyError(CaptureError, TransientError):
    """A page that cannot be captured now, and perhaps later."""


@dataclass(frozen=True)
class Limits:
    """How long and how far to go for a page. Times in seconds.

    ``timeout`` is for the page to come at all; ``settle`` for scrolling it and for its scripts to come to rest, at
    most (0: take it as it is once loaded); ``quiet`` is how long nothing may change to call it settled; ``busy`` is how
    long a script may run at a stretch. ``screens`` bounds scrolling, ``clicks`` each of the ``click``
    selectors ("show more" buttons). ``size`` is the largest document accepted, in characters.
    """

    timeout: float = 30
    settle: float = 8
    quiet: float = 0.5
    busy: float = 5
    screens: int = 40
    click: tuple[str, ...] = ()
    clicks: int = 20
    size: int = 20_000_000


@dataclass(frozen=True)
class Answer:
    """A document as served: status, headers (names in lower case), and the body's bytes, decompressed."""

    url: str
    status: int
    reason: str
    headers: Mapping[str, str]
    body: bytes | None

    @property
    def kind(self) -> str:
        """The media type, such as ``text/html``; empty if none is given."""
        return self.headers.get("content-type", "").split(";")[0].strip().lower()


@dataclass
class Tab:
    """A page being loaded or annotated. ``answer`` brought its current document; ``held`` keeps it where it is.

    ``exchanges`` are all requests with their answers, where they are to be kept. ``screens`` were scrolled ahead while
    the page was in the background, ``scrolled`` to its end.
    """

    page: Page
    world: World
    url: str = ""
    answer: Answer | None = None
    pending: set[Request] = field(default_factory=set)
    navigations: int = 0
    held: bool = False
    exchanges: list[Exchange] | None = None
    popups: list[Page] = field(default_factory=list)
    screens: int = 0
    scrolled: bool = False

    def pause(self, seconds: float) -> None:
        """Let the browser work for a while."""
        self.page.wait_for_timeout(seconds * 1000)

    def close(self) -> None:
        """Close the page and the windows it has opened."""
        for page in (*self.popups, self.page):
            page.close()


def open_tab(context: BrowserContext, limits: Limits, *, hotkey: bool = False, keep_all: bool = False) -> Tab:
    """An empty tab that keeps the documents it receives as they are served; ``keep_all``: all that it loads."""
    page = context.new_page()
    tab = Tab(page, World(page, hotkey=hotkey), exchanges=[] if keep_all else None)
    page.on("request", lambda request: tab.pending.add(request))
    page.on("requestfinished", lambda request: tab.pending.discard(request))
    page.on("requestfailed", lambda request: tab.pending.discard(request))
    page.on("popup", lambda popup: popup.close() if tab.held else tab.popups.append(popup))
    page.on("crash", lambda crashed: crashed.close())  # else whoever waits for it would wait for ever
    page.once("domcontentloaded", lambda _: _end_endless_scripts(tab, limits.busy))
    cdp = tab.world.cdp
    cdp.on("Fetch.requestPaused", lambda event: _pass_on(tab, event))
    stages = [{"resourceType": "Document", "requestStage": stage} for stage in ("Request", "Response")]
    if keep_all:
        stages[1] = {"requestStage": "Response"}
    cdp.send("Fetch.enable", {"patterns": stages})
    return tab


def _end_endless_scripts(tab: Tab, busy: float) -> None:
    """Watch over a tab for as long as it is open.

    What is asked of a page has to wait for the page's own script, and Playwright waits with it. It goes on with the
    handlers of its events meanwhile, and this is one that does not end.
    """
    with suppress(PlaywrightError):  # the tab is closed
        while True:
            tab.pause(0.25)
            tab.world.end_endless_script(busy)


def _pass_on(tab: Tab, event: dict[str, Any]) -> None:
    """Look at a document on its way: keep what arrives, and let a held page go nowhere."""
    cdp, request = tab.world.cdp, {"requestId": event["requestId"]}
    main = event["frameId"] == tab.world.main_frame
    try:
        if "responseStatusCode" in event or "responseErrorReason" in event:
            document = main and event["resourceType"] == "Document"
            if "responseStatusCode" in event and (document or tab.exchanges is not None):
                _keep(tab, event, document)
            cdp.send("Fetch.continueRequest", request)
        elif tab.held:
            # No Content leaves the page, or the frame, that is there.
            cdp.send("Fetch.fulfillRequest", {**request, "responseCode": 204})
        else:
            cdp.send("Fetch.continueRequest", request)
    except PlaywrightError:
        # The page has been closed, or has given the request up, in the meantime.
        return


def _keep(tab: Tab, event: dict[str, Any], document: bool) -> None:
    status, headers = event["responseStatusCode"], event.get("responseHeaders", ())
    fields = tuple((h["name"], h["value"]) for h in headers)
    answer = Answer(
        event["request"]["url"], status, event.get("responseStatusText", ""), {k.lower(): v for k, v in fields}, None
    )
    moved = 300 <= status < 400 or status in (204, 205)
    if not moved and (answer.kind in PAGE_TYPES or not document):
        body = tab.world.cdp.send("Fetch.getResponseBody", {"requestId": event["requestId"]})
        data = base64.b64decode(body["body"]) if body["base64Encoded"] else body["body"].encode()
        answer = replace(answer, body=data)
    if tab.exchanges is not None:
        request = event["request"]
        body_or_none = b"" if moved else answer.body
        tab.exchanges.append(
            Exchange(answer.url, request["method"], request["headers"], status, answer.reason, fields, body_or_none)
        )
    if document and (not moved or (status < 300 and tab.answer is None)):
        tab.answer = answer
        tab.navigations += 1
        tab.screens, tab.scrolled = 0, False


def start_loading(tab: Tab, url: str) -> None:
    """Set a page going in the background; `load` with the same URL waits for it."""
    tab.url = url
    tab.world.peek(f"void (location.href = {json.dumps(url)})")


def load(tab: Tab, url: str, limits: Limits) -> None:
    """Load a URL. Raises `CaptureError` for what is not a web page."""
    url = complete_url(url)
    if tab.url == url and tab.answer is not None and not tab.page.url.startswith(("about:", "chrome-error:")):
        # It was loaded in the background.
        tab.page.wait_for_load_state("domcontentloaded")
    else:
        _go(tab, url, limits)
    check_answer(url, tab.answer)
    try:
        tab.page.wait_for_load_state("load", timeout=max(1.0, min(limits.timeout, limits.settle * 2)) * 1000)
    except PlaywrightTimeout:
        # Some image or frame never comes; what is there can be read.
        return


def _go(tab: Tab, url: str, limits: Limits) -> None:
    tab.url, tab.answer = url, None
    try:
        tab.page.goto(url, wait_until="domcontentloaded", timeout=limits.timeout * 1000)
    except PlaywrightTimeout as error:
        raise BusyError(f"{url}: did not load within {limits.timeout:g} s; --timeout gives it longer") from error
    except PlaywrightError as error:
        check_answer(url, tab.answer)  # an error without a body is one of the browser, too
        kind = BusyError if any(sign in error.message for sign in _TRANSIENT) else CaptureError
        raise kind(f"{url}: {_explain(error.message, tab.answer)}") from error


def complete_url(url: str) -> str:
    """A URL from what a person typed: a path of a file, a host without scheme, or a URL."""
    scheme = url.partition(":")[0].lower() if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:(?!\d+(?:/|$))", url) else ""
    if scheme:
        if scheme not in ("http", "https", "file", "data"):
            raise CaptureError(f"{url}: is not an address that is captured; http:, https:, file: and data: are")
        if scheme in ("http", "https") and not _find_host(url):
            raise CaptureError(f"{url}: is not a URL")
        if scheme == "file" and Path(unquote(urlsplit(url).path)).is_dir():
            raise CaptureError(f"{url}: is a folder, not a page")
        return url
    if not url.strip():
        raise CaptureError("an empty text is not a URL")
    path = Path(url)
    if path.exists():
        if path.is_dir():
            raise CaptureError(f"{url}: is a folder, not a page")
        return path.resolve().as_uri()
    if _find_host(f"//{url}") and "." in url.split("/", 1)[0]:
        return f"https://{url}"
    if url.startswith("localhost"):
        return f"http://{url}"
    raise CaptureError(f"{url}: is neither a URL nor a file")


def _find_host(url: str) -> str | None:
    """The host that a URL names, if it names one."""
    try:
        host = urlsplit(url).hostname
    except ValueError:
        return None
    return None if host is None or re.search(r"\s", host) else host


_TRANSIENT = ("CONNECTION_RE", "CONNECTION_CL", "EMPTY_RESPONSE", "TIMED_OUT", "NETWORK", "INTERNET_DISCONNECTED")
_REASONS = {
    "ERR_NAME_NOT_RESOLVED": "there is no such host",
    "ERR_CONNECTION_REFUSED": "nothing listens there",
    "ERR_CONNECTION_RESET": "the server broke the connection off",
    "ERR_EMPTY_RESPONSE": "the server sent nothing",
    "ERR_INTERNET_DISCONNECTED": "there is no network",
    "ERR_FILE_NOT_FOUND": "there is no such file",
    "ERR_TOO_MANY_REDIRECTS": "it redirects in a circle",
    "ERR_UNSAFE_PORT": "is on a port that browsers do not open",
    "ERR_INVALID_URL": "is not a URL",
    "ERR_UNKNOWN_URL_SCHEME": "is not a kind of address a browser opens",
    "ERR_CERT": "its certificate is not valid",
    "ERR_TIMED_OUT": "the server does not answer",
    "ERR_CONNECTION_TIMED_OUT": "the server does not answer",
    "ERR_PROXY": "the proxy cannot reach it",
    "ERR_TUNNEL": "the proxy cannot reach it",
    "Cannot navigate to invalid URL": "is not a URL",
}


def _explain(message: str, answer: Answer | None) -> str:
    if "Download is starting" in message or "ERR_ABORTED" in message:
        return (
            _refuse_type(answer.kind) if answer and answer.kind not in PAGE_TYPES else "is a download, not a web page"
        )
    for code, reason in _REASONS.items():
        if code in message:
            return reason
    return f"cannot be opened: {message.splitlines()[0]}"


def _refuse_type(kind: str) -> str:
    if kind == "application/pdf":
        return "is a PDF, not a web page: gold is recorded as places in HTML, and a PDF has none"
    return f"is {kind}, not a web page"


PAGE_TYPES = frozenset(("", "text/html", "application/xhtml+xml", "text/plain"))
"""Media types of documents that can be captured."""


def check_answer(url: str, answer: Answer | None) -> None:
    """Refuse errors of the server and documents that are not web pages."""
    if answer is None:
        return
    if answer.status >= 400:
        kind = BusyError if answer.status in (408, 425, 429, 500, 502, 503, 504) else CaptureError
        raise kind(f"{url}: the server answers {answer.status} {answer.reason}".rstrip())
    if answer.status in (204, 205):
        raise CaptureError(f"{url}: the server answers {answer.status} {answer.reason}: there is no page")
    check_kind(url, answer.kind)


def check_kind(url: str, kind: str) -> None:
    """Refuse documents of a media type that is not a web page's."""
    if kind not in PAGE_TYPES:
        raise CaptureError(f"{url}: {_refuse_type(kind)}")


def settle(tab: Tab, limits: Limits) -> None:
    """Scroll through the page so that it loads what it loads late, and wait until it comes to rest.

    Stops when the page navigates (what comes then is waited for instead), when its end is reached, or in time.
    """
    if limits.settle <= 0:
        return
    until = time.monotonic() + limits.settle
    with _tolerating_navigation(tab):
        _wait_for_rest(tab, limits, until)
        for selector in limits.click:
            _click_all(tab, selector, limits, until)
        if not tab.scrolled:
            _scroll(tab, limits, until)
        _wait_for_rest(tab, limits, until)


_NAVIGATED = ("navigation", "context was destroyed", "Cannot find context", "No frame for given id")


_FAILURES = {
    "has been closed": "its window was closed, or the browser's process for it crashed",
    "Maximum call stack": "its elements are nested too deep",
}


@contextmanager
def explain_failures(url: str) -> Iterator[None]:
    """Turn what goes wrong between browser and page into a `CaptureError` that names the page."""
    try:
        yield
    except (ScriptError, PlaywrightError) as error:
        said = str(error).splitlines()[0]
        reason = next((reason for sign, reason in _FAILURES.items() if sign in said), said)
        raise CaptureError(f"{url}: cannot be captured: {reason}") from error


@contextmanager
def _tolerating_navigation(tab: Tab) -> Iterator[None]:
    try:
        yield
    except PlaywrightError as error:
        if not any(sign in error.message for sign in _NAVIGATED):
            raise
        tab.page.wait_for_load_state("domcontentloaded")


_MEASURE = "[document.getElementsByTagName('*').length, document.body?.textContent.length ?? 0, location.href]"


def _wait_for_rest(tab: Tab, limits: Limits, until: float) -> None:
    """Until nothing was added or taken away for ``limits.quiet`` seconds and nothing is being fetched."""
    last, since = None, time.monotonic()
    while time.monotonic() < until:
        now = tab.world.peek(_MEASURE)
        if now != last or any(_matters(request) for request in list(tab.pending)):
            last, since = now, time.monotonic()
        elif time.monotonic() - since >= limits.quiet:
            return
        tab.pause(0.08)


def _matters(request: Request) -> bool:
    return request.resource_type in ("document", "script", "stylesheet", "xhr", "fetch")


_WHERE = "[scrollY, document.documentElement?.scrollHeight ?? 0, scrollY + innerHeight]"
_ONE_ON = "scrollBy({ top: innerHeight * 0.9, behavior: 'instant' })"
_TO_TOP = "scrollTo({ top: 0, behavior: 'instant' })"


def _scroll(tab: Tab, limits: Limits, until: float) -> None:
    """Screen by screen to the end and back to the start, slowly enough for what loads when it comes into view."""
    navigations = tab.navigations
    for _ in range(limits.screens):
        before, height, seen = tab.world.peek(_WHERE)
        if seen >= height - 2 or time.monotonic() >= until or tab.navigations != navigations:
            break
        tab.world.peek(_ONE_ON)
        tab.pause(0.12)
        if tab.world.peek("scrollY") == before:
            break
    if tab.navigations == navigations:
        tab.world.peek(_TO_TOP)


def scroll_ahead(tab: Tab, limits: Limits) -> None:
    """One screen on in a page that is in the background, without waiting for anything; back to the start at its end."""
    if tab.scrolled or tab.answer is None or limits.settle <= 0:
        return
    with suppress(PlaywrightError, ScriptError):  # it may be between two documents
        _, height, seen = tab.world.peek(_WHERE)
        tab.scrolled = seen >= height - 2 or tab.screens >= limits.screens
        tab.world.peek(_TO_TOP if tab.scrolled else _ONE_ON)
        tab.screens += 1


def _click_all(tab: Tab, selector: str, limits: Limits, until: float) -> None:
    for _ in range(limits.clicks):
        button = tab.page.locator(selector).first
        with tab.world.asking():
            visible = button.is_visible()
        if not visible or time.monotonic() >= until:
            return
        try:
            button.click(timeout=1000)
        except PlaywrightTimeout:
            return
        _wait_for_rest(tab, limits, until)
