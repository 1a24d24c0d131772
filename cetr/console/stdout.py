"""Standard output: UTF-8 for programs; for people, only what their terminal can show and must not obey."""

from __future__ import annotations

import io
import sys
from typing import TextIO

from cetr.console.wording import disarm


def open_for_programs() -> TextIO:
    """Open standard output in UTF-8, whatever the locale is."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Lone surrogates of a broken page cannot be encoded in UTF-8.
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    return sys.stdout


def show_text(text: str, file: TextIO) -> str:
    """Return text of a page for standard output; on a terminal, without the characters that would control it."""
    return disarm(text) if file.isatty() else text


def show_json(line: str, file: TextIO) -> str:
    """Return JSON for standard output; on a terminal, with control characters escaped, so that it means the same."""
    if not file.isatty() or disarm(line) == line:
        return line
    return "".join(sign if disarm(sign) == sign else f"\\u{ord(sign):04x}" for sign in line)
