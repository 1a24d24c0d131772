"""A key that is held repeats itself, and decides once."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotate.review.assignment import Assignment
from annotate.review.screens.deciding import DecidingScreen
from evaluate.package import read_document
from tests.annotate.review.driving import Driver, run_reviewer
from tests.annotate.review.pages import ARTICLE, SOUTH, make_package
from tests.annotate.review.threads import run_async

NAMES = ("a", "b", "c", "d")


@pytest.mark.parametrize(("key", "status"), [("a", "reviewed"), ("x", "rejected")])
def test_a_held_key_decides_on_one_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str, status: str
) -> None:
    """Its repetitions do nothing and say so; let go and pressed again it decides on the next one."""
    monkeypatch.setattr(DecidingScreen, "HELD_SECONDS", 2.0)
    folder = make_package(tmp_path / "news", dict.fromkeys(NAMES, (ARTICLE, (SOUTH,))))

    def decided() -> int:
        return sum(read_document(folder, name).meta.status == status for name in NAMES)

    async def scenario(driver: Driver) -> None:
        await driver.press(*key * 6)
        assert decided() == 1
        assert "held" in driver.said()
        monkeypatch.setattr(DecidingScreen, "HELD_SECONDS", 0.0)
        await driver.press(key)
        assert decided() == 2

    async def run() -> None:
        async with run_reviewer(folder, assignment=Assignment(folder, NAMES, (), "ann")) as driver:
            await scenario(driver)

    run_async(run())
