"""Wait until a page comes to rest: scrolled through, lazy contents loaded, scripts done."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Request

from annotate.capture.consent import Talk
from annotate.capture.tab import Limits, Tab


def settle(tab: Tab, limits: Limits) -> None:
    """Scroll through the page so that it loads its lazy contents, and wait until it comes to rest.

    Stops when the page navigates (the new page is waited for instead), when its end is reached, or when the time is up.
    """
    for seconds in settling(tab, limits):
        tab.pause(seconds)


PATIENCE = 2.5
"""How many seconds a consent manager may take to appear while somebody waits for the page."""


def settling(tab: Tab, limits: Limits, patience: Callable[[], float] = lambda: PATIENCE) -> Iterator[float]:
    """The same in steps: yields the seconds until the next one. Times are on the tab's clock.

    ``patience`` says how many seconds a consent manager may take to appear.
    """
    if limits.settle <= 0:
        return
    until = tab.clock() + limits.settle
    with _tolerating_navigation(tab):
        # A page that only seems to rest grows later. It is then scrolled once more.
        yield from _wait_for_rest(tab, limits.quiet if limits.click else limits.quiet / 3, until)
        if limits.consent == "leave":
            yield from _unfold(tab, limits, until)
            return
        talk = Talk(tab.page, limits.consent, tab.clock)
        try:
            yield from talk.waiting()
            yield from _unfold(tab, limits, until)
            if not talk.is_done:  # many a banner comes late
                yield from talk.waiting(patience)
                if talk.is_shown:
                    yield from _unfold(tab, limits, until)
        finally:
            tab.banner = talk.banner
            talk.end()


_LOOKS = 7200
"""How many times, half a second apart, a running page is searched for a banner."""


def begin_talk(tab: Tab, limits: Limits) -> Talk | None:
    """Start to answer the banners of a page that somebody lets run, for up to an hour, if the settings say so."""
    return None if limits.consent == "leave" else Talk(tab.page, limits.consent, tab.clock, looks=_LOOKS)


def end_talk(tab: Tab, talk: Talk) -> None:
    """Stop answering banners, after finishing with the current one."""
    with _tolerating_navigation(tab):
        for seconds in talk.waiting(lambda: 0.0):
            tab.pause(seconds)
        talk.end()
    tab.banner = talk.banner or tab.banner


def _unfold(tab: Tab, limits: Limits, until: float) -> Iterator[float]:
    """Press the buttons that show more, and scroll through the page until it grows no more."""
    for selector in limits.click:
        yield from _click_all(tab, selector, limits, until)
    scrolled, address, navigations = -1.0, tab.address, tab.navigations
    while tab.world.peek(_HEIGHT) > scrolled:
        before = _measure(tab)
        scrolled = yield from _scroll(tab, limits, until)
        yield from _wait_for_rest(tab, limits.quiet, until, before)
    if tab.navigations == navigations:  # on many news sites the next story comes, with its address
        tab.scrolled = (address, tab.page.url)


_NAVIGATED = (
    *("navigation", "context was destroyed", "Cannot find context", "No frame for given id"),
    "Inspected target navigated",
)


@contextmanager
def _tolerating_navigation(tab: Tab) -> Iterator[None]:
    try:
        yield
    except PlaywrightError as error:
        if not any(sign in error.message for sign in _NAVIGATED):
            raise
        tab.page.wait_for_load_state("domcontentloaded")


_MEASURE = "[page.getElementsByTagName('*').length, page.body?.textContent.length ?? 0, location.href]"


def _measure(tab: Tab) -> tuple[Any, int]:
    """Measure what the page contains, and how much it has requested so far."""
    return tab.world.peek(_MEASURE), tab.requested


def _wait_for_rest(tab: Tab, quiet: float, until: float, before: tuple[Any, int] | None = None) -> Iterator[float]:
    """Wait until nothing was added or removed for ``quiet`` seconds and nothing is being fetched.

    A tenth of that is enough for a page that is still as it was ``before`` it was scrolled, and has requested nothing:
    it has rested at its end.
    """
    last, since = None, tab.clock()
    while tab.clock() < until:
        now, requested = _measure(tab)
        if now != last or any(_matters(request) for request in list(tab.pending)):
            last, since = now, tab.clock()
        elif tab.clock() - since >= (quiet / 10 if (now, requested) == before else quiet):
            return
        yield min(0.04, quiet / 6)


def _matters(request: Request) -> bool:
    return request.resource_type in ("document", "script", "stylesheet", "xhr", "fetch")


_WHERE = "[page.documentElement?.scrollHeight ?? 0, scrollY + innerHeight]"
_TO_TOP = "scrollTo({ top: 0, behavior: 'instant' })"
_HEIGHT = "page.documentElement?.scrollHeight ?? 0"
# Each frame tells the page where it has been scrolled to, and what came into view. Where no frame is drawn it is not
# waited for.
_ONE_ON = f"""new Promise((seen) => {{
  const before = scrollY;
  scrollBy({{ top: innerHeight * 0.9, behavior: "instant" }});
  const tell = () => seen([scrollY > before, ...{_WHERE}]);
  requestAnimationFrame(() => setTimeout(tell));
  setTimeout(tell, 250);
}})"""


def _scroll(tab: Tab, limits: Limits, until: float) -> Generator[float, None, float]:
    """Scroll to the end and back screen by screen, slowly enough for what loads when it comes into view.

    Returns the height of the page at its end, or infinity if the end is never reached.
    """
    navigations, reached, screens = tab.navigations, math.inf, 0
    moved = True
    height, seen = tab.world.peek(_WHERE)
    while screens < limits.screens and tab.clock() < until and tab.navigations == navigations:
        if moved and seen < height - 2:
            moved, height, seen = tab.world.peek(_ONE_ON)
            screens += 1
            yield 0.0
        elif (yield from _rest_at_end(tab, height, limits.quiet / 2, until)):
            moved, (height, seen) = True, tab.world.peek(_WHERE)
        else:
            reached = height
            break
    if tab.navigations == navigations:
        if reached == math.inf:  # what waits for scrolling to rest comes here, too
            yield from _rest_at_end(tab, height, limits.quiet / 2, until)
        tab.world.peek(_TO_TOP)
    return reached


def _rest_at_end(tab: Tab, height: float, quiet: float, until: float) -> Generator[float, None, bool]:
    """Wait for what a page loads only once scrolling has rested near its end; returns whether it is higher then."""
    since, requested = tab.clock(), tab.requested
    while tab.clock() < until:
        if tab.world.peek(_HEIGHT) > height:
            return True
        if tab.requested > requested and any(_matters(request) for request in list(tab.pending)):
            since = tab.clock()
        elif tab.clock() - since >= quiet:
            return False
        yield min(0.04, quiet / 3)
    return False


def _click_all(tab: Tab, selector: str, limits: Limits, until: float) -> Iterator[float]:
    for _ in range(limits.clicks):
        if tab.clock() >= until or not tab.world.press(selector):
            return
        yield from _wait_for_rest(tab, limits.quiet, until)
