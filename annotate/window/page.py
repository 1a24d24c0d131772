"""A tab in which saved pages are shown, marked with the scripts of a capture."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext
from playwright.sync_api import Error as PlaywrightError

from annotate.browser import START
from annotate.capture.errors import CaptureError
from annotate.capture.freeze import freeze
from annotate.capture.model import View, read_message
from annotate.capture.model.deeds import AskedForText, Complained, Dragged, GoneTo, Pressed, Reshaped
from annotate.capture.selection import restrict_spans
from annotate.capture.showing import bring_into_view, fill_panel, show
from annotate.capture.tab import Tab
from annotate.capture.workers import close_targets
from annotate.capture.world import ScriptError
from annotate.window.loading import LIMITS, NO_WAY_OUT, explain_failure, load_copy, open_copy_tab
from annotate.window.messages import Deed, Look
from annotate.window.places import Places, match_places
from cetr.document import Span, TextCache, lex, split_words, subtract_spans
from evaluate.package import Document, read_document

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


def open_quiet_context(browser: Browser) -> BrowserContext:
    """Open a browser window without a network."""
    return browser.new_context(no_viewport=True, proxy=NO_WAY_OUT, offline=True, service_workers="block")


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


class PageWindow:
    """Shows what the reviewer sends, and reports what a person does."""

    def __init__(self, context: BrowserContext, tell: Callable[[Deed], None]) -> None:
        self._context = context
        self.tab: Tab = open_copy_tab(context)
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
            if self.tab.world.frames:
                # The policy keeps scripts from running, because the parser must treat them as enabled.
                self.tab.world.stop_page(False)
            load_copy(self.tab, document)
            html = self._prepare()
        except (CaptureError, ScriptError, PlaywrightError) as error:
            if not self.closed:
                self._give_up(look.name, error)
        self.tab.until = math.inf
        places = match_places(document.html, html) if html else None
        return Shown(document, TextCache(document.html, lex(document.html)), html, places, look)

    def _give_up(self, name: str, error: Exception) -> None:
        """Report why a document cannot be marked, or not be shown at all."""
        self._tell(Deed(name, "problem", command=explain_failure(self.tab, error)))
        if not self.tab.held or self.tab.page.is_closed():
            # The tab shows another document, or still works on this one.
            self.tab.close()
            self.tab = open_copy_tab(self._context)

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
