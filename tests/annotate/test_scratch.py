"""What a browser needs while it runs, and what is left of it when its user is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from annotate.browser import UNSAFE
from cetr.console.scratch import PREFIX, open_scratch
from tests.annotate.commands import run_annotate

HOLD = "from annotate.browser import open_browser\nwith open_browser(): print('open', flush=True); input()"


def list_left(place: Path) -> list[str]:
    """What programs have left in a folder for temporary files."""
    return sorted(path.name for path in place.iterdir() if path.name.startswith((PREFIX, "playwright")))


def wait_for_others(place: Path) -> None:
    """Wait until browser and driver, which outlive their killed user for a while, have left its folders alone."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended, or is somebody else's
            while any(str(place).encode() in (process / name).read_bytes() for name in ("cmdline", "environ")):
                time.sleep(0.02)


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
    wait_for_others(short_path)
    assert list_left(short_path) == [folder]
    os.utime(short_path / folder, (0, 0))
    with open_scratch() as made:
        assert list_left(short_path) == [made.name]
    assert list_left(short_path) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has no sandbox")
def test_root_is_told_that_there_is_no_sandbox(site: str, tmp_path: Path) -> None:
    """All other tests say by the environment that this is known."""
    arguments = ("capture", "--headless", "--select", "p", "--settle", "0", f"{site}/article.html", "-p")
    told = (
        "annotate: you are root, so the browser runs without its sandbox"
        " (set CETR_GOLD_NO_SANDBOX=1 to hide this warning)\n"
    )
    assert run_annotate(*arguments, str(tmp_path / "one"), **{UNSAFE: ""}).stderr == told
