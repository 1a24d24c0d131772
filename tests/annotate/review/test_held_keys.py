"""Keys that come too fast: a key that is held repeats itself, and decides once; one typed ahead decides nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotate.review.assignment import Assignment
from annotate.review.columns import Column
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
    monkeypatch.setattr(DecidingScreen, "HELD_SECONDS", 3600.0)
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


@pytest.mark.parametrize("key", ["A", "1", "equals_sign"])
def test_keys_typed_ahead_of_the_prediction_approve_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    """Whoever takes a prediction that is not there does not approve a page without marks by the next key."""
    monkeypatch.setattr(DecidingScreen, "HELD_SECONDS", 0.0)
    folder = make_package(tmp_path / "news", dict.fromkeys(NAMES, (ARTICLE, ())), status="draft")
    make_package(tmp_path / "other", {"elsewhere": (ARTICLE, (SOUTH,))})
    columns = (Column("other", str(tmp_path / "other")), Column("another", str(tmp_path / "other")))

    def statuses() -> list[str]:
        return [read_document(folder, name).meta.status for name in NAMES]

    async def run() -> None:
        async with run_reviewer(folder, assignment=Assignment(folder, NAMES, columns, "ann")) as driver:
            await driver.press(key, "a")
            assert driver.said().startswith("the prediction was not taken")
            assert statuses() == ["draft"] * 4
            await driver.press("a", "a", key, "j", "space", "a")
            assert statuses() == ["reviewed"] * 3 + ["draft"]
            assert read_document(folder, "c").text

    run_async(run())
