"""A mistake in the reviewer itself ends it, wherever it is: at a key, or in the background."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from annotate.review.desk import Desk
from annotate.review.screens.main import ReviewScreen
from tests.annotate.review.driving import run_reviewer
from tests.annotate.review.threads import run_async


def fail(*_: object) -> None:
    """Do what a misspelled name does."""
    raise NameError("no such name")


async def fail_later(*_: object) -> None:
    """Do it in the background."""
    fail()


@pytest.mark.parametrize(
    ("place", "mistake"),
    [
        ((ReviewScreen, "document_opened"), fail),
        ((Desk, "_take_answer"), fail),
        ((Desk, "_read_metas"), fail_later),
        ((Desk, "_watch"), fail_later),
        ((Desk, "_save"), fail_later),
    ],
)
def test_a_mistake_ends_the_reviewer(
    folder: Path, monkeypatch: pytest.MonkeyPatch, place: tuple[type, str], mistake: Callable[..., object]
) -> None:
    """It is raised, and the reviewer does not go on without a part of itself, nor wait for it."""
    monkeypatch.setattr(*place, mistake)

    async def decide() -> bool:
        limit = asyncio.timeout(60)
        with pytest.raises(NameError, match=r"^no such name$"):
            async with limit, run_reviewer(folder) as driver:
                await driver.app.run_action("screen.toggle_lines")
                while driver.app.return_code is None:
                    await asyncio.sleep(0.01)
        return limit.expired()

    assert not run_async(decide())
