"""The browser: which one is used, what is said when there is none, and what is left when its user is killed."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext
from playwright.sync_api import Error as PlaywrightError

from annotate.browser import START, UNSAFE, is_gone, open_browser, open_page
from annotate.chromium import VARIABLE, find_browser, find_installed
from annotate.installing import install_browser
from cetr.console import InputError
from cetr.console.scratch import PREFIX, open_scratch
from tests.annotate.commands import run_annotate
from tests.annotate.window import virtual_screen, with_window
from tests.annotate.wrapping import wrap_browser
from tests.processes import wait_until


class _Kind:
    """Stands for Playwright's Chromium, of which only the path matters."""

    def __init__(self, path: Path) -> None:
        self.executable_path = str(path)


class _Playwright:
    def __init__(self, path: Path) -> None:
        self.chromium = _Kind(path)


def make_program(path: Path) -> Path:
    """A file that can be run."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_the_order_in_which_browsers_are_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The option, the environment, Playwright's own, an installed one; nothing at all is an error with a way out."""
    asked, named = make_program(tmp_path / "asked"), make_program(tmp_path / "named")
    own, installed = make_program(tmp_path / "own"), make_program(tmp_path / "bin/chromium")
    playwright = _Playwright(own)
    monkeypatch.setenv("PATH", str(installed.parent))
    monkeypatch.setenv(VARIABLE, str(named))
    assert find_browser(playwright, asked) == asked
    assert find_browser(playwright) == named
    monkeypatch.delenv(VARIABLE)
    assert find_browser(playwright) == own
    own.unlink()
    shell = make_program(tmp_path / "bin/chromium-headless-shell")
    assert find_browser(playwright, headless=True) == shell
    shell.unlink()
    assert find_browser(playwright, headless=True) == find_browser(playwright) == installed == find_installed()
    installed.unlink()
    with pytest.raises(InputError, match="run 'annotate install-browser'"):
        find_browser(playwright)
    with pytest.raises(InputError, match="--browser: /no/browser: is not a program"):
        find_browser(playwright, Path("/no/browser"))


def test_the_browser_starts_without_help(browser: BrowserContext) -> None:
    """As root and in a container, too; its windows are of the usual size."""
    page = browser.new_page()
    assert page.evaluate("() => [innerWidth, innerHeight]") == [1280, 900]
    page.close()


def _press_enter(profile: Path) -> tuple[list[str], object]:
    """Open a window, press Enter before anything is loaded: the pages, and what is left of a mark on the first."""
    with open_browser(headless=False, viewport=None, profile=profile) as context:
        (page,) = context.pages
        page.evaluate("document.body.id = 'untouched'")
        subprocess.run(["xdotool", "key", "Return"], check=True)
        page.wait_for_timeout(400)
        return [page.url for page in context.pages], page.evaluate("document.body.id")


@pytest.mark.long
@with_window
def test_enter_before_the_first_page_loads_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither in a window with a new profile, nor the next time with the same."""
    with virtual_screen() as screen, ThreadPoolExecutor(1) as thread:
        monkeypatch.setenv("DISPLAY", screen)
        for _ in range(2):
            assert thread.submit(_press_enter, tmp_path / "profile").result() == ([START], "untouched")


WITHOUT_NAMESPACES = ["unshare", "--user", "--map-user=1000", "--keep-caps", "sh", "-c"]
"""A user who is not root, on a system that allows no sandbox once the limit is set."""


@pytest.mark.long
@pytest.mark.skipif(
    not shutil.which("unshare") or subprocess.run([*WITHOUT_NAMESPACES, "true"], check=False).returncode != 0,
    reason="needs user namespaces to be without them",
)
def test_the_sandbox_is_not_left_out_in_silence() -> None:
    """Where it cannot start the browser does not either, but for who asks for that."""
    open_one = "from annotate.browser import open_browser\nwith open_browser(): print('open')"
    command = 'echo 0 > /proc/sys/user/max_user_namespaces && exec setpriv --ambient-caps=-all "$@"'

    def run(**variables: str) -> tuple[str, str]:
        done = subprocess.run(
            [*WITHOUT_NAMESPACES, command, "sh", sys.executable, "-c", open_one],
            env=os.environ | variables, capture_output=True, text=True, check=False,
        )  # fmt: skip
        return done.stdout, done.stderr

    refused = run(**{UNSAFE: ""})
    assert refused[0] == ""
    assert "the browser's sandbox cannot start here" in refused[1]
    assert run(**{UNSAFE: "1"})[0] == "open\n"


def test_the_headless_shell_is_installed_on_demand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the distribution's packages; where these lack it, the browser that is there does."""
    browser, shell, apt = (tmp_path / name for name in ("chromium", "chromium-headless-shell", "apt-get"))
    make_program(browser)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setattr("annotate.installing.is_root", lambda: True)
    said: list[str] = []
    assert install_browser(said.append, headless=True) == str(browser)
    make_program(apt)
    assert install_browser(said.append, headless=True) == str(browser)
    apt.write_text(f'#!/bin/sh\n[ "$4" != {shell.name} ] || /bin/cp -p "{browser}" "{shell}"\n')
    assert install_browser(said.append) == str(browser)
    assert install_browser(said.append, headless=True) == str(shell) == install_browser(said.append, headless=True)
    assert said == [f"installing the distribution's {shell.name}"] * 2


