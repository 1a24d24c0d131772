"""The saved page in a window beside the terminal: it shows decisions, and marks made in it are decisions."""

from __future__ import annotations

import asyncio
from urllib.parse import quote

import numpy as np
from textual import on, work

from annotate.review.model import decisions
from annotate.review.model.page import Page
from annotate.review.pictures import PagePicture, hint_install, read_picture
from annotate.review.screens.adjudicating import AdjudicatingScreen
from annotate.review.screens.keys import BINDINGS
from annotate.review.widgets.keyline import KeyLine
from annotate.review.widgets.panel import SidePanel
from annotate.review.widgets.picture import PictureView, load_pictures
from annotate.review.window import WindowProgram, has_screen
from annotate.window.messages import Deed, Look
from cetr.console import InputError
from cetr.document import Spans, subtract_spans

PICTURE_SECONDS = 0.05
"""How long the cursor rests before the screenshot follows it, in seconds."""


class SeeingScreen(AdjudicatingScreen):
    """A screen with a window that shows the open document's page, which can be marked there."""

    _browser: str | None
    _window: WindowProgram | None = None
    _pictured: tuple[Page, PagePicture] | None = None

    async def action_browser(self) -> None:
        """Show the saved page in a window, or bring the window to the front."""
        opened = self.desk.opened
        if opened is None:
            return
        if self.app.is_web:
            self._open_picture(opened.document.name)
            return
        if not has_screen():
            page = self.desk.assignment.folder / f"{opened.document.name}.html"
            self.say(f"there is no screen for a window; the saved page is {page}", wrong=True)
            return
        if self._window is None:
            self._window = WindowProgram(
                self._browser, lambda deed: self.call_later(self._take_deed, deed), self._end_window
            )
        if self._window.is_open:
            self.draw_window(front=True)
        elif look := self._look_at_page(front=True):
            self.say("opening the page, offline and without scripts; what you mark there counts as your decision")
            await self._window.open(look)

    def _open_picture(self, name: str) -> None:
        """Open the screenshot in the browser in which the reviewer is."""
        if (self.desk.assignment.folder / f"{name}.png").is_file():
            self.app.open_url(f"pictures/{quote(name)}.png")
        else:
            self.say("the page has no screenshot", wrong=True)

    @on(PictureView.Resized)
    def _fit_picture(self) -> None:
        self.draw_picture()

    @work(exclusive=True, group="picture")
    async def draw_picture(self) -> None:
        """Draw the part of the screenshot that shows the line, if the panel is open."""
        panel, opened = self.query_one(SidePanel), self.desk.opened
        if panel.mode != "picture" or opened is None:
            return
        if load_pictures() is None:
            panel.show_picture(False, hint_install())
            return
        await asyncio.sleep(PICTURE_SECONDS)  # while the cursor moves on, this is called off
        if self._pictured is None or self._pictured[0] is not opened.page:
            try:
                self._pictured = opened.page, await asyncio.to_thread(read_picture, opened.document)
            except InputError as error:
                panel.show_picture(False, self.without_place(str(error)))
                return
        panel.show_picture(True)
        view, page, picture = panel.query_one(PictureView), *self._pictured
        if len(page) and view.size.area:
            start = int(page.text_start[self.lines.line])
            await view.show(await asyncio.to_thread(picture.cut_out, start, (view.pixels.width, view.pixels.height)))

    async def close_window(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            await self._window.close()

    def draw_beside(self) -> None:
        """Draw the page in the window and as a screenshot, if these are open."""
        self.draw_window()
        if self.query_one(SidePanel).mode == "picture":
            self.draw_picture()

    def draw_window(self, *, front: bool = False) -> None:
        """Show the current state in the window."""
        if self._window is not None and self._window.is_open and (look := self._look_at_page(front=front)):
            self._window.show(look)

    def say(self, message: str, *, wrong: bool = False) -> None:
        """Show a message in the last line, and in the window."""
        super().say(message, wrong=wrong)
        self.draw_window()

    def _look_at_page(self, *, front: bool) -> Look | None:
        opened, view, line = self.desk.opened, self.lines.view, self.lines.line
        if opened is None or view is None or view.page is not opened.page:
            return None
        here = (int(view.page.text_start[line]), int(view.page.text_end[line])) if len(view.page) else None
        said = self.query_one(KeyLine)
        return Look(
            folder=str(self.desk.assignment.folder),
            name=opened.document.name,
            html_sha256=opened.document.meta.html_sha256,
            gold=opened.state.spans,
            optional=opened.state.optional,
            prediction=view.primary or () if not self.desk.assignment.blind else (),
            at=here,
            said=said.message,
            wrong=said.wrong,
            progress=str(opened.state.meta.status),
            front=front,
        )

    def _end_window(self, why: str) -> None:
        if why and self.is_running:
            self.say(f"the window: {why}", wrong=True)

    async def _take_deed(self, deed: Deed) -> None:
        """Make a decision of what was done in the window, if it was on the document that is open here."""
        opened = self.desk.opened
        if opened is None or deed.name != opened.document.name:
            return
        if deed.kind == "problem":
            self.say(f"the window: {deed.name}: {deed.command}", wrong=True)
        elif deed.kind == "ready":
            self.draw_window()
        elif self.app.screen is not self:
            self.say("the terminal is asking a question: answer it first")
        elif deed.kind == "command":
            await self.run_action(next(b.action for b in BINDINGS if b.id == deed.command))
        elif deed.spans:
            await self._mark_seen(deed.spans, cut=deed.kind == "cut")

    async def _mark_seen(self, spans: Spans, *, cut: bool) -> None:
        """Mark text that was dragged over or clicked; with ``cut``, or if all of it is marked, unmark it."""
        if ready := await self._ready():
            opened, _ = ready
            page, state = opened.page, opened.state
            seen = subtract_spans(spans, page.unrendered)
            after = decisions.mark_spans(page, state, seen, mark=not cut and bool(subtract_spans(seen, state.spans)))
            lines = lines_of(page, seen)
            if lines:
                self.lines.go_to(self.lines.row_of(lines[0]))
            await self._change("mark", after, lines)


def lines_of(page: Page, spans: Spans) -> list[int]:
    """Return the lines whose text overlaps normalised spans."""
    lines: list[int] = []
    for start, end in spans:
        first, last = np.searchsorted(page.text_end, start, "right"), np.searchsorted(page.text_start, end)
        lines += [int(line) for line in range(int(first), int(last)) if page.last[line] > page.first[line]]
    return sorted(set(lines))
