"""The documents that a tab requests and receives: kept, replayed, or refused while the page must stay."""

from __future__ import annotations

import base64
from dataclasses import replace
from typing import Any
from urllib.parse import urldefrag

from playwright.sync_api import CDPSession
from playwright.sync_api import Error as PlaywrightError

from annotate.capture.reach import is_beyond, leads_away
from annotate.capture.replaying import keep_headers, name_utf8
from annotate.capture.tab import PAGE_TYPES, Answer, Tab
from annotate.capture.warc import Exchange
from annotate.queue.urls import strip_credentials
from annotate.stored import Stored
from cetr.console import InputError


def cut_off(cdp: CDPSession) -> None:
    """Cut the network from now on."""
    cdp.send("Network.enable")
    nothing = {"latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
    cdp.send("Network.emulateNetworkConditions", {"offline": True, **nothing})


def pass_on(tab: Tab, event: dict[str, Any]) -> None:
    """Look at a document on its way: keep what arrives, and let a held page go nowhere."""
    cdp, request, url = tab.world.cdp, {"requestId": event["requestId"]}, event["request"]["url"]
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
        elif main and tab.allows is not None and not tab.allows(url):
            cdp.send("Fetch.failRequest", {**request, "errorReason": "BlockedByClient"})
        elif main and leads_away(tab, url):
            cdp.send("Fetch.failRequest", {**request, "errorReason": "BlockedByResponse"})
        elif not (main or tab.all_frames) and is_beyond(url, tab.page.url):
            tab.left_out[strip_credentials(url)] = None
            cdp.send("Fetch.fulfillRequest", {**request, "responseCode": 204})
        elif not main and event["resourceType"] == "Document" and url == urldefrag(tab.page.url).url:
            # A frame with src="#" shows the page that it stands in, scripts, frames and all, once more.
            cdp.send("Fetch.fulfillRequest", {**request, "responseCode": 204})
        elif tab.stored is not None:
            _replay(tab, tab.stored, event, main)
        else:
            cdp.send("Fetch.continueRequest", request)
    except PlaywrightError:
        # The page has been closed, or has given the request up, in the meantime.
        return


def _replay(tab: Tab, stored: Stored, event: dict[str, Any], main: bool) -> None:
    """Answer with what is stored; anything else fails, but for another reason than what is damaged."""
    cdp, url = tab.world.cdp, event["request"]["url"]
    try:
        response = stored.find(url)
    except InputError:  # damaged, or longer than is read
        cdp.send("Fetch.failRequest", {"requestId": event["requestId"], "errorReason": "Failed"})
        return
    if response is None:
        if not url.startswith(("data:", "blob:")):
            cdp.send("Fetch.failRequest", {"requestId": event["requestId"], "errorReason": "ConnectionFailed"})
        else:
            cdp.send("Fetch.continueRequest", {"requestId": event["requestId"]})
        return
    headers, is_document = keep_headers(response.headers), event["resourceType"] == "Document"
    sent = name_utf8(headers, response.body) if is_document else headers
    fulfilled = {
        "requestId": event["requestId"],
        "responseCode": response.status,
        "responseHeaders": [{"name": name, "value": value} for name, value in sent],
        "body": base64.b64encode(response.body).decode(),
    }
    if main and is_document and not 300 <= response.status < 400:
        found = {name.lower(): value for name, value in headers}
        _receive_answer(tab, Answer(strip_credentials(url), response.status, response.reason, found, response.body))
    try:
        cdp.send("Fetch.fulfillRequest", fulfilled)
    except PlaywrightError:  # such as for the status 999, which some sites give to crawlers
        cdp.send("Fetch.failRequest", {"requestId": event["requestId"], "errorReason": "Failed"})


def _receive_answer(tab: Tab, answer: Answer) -> None:
    tab.answer, tab.arrived, tab.scrolled = answer, "", ("", "")
    tab.navigations += 1


# The browser adds this header after we have seen the request. Whoever replays an archive tells pages by it.
_DESTINATIONS = {
    "Document": "iframe", "Font": "font", "Image": "image", "Media": "video", "Script": "script", "Stylesheet": "style",
}  # fmt: skip
"""The type of a resource -> what ``Sec-Fetch-Dest`` says of it; ``empty`` for what scripts fetch."""


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
        dest = "document" if document else _DESTINATIONS.get(event["resourceType"], "empty")
        sent = {"Sec-Fetch-Dest": dest, **request["headers"]}
        tab.exchanges.append(Exchange(answer.url, request["method"], sent, status, answer.reason, fields, body_or_none))
    if document and (not bodiless or (status < 300 and tab.answer is None)):
        _receive_answer(tab, answer)
