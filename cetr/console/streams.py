"""The standard streams of a command: UTF-8 for programs; for people, only what their terminal can show and must not
obey.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TextIO, cast

from cetr.console.wording import cut_lines, disarm, mask_passwords

_RETURN = re.compile(r"\r(?!\n)")


class _Guarded:
    """A stream to which text is written as ``guard`` leaves it. All else is the stream's own."""

    def __init__(self, stream: TextIO, guard: Callable[[str], str]) -> None:
        self._stream, self._guard = stream, guard

    def write(self, text: str) -> int:
        self._stream.write(self._guard(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)


@contextmanager
def guarding_terminal() -> Iterator[None]:
    """Let nothing that is printed control a terminal or tell a password, whoever wrote it and whatever prints it.

    Lines of standard error are cut. Standard output is left as it is if it is no terminal. What it has for a terminal
    has no use for a carriage return; progress bars on standard error do.
    """
    before = sys.stdout, sys.stderr
    if sys.stdout.isatty():
        sys.stdout = cast(TextIO, _Guarded(sys.stdout, lambda text: _RETURN.sub("\ufffd", disarm(text))))
    sys.stderr = cast(TextIO, _Guarded(sys.stderr, lambda text: cut_lines(mask_passwords(disarm(text)))))
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def open_for_programs() -> TextIO:
    """Open standard output in UTF-8, whatever the locale is."""
    if reconfigure := getattr(sys.stdout, "reconfigure", None):
        # Lone surrogates of a broken page cannot be encoded in UTF-8.
        reconfigure(encoding="utf-8", errors="replace")
    return sys.stdout


def show_json(line: str, file: TextIO) -> str:
    """Return JSON for standard output; on a terminal, with control characters escaped, so that it means the same."""
    if not file.isatty() or disarm(line) == line:
        return line
    return "".join(sign if disarm(sign) == sign else f"\\u{ord(sign):04x}" for sign in line)
