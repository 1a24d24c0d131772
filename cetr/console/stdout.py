"""Standard output: UTF-8 for programs, and for people what their terminal can show and need not obey."""

from __future__ import annotations

import io
import sys
from typing import TextIO

from cetr.console.wording import disarm


def open_for_programs() -> TextIO:
    """Standard output, in UTF-8 whatever the locale says."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Lone surrogates of a broken page have no UTF-8.
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    return sys.stdout


def show_text(text: str, file: TextIO) -> str:
    """Text of a page as a file gets it: for a terminal without what that would obey."""
    return disarm(text) if file.isatty() else text


def show_json(line: str, file: TextIO) -> str:
    """JSON as a file gets it: for a terminal, what that would obey is escaped, so that it says the same."""
    if not file.isatty() or disarm(line) == line:
        return line
    return "".join(sign if disarm(sign) == sign else f"\\u{ord(sign):04x}" for sign in line)
