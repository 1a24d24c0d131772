"""Waiting until a page has come to rest: scrolled through, its late contents loaded, its scripts done."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Request
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from annotate.capture.tab import Limits, Tab
from annotate.capture.world import ScriptError


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
        button = tab.page.locator(f"css={selector}").first
        with tab.world.asking():
            visible = button.is_visible()
        if not visible or time.monotonic() >= until:
            return
        try:
            button.click(timeout=1000)
        except PlaywrightTimeout:
            return
        _wait_for_rest(tab, limits, until)
