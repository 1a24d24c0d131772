"""A package of two pages, reviewed beside two columns of known predictions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from annotate.review.assignment import Assignment
from annotate.review.columns import Column
from annotate.review.config import Config
from tests.annotate.review.driving import Driver, run_reviewer
from tests.annotate.review.pages import HEADING, SOUTH
from tests.annotate.review.threads import run_async

WHOLE = (HEADING[0], SOUTH[1])


def drive(
    folder: Path,
    scenario: Callable[[Driver], Awaitable[None]],
    *,
    documents: tuple[str, ...] = ("dry", "rain"),
    columns: int = 2,
    config: Config | None = None,
) -> None:
    """Run a scenario on the package with columns whose predictions are known."""
    names = ("first", "second")[:columns]
    assignment = Assignment(folder, documents, tuple(Column(n, str(folder.parent / n)) for n in names), "ann")

    async def run() -> None:
        async with run_reviewer(folder, assignment=assignment, config=config) as driver:
            await scenario(driver)

    run_async(run())


def presses(*keys: str) -> Callable[[Driver], Awaitable[None]]:
    """A scenario that only presses keys."""

    async def scenario(driver: Driver) -> None:
        for key in keys:
            await (driver.type(key) if key in ("umbrella", "railways") else driver.press(key))

    return scenario
