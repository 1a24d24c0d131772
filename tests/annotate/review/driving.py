"""Driving the reviewer in tests: keys in, a settled screen out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

from textual.pilot import Pilot

from annotate.review.app import ReviewApp
from annotate.review.assignment import Assignment
from annotate.review.columns import Column
from annotate.review.config import Config
from annotate.review.screens.main import ReviewScreen
from annotate.review.widgets.keyline import KeyLine
from evaluate.package import read_package

SIZE = (120, 32)


class Driver:
    """A running reviewer."""

    def __init__(self, app: ReviewApp, pilot: Pilot[None]) -> None:
        self.app, self._pilot = app, pilot

    @property
    def screen(self) -> ReviewScreen:
        """The review screen, whatever dialog is over it."""
        screen = next(s for s in self.app.screen_stack if isinstance(s, ReviewScreen))
        assert isinstance(screen, ReviewScreen)
        return screen

    @property
    def document(self) -> str:
        """The name of the document on the screen."""
        opened = self.screen.desk.opened
        assert opened is not None
        return opened.document.name

    async def press(self, *keys: str) -> None:
        """Press keys and wait until all they led to is on the screen and on disk."""
        for key in keys:
            await self._pilot.press(key)
            await self.settle()

    async def click(self, selector: str, offset: tuple[int, int]) -> None:
        """Click on a place of a widget."""
        await self._pilot.click(selector, offset=offset)
        await self.settle()

    async def drag(self, selector: str, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Press the mouse at a place of a widget, move it to another, and let go."""
        await self._pilot.mouse_down(selector, offset=start)
        await self._pilot.hover(selector, offset=end)
        await self._pilot.mouse_up(selector, offset=end)
        await self.settle()

    async def type(self, text: str) -> None:
        """Type into a field."""
        await self._pilot.press(*text)
        await self._pilot.pause()

    async def resize(self, width: int, height: int) -> None:
        """Give the terminal another size."""
        await self._pilot.resize_terminal(width, height)
        await self.settle()

    async def settle(self) -> None:
        """Wait until decisions are saved and the worker has nothing left to answer, or the reviewer has failed."""
        desk = self.screen.desk
        while self.app.return_code is None:
            await desk.settle()
            await self._pilot.pause()
            if desk.idle:
                break
            await asyncio.sleep(0.01)

    async def finish(self) -> None:
        """Draw the list, which otherwise is drawn now and then."""
        self.screen.draw_list()
        await self._pilot.pause()

    def said(self) -> str:
        """The message that is on the screen."""
        return self.screen.query_one(KeyLine).message

    def text(self) -> list[str]:
        """The screen as lines of plain text."""
        width, height = self.app.size
        lines = []
        for y, strip in enumerate(self.app.screen._compositor.render_strips()):
            assert y < height
            lines.append(strip.text[:width].rstrip())
        return lines


async def until(told: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(120):
        while not told():
            await asyncio.sleep(0.02)


@asynccontextmanager
async def run_reviewer(
    folder: Path,
    extractors: Iterable[str] = ("cetr",),
    *,
    size: tuple[int, int] = SIZE,
    config: Config | None = None,
    assignment: Assignment | None = None,
) -> AsyncIterator[Driver]:
    """Run the reviewer on a package without a terminal."""
    if assignment is None:
        names = read_package(folder).names
        assignment = Assignment(folder, names, tuple(Column(name) for name in extractors), "ann")
    app = ReviewApp(assignment, config or Config())
    async with app.run_test(size=size) as pilot:
        driver = Driver(app, pilot)
        await driver.settle()
        await driver.finish()
        yield driver
