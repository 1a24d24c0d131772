"""A tab in which saved pages are shown, marked with the scripts of a capture."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

from playwright.sync_api import Browser, BrowserContext, ProxySettings
from playwright.sync_api import Error as PlaywrightError

from annotate.browser import START
from annotate.capture.errors import CaptureError
from annotate.capture.freeze import freeze
from annotate.capture.loading import load
from annotate.capture.model import View, read_message
from annotate.capture.model.deeds import AskedForText, Complained, Dragged, GoneTo, Pressed, Reshaped
from annotate.capture.opening import open_tab
from annotate.capture.selection import restrict_spans
from annotate.capture.showing import bring_into_view, fill_panel, show
from annotate.capture.stored import Response, Stored, open_stored
from annotate.capture.tab import Limits, Tab
from annotate.capture.workers import close_targets
from annotate.capture.world import ScriptError
from annotate.queue.urls import strip_credentials
from annotate.window.copying import POLICY, RECORDED_POLICY, copy_page
from annotate.window.defining import define_elements
from annotate.window.messages import Deed, Look
from annotate.window.places import Places, match_places
from cetr.console import InputError
from cetr.document import Span, TextCache, lex, split_words, subtract_spans
from cetr.sources import is_url
from evaluate.package import Document, read_document
from evaluate.package.files import EXCHANGE

ADDRESS = "http://page.invalid/"
"""The address of the pages for the browser, which leads nowhere."""

LIMITS = Limits(settle=1, whole=120)

KEYS = {
    "a": "add",
    "c": "cut",
    "e": "pick",
    "t": "take",
    "z": "undo",
    "y": "redo",
    "n": "next",
    "p": "preview",
    "Enter": "save",
    "h": "collapse",
    "b": "focus",
    "q": "leave",
    "?": "help",
    "Escape": "escape",
    "Ctrl+z": "undo",
    "Ctrl+y": "redo",
}
"""Key -> command, the same as in a capture where possible."""

_ABSENT = (
    *("suggest", "release", "withdraw", "other", "back", "multiple-box", "fragmented-box", "language-box"),
    *(
        "note-box",
        "optional",
        *("edge", "word-back", "word-forth", "letter-back", "letter-forth"),
        "accept",
        "click it",
        ".  ,",
        "clear",
        "multiple",
        "fragmented",
        "language",
        "empty",
        "reject",
        "later",
    ),
)
_SHOWN = {
    "absent": _ABSENT,
    "labels": {"save": ["Approve", "Approve, and go on to the next document"]},
    "help": {"save": "approve, go on", "next": "next difference", "click": "mark or unmark an element"},
}
"""The differences of the toolbar from that of a capture."""

COMMANDS = {"undo": "undo", "redo": "redo", "save": "approve", "next": "next-difference"}
"""The commands that the window leaves to the reviewer, by the names of the reviewer's keys."""

# Not even a connection is made, which browsers do ahead of requests: the only way out is a proxy that does not exist.
NO_WAY_OUT: ProxySettings = {"server": "http://127.0.0.1:9", "bypass": "<-loopback>"}


def open_quiet_context(browser: Browser) -> BrowserContext:
    """Open a browser window without a network."""
    return browser.new_context(no_viewport=True, proxy=NO_WAY_OUT, offline=True, service_workers="block")


def _open_tab(context: BrowserContext) -> Tab:
    tab = open_tab(context, LIMITS, stored=Stored((), {}))
    tab.world.adopt_sheets()
    return tab


def close_empty_windows(browser: Browser) -> None:
    """Close the empty window with which some browsers begin."""
    close_targets(browser, "page", {"about:blank", START})


@dataclass(frozen=True)
class Shown:
    """A document on the screen: the saved one, and where its text is in ``html``, the browser's.

    ``places`` is None if the browser shows no text.
    """

    document: Document
    text: TextCache
    html: str
    places: Places | None
    look: Look


def read_recorded(document: Document) -> Mapping[str, Callable[[], Response]]:
    """Read what was recorded with a document (NAME.warc.gz), for its styles and pictures; nothing if it is missing."""
    path = document.path(EXCHANGE)
    if not path.is_file() or not is_url(document.meta.url):
        return {}
    try:
        with open_stored([path]) as stored:
            return stored.readers
    except (InputError, OSError):  # damaged, or the extra is not installed; the page is shown without it
        return {}


