"""A browser that ends in the middle of a queue of pages, or Playwright's own process, which leads it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.annotate.window import virtual_screen, with_window
from tests.annotate.wrapping import find_driver, wrap_browser
from tests.processes import ending

ANNOTATE = (sys.executable, "-m", "annotate")
ENDED = "annotate: the browser has ended"


def listen() -> socket.socket:
    """A server that never answers."""
    silent = socket.create_server(("127.0.0.1", 0))
    silent.settimeout(60)
    return silent


@pytest.mark.long
@pytest.mark.parametrize("command", [("capture", "--headless", "--select", "#head"), ("harvest", "rules.toml")])
@pytest.mark.parametrize("ends", ["browser", "driver"])
def test_a_browser_that_has_ended_ends_the_queue(
    command: tuple[str, ...], ends: str, site: str, tmp_path: Path
) -> None:
    """One line says so and how many pages are left; saved pages are kept."""
    wrapper, number = wrap_browser(tmp_path)
    (tmp_path / "rules.toml").write_text('[[rules]]\nname = "all"\nurl = "*"\ntake = ["#head"]\n')
    options = ["--urls", "urls.txt", "-p", "gold", "--browser", str(wrapper), "--delay", "0", "--retries", "0"]
    with listen() as silent:
        waiting = f"data:text/html,<script src=http://127.0.0.1:{silent.getsockname()[1]}/></script>"
        (tmp_path / "urls.txt").write_text(f"{site}/article.html\n{waiting}\n{site}/other.html\n")
        with ending(subprocess.Popen(
            [*ANNOTATE, *command, *options], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )) as running, silent.accept()[0]:  # fmt: skip
            os.kill(int(number.read_text()) if ends == "browser" else find_driver(running.pid), signal.SIGKILL)
            printed, said = running.communicate(timeout=60)
    assert [line.split("\t")[0] for line in printed.splitlines()] == ["document", "127-0-0-1-0001"]
    assert (running.returncode, said.splitlines()[-3:]) == (3, [
        ENDED,
        "annotate: 1 of 3 pages are left; run the same command again to continue",
        "annotate: 1 of 3 pages failed, see urls.txt.errors",
    ])  # fmt: skip
    assert (tmp_path / "urls.txt.errors").read_text().split("\t")[0] == waiting


@pytest.mark.long
@with_window
def test_a_person_hears_of_the_end_of_the_browser(site: str, tmp_path: Path) -> None:
    """If they did not close the window: in one line, and no page is to blame."""
    with virtual_screen() as screen, listen() as silent:
        (tmp_path / "urls.txt").write_text(f"{site}/article.html\nhttp://127.0.0.1:{silent.getsockname()[1]}/\n")
        with ending(subprocess.Popen(
            [*ANNOTATE, "capture", "--urls", "urls.txt", "-p", "gold", "--delay", "0", "--ignore-robots"],
            cwd=tmp_path, env=os.environ | {"DISPLAY": screen}, stderr=subprocess.PIPE, text=True,
        )) as running, silent.accept()[0]:  # fmt: skip
            # The next page gets ready while the first one is marked.
            os.kill(find_driver(running.pid), signal.SIGKILL)
            _, said = running.communicate(timeout=60)
    left = "annotate: 2 of 2 pages are left; run the same command again to continue"
    assert (running.returncode, said.splitlines()[-2:]) == (3, [ENDED, left])
