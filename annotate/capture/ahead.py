"""Get a page ready in the background, step by step, while another one is marked."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from playwright.sync_api import Error as PlaywrightError

from annotate.capture.errors import CaptureError
from annotate.capture.freeze import Frozen, freeze
from annotate.capture.loading import IDLE, check_answer
from annotate.capture.settings import Settings
from annotate.capture.settling import PATIENCE, settling
from annotate.capture.tab import Tab
from annotate.capture.views import take_screenshot
from annotate.capture.world import ScriptError


class Ahead:
    """A page in a tab behind the one in front: it loads, settles and is frozen.

    ``frozen`` is the page once that is done. A step that fails is repeated, and reported, when the page is opened. A
    page with buttons to press, or one that a person freezes, is only loaded, because both need a mouse.
    """

    def __init__(self, tab: Tab, settings: Settings) -> None:
        self.tab = tab
        self.frozen: Frozen | None = None
        self.is_done = False
        self._is_awaited = False
        self._settings = settings
        self._steps = self._get_ready()
        self._due = time.monotonic()

    def go_on(self) -> None:
        """Take the next step if it is due; no step takes longer than the browser needs for it."""
        now = time.monotonic()
        if self.is_done or now < self._due:
            return
        self.tab.away += max(0.0, now - self._due - 0.2)  # no time was given to it
        self._due = now + self._step()

    def finishing(self) -> Iterator[float]:
        """Take all remaining steps, because somebody waits for the page: yields the seconds until the next one."""
        self._is_awaited = True
        while not self.is_done:
            yield self._step()

    def _step(self) -> float:
        """Take a step; returns the seconds until the next one."""
        try:
            seconds = next(self._steps, None)
        except (CaptureError, PlaywrightError, ScriptError):
            seconds = None
            self.frozen = None
            with suppress(PlaywrightError, ScriptError):  # the tab was closed, or crashed
                self.tab.world.cdp.send("Page.stopScreencast")
                self.tab.world.stop_page(False)
            self.tab.held = False
        self.is_done = seconds is None
        return seconds or 0.0

    def _get_ready(self) -> Iterator[float]:
        tab, settings = self.tab, self._settings
        limits = settings.limits
        while tab.answer is None and not self._is_awaited:  # where somebody waits it has loaded, whoever sent it
            yield 0.05
        fetched = tab.clock()
        until = fetched + max(IDLE, min(limits.timeout, limits.settle * 2))
        while (state := _read_state(tab)) != "complete" and tab.clock() < min(until, fetched + IDLE):
            if tab.pending or state == "loading":
                fetched = tab.clock()
            yield 0.05
        check_answer(tab.url, tab)
        if limits.click or not settings.auto_freeze:
            return
        # Nothing comes into view in a background tab unless it is shown elsewhere.
        tab.world.cdp.send("Page.startScreencast", {"format": "jpeg", "maxWidth": 8, "maxHeight": 8, "quality": 1})
        yield from settling(tab, limits, lambda: PATIENCE if self._is_awaited else 2 * PATIENCE)
        tab.world.cdp.send("Page.stopScreencast")
        tab.world.say_over_page("")  # that it loads, if it has come to the front meanwhile
        frozen = freeze(tab, limits, layout=settings.layout, screenshot=False)
        if settings.screenshot:
            yield 0.0
            frozen = replace(frozen, screenshot=take_screenshot(tab))
        self.frozen = frozen


def _read_state(tab: Tab) -> str:
    with suppress(PlaywrightError, ScriptError):  # it is between two documents
        return str(tab.world.peek("page.readyState"))
    return "loading"
