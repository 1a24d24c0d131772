"""A capture attached to the user's own browser, with its logins."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from annotate.browser import attach_browser, start_driver
from annotate.capture.hand import Hand
from annotate.capture.model import Saved
from annotate.capture.session import Session
from annotate.capture.settings import Settings
from annotate.chromium import find_browser
from cetr.console import InputError
from tests.annotate.capturing import QUICK
from tests.annotate.review.threads import run_beside


@pytest.fixture
def own(tmp_path: Path) -> Iterator[str]:
    """The address of a running browser, which must still run at the end."""

    def find() -> Path:
        with sync_playwright() as playwright:
            return find_browser(playwright)

    command = [str(run_beside(find)), "--headless=new", "--no-sandbox", "--remote-debugging-port=0"]
    command += [f"--user-data-dir={tmp_path / 'profile'}", "about:blank"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as child:
        try:
            assert child.stderr is not None
            line = next(line for line in child.stderr if "DevTools listening on" in line)
            yield line.split(" on ")[1].strip()
            assert child.poll() is None
        finally:
            child.kill()


@pytest.mark.long
def test_a_page_is_captured_in_ones_own_browser(own: str, site: str, tmp_path: Path) -> None:
    """The capture uses its own tab; the open tabs stay unchanged."""

    def capture() -> tuple[object, list[str]]:
        with start_driver() as driver, attach_browser(own, driver) as context:
            mine = context.new_page()
            mine.goto(f"{site}/other.html")
            session = Session(context, tmp_path / "gold", Settings(limits=QUICK, screenshot=False))
            session.open(f"{site}/article.html")
            Hand(session).drag("#one")
            Hand(session).press("Enter")
            outcome = session.outcome
            session.close()
            return outcome, [page.url for page in context.pages]

    outcome, pages = run_beside(capture)
    assert isinstance(outcome, Saved) and outcome.text.startswith("Flour")
    assert pages == ["about:blank", f"{site}/other.html"]


def test_a_browser_that_is_not_there_is_told() -> None:
    """The error says how to start one."""

    def attach() -> None:
        with start_driver() as driver, attach_browser("http://127.0.0.1:9", driver):
            pass

    with pytest.raises(InputError, match="no browser answers there; start one with --remote-debugging-port"):
        run_beside(attach)
