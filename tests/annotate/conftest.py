"""A local web server over tests/annotate/pages and a capture session, shared by the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

from annotate.capture.session import Session
from annotate.capture.settings import Settings
from tests.annotate.capturing import QUICK
from tests.annotate.site import serve_site
from tests.annotate.window import Window, open_window


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """The address of a server over tests/annotate/pages, without a slash at its end."""
    with serve_site() as address:
        yield f"http://{address}"


@pytest.fixture(scope="module")
def window() -> Iterator[Window]:
    """A window on a screen, for all tests of a file; they are marked `with_window`."""
    with open_window() as opened:
        yield opened


@pytest.fixture
def session(browser: BrowserContext, tmp_path: Path) -> Iterator[Session]:
    """A session on a package that does not exist yet, without pictures, to be quick."""
    made = Session(browser, tmp_path / "gold", Settings(limits=QUICK, screenshot=False, annotator="tester"))
    yield made
    made.close()
