"""A tab of the browser, which keeps what it receives and lets a held page go nowhere."""

from __future__ import annotations

import base64
import math
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import uuid4

from playwright.sync_api import BrowserContext, CDPSession, Dialog, Page, Request
from playwright.sync_api import Error as PlaywrightError

from annotate.browser import START
from annotate.capture.consent import Banner, Consent
from annotate.capture.reach import is_beyond
from annotate.capture.stored import Stored
from annotate.capture.warc import Exchange
from annotate.capture.world import World
from annotate.queue.urls import strip_credentials
from cetr.console import InputError
from cetr.document import HTML_TYPES, parse_content_type

PAGE_TYPES = HTML_TYPES | {"", "text/plain"}
"""Media types of documents that can be captured."""

_UNKNOWN = ("unknown/unknown", "application/unknown", "*/*")
"""Media types that say nothing (MIME Sniffing Standard, section 7), so that the browser sniffs."""


@dataclass(frozen=True)
class Limits:
    """Limits of time and size for a page. Times in seconds.

    ``timeout`` is for the page to come at all; ``settle`` for scrolling it and for its scripts to come to rest, at
    most (0: take it as it is once loaded); ``quiet`` is how long nothing may change to call it settled; ``busy`` is how
    long a script may run at a stretch. ``screens`` bounds scrolling, ``clicks`` each of the ``click`` selectors ("show
    more" buttons). ``consent`` is what is done with banners. ``size`` is the largest document accepted, in characters.
    ``requests`` is how many may be made for it, ``whole`` how long it may take altogether where nobody is at it.
    ``all_frames``: those, too, that show what the page's author could not have read (`is_beyond`).
    """

    timeout: float = 30
    settle: float = 8
    quiet: float = 0.5
    busy: float = 5
    screens: int = 40
    click: tuple[str, ...] = ()
    clicks: int = 20
    consent: Consent = "leave"
    size: int = 20_000_000
    requests: int = 5000
    whole: float = 300
    all_frames: bool = False


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
        """The media type, such as ``text/html``; empty if it is missing or invalid."""
        kind = parse_content_type(self.headers.get("content-type", ""))[0]
        return kind if "/" in kind and kind not in _UNKNOWN else ""


