"""Open a tab of the browser, and listen to what happens in it."""

from __future__ import annotations

import math
import time
from contextlib import suppress
from uuid import uuid4

from playwright.sync_api import BrowserContext, Page, Request
from playwright.sync_api import Error as PlaywrightError

from annotate.browser import START, open_page
from annotate.capture.tab import Limits, Tab
from annotate.capture.traffic import cut_off, pass_on
from annotate.capture.world import World
from annotate.stored import Stored

_LOST = 1.0
"""Seconds after which the browser has lost that it was to close a page."""


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
    page.on("crash", lambda _: tab.close())  # else whoever waits for it would wait for ever
    cdp = tab.world.cdp
    cdp.once("Runtime.executionContextCreated", lambda _: _watch(tab, limits))  # no later than a document comes
    cdp.on("Page.javascriptDialogOpening", lambda event: _count_dialog(tab, event["type"]))
    cdp.on("Fetch.requestPaused", lambda event: pass_on(tab, event))
    stages = [{"resourceType": "Document", "requestStage": stage} for stage in ("Request", "Response")]
    if keep_all:
        stages[1] = {"requestStage": "Response"}
    if stored is not None:
        stages = [{"requestStage": "Request"}]
        cdp.send("Network.enable")
        cdp.send("Network.setBypassServiceWorker", {"bypass": True})
        cut_off(cdp)
    cdp.send("Fetch.enable", {"patterns": stages})
    return tab


def _open_page(context: BrowserContext) -> Page:
    """Open an empty page in front: the one with which a window opens, or a new one."""
    if [page.url for page in context.pages] in (["about:blank"], [START]):
        return context.pages[0]
    return open_page(context)


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
"""How many dialogs a page may open before its script is ended, each time."""


def _count_dialog(tab: Tab, kind: str) -> None:
    """End a script that keeps opening dialogs. Playwright closes them, because nobody sees them, and the page goes on.

    V8 ends a loop that calls no function of the page only after some hundred turns. Each takes as long as its dialog.
    """
    tab.dialogs += kind != "beforeunload"
    if kind != "beforeunload" and tab.dialogs % MOST_DIALOGS == 0:
        with suppress(PlaywrightError):  # the tab was closed meanwhile
            tab.world.end_script()


def _note_request(tab: Tab, request: Request) -> None:
    tab.pending.add(request)
    tab.requested += 1
    if tab.requested == tab.most + 1:
        with suppress(PlaywrightError):  # it has been closed meanwhile
            cut_off(tab.world.cdp)
    if request.is_navigation_request():
        tab.documents.setdefault(request.url, []).append(request)


_BROKEN = ("CONTENT_LENGTH_MISMATCH", "INCOMPLETE_CHUNKED_ENCODING", "CONTENT_DECODING_FAILED")


def _give_up(tab: Tab, request: Request) -> None:
    """Record a failed request. The browser has no other way to report a document that broke off."""
    tab.pending.discard(request)
    if request.is_navigation_request() and any(sign in (request.failure or "") for sign in _BROKEN):
        tab.broken |= request.frame == tab.page.main_frame


def _watch(tab: Tab, limits: Limits) -> None:
    """Watch a tab, as long as it is open, for what Playwright would wait for without end.

    What is asked of a page has to wait for the page's own script, and for a document that is on its way. A close that
    comes just when a new document does is lost in the browser. Playwright goes on with the handlers of its events
    meanwhile; this is one that does not end.
    """
    with suppress(PlaywrightError):  # the tab is closed
        while True:
            tab.pause(0.25)
            if time.monotonic() > tab.until:
                tab.overdue = True
                tab.close()
            if time.monotonic() - tab.closing > _LOST:
                tab.world.cdp.send("Page.close")
            tab.world.end_endless_script(limits.busy)
            if math.isinf(tab.until):  # else the whole page ends in time
                tab.world.stop_coming_document(limits.timeout)
