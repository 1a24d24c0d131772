"""Read files that may be compressed, line by line, without trusting their size."""

from __future__ import annotations

import bz2
import codecs
import gzip
import lzma
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from cetr.console import DAMAGED, InputError, is_damage, open_packed

LINE_LIMIT = 128_000_000
"""The longest line, in bytes. A longer one is not a page."""
MOST_PIECES = 8
"""After how many times `LINE_LIMIT` a line counts as one without end."""


_PACKED: Mapping[str, Callable[..., Any]] = {".xz": lzma.open, ".gz": gzip.open, ".bz2": bz2.open}


def create_stream(path: Path) -> IO[bytes]:
    """Create a file, compressed if its name ends so."""
    stream: IO[bytes] = _PACKED.get(path.suffix.lower(), open)(path, "wb")
    return stream


def read_lines(path: Path) -> Iterator[tuple[int, bytes | None]]:
    """Yield (number from 1, line) of each line that is not blank; None for a line over `LINE_LIMIT`.

    A byte order mark before the first line is removed. Raises `InputError` if a compressed file is damaged or
    truncated, or if a line does not end within 8 times the limit.
    """
    number = 0
    try:
        with open_packed(path) as stream:
            while line := stream.readline(LINE_LIMIT):
                number += 1
                if len(line) == LINE_LIMIT and not line.endswith(b"\n"):
                    yield number, None
                    _skip_line(stream, f"{path}: row {number}")
                elif not line.isspace():
                    yield number, line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
    except DAMAGED as error:
        if not is_damage(error):
            raise
        raise InputError(f"{path}: is damaged or cut off after line {number} ({error}); download it again") from error


def _skip_line(stream: IO[bytes], where: str) -> None:
    """Read on to the end of a line that has used up `LINE_LIMIT` once."""
    for _ in range(MOST_PIECES - 1):
        line = stream.readline(LINE_LIMIT)
        if not line or line.endswith(b"\n"):
            return
    raise InputError(
        f"{where}: is longer than {MOST_PIECES * LINE_LIMIT // 1_000_000} MB, so this is not a JSON Lines file"
    )