@dataclass
class Tab:
    """A page being loaded or annotated. ``answer`` brought its current document; ``held`` keeps it where it is.

    ``exchanges`` are all requests with their answers, where they are to be kept. ``away`` are the seconds in which
    nobody had time for the page. ``broken``: the rest of the document will never come.
    ``front`` is the page that somebody is at meanwhile, of which ``shut`` windows opened by this one were kept.
    ``banner`` is the one of consent that was found. ``stored`` is what is replayed instead of what the network has.
    ``documents`` are the requests for documents, by URL; ``left_out`` are the URLs of frames that reach too far, unless
    ``all_frames`` are asked for. ``requested`` counts the requests, of which there may be ``most``, ``dialogs`` the
    dialogs; ``until`` is when it is closed, on the clock of `time.monotonic`, and ``overdue`` says that it was.
    ``allows`` says which documents it may fetch, all where it is None.
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
    away: float = 0.0
    broken: bool = False
    front: Page | None = None
    shut: int = 0
    banner: Banner | None = None
    stored: Stored | None = None
    documents: dict[str, Request] = field(default_factory=dict)
    left_out: dict[str, None] = field(default_factory=dict)
    all_frames: bool = False
    requested: int = 0
    most: int = 0
    dialogs: int = 0
    until: float = math.inf
    overdue: bool = False
    allows: Callable[[str], bool] | None = None

    def clock(self) -> float:
        """The time that the page was given, in seconds from an arbitrary start."""
        return time.monotonic() - self.away

    def pause(self, seconds: float) -> None:
        """Let the browser work for a while."""
        self.page.wait_for_timeout(seconds * 1000)

    def name_cut(self) -> tuple[str, ...]:
        """Name the requests that were not made."""
        return (f"what it requested after {self.most} requests",) if self.requested > self.most else ()

    def close(self) -> None:
        """Close the page and the windows it has opened, but not its own window, which another page may need."""
        with suppress(PlaywrightError):  # the whole browser is gone
            self.close_popups()
            in_window = self.page.viewport_size is None
            if in_window and not self.page.is_closed() and self.page.context.pages == [self.page]:
                self.page.context.new_page()
            self.page.close()

    def close_popups(self) -> None:
        """Close the windows that the page has opened."""
        while self.popups:
            self.popups.pop().close()


def open_tab(
    context: BrowserContext,
    limits: Limits,
    *,
    keep_all: bool = False,
    behind: Page | None = None,
    stored: Stored | None = None,
) -> Tab:
    """Open an empty tab that keeps the documents it receives as served; ``keep_all``: everything that it loads.

    Opened ``behind`` a page, it does not take its focus or mouse. What is ``stored`` is replayed, and nothing else can
    be reached.
    """
    page = _open_page(context) if behind is None else _open_behind(behind)
    tab = Tab(page, World(page), exchanges=[] if keep_all else None, front=behind, stored=stored)
    tab.all_frames, tab.most = limits.all_frames or stored is not None, limits.requests
    page.on("request", lambda request: _note_request(tab, request))
    page.on("requestfinished", lambda request: tab.pending.discard(request))
    page.on("requestfailed", lambda request: _give_up(tab, request))
    page.on("popup", lambda popup: _receive(tab, popup))
    page.on("dialog", lambda dialog: _answer_dialog(tab, dialog))
    page.on("crash", lambda crashed: crashed.close())  # else whoever waits for it would wait for ever
    page.once("domcontentloaded", lambda _: _end_endless_scripts(tab, limits.busy))
    cdp = tab.world.cdp
    cdp.on("Fetch.requestPaused", lambda event: _pass_on(tab, event))
    stages = [{"resourceType": "Document", "requestStage": stage} for stage in ("Request", "Response")]
    if keep_all:
        stages[1] = {"requestStage": "Response"}
    if stored is not None:
        stages = [{"requestStage": "Request"}]
        cdp.send("Network.enable")
        cdp.send("Network.setBypassServiceWorker", {"bypass": True})
        _cut_off(cdp)
    cdp.send("Fetch.enable", {"patterns": stages})
    return tab


def _open_page(context: BrowserContext) -> Page:
    """Open an empty page in front: the one with which a window opens, or a new one."""
    if [page.url for page in context.pages] in (["about:blank"], [START]):
        return context.pages[0]
    return context.new_page()


def _cut_off(cdp: CDPSession) -> None:
    """Cut the network from now on."""
    cdp.send("Network.enable")
    nothing = {"latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
    cdp.send("Network.emulateNetworkConditions", {"offline": True, **nothing})


def _open_behind(front: Page) -> Page:
    """Open an empty page in the background of the window in which another one is in front."""
    cdp = front.context.new_cdp_session(front)
    owner = cdp.send("Target.getTargetInfo")["targetInfo"].get("browserContextId")
    url = f"about:blank#{uuid4()}"  # which tells it from a window that a page opens meanwhile
    with front.context.expect_page(lambda page: page.url == url) as opening:
        options = {"url": url, "background": True}
        cdp.send("Target.createTarget", options if owner is None else options | {"browserContextId": owner})
    cdp.detach()
    return opening.value


def _receive(tab: Tab, popup: Page) -> None:
    """Let a window that the page has opened stay until the page is held, but never in front of what somebody works
    on.
    """
    if not tab.held and tab.front is None:
        tab.popups.append(popup)
        return
    popup.close()
    if tab.front is not None:
        tab.shut += 1
        with suppress(PlaywrightError):  # it has been closed meanwhile
            tab.front.bring_to_front()


MOST_DIALOGS = 20
"""How often a page may ask or tell something in a dialog before its script is ended."""


def _answer_dialog(tab: Tab, dialog: Dialog) -> None:
    """Close a dialog, because nobody sees it. A script that keeps opening more is ended, and the page goes on."""
    tab.dialogs += 1
    with suppress(PlaywrightError):  # the tab was closed meanwhile
        if dialog.type == "beforeunload":
            dialog.accept()
            return
        dialog.dismiss()
        if tab.dialogs > MOST_DIALOGS:
            tab.world.cdp.send("Runtime.terminateExecution")


def _note_request(tab: Tab, request: Request) -> None:
    tab.pending.add(request)
    tab.requested += 1
    if tab.requested == tab.most + 1:
        with suppress(PlaywrightError):  # it has been closed meanwhile
            _cut_off(tab.world.cdp)
    if request.is_navigation_request():
        tab.documents[request.url] = request


_BROKEN = ("CONTENT_LENGTH_MISMATCH", "INCOMPLETE_CHUNKED_ENCODING", "CONTENT_DECODING_FAILED")


def _give_up(tab: Tab, request: Request) -> None:
    """Record a failed request. The browser reports a document that broke off in no other way."""
    tab.pending.discard(request)
    if request.is_navigation_request() and any(sign in (request.failure or "") for sign in _BROKEN):
        tab.broken |= request.frame == tab.page.main_frame


def _end_endless_scripts(tab: Tab, busy: float) -> None:
    """Watch a tab for endless scripts as long as it is open.

    What is asked of a page has to wait for the page's own script, and Playwright waits with it. It goes on with the
    handlers of its events meanwhile, and this is one that does not end.
    """
    with suppress(PlaywrightError):  # the tab is closed
        while True:
            tab.pause(0.25)
            if time.monotonic() > tab.until:
                tab.overdue = True
                tab.page.close()
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
        elif tab.held and event["resourceType"] == "Document":
            # No Content leaves the page, or the frame, that is there.
            cdp.send("Fetch.fulfillRequest", {**request, "responseCode": 204})
        elif main and tab.allows is not None and not tab.allows(event["request"]["url"]):
            cdp.send("Fetch.failRequest", {**request, "errorReason": "BlockedByClient"})
        elif not (main or tab.all_frames) and is_beyond(event["request"]["url"], tab.page.url):
            tab.left_out[strip_credentials(event["request"]["url"])] = None
            cdp.send("Fetch.fulfillRequest", {**request, "responseCode": 204})
        elif tab.stored is not None:
            _replay(tab, tab.stored, event, main)
        else:
            cdp.send("Fetch.continueRequest", request)
    except PlaywrightError:
        # The page has been closed, or has given the request up, in the meantime.
        return


_PACKING = ("content-encoding", "transfer-encoding", "content-length")
"""Headers that tell how a body was sent; what is stored is not packed."""


def _replay(tab: Tab, stored: Stored, event: dict[str, Any], main: bool) -> None:
    """Answer with what is stored; where nothing is there is no network."""
    cdp, url = tab.world.cdp, event["request"]["url"]
    try:
        response = stored.find(url)
    except InputError:  # damaged, or longer than is read
        cdp.send("Fetch.failRequest", {"requestId": event["requestId"], "errorReason": "Failed"})
        return
    if response is None:
        if not url.startswith(("data:", "blob:")):
            cdp.send("Fetch.failRequest", {"requestId": event["requestId"], "errorReason": "InternetDisconnected"})
        else:
            cdp.send("Fetch.continueRequest", {"requestId": event["requestId"]})
        return
    headers = [(name, value) for name, value in response.headers if name.lower() not in _PACKING]
    fulfilled = {
        "requestId": event["requestId"],
        "responseCode": response.status,
        "responseHeaders": [{"name": name, "value": value} for name, value in headers],
        "body": base64.b64encode(response.body).decode(),
    }
    if main and event["resourceType"] == "Document" and not 300 <= response.status < 400:
        found = {name.lower(): value for name, value in headers}
        _receive_answer(tab, Answer(strip_credentials(url), response.status, response.reason, found, response.body))
    cdp.send("Fetch.fulfillRequest", fulfilled)


def _receive_answer(tab: Tab, answer: Answer) -> None:
    tab.answer = answer
    tab.navigations += 1


def _keep(tab: Tab, event: dict[str, Any], document: bool) -> None:
    status, headers = event["responseStatusCode"], event.get("responseHeaders", ())
    fields = tuple((h["name"], h["value"]) for h in headers)
    url = strip_credentials(event["request"]["url"])
    answer = Answer(url, status, event.get("responseStatusText", ""), {k.lower(): v for k, v in fields}, None)
    bodiless = 300 <= status < 400 or status in (204, 205)
    if not bodiless and (answer.kind in PAGE_TYPES or not document):
        body = tab.world.cdp.send("Fetch.getResponseBody", {"requestId": event["requestId"]})
        data = base64.b64decode(body["body"]) if body["base64Encoded"] else body["body"].encode()
        answer = replace(answer, body=data)
    if tab.exchanges is not None:
        request = event["request"]
        body_or_none = b"" if bodiless else answer.body
        tab.exchanges.append(
            Exchange(answer.url, request["method"], request["headers"], status, answer.reason, fields, body_or_none)
        )
    if document and (not bodiless or (status < 300 and tab.answer is None)):
        _receive_answer(tab, answer)
