"""Waiting until a page has come to rest: scrolled through, its late contents loaded, its scripts done."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Request
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from annotate.capture.tab import Limits, Tab


def settle(tab: Tab, limits: Limits) -> None:
    """Scroll through the page so that it loads what it loads late, and wait until it comes to rest.

    Stops when the page navigates (what comes then is waited for instead), when its end is reached, or in time.
    """
    for seconds in settling(tab, limits):
        tab.pause(seconds)


def settling(tab: Tab, limits: Limits) -> Iterator[float]:
    """The same in steps: after each, the seconds until the next one. Times are of the tab's clock."""
    if limits.settle <= 0:
        return
    until = tab.clock() + limits.settle
    with _tolerating_navigation(tab):
        yield from _wait_for_rest(tab, limits, until)
        for selector in limits.click:
            yield from _click_all(tab, selector, limits, until)
        yield from _scroll(tab, limits, until)
        yield from _wait_for_rest(tab, limits, until)


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


def _wait_for_rest(tab: Tab, limits: Limits, until: float) -> Iterator[float]:
    """Until nothing was added or taken away for ``limits.quiet`` seconds and nothing is being fetched."""
    last, since = None, tab.clock()
    while tab.clock() < until:
        now = tab.world.peek(_MEASURE)
        if now != last or any(_matters(request) for request in list(tab.pending)):
            last, since = now, tab.clock()
        elif tab.clock() - since >= limits.quiet:
            return
        yield min(0.08, limits.quiet / 3)


def _matters(request: Request) -> bool:
    return request.resource_type in ("document", "script", "stylesheet", "xhr", "fetch")


_WHERE = "[scrollY, document.documentElement?.scrollHeight ?? 0, scrollY + innerHeight]"
_ONE_ON = "scrollBy({ top: innerHeight * 0.9, behavior: 'instant' })"
_TO_TOP = "scrollTo({ top: 0, behavior: 'instant' })"


def _scroll(tab: Tab, limits: Limits, until: float) -> Iterator[float]:
    """Screen by screen to the end and back to the start, slowly enough for what loads when it comes into view."""
    navigations = tab.navigations
    for _ in range(limits.screens):
        before, height, seen = tab.world.peek(_WHERE)
        if seen >= height - 2 or tab.clock() >= until or tab.navigations != navigations:
            break
        tab.world.peek(_ONE_ON)
        yield 0.12
        if tab.world.peek("scrollY") == before:
            break
    if tab.navigations == navigations:
        tab.world.peek(_TO_TOP)


def _click_all(tab: Tab, selector: str, limits: Limits, until: float) -> Iterator[float]:
    for _ in range(limits.clicks):
        button = tab.page.locator(f"css={selector}").first
        with tab.world.asking():
            visible = button.is_visible()
        if not visible or tab.clock() >= until:
            return
        try:
            button.click(timeout=1000)
        except PlaywrightTimeout:
            return
        yield from _wait_for_rest(tab, limits, until)
