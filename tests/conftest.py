"""What all tests share: one browser, and examples that are the same every time in CI."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from importlib import import_module

import pytest
from hypothesis import settings
from playwright.sync_api import BrowserContext, Page, expect

from annotate.browser import open_browser
from cetr.compiled import IN_USE
from cetr.document import lex

# New examples are looked for where somebody can look at what they find, and slow machines are no failure. In CI, where
# the examples are the same every time, half as many do.
_IN_CI = bool(os.environ.get("CI"))
settings.register_profile("steady", deadline=None, derandomize=_IN_CI, max_examples=50 if _IN_CI else 100)
settings.load_profile("steady")

# Whoever runs the tests may have settings of their own.
os.environ["CETR_GOLD_SETTINGS"] = os.devnull

# Whether somebody is root makes no difference but where a test is about it.
os.environ.setdefault("CETR_GOLD_NO_SANDBOX", "1" if os.geteuid() == 0 else "")

# Starting a process takes longer than the tests' few pages. A test of several processes says how many.
os.environ["CETR_EXTRACT_JOBS"] = "0"
_ONE_PROCESS = (
    "ANNOTATE_CHECK_JOBS", "EVALUATE_REPORT_JOBS", "EVALUATE_REPRODUCE_JOBS", "EVALUATE_RESCORE_JOBS",
    "EVALUATE_RUN_JOBS",
)  # fmt: skip
os.environ.update(dict.fromkeys(_ONE_PROCESS, "1"))


# How many milliseconds a page may take on a busy machine until it shows what a test waits for.
_PATIENCE = 120_000
expect.set_options(timeout=_PATIENCE)


def pytest_xdist_auto_num_workers() -> int:
    """Two to a core: many tests wait, for a browser or for another process."""
    return 2 * (os.cpu_count() or 1)


@pytest.fixture(scope="session")
def browser() -> Iterator[BrowserContext]:
    """A headless browser's first context; ``browser.browser`` makes others. Playwright takes one of its kind."""
    with open_browser(headless=True, windows=True) as context:
        context.set_default_timeout(_PATIENCE)
        yield context


@pytest.fixture
def open_page(browser: BrowserContext) -> Iterator[Callable[..., Page]]:
    """Opens an empty page with options of Playwright's, in a context of its own."""
    assert browser.browser is not None
    new_context = browser.browser.new_context
    with ExitStack() as stack:

        def open_one(**options: object) -> Page:
            context = stack.enter_context(closing(new_context(**options)))
            context.set_default_timeout(_PATIENCE)
            return context.new_page()

        yield open_one


@pytest.fixture(scope="module", params=["loops", "numpy"])
def both_ways(request: pytest.FixtureRequest) -> Iterator[None]:
    """The tests of a module twice: with pages cut into tokens and lines by the compiled loops, and by NumPy."""
    if request.param == "loops" and not IN_USE:
        pytest.skip("the compiled loops were not built here")
    tokens, lines = ("scanning", "scanning") if request.param == "loops" else ("candidates", "kept")
    cutting, measuring = import_module(f"cetr.document.{tokens}"), import_module(f"cetr.tagratio.{lines}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cetr.document.lexing.cut_tokens", cutting.cut_tokens)
        patch.setattr("cetr.tagratio.lines.measure_lines", measuring.measure_lines)
        patch.setattr("cetr.tagratio.modern.count_text", measuring.count_text)
        _forget_page()
        yield
        _forget_page()


def _forget_page() -> None:
    lex("the last page is kept; this is another")
