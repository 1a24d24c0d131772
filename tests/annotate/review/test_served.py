"""The reviewer in somebody else's browser offers nothing of the machine but the package."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.app import App
from textual.widgets import Input

from annotate.review import served
from tests.annotate.review.driving import Driver
from tests.annotate.review.two_columns import drive


@pytest.fixture(autouse=True)
def _served(monkeypatch: pytest.MonkeyPatch) -> None:
    """As Textual's driver for the web says."""
    monkeypatch.setattr(App, "is_web", property(lambda self: True))


def test_no_extractor_of_ones_own_can_be_named(folder: Path) -> None:
    """An extractor with a name of one's own could be any command; only registered ones can be chosen."""

    async def scenario(driver: Driver) -> None:
        await driver.press("p")
        assert not driver.app.screen.query(Input)
        await driver.press("enter")
        assert not driver.app.screen.query("#names")

    drive(folder, scenario)


def test_the_screenshot_opens_in_the_browser(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No window opens where the reviewer runs; a page without a screenshot says so."""
    opened: list[str] = []
    monkeypatch.setattr(App, "open_url", lambda self, url: opened.append(url))

    async def scenario(driver: Driver) -> None:
        await driver.press("w")
        assert driver.said() == "the page has no screenshot"
        (folder / f"{driver.document}.png").write_bytes(b"")
        await driver.press("w")
        assert opened == [f"pictures/{driver.document}.png"]

    drive(folder, scenario)


def test_the_settings_of_the_owner_count(folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A served reviewer follows the same settings as one in the terminal."""
    settings = tmp_path / "review.toml"
    settings.write_text('schema = 1\nedits_reopen = false\ntheme = "nord"\n')
    monkeypatch.setattr(served, "config_path", lambda: settings)
    app = served.make_app(folder, "jana")
    assert (app.assignment.edits_reopen, app.config.theme) == (False, "nord")


def test_no_message_says_where_the_package_is(folder: Path) -> None:
    """Where a package has gone while somebody reviews it, they learn that nothing is saved, but no path."""

    async def scenario(driver: Driver) -> None:
        folder.rename(folder.with_name("away"))
        await driver.press("space")
        assert driver.said().startswith("not saved: news: no such package")
        shown = "".join(driver.text())
        assert "failed" in shown
        assert str(folder.parent)[:20] not in shown

    drive(folder, scenario)
