"""An annotation session: pages in a browser, and the toolbar on them.

The session feeds `annotate.capture.model` with events and carries out its effects. A script that drives the toolbar as
a person does uses `annotate.capture.hand`; `capture_page` needs no toolbar.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext, Page
from playwright.sync_api import Error as PlaywrightError

from annotate.capture.ahead import Ahead
from annotate.capture.errors import CaptureError, explain_failures
from annotate.capture.freeze import Frozen
from annotate.capture.loading import start_loading
from annotate.capture.model import (
    Effect,
    Ended,
    Event,
    Gone,
    Idle,
    Marking,
    Outcome,
    Pressed,
    Reopened,
    Saved,
    Stage,
    Task,
    View,
    advance,
    begin,
    read_message,
    view_of,
)
from annotate.capture.open_page import OpenPage
from annotate.capture.opening import open_tab
from annotate.capture.perform import perform
from annotate.capture.settings import Settings
from annotate.capture.tab import Tab
from annotate.queue.planning import refuse_other_folder


@dataclass(frozen=True)
class Aside:
    """A page that is set aside in its tab, its stage, and since when, on the session's clock."""

    opened: OpenPage
    stage: Stage
    since: float

    @property
    def is_closed(self) -> bool:
        """Whether the tab of the page has been closed."""
        return self.opened.tab.page.is_closed()

    def close(self) -> None:
        """Leave the page for good."""
        self.opened.tab.close()


