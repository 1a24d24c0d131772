"""Empty the frames of a page that show what its author could not have read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Request

from annotate.capture.reach import is_beyond
from annotate.capture.tab import Tab
from annotate.queue.urls import strip_credentials
from cetr.console import disarm


def leave_out_frames(tab: Tab) -> None:
    """Empty such frames of a frozen page, and record them in ``tab.left_out``.

    Most were already answered with nothing. What is left are files, and servers whose address was unknown before they
    answered.
    """
    tree = tab.world.cdp.send("Page.getFrameTree")["frameTree"]
    inside = () if tab.all_frames else tuple(_walk(tree))
    page = tab.page.url
    # Each once, because a page may have many frames of one URL.
    addresses = {url: _find_address(tab, url) for url in {page, *(frame["url"] for frame in inside)} if inside}
    for frame in inside:
        url = frame["url"]
        if is_beyond(url, page, frame_address=addresses[url], page_address=addresses[page]):
            tab.left_out[strip_credentials(url)] = None
            tab.world.cdp.send("Page.navigate", {"url": "about:blank", "frameId": frame["id"]})
            if tab.exchanges is not None:
                tab.exchanges[:] = [one for one in tab.exchanges if one.url != strip_credentials(url)]


def _walk(tree: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for child in tree.get("childFrames", ()):
        yield child["frame"]
        yield from _walk(child)


def _find_address(tab: Tab, url: str) -> str:
    """Find the address of the server that last answered for a URL; empty if unknown.

    We answer for frames in which the page would stand once more, without a server.
    """
    answered = (request for request in reversed(tab.documents.get(url, [])) if request not in tab.pending)
    return next(filter(None, map(_read_address, answered)), "")


def _read_address(request: Request) -> str:
    with suppress(PlaywrightError):  # it belongs to a document that is gone
        response = request.response()
        found = None if response is None else response.server_addr()
        return "" if found is None else found["ipAddress"]
    return ""


def name_frames(urls: Sequence[str]) -> tuple[str, ...]:
    """Name the frames that were left out."""
    return tuple(f"the frame {disarm(url)[:200]}" for url in urls)
