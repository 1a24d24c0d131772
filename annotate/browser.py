"""Start a Chromium."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from greenlet import getcurrent  # type: ignore[import-untyped]
from playwright.sync_api import BrowserContext, Page, Playwright, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from annotate.chromium import find_browser
from annotate.memory import limiting_browsers
from cetr.console import InputError, open_scratch

UNSAFE = "CETR_GOLD_NO_SANDBOX"
"""The environment variable that lets the browser run without its sandbox, if the system does not allow one."""

# All frames of a page run in one process, so that one session reaches all of them; nothing calls home. V8 gets room for
# young and old objects from the start, because otherwise it spends a fifth of the time on a large page collecting
# garbage.
_ARGUMENTS = (
    "--js-flags=--initial-heap-size=256 --min-semi-space-size=32",
    "--disable-site-isolation-trials",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-default-browser-check",
    "--hide-crash-restore-bubble",
)

_LONGEST = 107 - len("/org.chromium.Chromium.abcdef/SingletonSocket")
"""The longest path of a folder, in bytes, in which Chromium can make its socket."""

_NOTED = "key,code,ctrlKey,altKey,shiftKey,metaKey,repeat"
START = (
    f"data:text/html,<title>cetr-gold</title><script>onkeydown=({{{_NOTED}}})=>"
    f"document.body.append(document.createComment(JSON.stringify({{{_NOTED}}})))</script>"
)
"""The empty page with which a window opens. It notes the keys that are pressed, each in a comment of its body.

On ``about:blank`` the address bar has the focus: Enter would load that again, in place of the page that comes.
"""

LEAST_VIEWPORT = 50
"""The least width and height of a browser, in pixels."""


class NoScreenError(InputError):
    """A window was asked for without a screen. The message is for people who capture pages."""


@dataclass(frozen=True)
class Driver:
    """Playwright's process, which starts browsers, and a temporary folder for them."""

    playwright: Playwright
    scratch: Path


@contextmanager
def start_driver() -> Iterator[Driver]:
    """Start Playwright, and end it and its browsers at the end."""
    with ExitStack() as stack:
        scratch = stack.enter_context(open_scratch())
        with _temporary(scratch):
            playwright = stack.enter_context(sync_playwright())
        asyncio.get_running_loop().set_exception_handler(_handle_error)  # Playwright's
        yield Driver(playwright, scratch)


@contextmanager
def open_browser(
    program: Path | None = None,
    *,
    driver: Driver | None = None,
    headless: bool = True,
    profile: Path | None = None,
    viewport: tuple[int, int] | None = (1280, 900),
    dark: bool = False,
    windows: bool = False,
) -> Iterator[BrowserContext]:
    """Start a browser, yield its context, and close it at the end.

    ``driver`` is one that already runs. ``profile`` is a folder that keeps cookies and logins; without it nothing is
    kept. ``viewport`` is (width, height) in CSS pixels, or None for that of the window. With ``windows`` pages may
    open windows at any time, not only when a person clicks. Chromium's sandbox is on except for root, for whom it has
    none. Raises `InputError` if the browser does not start, or its end is an error in the block.
    """
    if is_root() and not os.environ.get(UNSAFE):
        click.echo(
            f"annotate: you are root, so the browser runs without its sandbox (set {UNSAFE}=1 to hide this warning)",
            err=True,
        )
    with ExitStack() as stack:
        driver = driver or stack.enter_context(start_driver())
        playwright = driver.playwright
        path = find_browser(playwright, program, headless=headless)
        if profile is None and not headless:
            profile = driver.scratch / "profile"
        begins = profile is not None and _prepare_profile(profile)
        program_options = _choose_program_options(path, headless=headless, begins=begins, windows=windows)
        context_options: dict[str, Any] = {
            "viewport": {"width": viewport[0], "height": viewport[1]} if viewport else None,
            "no_viewport": None if viewport else True,
            # A person's window is as light or dark as their desktop. Without a window it is always the same.
            "color_scheme": "dark" if dark else "light" if headless else "null",
            "accept_downloads": False,
        }
        try:
            context, close = _launch(playwright, profile, program_options, context_options)
        except PlaywrightError as error:
            raise _explain(path, headless, driver.scratch, str(error)) from error
        try:
            with limiting_browsers():
                yield context
        except PlaywrightError as error:
            if is_gone(context):
                raise InputError("the browser has ended; run the same command again") from error
            raise
        finally:
            with suppress(PlaywrightError):  # the window has been closed
                close()


