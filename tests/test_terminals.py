"""What strangers wrote into a package does not control the terminal on which a command shows it."""

from __future__ import annotations

import hashlib
import json
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import time
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads the far side of a terminal")

HARM = "\x1b]52;c;RVZJTA==\x07\x9b31mE\u202eX\x1b[2J"
"""Sets the clipboard, and what follows is in red, from right to left, on an empty screen."""

OBEYED = (b"\x1b]52;", b"\xc2\x9b31m", "\u202e".encode(), b"X\x1b[2J")
SCREEN = b"Leave"
"""The last word of the reviewer's keys, which are under everything else."""
NOW = "2026-11-20T15:01:52Z"


def write_package(folder: Path, *statuses: str, until: str = "<p>Foot") -> None:
    """A package with a page for each status, marked up to a tag, and harm in all that its files may say."""
    folder.mkdir()
    told = (f"{name} = {json.dumps(HARM)}\n" for name in ("name", "title", "description", "license", "guideline"))
    (folder / "package.toml").write_text("schema = 1\n" + "".join(told), "utf-8")
    words = " ".join(f"word{i}" for i in range(40))
    html = f"<html><title>{HARM}</title><body><h1>Head {HARM}</h1><p>{words} {HARM}</p><p>Foot &#155; {HARM}</p>"
    for number, status in enumerate(statuses):
        spans = [] if status == "draft" else [{"start": html.index("<h1>"), "end": html.index(until), "quote": HARM}]
        meta = {
            "url": f"http://u:secret@a.example/{HARM}",
            "html_sha256": hashlib.sha256(html.encode()).hexdigest(),
            "captured": {"time": NOW, "tool": HARM, "browser": HARM},
            "source": {"content_type": HARM, "headers": {HARM: HARM}},
            "metadata": {"title": {"value": HARM, "source": HARM}},
            **dict.fromkeys(("language", "title", "page_type", "annotator", "note"), HARM),
            "status": status,
            "approvals": [{"annotator": HARM, "time": NOW}],
            "fragments": spans,
            "extra": {HARM: HARM},
        }
        name = f"a{number}"
        (folder / f"{name}.html").write_text(html, "utf-8")
        (folder / f"{name}.txt").write_text(f"Head {HARM}\n", "utf-8")
        (folder / f"{name}.json").write_text(json.dumps(meta), "utf-8")


ANSWERS = {b"\x1b[c": b"\x1b[?62;4;22c", b"\x1b[5n": b"\x1b[0n"}
"""What a terminal answers if it is asked what it can do, and whether it is well."""


def watch(
    command: list[str],
    folder: Path | None = None,
    size: tuple[int, int] = (40, 120),
    keys: bytes = b"",
    early: bytes = b"",
    delay: float | None = None,
) -> bytes:
    """All that a command prints on a terminal of so many lines and columns.

    The keys are pressed on its screen, ``early`` ones before. The terminal answers after ``delay`` seconds, or not.
    """
    near, far = pty.openpty()
    ioctl(near, TIOCSWINSZ, struct.pack("HHHH", *size, 0 if delay is None else 1200, 0 if delay is None else 800))
    os.write(near, early)
    environment = os.environ | {"TERM": "xterm-256color"}
    process = subprocess.Popen(
        [Path(sys.executable).with_name(command[0]), *command[1:]],
        stdin=far,
        stdout=far,
        stderr=far,
        cwd=folder,
        env=environment,
        start_new_session=True,
    )
    os.close(far)
    printed, deadline = b"", time.monotonic() + 100
    due: list[tuple[float, bytes]] = []
    try:
        while True:
            assert time.monotonic() < deadline, printed[-500:]
            while due and due[0][0] < time.monotonic():
                os.write(near, due.pop(0)[1])
            if select.select([near], [], [], 0.02 if due else 0.2)[0]:
                try:
                    more = os.read(near, 1 << 16)
                except OSError:  # nobody has the far side open any more
                    return printed
                printed += more
                if delay is not None:
                    due += [(time.monotonic() + delay, answer) for asked, answer in ANSWERS.items() if asked in more]
            if keys and SCREEN in printed:
                os.write(near, keys)
                keys = b""
    finally:
        os.close(near)
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@pytest.mark.long
@pytest.mark.parametrize(
    "command",
    [
        "annotate agree A B --format json",
        "annotate card A",
        "annotate check A --format json",
        "annotate next D",
        "cetr extract A",
        "cetr extract A/a0.html --method plain",
    ],
)
def test_no_command_prints_what_a_terminal_obeys(tmp_path: Path, command: str) -> None:
    """Whichever way its output takes; the words around it are printed."""
    write_package(tmp_path / "A", "gold")
    write_package(tmp_path / "B", "gold", until="<p>word")
    write_package(tmp_path / "D", "draft", "draft")
    printed = watch(command.split(), folder=tmp_path)
    assert b"mE" in printed
    assert b"Traceback" not in printed
    assert not [sign for sign in OBEYED if sign in printed]


def test_a_traceback_neither_commands_nor_tells_a_password(tmp_path: Path) -> None:
    """The names of files and addresses in it may be a stranger's."""
    printed = watch(["cetr", "--debug", "extract", f"http://me:secret@a.invalid/{HARM}"], folder=tmp_path)
    assert b"Traceback" in printed
    assert b"secret" not in printed
    assert not [sign for sign in OBEYED if sign in printed]


@pytest.mark.long
@pytest.mark.parametrize("size", [(0, 0), (40, 0), (0, 120)])
def test_the_reviewer_on_a_terminal_without_a_size(tmp_path: Path, size: tuple[int, int]) -> None:
    """It takes the usual one, and asks such a terminal for the size of its letters without printing a traceback."""
    write_package(tmp_path / "A", "gold")
    printed = watch(["annotate", "review", "A", "--ascii"], folder=tmp_path, size=size, keys=b"q")
    assert SCREEN in printed
    assert b"1 of 1 document not approved" in printed
    assert b"Traceback" not in printed
    assert b"error" not in printed


@pytest.mark.parametrize(("early", "delay"), [(b"", 0.5), (b"A", 0.0)], ids=["late", "typed-ahead"])
def test_what_the_terminal_answers_is_not_taken_for_keys(tmp_path: Path, early: bytes, delay: float) -> None:
    """Neither over a slow connection nor if keys were pressed before the screen is there."""
    pytest.importorskip("textual_image")
    write_package(tmp_path / "A", "gold", "gold")
    printed = watch(["annotate", "review", "A", "--ascii"], folder=tmp_path, keys=b"q", early=early, delay=delay)
    assert b"2 of 2 documents not approved" in printed
    assert b"Keys, and their names" not in printed
    assert b"findings" not in printed
    assert b"\x1b[5n" in printed
