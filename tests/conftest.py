"""What all tests share: one browser, and examples that are the same every time in CI."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings
from playwright.sync_api import BrowserContext

from annotate.browser import open_browser

# New examples are looked for where somebody can look at what they find, and slow machines are no failure.
settings.register_profile("steady", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("steady")

# Whoever runs the tests may have settings of their own.
os.environ["CETR_GOLD_SETTINGS"] = os.devnull

# Whether somebody is root makes no difference but where a test is about it.
os.environ.setdefault("CETR_GOLD_NO_SANDBOX", "1" if os.geteuid() == 0 else "")

# Processes take longer to start than the tests' few pages take to extract.
os.environ["CETR_EXTRACT_JOBS"] = "0"


def pytest_xdist_auto_num_workers() -> int:
    """Two to a core: many tests wait, for a browser or for another process."""
    return 2 * (os.cpu_count() or 1)


@pytest.fixture(scope="session")
def browser() -> Iterator[BrowserContext]:
    """A headless browser's first context; ``browser.browser`` makes others. Playwright takes one of its kind."""
    with open_browser(headless=True, windows=True) as context:
        yield context