def _handle_error(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Leave out that nobody has asked for the end of Playwright's process: who uses a browser finds out and says so."""
    if "reading from the driver" not in str(context.get("exception")):
        loop.default_exception_handler(context)


def _launch(
    playwright: Playwright,
    profile: Path | None,
    program_options: Mapping[str, Any],
    context_options: Mapping[str, Any],
) -> tuple[BrowserContext, Callable[[], None]]:
    """Start a browser with a profile or without; returns its context, and what closes it."""
    if profile is not None:
        context = playwright.chromium.launch_persistent_context(profile, **program_options, **context_options)
        return context, context.close
    browser = playwright.chromium.launch(**program_options)
    return browser.new_context(**context_options), browser.close


def _choose_program_options(path: Path, *, headless: bool, begins: bool, windows: bool) -> dict[str, Any]:
    """Choose how a browser is started; it ``begins`` with a window of its profile's."""
    unwanted = [*([] if windows else ["--disable-popup-blocking"]), *(["about:blank"] if begins else [])]
    return {
        "executable_path": path,
        "headless": headless,
        "chromium_sandbox": not (is_root() or os.environ.get(UNSAFE)),
        "args": [
            *_ARGUMENTS,
            *(() if headless else ("--start-maximized",)),
            *(("--block-new-web-contents",) if headless and not windows else ()),  # the shell has no popup blocker
        ],
        "ignore_default_args": unwanted or None,
        "handle_sigint": False,  # Ctrl-C also reaches Playwright's process, which must leave it to ours
    }


@contextmanager
def _temporary(folder: Path) -> Iterator[None]:
    """Make programs that are started in the block put temporary files into a folder.

    Only on Linux: elsewhere the paths of temporary folders are long, and Chromium's socket has no room for longer ones.
    """
    before = os.environ.get("TMPDIR")
    if sys.platform == "linux":
        os.environ["TMPDIR"] = str(folder)
    try:
        yield
    finally:
        if before is None:
            os.environ.pop("TMPDIR", None)
        else:
            os.environ["TMPDIR"] = before


@contextmanager
def attach_browser(address: str, driver: Driver) -> Iterator[BrowserContext]:
    """Attach to a browser that runs with a debugging port at an address; it keeps what it had open."""
    try:
        browser = driver.playwright.chromium.connect_over_cdp(address)
    except PlaywrightError as error:
        raise InputError(
            f"--attach: {address}: no browser answers there; start one with --remote-debugging-port=9222"
        ) from error
    yield browser.contexts[0]


def parse_viewport(text: str) -> tuple[int, int]:
    """Parse ``1280x900`` as (width, height)."""
    match = re.fullmatch(r"(\d{2,4})x(\d{2,4})", text)
    if match is None or min(size := (int(match[1]), int(match[2]))) < LEAST_VIEWPORT:
        raise InputError(
            f"--viewport: '{text}': is not a size such as 1280x900, {LEAST_VIEWPORT} to 9999 pixels each way"
        )
    return size


def open_page(context: BrowserContext) -> Page:
    """Open a page. Raises `PlaywrightError` if the browser ends meanwhile, where Playwright would wait for ever."""
    waiting = getcurrent()

    def give_up(_: object) -> None:
        waiting.throw(PlaywrightError("the browser has ended"))

    browser = context.browser
    assert browser is not None
    browser.on("disconnected", give_up)  # its context is closed earlier, when `is_gone` does not know yet
    try:
        return context.new_page()
    finally:
        browser.remove_listener("disconnected", give_up)


def is_gone(context: BrowserContext) -> bool:
    """Whether the browser of a context has crashed, run out of memory or been closed, or Playwright's own process."""
    if context.browser is None:
        return False
    try:
        context.cookies(START)  # that it does not answer is all that tells of the end of Playwright's process
    except PlaywrightError:
        return True
    return not context.browser.is_connected()


_AT_START = {"restore_on_startup": 4, "startup_urls": [START]}


def _prepare_profile(profile: Path) -> bool:
    """Write the preferences of a new profile. Returns whether a window with this profile opens with `START`.

    A new profile offers neither to translate pages, which would change them, nor to print, which blocks.
    """
    path = profile / "Default" / "Preferences"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        wanted = {"translate": {"enabled": False}, "printing": {"enabled": False}, "session": _AT_START}
        path.write_text(json.dumps(wanted), "utf-8")
    try:
        known = json.loads(path.read_bytes())["session"]
        return {key: known[key] for key in _AT_START} == _AT_START
    except (OSError, ValueError, KeyError, TypeError):  # another browser's
        return False


def is_root() -> bool:
    """Whether this process runs as root, for whom Chromium has no sandbox."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _explain(path: Path, headless: bool, scratch: Path, error: str) -> InputError:
    if not headless and any(sign in error.lower() for sign in ("display", "xserver", "ozone")):
        return NoScreenError("there is no screen for a window; use --headless with --select, or run under xvfb-run")
    if "ProcessSingleton" in error:
        return InputError(f"{path}: the profile is in use by another browser; close that one, or name another folder")
    if "sandbox" in error.partition("Call log:")[0].replace("--no-sandbox", "").lower():
        return InputError(
            f"{path}: the browser's sandbox cannot start here; allow user namespaces, or set {UNSAFE}=1 to run without"
            " the sandbox, for example in a container"
        )
    if "has been closed" in error and (spare := _LONGEST - len(os.fsencode(scratch))) < 0:
        return InputError(
            f"{scratch.parent}: the path of this folder for temporary files is too long for a browser; set TMPDIR to"
            f" one with at most {len(os.fsencode(scratch.parent)) + spare} bytes"
        )
    lines = [line.strip() for line in error.splitlines() if line.strip()]
    said = [line for line in lines if "rror:" in line and "kill process" not in line]
    missing = [line for line in lines if "error while loading" in line]
    otherwise = "it ends at once" if "has been closed" in lines[0] else lines[0]
    reason = next(iter((*missing, *said)), otherwise)
    return InputError(f"{path}: does not start: {reason[:300]}")
