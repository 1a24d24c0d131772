"""A command in a pseudo-terminal, with somebody at the keys."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import struct
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ

NAMED = {"space": b" ", "enter": b"\r", "escape": b"\x1b"}
"""Keys that have a name. All others are the character itself."""

OPENED = re.compile(r" · (draft|harvested|gold|reviewed|rejected) · ".encode())
"""What is written when a document is opened: at the start, and after a decision."""

PREDICTED = re.compile(b"precision|nothing is marked yet")
"""What is written when the prediction has come that `A` takes."""

QUIET = 1.0
"""Seconds without output after which a screen has answered a key: longer than a held key is ignored."""


def run_in_terminal(
    command: Sequence[str | Path], keys: Sequence[str], *, folder: Path, environment: Mapping[str, str]
) -> tuple[int, str]:
    """Run a command in a terminal of 120 by 40, press the keys one by one; returns its exit code and its output.

    A key is pressed when the output has paused after the one before, and what the key needs has come. The command
    must end after the last.
    """
    near, far = pty.openpty()
    ioctl(far, TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    with subprocess.Popen(
        command, cwd=folder, env=dict(environment), stdin=far, stdout=far, stderr=far, start_new_session=True
    ) as process:
        os.close(far)
        try:
            written = b""
            for before, key in zip(("", *keys), keys, strict=False):
                awaited = [OPENED] * (before in ("", "a")) + [PREDICTED] * (key == "A")
                written += _read_until_quiet(near, awaited)
                os.write(near, NAMED.get(key, key.encode()))
            written += _read_to_end(near)
            return process.wait(60), written.decode("utf-8", "replace")
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            os.close(near)


def _read_until_quiet(near: int, awaited: Sequence[re.Pattern[bytes]], seconds: float = 60) -> bytes:
    """What is written until nothing comes for a while; the first output, and what is awaited, may take longer."""
    written, end = b"", time.monotonic() + seconds
    while True:
        here = written and all(pattern.search(written) for pattern in awaited)
        if not select.select([near], [], [], QUIET if here else max(0.0, end - time.monotonic()))[0]:
            return written
        if not (part := _read(near)) or time.monotonic() > end:
            return written
        written += part


def _read_to_end(near: int, seconds: float = 60) -> bytes:
    written, end = b"", time.monotonic() + seconds
    while select.select([near], [], [], max(0.0, end - time.monotonic()))[0] and (part := _read(near)):
        written += part
    return written


def _read(near: int) -> bytes:
    """What is there; nothing once the command has closed its side."""
    with suppress(OSError):
        return os.read(near, 65536)
    return b""
