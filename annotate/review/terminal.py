"""The terminal before the reviewer starts: its size, and what it has not yet answered."""

from __future__ import annotations

import os
import select
import sys
import termios
import tty

_ARE_YOU_THERE = b"\x1b[5n"
"""The question for a terminal's status, which every terminal answers, with `_I_AM`."""
_I_AM = b"\x1b[0n"


def give_size() -> None:
    """Give the usual size to a terminal that has none, as a serial line or that of ``script``."""
    known = os.get_terminal_size(sys.stdout.fileno())
    if not (known.columns and known.lines):
        termios.tcsetwinsize(sys.stdout, (known.lines or 24, known.columns or 80))


def await_answers() -> None:
    """Read what the terminal has not yet answered, which would otherwise be taken for keys.

    Over a slow connection answers come when the pictures no longer wait for them. A terminal answers one question after
    the other, so after the answer to this one there are no more.
    """
    keyboard = sys.stdin.fileno()
    mode = termios.tcgetattr(keyboard)
    tty.setcbreak(keyboard, termios.TCSANOW)
    try:
        os.write(sys.stdout.fileno(), _ARE_YOU_THERE)  # printed as text, it would be disarmed
        heard = b""
        while not heard.endswith(_I_AM) and select.select([keyboard], [], [], 1)[0] and (more := os.read(keyboard, 1)):
            heard += more
    finally:
        termios.tcsetattr(keyboard, termios.TCSANOW, mode)
