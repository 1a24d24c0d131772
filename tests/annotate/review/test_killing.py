"""Killing the reviewer in a real terminal, in the middle of work."""

from __future__ import annotations

import os
import pty
import select
import struct
import subprocess
import sys
import time
from contextlib import suppress
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ

import pytest

from cetr.document import derive_text
from evaluate.package import check_fragments, read_document, read_journal
from tests.annotate.review.pages import ARTICLE, make_package
from tests.processes import wait_until


class Terminal:
    """The reviewer in a pseudo-terminal."""

    def __init__(self, *arguments: str) -> None:
        self._screen, inside = pty.openpty()
        ioctl(inside, TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
        command = [sys.executable, "-m", "annotate", "review", *arguments]
        environment = os.environ | {"TERM": "xterm-256color"}
        self._process = subprocess.Popen(
            command, stdin=inside, stdout=inside, stderr=inside, env=environment, start_new_session=True
        )
        os.close(inside)

    def wait_for(self, *wanted: bytes) -> bytes:
        """Wait until the program has written all of them, in whatever order, and return what it wrote."""
        written, end = b"", time.monotonic() + 60
        while missing := [part for part in wanted if part not in written]:
            ready, _, _ = select.select([self._screen], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"{missing} was not written; last was {written[-200:]!r}"
            written += os.read(self._screen, 65536)
        return written

    def drain(self) -> bytes:
        """What has been written so far and not been read."""
        written = b""
        with suppress(OSError):  # the program has closed its side
            while select.select([self._screen], [], [], 0.05)[0] and (part := os.read(self._screen, 65536)):
                written += part
        return written

    def press(self, key: bytes) -> None:
        """Press a key and wait until the screen answers it."""
        self.drain()
        os.write(self._screen, key)
        self.wait_for("▶".encode())

    def kill(self) -> None:
        """End the program without any warning."""
        self._process.kill()
        self._process.wait()
        os.close(self._screen)


@pytest.mark.long
@pytest.mark.parametrize("delay", [0.0, 0.004, 0.015])
def test_killing_loses_at_most_the_key_just_pressed(tmp_path: Path, delay: float) -> None:
    """Whatever instant it is killed at, all earlier decisions are on disk, in files that fit each other."""
    folder = make_package(tmp_path / "news", {"rain": (ARTICLE, ())})
    settings = tmp_path / "review.toml"
    settings.write_text("extractors = []\n", "utf-8")
    terminal = Terminal(str(folder), "--config", str(settings), "--annotator", "ann")
    try:
        terminal.wait_for(b"Imprint")
        for decided in range(1, 6):
            terminal.press(b"j")
            terminal.press(b" ")
            if decided < 5:  # a late answer to one key would pass for that to the next
                wait_until(lambda decided=decided: len(list(read_journal(folder))) == decided)
        time.sleep(delay)
    finally:
        terminal.kill()
    decisions = list(read_journal(folder))
    assert 4 <= len(decisions) <= 5
    document = read_document(folder, "rain")
    assert document.spans == decisions[-1].after
    assert document.text == derive_text(ARTICLE, document.spans)
    assert all(check.exact for check in check_fragments(ARTICLE, document.meta.fragments))


def test_leaving_with_q_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    """The exit code is 0 and the alternate screen is left."""
    folder = make_package(tmp_path / "news", {"rain": (ARTICLE, ())})
    terminal = Terminal(str(folder), "--config", os.devnull)
    try:
        terminal.wait_for(b"Imprint")
        os.write(terminal._screen, b"q")
        terminal.wait_for(b"\x1b[?1049l")
        code = terminal._process.wait(60)
        assert code == 0, terminal.drain()
    finally:
        terminal.kill()


def test_sigterm_is_an_interrupt_and_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    """The exit code is 130, as of other commands."""
    folder = make_package(tmp_path / "news", {"rain": (ARTICLE, ())})
    terminal = Terminal(str(folder), "--config", os.devnull)
    try:
        terminal.wait_for(b"Imprint")
        terminal._process.terminate()
        terminal.wait_for(b"\x1b[?1049l", b"annotate: interrupted")
        assert terminal._process.wait(60) == 130
    finally:
        terminal.kill()


@pytest.mark.long
def test_leaving_tells_what_is_left(tmp_path: Path) -> None:
    """How many documents of the queue are not decided; nothing where all are."""
    folder = make_package(tmp_path / "news", {"fog": (ARTICLE, ()), "rain": (ARTICLE, ())})
    said = {}
    for decided in (1, 2):
        terminal = Terminal(str(folder), "--config", os.devnull)
        try:
            terminal.wait_for(f"{decided - 1}/2 done".encode(), b"Imprint")  # at the first page without a decision
            os.write(terminal._screen, b"a")
            terminal.wait_for(f"{decided}/2 done".encode())
            os.write(terminal._screen, b"q")
            last = terminal.wait_for(b"\x1b[?1049l")
            terminal._process.wait(60)
            said[decided] = (last + terminal.drain()).rpartition(b"\x1b[?1049l")[2].decode()
        finally:
            terminal.kill()
    assert said[1].endswith(
        "annotate: 1 of 2 documents not approved or rejected yet; run the same command again to continue\r\n"
    )
    assert "annotate:" not in said[2]
