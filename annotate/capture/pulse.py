"""A pulse: a function of ours that is called again and again while we wait for a page.

What we ask a page has to wait for the page's own script, and there are scripts without end. Playwright waits with us,
but calls its handlers meanwhile: a blank page that counts is a clock by which such a script can be ended.
"""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page

_INTERVAL = 250  # milliseconds


def start_pulse(context: BrowserContext, beat: Callable[[], None]) -> Page:
    """Call a function again and again, until the page that is returned is closed."""
    page = context.new_page()
    page.expose_function("beat", beat)
    page.evaluate(f"() => void setInterval(beat, {_INTERVAL})")
    return page
