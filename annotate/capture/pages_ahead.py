"""Get the next pages of a queue ready in the background while a person marks one."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field

from playwright.sync_api import Error as PlaywrightError

from annotate.capture.ahead import Ahead
from annotate.capture.session import Session
from annotate.queue.politeness import Politeness


@dataclass(frozen=True)
class PagesAhead:
    """The pages that are ``ready``, or get so, by URL.

    ``allowed`` is what robots.txt says of a URL. The ``asker`` reads it, because a site may take its time over that.
    """

    politeness: Politeness
    ready: dict[str, Ahead] = field(default_factory=dict)
    allowed: dict[str, Future[bool]] = field(default_factory=dict)
    asker: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1))

    def begin(self, session: Session, urls: Sequence[str]) -> None:
        """Ask which of the next pages robots.txt allows, and keep all tabs behind the page that was just opened."""
        for url in urls:
            if url not in self.allowed:
                self.allowed[url] = self.asker.submit(self.politeness.allows, url)
        for ahead in self.ready.values():
            ahead.tab.front = session.page

    def go_on(self, session: Session, urls: Sequence[str]) -> None:
        """Take one step with the first page that is not ready yet, but not while somebody drags.

        A page is requested as soon as that is allowed.
        """
        with suppress(PlaywrightError):  # where the window is closed meanwhile `Session.wait` will say so
            if session.dragging:
                return
            for url in (url for url in urls if self.allowed[url].done() and self.allowed[url].result()):
                if (ahead := self.ready.get(url)) is None:
                    if self.politeness.silence.is_silent(url):
                        continue
                    if self.politeness.wait_time(url) == 0.0:
                        self.politeness.pace.note(url)
                        self.ready[url] = session.prepare(url)
                    return
                if not ahead.is_done:
                    ahead.go_on()
                    if ahead.tab.answer is not None:  # while its server thinks there is time for another
                        return

    def find(self, url: str) -> Ahead | None:
        """Find a page, unless it waits for a server that has fallen silent."""
        ahead = self.ready.get(url)
        if ahead is not None and ahead.tab.answer is None and self.politeness.silence.is_silent(url):
            self.ready.pop(url).tab.close()
            return None
        return ahead

    def take(self, url: str) -> Ahead | None:
        """Take a page out, once."""
        return self.ready.pop(url, None)

    def close(self) -> None:
        """Leave all pages, without waiting for robots.txt. Raises `PlaywrightError` if the window is closed."""
        self.asker.shutdown(wait=False, cancel_futures=True)
        for ahead in self.ready.values():
            ahead.tab.close()