class Session:
    """A browser window in which pages are marked one after another into one package. ``clock`` gives seconds."""

    def __init__(self, context: BrowserContext, folder: Path, settings: Settings | None = None) -> None:
        refuse_other_folder(folder)
        self.context = context
        self.folder = folder
        self.settings = settings or Settings()
        self.clock: Callable[[], float] = time.monotonic
        self._stage: Stage = Idle()
        self._opened: OpenPage | None = None
        self._place: tuple[str, ...] = ()
        self._before: Tab | None = None  # the one in front until the next one is there

    @property
    def opened(self) -> OpenPage:
        """The page that is open. Raises `CaptureError` before one was opened."""
        if self._opened is None:
            raise CaptureError("no page is open")
        return self._opened

    @property
    def tab(self) -> Tab:
        """The tab of the open page. Raises `CaptureError` before a page was opened."""
        return self.opened.tab

    @property
    def page(self) -> Page:
        """The page being marked."""
        return self.tab.page

    @property
    def frozen(self) -> Frozen:
        """The page as it was frozen. Raises `CaptureError` while it is not."""
        return self.opened.find_frozen()

    @property
    def state(self) -> View:
        """What the toolbar shows."""
        return view_of(self._stage)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the page; None while it is being worked on."""
        return self._stage.outcome if isinstance(self._stage, Ended) else None

    @property
    def dragging(self) -> bool:
        """Whether a mouse button is down on the page being marked."""
        if not isinstance(self._stage, Marking):
            return False
        world = self.tab.world
        return any(world.call("isDragging", frame=frame) for frame in world.frames)

    def prepare(self, url: str) -> Ahead:
        """Begin to prepare a page for `open` in the background, in a tab of its own.

        The page being marked keeps focus and mouse.
        """
        tab = self._open_tab(self.page)
        start_loading(tab, url)
        return Ahead(tab, self.settings)

    def open(
        self,
        url: str,
        *,
        ahead: Ahead | None = None,
        progress: str = "",
        name: str | None = None,
        previous: bool = False,
        following: str = "",
    ) -> None:
        """Load a page, or take what `prepare` has prepared of it, freeze it and show the toolbar.

        ``name`` is the document to replace. ``previous``: there is an earlier page to go back to. ``following`` is the
        URL of the next page. Raises `CaptureError` if the page cannot be captured. If the window is closed before that
        is done, the page is left.
        """
        self.close()
        settings = self.settings
        task = Task(
            url=url,
            name=name,
            progress=progress,
            language=settings.language,
            multiple=settings.multiple,
            held=not settings.auto_freeze,
            select=settings.select,
            drop=settings.drop,
            suggest=settings.suggest,
            previous=previous,
            following=following,
            place=self._place,
        )
        self._stage, effects = begin(task)
        if ahead is not None and ahead.tab.page.is_closed():
            ahead = None
        with explain_failures(url):
            tab = self._open_tab() if ahead is None else ahead.tab
        tab.front = None
        self._opened = OpenPage(task, tab, self.folder, settings, lambda: self.clock(), ahead)
        try:
            with explain_failures(url):
                self._perform(effects)
        except CaptureError:
            if not self.page.is_closed():
                raise
            self._take(Gone())

    def set_aside(self) -> Aside:
        """Leave the page in its tab, to `resume` it later. Raises `CaptureError` before one was opened.

        Keys that are pressed there since its end are meant for the next page.
        """
        aside = Aside(self.opened, self._stage, self.clock())
        self.tab.world.keep_keys(True)
        self._stage, self._opened, self._before = Idle(), None, self.tab
        return aside

    def resume(self, aside: Aside, *, previous: bool = False) -> None:
        """Come back to a page that was set aside; ``previous``: there is an earlier one. A page that is gone counts
        as left.
        """
        self.close()
        self._opened, self._stage = aside.opened, aside.stage
        if self._before is self.tab:
            self._take_over_keys()  # before what comes from now on
        try:
            self.tab.world.keep_keys(False)
            self.page.bring_to_front()
            self._take(Reopened(self.clock() - aside.since, previous))
        except PlaywrightError:
            self._stage = Ended("leave")

    def release(self) -> None:
        """Remove the toolbar and let the page run; the freeze key serialises it again."""
        self._take(Pressed("release"))

    def close(self) -> None:
        """Leave the page."""
        if self._opened is not None:
            self._opened.tab.close()
        self._opened = None
        self._take(Gone())

    def pump(self, seconds: float = 0.02) -> None:
        """Let the browser work, then handle what happened in the page.

        Raises `PlaywrightError` where another document than the frozen one has come.
        """
        self.tab.pause(seconds)
        self._take_over_keys()
        self.opened.check_document()
        messages = self.tab.world.messages
        while messages and self.outcome is None:
            self._take(read_message(messages.popleft()))
        self._place = self.state.place or self._place

    def wait(self, limit: float | None = None) -> Saved | None:
        """Wait until the page is saved (returned) or left, put off or closed (None; ``outcome`` says which).

        Raises `CaptureError` when a person freezes a page in which there is nothing to mark, or too much. The page
        keeps running; wait again for the next attempt.

        ``limit`` is the longest to wait, in seconds.
        """
        until = None if limit is None else time.monotonic() + limit
        while self.outcome is None and (until is None or time.monotonic() < until):
            if self.page.is_closed():
                self._take(Gone())
                break
            try:
                self.pump()
            except PlaywrightError:
                # The window was closed, the page crashed or was left; the draft has what was marked.
                if not self.page.is_closed():
                    self.tab.close_page()
        return self.outcome if isinstance(self.outcome, Saved) else None

    def _open_tab(self, front: Page | None = None) -> Tab:
        """Open a tab behind the one in front, by default that of the page before, if there is one."""
        settings = self.settings
        behind = self._before.page if front is None and self._before is not None else front
        tab = open_tab(
            self.context,
            settings.limits,
            keep_all=settings.exchange,
            behind=None if behind is None or behind.is_closed() else behind,
            stored=settings.stored,
        )
        tab.world.listen_to_keys(settings.keys, keep=settings.auto_freeze)
        return tab

    def _take_over_keys(self) -> None:
        """Treat the keys that were pressed on the page before, since its end, as pressed early on this one."""
        if self._before is None:
            return
        before, messages = self._before.world.messages, self.tab.world.messages
        pressed = [message | {"kind": "early"} for message in before if "key" in message]
        before.clear()
        messages.extendleft(reversed(pressed))
        self._before = None

    def _take(self, event: Event) -> None:
        self._stage, effects = advance(self._stage, event)
        self._perform(effects)

    def _perform(self, effects: Iterable[Effect]) -> None:
        for effect in effects:
            if (event := perform(self.opened, effect)) is not None:
                self._take(event)