class PageWindow:
    """Shows what the reviewer sends, and reports what a person does."""

    def __init__(self, context: BrowserContext, tell: Callable[[Deed], None]) -> None:
        self._context = context
        self.tab: Tab = _open_tab(context)
        self._tell = tell
        self._shown: Shown | None = None
        self._view = View(picking=True, can_undo=True, can_redo=True)

    @property
    def closed(self) -> bool:
        """Whether somebody has closed the window, and not we."""
        return self.tab.page.is_closed() and math.isinf(self.tab.closing)

    def show(self, look: Look) -> None:
        """Show a document as it is now, with the line of the reviewer's cursor in sight."""
        before = self._shown
        if before is None or (before.look.name, before.look.html_sha256) != (look.name, look.html_sha256):
            before = None
            self._shown = self._open(look)
        self._shown = shown = replace(self._shown or self._open(look), look=look)
        self._draw(shown, before)
        if look.front:
            self.tab.page.bring_to_front()
        if before is None:
            self._tell(Deed(look.name, "ready"))

    def listen(self) -> None:
        """Return what a person has done in the page meanwhile."""
        messages = self.tab.world.messages
        while messages and self._shown is not None and not self.closed:
            self._take(self._shown, read_message(messages.popleft()))

    def _open(self, look: Look) -> Shown:
        document = read_document(Path(look.folder), look.name)
        html = ""
        self.tab.until = time.monotonic() + LIMITS.whole
        try:
            self._load(document)
            html = self._prepare()
        except (CaptureError, ScriptError, PlaywrightError) as error:
            if not self.closed:
                self._give_up(look.name, error)
        self.tab.until = math.inf
        places = match_places(document.html, html) if html else None
        return Shown(document, TextCache(document.html, lex(document.html)), html, places, look)

    def _give_up(self, name: str, error: Exception) -> None:
        """Report why a document cannot be marked, or not be shown at all."""
        said = str(error).splitlines()[0].removeprefix(f"{self.tab.url}: ")
        reason = said.partition("; ")[0]  # what follows is advice to those who capture pages
        if self.tab.page.is_closed():
            late = f"took longer than {LIMITS.whole:g} s"
            reason = late if self.tab.overdue else "the browser's process for it crashed"
        self._tell(Deed(name, "problem", command=reason))
        if not self.tab.held or self.tab.page.is_closed():
            # The tab shows another document, or still works on this one.
            self.tab.close()
            self.tab = _open_tab(self._context)

    def _prepare(self) -> str:
        """Freeze the document and let it be marked; returns its HTML, the browser's."""
        tab, world = self.tab, self.tab.world
        world.messages.clear()
        frozen = freeze(tab, LIMITS, layout=False, screenshot=False)
        script = files("annotate.window").joinpath("window.js").read_text("utf-8")
        for frame in world.frames:
            world.evaluate(script, frame)
            world.call("startMarking", KEYS, frame=frame)
        world.call("openToolbar", asdict(self._view), KEYS, _SHOWN)
        return frozen.html

    def _load(self, document: Document) -> None:
        """Load a document at its URL, with what was recorded, or else at one of ours."""
        if self.tab.world.frames:
            # The policy keeps scripts from running, because the parser must treat them as enabled.
            self.tab.world.stop_page(False)
        body = copy_page(document.html).encode("utf-8", "replace")

        def load_at(url: str, policy: str, recorded: Mapping[str, Callable[[], Response]]) -> None:
            headers = (("content-type", "text/html; charset=utf-8"), ("content-security-policy", policy))
            self.tab.held, self.tab.url = False, ""
            self.tab.stored = Stored((url,), {**recorded, url: lambda: Response(200, "OK", headers, body)})
            load(self.tab, url, LIMITS)
            define_elements(self.tab.page)

        if recorded := read_recorded(document):
            with suppress(ScriptError, CaptureError):  # what somebody has written may be no URL
                # As the browser writes it: by another spelling it would find what the server sent, scripts and all.
                url = strip_credentials(self.tab.world.peek(f"new URL({json.dumps(document.meta.url)}).href"))
                return load_at(url.partition("#")[0], RECORDED_POLICY, recorded)
        return load_at(ADDRESS + quote(document.name), POLICY, {})

    def _draw(self, shown: Shown, before: Shown | None) -> None:
        if shown.places is None:
            return
        look, world = shown.look, self.tab.world
        to_shown = shown.places.to_shown
        if before is None or before.look.gold != look.gold:
            text = shown.text.derive(look.gold)
            self._view = replace(self._view, spans=to_shown(look.gold), text=text, words=len(split_words(text)))
        if before is None or before.look.optional != look.optional:
            self._view = replace(self._view, optional=to_shown(look.optional))
        said = replace(self._view, message=look.said, tone="bad" if look.wrong else "", progress=look.progress)
        known = before is not None and (before.look.gold, before.look.optional) == (look.gold, look.optional)
        if said != self._view or not known:
            self._view = said
            self._show_view()
        if before is None or before.look.prediction != look.prediction:
            for frame in world.frames:
                world.call("draw", "prediction", to_shown(look.prediction), frame=frame)
        if look.at is not None and (before is None or before.look.at != look.at):
            line = to_shown((look.at,))
            if line:
                bring_into_view(world, line[0])
            for frame in world.frames:
                world.call("frameLine", line, frame=frame)

    def _show_view(self) -> None:
        show(self.tab.world, {**asdict(self._view), "dragging": True})

    def _take(self, shown: Shown, deed: Any) -> None:
        match deed:
            case Pressed("add" | "cut" as mode):
                self._view = replace(self._view, mode=mode)
            case Pressed("pick"):
                self._view = replace(self._view, picking=not self._view.picking)
            case Pressed("escape"):
                self._view = replace(self._view, picking=True, mode="add")
            case Pressed("leave"):
                self.tab.page.close()
                return
            case Pressed(command) if command in COMMANDS:
                self._tell(Deed(shown.look.name, "command", command=COMMANDS[command]))
            case Dragged(spans, "add" | "cut" as mode):
                self._tell_spans(shown, mode, spans)
            case Reshaped(part, spans):
                self._tell_spans(shown, "cut", subtract_spans((part,), spans))
                self._tell_spans(shown, "add", subtract_spans(spans, (part,)))
            case GoneTo(span, line):
                bring_into_view(self.tab.world, span, line)
                return
            case AskedForText():
                fill_panel(self.tab.world, shown.html, self._view.spans)
                return
            case Complained(reason):
                self._view = replace(self._view, message=reason, tone="bad")
        self._show_view()

    def _tell_spans(self, shown: Shown, mode: Literal["add", "cut"], spans: Sequence[Span]) -> None:
        if shown.places is None or not spans:
            return
        seen = restrict_spans(self.tab.world, spans, shown.places.shown.length)
        self._tell(Deed(shown.look.name, mode, shown.places.to_saved(seen)))
