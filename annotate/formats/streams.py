"""Reading files that may be compressed, a line at a time, without trusting their size."""

from __future__ import annotations

import bz2
import codecs
import gzip
import lzma
import zlib
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import IO, cast

from cetr.console import InputError

LINE_LIMIT = 128 * 1024 * 1024
"""Bytes of one line; a longer one is not a page."""

_MAGIC = ((b"\xfd7zXZ\x00", lzma.LZMAFile), (b"\x1f\x8b", gzip.open), (b"BZh", bz2.BZ2File))


DAMAGED = (EOFError, OSError, lzma.LZMAError, zlib.error)
"""What reading a damaged or cut off compressed file raises, if `is_damage` says so."""


def is_damage(error: BaseException) -> bool:
    """Whether it is the data that is wrong: errors of the system have a number."""
    return not isinstance(error, OSError) or error.errno is None


def open_stream(source: Path | IO[bytes]) -> IO[bytes]:
    """Open a file, or a seekable stream, for reading bytes; .xz, .gz and .bz2 are known by their first bytes.

    Raises `InputError` for a pipe.
    """
    with source.open("rb") if isinstance(source, Path) else nullcontext(source) as file:
        if not file.seekable():
            raise InputError(f"{source}: is a pipe, which can be read only once; save what it gives as a file")
        start = file.read(6)
        file.seek(0)
    for magic, opener in _MAGIC:
        if start.startswith(magic):
            return cast("IO[bytes]", opener(source))
    return source.open("rb") if isinstance(source, Path) else source


def create_stream(path: Path) -> IO[bytes]:
    """Create a file, compressed if the end of its name says so."""
    kind = path.suffix.lower()
    if kind == ".xz":
        return cast("IO[bytes]", lzma.open(path, "wb"))
    if kind == ".gz":
        return cast("IO[bytes]", gzip.open(path, "wb"))
    if kind == ".bz2":
        return cast("IO[bytes]", bz2.open(path, "wb"))
    return path.open("wb")


def read_lines(path: Path) -> Iterator[tuple[int, bytes | None]]:
    """Yield (number from 1, line) of each line that is not blank; None for a line over `LINE_LIMIT`.

    A byte order mark before the first is taken off. Raises `InputError` where a compressed file is damaged or cut off.
    """
    number = 0
    try:
        with open_stream(path) as stream:
            while line := stream.readline(LINE_LIMIT):
                number += 1
                if len(line) == LINE_LIMIT and not line.endswith(b"\n"):
                    while line and not line.endswith(b"\n"):
                        line = stream.readline(LINE_LIMIT)
                    yield number, None
                elif not line.isspace():
                    yield number, line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
    except DAMAGED as error:
        if not is_damage(error):
            raise
        raise InputError(f"{path}: is damaged or cut off after line {number}: fetch it again ({error})") from error