@pytest.mark.skipif(sys.platform != "linux", reason="the browser has a folder of its own only there")
def test_a_folder_for_temporary_files_too_deep_for_a_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its socket's name has no room there; the error says how long a path may be."""
    deep = tmp_path / ("d" * 60)
    deep.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(deep))

    def start() -> None:
        with open_browser(find_installed()):  # the headless shell makes no such socket
            pass

    told = (
        f"{deep}: the path of this folder for temporary files is too long for a browser; set TMPDIR to one with at most"
    )
    with ThreadPoolExecutor(1) as pool, pytest.raises(InputError, match=f"^{re.escape(told)} 43 bytes$"):
        pool.submit(start).result()


OPEN = """
import os, signal, sys, threading
from pathlib import Path
from annotate.browser import open_browser, open_page
from cetr.console import InputError

def list_below(process):
    children = [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    return [*children, *(one for child in children for one in list_below(child))]

try:
    with open_browser(Path(sys.argv[1]), profile=Path(sys.argv[3]) if sys.argv[3:] else None) as context:
        browser = int(Path(sys.argv[2]).read_text())
        below = list_below(browser)
        for process in below:
            os.kill(process, signal.SIGSTOP)  # then a page is begun and not made
        threading.Timer(0.5, os.kill, (browser, signal.SIGKILL)).start()
        open_page(context)
except InputError as error:
    print(error)
    for process in below:
        os.kill(process, signal.SIGKILL)
"""


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="processes are listed as Linux does")
@pytest.mark.parametrize("profile", [(), ("profile",)])
def test_a_browser_that_ends_while_it_opens_a_page_is_not_waited_for(tmp_path: Path, profile: tuple[str, ...]) -> None:
    """Playwright would wait for the page for ever. A command tells the end of its browser in one line."""
    wrapper, number = wrap_browser(tmp_path)
    command = [sys.executable, "-c", OPEN, str(wrapper), str(number), *(str(tmp_path / name) for name in profile)]
    assert (
        subprocess.check_output(command, text=True, timeout=120)
        == "the browser has ended; run the same command again\n"
    )


def _ask_for_nothing() -> None:
    with open_browser() as context:
        context.new_page().evaluate("nothing")


def test_an_error_of_a_page_is_not_taken_for_the_end_of_the_browser() -> None:
    """It comes as it is."""
    with ThreadPoolExecutor(1) as thread, pytest.raises(PlaywrightError, match="nothing is not defined"):
        thread.submit(_ask_for_nothing).result()


def _close_behind_a_page() -> bool:
    with open_browser() as context:
        open_page(context)
        assert context.browser is not None
        context.browser.close()
        return is_gone(context)


def test_the_end_of_a_browser_is_no_error_once_a_page_is_open() -> None:
    """Nobody waits for that page any more."""
    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(_close_behind_a_page).result()


HOLD = "from annotate.browser import open_browser\nwith open_browser(): print('open', flush=True); input()"


def list_left(place: Path) -> list[str]:
    """What programs have left in a folder for temporary files."""
    return sorted(path.name for path in place.iterdir() if path.name.startswith((PREFIX, "playwright")))


def is_used(place: Path) -> bool:
    """Whether a process has to do with a folder: browser and driver outlive their killed user for a while."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended, or is somebody else's
            found += [(process / name).read_bytes() for name in ("cmdline", "environ")]
    return any(str(place).encode() in said for said in found)


@pytest.fixture
def short_path() -> Iterator[Path]:
    """A folder with a short name, as that of Chromium's socket has a limit of 107 bytes."""
    with tempfile.TemporaryDirectory(prefix="t", dir="/tmp") as folder:
        yield Path(folder)


def test_what_a_killed_capture_leaves_goes_with_the_next_one(short_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of it is in one folder, which stays while its program runs and is removed once that is gone."""
    environment = os.environ | {"TMPDIR": str(short_path)}
    with subprocess.Popen(
        [sys.executable, "-c", HOLD], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        (folder,) = list_left(short_path)
        os.utime(short_path / folder, (0, 0))
        monkeypatch.setattr("tempfile.tempdir", str(short_path))
        with open_scratch():
            assert folder in list_left(short_path)
        process.send_signal(signal.SIGKILL)
    wait_until(lambda: not is_used(short_path))
    assert list_left(short_path) == [folder]
    os.utime(short_path / folder, (0, 0))
    with open_scratch() as made:
        assert list_left(short_path) == [made.name]
    assert list_left(short_path) == []


@pytest.mark.long
@pytest.mark.skipif(os.geteuid() != 0, reason="only root has no sandbox")
def test_root_is_told_that_there_is_no_sandbox(site: str, tmp_path: Path) -> None:
    """All other tests say by the environment that this is known."""
    arguments = ("capture", "--headless", "--select", "p", "--settle", "0", f"{site}/article.html", "-p")
    told = (
        "annotate: you are root, so the browser runs without its sandbox"
        " (set CETR_GOLD_NO_SANDBOX=1 to hide this warning)\n"
    )
    assert run_annotate(*arguments, str(tmp_path / "one"), **{UNSAFE: ""}).stderr == told
