"""Leaving the reviewer while something is on its way: it is finished or called off, and drawn nowhere."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from annotate.review.app import ReviewApp
from annotate.review.assignment import Assignment
from annotate.review.config import Config
from annotate.review.served import UNSAVED, choose_status
from annotate.review.widgets.keyline import KeyLine
from evaluate.package import read_document
from tests.annotate.review.driving import Driver
from tests.annotate.review.pages import HEADING, SOUTH
from tests.annotate.review.threads import run_async


def leave(folder: Path, scenario: Callable[[Driver], Awaitable[None]]) -> None:
    """Run a scenario on the package until the reviewer is left, and what it led to is over."""

    async def run() -> None:
        app = ReviewApp(Assignment(folder, ("dry", "rain"), (), "ann"), Config())
        async with app.run_test(size=(120, 32)) as pilot:
            driver = Driver(app, pilot)
            await driver.settle()
            await scenario(driver)

    run_async(run())


@pytest.mark.parametrize("key", ["q", "ctrl+q"])
def test_a_decision_on_its_way_is_saved(folder: Path, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    """Also where Textual's own key ends the program, and the screen is gone before the decision is on disk."""
    from annotate.review import desk

    write = desk.write_decision

    def write_slowly(*arguments: Any, **options: Any) -> Any:
        time.sleep(0.3)
        return write(*arguments, **options)

    monkeypatch.setattr(desk, "write_decision", write_slowly)

    async def scenario(driver: Driver) -> None:
        await driver._pilot.press("A", "g", "j", "j", "space")
        await driver._pilot.press(key)

    leave(folder, scenario)
    assert read_document(folder, "dry").spans == (HEADING, SOUTH)


def test_what_is_done_beside_is_called_off(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is notified of what comes after the screen is gone."""

    async def scenario(driver: Driver) -> None:
        screen = driver.screen

        async def decide_late(*_: object) -> int:
            while screen.query(KeyLine):
                await asyncio.sleep(0.005)
            return 1

        monkeypatch.setattr(screen.desk, "decide_beside", decide_late)
        screen._ask_beside(["rain"], (), mark=True)
        await driver._pilot.pause()
        await driver._pilot.press("y")
        await driver._pilot.press("q")

    leave(folder, scenario)


def test_who_is_asked_whether_to_undo_may_leave(folder: Path) -> None:
    """The question goes with the screen."""

    async def scenario(driver: Driver) -> None:
        await driver.press("space")
        object.__setattr__(driver.screen.desk.assignment, "annotator", "bob")
        driver.screen.desk._own.clear()
        await driver._pilot.press("z")
        await driver._pilot.press("ctrl+q")

    leave(folder, scenario)


def test_who_leaves_is_told_what_was_not_saved(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reviewer stays, because nobody could read it otherwise; the same key then quits, unless another was lost."""
    from annotate.review import desk

    def fail(*_: Any, **__: Any) -> Any:
        raise OSError("no space left")

    monkeypatch.setattr(desk, "write_decision", fail)

    async def scenario(driver: Driver) -> None:
        await driver._pilot.press("j", "space", "q")
        await driver.settle()
        assert driver.said() == "not saved: no space left · the last decision was not saved; q quits without it"
        await driver._pilot.press("space", "q")
        await driver.settle()
        assert driver.app.return_code is None
        await driver._pilot.press("q")
        assert driver.app.return_code == 0
        assert choose_status(driver.app) == UNSAVED

    leave(folder, scenario)


def test_a_decision_that_is_made_again_is_saved(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then nothing is left to tell whoever leaves, or sees the page of the server after that."""
    from annotate.review import desk

    write, failing = desk.write_decision, [True]

    def fail_once(*arguments: Any, **options: Any) -> Any:
        if failing and failing.pop():
            raise OSError("no space left")
        return write(*arguments, **options)

    monkeypatch.setattr(desk, "write_decision", fail_once)

    async def scenario(driver: Driver) -> None:
        await driver.press("j", "space", "space")
        await driver._pilot.press("q")
        assert choose_status(driver.app) == 0

    leave(folder, scenario)
