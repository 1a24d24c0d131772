"""A tab of the browser, which keeps what it receives and lets a held page go nowhere."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, Request

from annotate.browser import open_page
from annotate.capture.consent import Banner, Consent
from annotate.capture.warc import Exchange
from annotate.capture.workers import close_targets
from annotate.capture.world import World
from annotate.stored import Stored
from cetr.document import HTML_TYPES, parse_content_type

PAGE_TYPES = HTML_TYPES | {"", "text/plain"}
"""Media types of documents that can be captured."""

_UNKNOWN = ("unknown/unknown", "application/unknown", "*/*")
"""Media types that say nothing (MIME Sniffing Standard, section 7), so that the browser sniffs."""


@dataclass(frozen=True)
class Limits:
    """Limits of time and size for a page. Times in seconds.

    ``timeout`` is for the page to come at all; ``settle`` for scrolling it and for its scripts to come to rest, at
    most (0: take it as it is once loaded); ``quiet`` is how long nothing may change to call it settled; ``busy`` is how
    long a script may run at a stretch. ``screens`` bounds scrolling, ``clicks`` each of the ``click`` selectors ("show
    more" buttons). ``consent`` is what is done with banners. ``size`` is the largest document accepted, in characters.
    ``requests`` is how many may be made for it, ``whole`` how long it may take altogether where nobody is at it.
    ``all_frames``: those, too, that show what the page's author could not have read (`is_beyond`).
    """

    timeout: float = 30
    settle: float = 8
    quiet: float = 0.5
    busy: float = 5
    screens: int = 40
    click: tuple[str, ...] = ()
    clicks: int = 20
    consent: Consent = "leave"
    size: int = 20_000_000
    requests: int = 5000
    whole: float = 300
    all_frames: bool = False


@dataclass(frozen=True)
class Answer:
    """A document as served: status, headers (names in lower case), and the body's bytes, decompressed."""

    url: str
    status: int
    reason: str
    headers: Mapping[str, str]
    body: bytes | None

    @property
    def kind(self) -> str:
        """The media type, such as ``text/html``; empty if it is missing or invalid."""
        kind = parse_content_type(self.headers.get("content-type", ""))[0]
        return kind if "/" in kind and kind not in _UNKNOWN else ""


@dataclass
class Tab:
    """A page being loaded or annotated. ``answer`` brought its current document; ``held`` keeps it where it is.

    ``exchanges`` are all requests with their answers, if they are kept. ``away`` are the seconds in which
    nobody had time for the page. ``broken``: the rest of the document will never come.
    ``begun`` is when it began to load in the background, on the clock of `time.monotonic`.
    ``front`` is the page that somebody works on meanwhile; ``shut`` windows that this one opened were closed for it.
    ``banner`` is the consent banner that was found. ``stored`` is replayed instead of using the network.
    ``documents`` are the requests for documents, by URL; ``left_out`` are the URLs of frames that reach too far, unless
    ``all_frames`` are asked for. ``requested`` counts the requests, of which there may be ``most``, ``dialogs`` the
    dialogs; ``until`` is when it is closed, on the clock of `time.monotonic`, and ``overdue`` says that it was.
    ``closing`` is when the browser was asked to close it, on the same clock. ``allows`` says which documents it may
    fetch, all where it is None. ``arrived`` is the address at which a person let the document run; empty before that.
    ``scrolled``: the address before the document was scrolled through, and the one that its script gave it meanwhile.
    """

    page: Page
    world: World
    url: str = ""
    answer: Answer | None = None
    pending: set[Request] = field(default_factory=set)
    navigations: int = 0
    held: bool = False
    exchanges: list[Exchange] | None = None
    popups: list[Page] = field(default_factory=list)
    away: float = 0.0
    broken: bool = False
    begun: float = -math.inf
    front: Page | None = None
    shut: int = 0
    banner: Banner | None = None
    stored: Stored | None = None
    documents: dict[str, list[Request]] = field(default_factory=dict)
    left_out: dict[str, None] = field(default_factory=dict)
    all_frames: bool = False
    requested: int = 0
    most: int = 0
    dialogs: int = 0
    until: float = math.inf
    overdue: bool = False
    closing: float = math.inf
    allows: Callable[[str], bool] | None = None
    arrived: str = ""
    scrolled: tuple[str, str] = ("", "")

    @property
    def address(self) -> str:
        """The URL of the document, but none that it has only because it was scrolled through."""
        before, meanwhile = self.scrolled
        return before if self.page.url == meanwhile else self.page.url

    def clock(self) -> float:
        """The time that the page was given, in seconds from an arbitrary start."""
        return time.monotonic() - self.away

    def pause(self, seconds: float) -> None:
        """Let the browser work for a while."""
        self.page.wait_for_timeout(seconds * 1000)

    def name_cut(self) -> tuple[str, ...]:
        """Name the requests that were not made."""
        return (f"what it requested after {self.most} requests",) if self.requested > self.most else ()

    def close(self) -> None:
        """Close the page and the windows it has opened, but not its own window, which another page may need."""
        with suppress(PlaywrightError):  # the whole browser is gone
            self.close_popups()
            in_window = self.page.viewport_size is None
            if in_window and not self.page.is_closed() and self.page.context.pages == [self.page]:
                open_page(self.page.context)
            self.close_page()

    def close_page(self) -> None:
        """Close the page and end its service workers, which would outlive it."""
        self.closing = time.monotonic()
        self.page.close()
        browser, services = self.page.context.browser, self.world.workers.services
        if services and browser is not None:
            # The browser ends none of itself that a debugger watches.
            close_targets(browser, "service_worker", services)

    def close_popups(self) -> None:
        """Close the windows that the page has opened."""
        while self.popups:
            self.popups.pop().close()
