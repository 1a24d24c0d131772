"""One browser for all tests: Playwright takes only one of its kind in a thread."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext

from annotate.browser import open_browser


@pytest.fixture(scope="session")
def browser() -> Iterator[BrowserContext]:
    """A headless browser's first context; ``browser.browser`` makes others."""
    with open_browser(headless=True) as context:
        yield context
