"""Read files that may be compressed, line by line, without trusting their size."""

from __future__ import annotations

import bz2
import codecs
import gzip
import lzma
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from cetr.console import DAMAGED, InputError, is_damage, open_packed, pass_long_lines

_PACKED: Mapping[str, Callable[..., Any]] = {".xz": lzma.open, ".gz": gzip.open, ".bz2": bz2.open}


def create_stream(path: Path) -> IO[bytes]:
    """Create a file, compressed if its name ends so."""
    stream: IO[bytes] = _PACKED.get(path.suffix.lower(), open)(path, "wb")
    return stream


def read_lines(path: Path) -> Iterator[tuple[int, bytes | None]]:
    """Yield (number from 1, line) of each line that is not blank; None for a line that is too long to be a page.

    A byte order mark before the first line is removed. Raises `InputError` if a compressed file is damaged or
    truncated, or if a line has no end.
    """
    number = 0
    try:
        with open_packed(path) as stream:
            for number, line in enumerate(pass_long_lines(stream, str(path)), 1):
                if line is None or not line.isspace():
                    yield number, line.removeprefix(codecs.BOM_UTF8) if line and number == 1 else line
    except DAMAGED as error:
        if not is_damage(error):
            raise
        raise InputError(f"{path}: is damaged or cut off after line {number} ({error}); download it again") from error
