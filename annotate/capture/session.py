"""An annotation session: pages in a browser, the toolbar on them, and what comes of it.

A script that drives the toolbar as a person does uses `annotate.capture.hand`; `capture_page` does without a toolbar.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page
from playwright.sync_api import Error as PlaywrightError

from annotate.annotator import default_annotator
from annotate.capture.draft import Draft, read_draft, recall_gold, relocate, remove_draft, write_draft
from annotate.capture.errors import CaptureError, explain_failures
from annotate.capture.freeze import Frozen, freeze
from annotate.capture.loading import load, start_loading
from annotate.capture.marks import Marks, add_marks, change_marks, cut_marks, redo, undo
from annotate.capture.save import (
    Choice,
    Saved,
    check_document,
    ensure_package,
    look_up,
    save_document,
)
from annotate.capture.selection import is_interrupted, restrict_spans, select_elements, tidy_spans
from annotate.capture.settling import settle
from annotate.capture.state import LOCAL, Settings, State
from annotate.capture.tab import Tab, open_tab
from annotate.html_facts import parse_language
from annotate.queue.planning import refuse_other_folder
from cetr.document import derive_text, split_words
from cetr.errors import InputError


class Session:
    """One browser window in which pages are marked one after the other, into one package."""

    def __init__(self, context: BrowserContext, folder: Path, settings: Settings | None = None) -> None:
        refuse_other_folder(folder)
        self.context = context
        self.folder = folder
        self.settings = settings or Settings()
        self.state = State()
        self.outcome: Saved | str | None = None
        self._tab: Tab | None = None
        self._frozen: Frozen | None = None
        self._marks = Marks()
        self._fragmented: bool | None = None
        self._since = 0.0
        self._progress = ""
        self._name: str | None = None
        self._url = ""
        self._frozen_at = ""

    @property
    def page(self) -> Page:
        """The page being marked."""
        return self.tab.page

    @property
    def tab(self) -> Tab:
        """Its tab. Raises `CaptureError` before a page was opened."""
        if self._tab is None:
            raise CaptureError("no page is open")
        return self._tab

    @property
    def frozen(self) -> Frozen:
        """The page as it was frozen. Raises `CaptureError` while it is not."""
        if self._frozen is None:
            raise CaptureError("the page is not frozen")
        return self._frozen

    # --- pages

    def _new_tab(self) -> Tab:
        settings = self.settings
        return open_tab(self.context, settings.limits, hotkey=True, keep_all=settings.exchange)

    def prepare(self, url: str) -> Tab:
        """Begin to load a page in the background, in a tab of its own that is handed to `open` later."""
        tab = self._new_tab()
        start_loading(tab, url)
        self.tab.page.bring_to_front()
        return tab

    def open(self, url: str, *, tab: Tab | None = None, progress: str = "", name: str | None = None) -> None:
        """Load a page (in the tab in which `prepare` has begun to), freeze it and show the toolbar.

        ``name`` is the document to replace. Raises `CaptureError` for what cannot be captured. Where the window is
        closed before that is done, the page is left.
        """
        self.close()
        self._progress, self._name = progress, name
        self.outcome = None
        self._url = url
        self._tab = self._new_tab() if tab is None or tab.page.is_closed() else tab
        self.page.bring_to_front()
        try:
            with explain_failures(url):
                load(self._tab, url, self.settings.limits)
                with suppress(PlaywrightError):  # the page is on its way to another one
                    # "Back" would lead to the empty tab, which no network can withhold.
                    self.tab.world.cdp.send("Page.resetNavigationHistory")
                self._since = time.monotonic()
                if self.settings.auto_freeze:
                    settle(self.tab, self.settings.limits)
                    self.freeze()
        except CaptureError:
            if not self.page.is_closed():
                raise
            self._end("leave")

    def freeze(self) -> None:
        """Serialise the page as it stands, then show the toolbar on it."""
        world = self.tab.world
        self._frozen = frozen = freeze(
            self.tab, self.settings.limits, layout=self.settings.layout, screenshot=self.settings.screenshot
        )
        self._marks, self._fragmented = Marks(), None
        self._frozen_at = self.page.url
        self.state = State(
            language=self.settings.language or frozen.language,
            multiple=self.settings.multiple,
            progress=self._progress,
            message="drag over the main content",
        )
        world.evaluate("gold.frozen = true", world.frames[0])
        for frame in world.frames:
            world.call("startMarking", self.settings.keys, frame=frame)
        world.call("openToolbar", asdict(self.state), self.settings.keys)
        if (draft := read_draft(self.folder, frozen.url)) is not None:
            self._take_up(draft, "taken up where you left")
        elif self._name is not None:
            self._take_up(recall_gold(self.folder, self._name), "this is what is saved: correct it")
        if self.settings.select and not self._marks.spans:
            self.mark(self.settings.select, self.settings.drop)
        self._show()

    def release(self) -> None:
        """Take the toolbar away and let the page run; the freeze key serialises it anew."""
        self._clear_page()
        self.tab.world.stop_page(False)
        self.tab.held = False
        self._frozen = None

    def close(self) -> None:
        """Leave the page."""
        if self._tab is not None:
            self._tab.close()
        self._tab = self._frozen = None

    def _clear_page(self) -> None:
        world = self.tab.world
        for frame in world.frames:
            world.evaluate("gold.stopMarking(); gold.closeToolbar(); gold.frozen = false", frame)

    def mark(self, select: Sequence[str], drop: Sequence[str] = ()) -> None:
        """Mark what CSS selectors match, to be corrected; a person is there to do it where they match nothing."""
        try:
            spans = select_elements(self.tab.world, self.frozen, select, drop).spans
        except CaptureError as error:
            self._say(str(error).removeprefix(f"{self.frozen.url}: "), "bad")
        else:
            self._change(change_marks(self._marks, spans))
        self._show()

    # --- what a person does

    def pump(self, seconds: float = 0.02) -> None:
        """Let the browser work, then do what was asked for in the page.

        Raises `PlaywrightError` where another document than the frozen one has come.
        """
        self.tab.pause(seconds)
        if self._frozen is not None and self.page.url != self._frozen_at:
            # The URL alone changes, too, by going back in a page that has called `history.pushState`.
            self.tab.world.evaluate("0", self.tab.world.frames[0])
        while self._tab is not None and self.tab.world.messages:
            self._handle(self.tab.world.messages.popleft())

    def wait(self, limit: float | None = None) -> Saved | None:
        """Until the page is saved (returned) or left, skipped or closed (None; ``outcome`` says which).

        Raises `CaptureError` when a person freezes a page in which there is nothing to mark, or too much. The page
        runs on: wait again for the next attempt.

        ``limit`` is the longest to wait, in seconds.
        """
        until = None if limit is None else time.monotonic() + limit
        while self.outcome is None and (until is None or time.monotonic() < until):
            if self.page.is_closed():
                self.outcome = "leave"
                break
            try:
                self.pump()
            except PlaywrightError:
                # The window was closed, the page crashed or was left; the draft has what was marked.
                if not self.page.is_closed():
                    self.page.close()
        return self.outcome if isinstance(self.outcome, Saved) else None

    def _handle(self, message: dict[str, Any]) -> None:
        kind = message["kind"]
        if kind == "command" and message["command"] == "freeze" and self._frozen is None:
            try:
                self.freeze()
            except CaptureError:
                self.release()
                raise
            return
        if self._frozen is None:
            return
        if kind in ("add", "cut"):
            change = add_marks if kind == "add" else cut_marks
            self._change(change(self._marks, message["spans"], len(self.frozen.html)))
        elif kind == "language":
            self._name_language(message["text"].strip())
        elif kind == "problem":
            self._say(message["text"], "bad")
        elif kind == "command" and (command := self._commands().get(message["command"])) is not None:
            command()
        if self._frozen is not None and self.outcome is None:
            self._keep_draft()
            self._show()

    def _commands(self) -> dict[str, Callable[[], None]]:
        return {
            "add": lambda: self._switch("add"),
            "cut": lambda: self._switch("cut"),
            "pick": lambda: self._set(picking=not self.state.picking),
            "escape": lambda: self._set(picking=False, mode="add"),
            "undo": lambda: self._change(undo(self._marks)),
            "redo": lambda: self._change(redo(self._marks)),
            "clear": lambda: self._change(change_marks(self._marks, ())),
            "suggest": self.suggest,
            "multiple": lambda: self._set(multiple=not self.state.multiple),
            "fragmented": self._overrule,
            "save": self.save,
            "skip": lambda: self._end("skip"),
            "leave": lambda: self._end("leave"),
            "release": self.release,
            # Pressed in a frame: the toolbar is in the page itself.
            **{name: partial(self.tab.world.call, "runLocally", name) for name in LOCAL},
        }

    def _set(self, **changes: Any) -> None:
        self.state = replace(self.state, **changes)

    def _switch(self, mode: str) -> None:
        self._set(mode=mode, message="", tone="")

    def _say(self, text: str, tone: str = "") -> None:
        self._set(message=text, tone=tone)

    def _name_language(self, label: str) -> None:
        try:
            self._set(language=label and parse_language(label))
        except InputError as error:
            self._say(str(error), "bad")

    def _overrule(self) -> None:
        self._fragmented = not self.state.fragmented
        self._set(fragmented=self._fragmented)

    def _end(self, outcome: str) -> None:
        self.outcome = outcome

    def _change(self, marks: Marks) -> None:
        """Take over changed marks, tidied: ends at visible text, neighbours without text between them joined."""
        if marks.spans != self._marks.spans:
            marks = replace(marks, spans=tidy_spans(self.tab.world, marks.spans, len(self.frozen.html)))
        changed = marks.spans != self._marks.spans
        self._marks = marks
        spans = marks.spans
        text = self.frozen.text.derive(spans)
        words = len(split_words(text))
        gained = words - self.state.words
        said = f"{gained:+,} {'word' if abs(gained) == 1 else 'words'}" if gained else "nothing changed"
        fragmented = self._fragmented
        if fragmented is None:
            fragmented = is_interrupted(self.tab.world, spans, len(self.frozen.html))
        self._set(
            spans=spans,
            text=text,
            words=words,
            can_undo=bool(marks.past),
            can_redo=bool(marks.future),
            fragmented=fragmented,
            message=said if gained or not changed else "",
            tone="",
        )

    def _show(self) -> None:
        world = self.tab.world
        view = asdict(self.state)
        for frame in world.frames:
            world.call("show", view, frame=frame)

    # --- suggestions and drafts

    def suggest(self) -> None:
        """Mark what an extractor takes for the main content, to be corrected."""
        from annotate.capture.suggest import suggest_spans

        try:
            spans, method = suggest_spans(self.frozen, self.settings.method)
        except InputError as error:
            return self._say(str(error), "bad")
        had_marks = bool(self._marks.spans)
        self._change(change_marks(self._marks, restrict_spans(self.tab.world, spans, len(self.frozen.html))))
        if not self.state.spans:
            return self._say(f"{method} finds nothing here", "bad")
        return self._say(f"suggested by {method}: correct it, then save" + ("; undo brings yours back" * had_marks))

    def _keep_draft(self) -> None:
        if not (self.state.spans or self._marks.past or self._marks.future):
            return
        try:
            ensure_package(self.folder)
            write_draft(self.folder, self._make_draft())
        except (OSError, InputError) as error:  # a full disk, say: what is marked is still on the page
            reason = error.strerror if isinstance(error, OSError) else error
            self._say(f"there is no draft of this: {reason}", "bad")

    def _make_draft(self) -> Draft:
        return Draft(
            url=self.frozen.url,
            spans=self.state.spans,
            texts=tuple(derive_text(self.frozen.html, (span,)) for span in self.state.spans),
            language=self.state.language,
            multiple=self.state.multiple,
            fragmented=self._fragmented,
            seconds=time.monotonic() - self._since,
        )

    def _take_up(self, draft: Draft, said: str) -> None:
        spans = relocate(draft, self.frozen.html)
        self._set(language=draft.language or self.state.language, multiple=draft.multiple or self.state.multiple)
        self._since = min(self._since, time.monotonic() - draft.seconds)
        self._change(change_marks(self._marks, spans))
        lost = len(draft.spans) - len(spans)
        if lost == 0 and draft.fragmented not in (None, self.state.fragmented):
            self._overrule()
        if lost > 0:
            self._say(f"{said}; {lost} of {len(draft.spans)} parts are no longer on the page", "bad")
        elif spans:
            self._say(said, "good")

    # --- saving

    def save(self) -> None:
        """Write the document; what does not check is said in the toolbar and not written."""
        if not self.state.spans:
            return self._say("nothing is marked", "bad")
        try:
            checked = check_document(self.frozen, self._choose(), look_up(self.tab.world, self.state.spans))
            saved = save_document(self.folder, checked, self._name)
            drawn = not self.settings.screenshot or self.frozen.screenshot is not None
            self.outcome = saved if drawn else replace(saved, missing=("picture",))
        except InputError as error:
            return self._say(str(error), "bad")
        remove_draft(self.folder, self.frozen.url)
        return self._say("saved", "good")

    def _choose(self) -> Choice:
        return Choice(
            spans=self.state.spans,
            language=self.state.language,
            multiple_articles=self.state.multiple,
            fragmented=self.state.fragmented,
            page_type=self.settings.page_type,
            annotator=self.settings.annotator or default_annotator(),
            seconds=time.monotonic() - self._since,
            requested=self._url,
        )
