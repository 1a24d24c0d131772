"""Politeness towards sites: one request at a time, with a pause, within robots.txt, and again when they are busy."""

from __future__ import annotations

import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from http.client import HTTPException
from threading import Thread
from typing import TypeVar
from urllib.parse import urlsplit

from protego import Protego

from cetr.console import InputError
from cetr.sources import MOST_SILENT, Silence, find_server

AGENT = "cetr-gold"
"""The name of this program in robots.txt."""

LONGEST_DELAY = 60.0
"""The longest pause, in seconds, that a site can ask for."""

T = TypeVar("T")


class TransientError(InputError):
    """A failure that may not occur again: a time-out, a busy server, a broken connection."""


class LateError(TransientError):
    """A time-out."""


@dataclass
class Robots:
    """What robots.txt allows, read once per site. ``timeout`` is that of each step, in seconds."""

    timeout: float = 10
    _rules: dict[str, Protego] = field(default_factory=dict)

    def allows(self, url: str) -> bool:
        """Whether a URL may be fetched."""
        return not find_server(url) or self._look(url).can_fetch(url, AGENT)

    def delay(self, url: str) -> float:
        """The pause that a site asks for, in seconds."""
        return min(float(self._look(url).crawl_delay(AGENT) or 0), LONGEST_DELAY) if find_server(url) else 0.0

    def _look(self, url: str) -> Protego:
        parts = urlsplit(url)
        root = f"{parts.scheme}://{find_server(url)}"
        if root not in self._rules:
            self._rules[root] = _await_rules(f"{root}/robots.txt", self.timeout)
        return self._rules[root]


def _await_rules(url: str, timeout: float) -> Protego:
    """Return the rules of a robots.txt; none if it takes three times as long as each of its steps may."""
    found: list[Protego] = []
    # A thread can be abandoned with a server that sends single bytes, and so is never too slow at a step.
    fetching = Thread(target=lambda: found.append(_fetch_rules(url, timeout)), daemon=True)
    fetching.start()
    fetching.join(3 * timeout)
    return found[0] if found else Protego.parse("")


def _fetch_rules(url: str, timeout: float) -> Protego:
    """Fetch the rules of a robots.txt: none if there is none; everything is forbidden if it is refused or the server
    fails.

    This follows RFC 9309, except that nothing is forbidden if nobody answers. Such a server has no pages to protect.
    """
    request = urllib.request.Request(url, headers={"User-Agent": AGENT})
    try:
        with urllib.request.urlopen(request, timeout=timeout) as answer:
            rules = answer.read(500_000).decode("utf-8-sig", "replace")
    except urllib.error.HTTPError as error:
        error.close()
        rules = "User-agent: *\nDisallow: /" if error.code in (401, 403) or error.code >= 500 else ""
    except (OSError, ValueError, HTTPException):
        rules = ""
    return Protego.parse(rules)


@dataclass
class Pace:
    """When a site may be asked again. Times in seconds of ``clock``."""

    delay: float
    clock: Callable[[], float] = time.monotonic
    _last: dict[str, float] = field(default_factory=dict)

    def wait_time(self, url: str, wanted: float = 0.0) -> float:
        """How long to wait before a request; ``wanted`` is the pause the site asks for, if longer than ours."""
        site = find_server(url)
        if site not in self._last:
            return 0.0
        return max(0.0, self._last[site] + max(self.delay, wanted) - self.clock())

    def note(self, url: str) -> None:
        """Record that a site was asked just now."""
        if site := find_server(url):
            self._last[site] = self.clock()


@dataclass
class Politeness:
    """How to approach sites: within robots.txt (None: ignore it), with pauses, again if busy, no more if silent."""

    robots: Robots | None
    pace: Pace
    retries: int
    rest: Callable[[float], None] = time.sleep
    silence: Silence = field(default_factory=Silence)

    def allows(self, url: str) -> bool:
        """Whether a URL may be fetched at all."""
        return self.robots is None or self.robots.allows(url)

    def wait_time(self, url: str) -> float:
        """How long to wait, in seconds, before a URL may be fetched."""
        return self.pace.wait_time(url, self.robots.delay(url) if self.robots else 0.0)

    def approach(self, url: str) -> None:
        """Wait until a URL may be fetched. Raises `InputError` if it may not."""
        if self.silence.is_silent(url):
            reason = f"not tried: {MOST_SILENT} pages of its site in a row did not load in time"
            raise InputError(f"{url}: {reason}; the next run tries it again")
        if not self.allows(url):
            raise InputError(f"{url}: robots.txt forbids it (--ignore-robots opens it)")
        self.rest(self.wait_time(url))
        self.pace.note(url)

    def retry(self, url: str, action: Callable[[], T]) -> T:
        """Call what requests a URL, again after a `TransientError`, up to ``retries`` more times.

        The pauses are 1 second, 2, 4, ..., or the site's usual pause if that is longer. A time-out that remains counts
        against the site until it answers.
        """
        late = False
        try:
            return self._retry(url, action)
        except LateError:
            late = True
            raise
        finally:
            self.silence.note(url, late)

    def _retry(self, url: str, action: Callable[[], T]) -> T:
        for attempt in range(self.retries):
            try:
                return action()
            except TransientError:
                self.rest(max(2.0**attempt, self.wait_time(url)))
                self.pace.note(url)
        return action()
