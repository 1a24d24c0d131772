"""Unpack files of strangers within a bound, because a few packed bytes can expand to more than the memory holds."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO

from cetr.console.errors import InputError

OPENERS: Mapping[str, Callable[[IO[bytes]], gzip.GzipFile | lzma.LZMAFile | bz2.BZ2File]] = {
    ".gz": lambda stream: gzip.GzipFile(fileobj=stream),
    ".xz": lzma.LZMAFile,
    ".bz2": bz2.BZ2File,
}
"""How to open each kind, by the ending of the file name."""


def unpack(data: bytes, kind: str, limit: int, where: str) -> bytes:
    """Unpack data of a kind (`OPENERS`) without ever holding more than ``limit`` bytes of it.

    Raises `InputError` that names ``where`` if the data is damaged or unpacks to more.
    """
    try:
        with OPENERS[kind](io.BytesIO(data)) as stream:
            unpacked = stream.read(limit + 1)
    except (OSError, EOFError, zlib.error, lzma.LZMAError) as error:
        raise InputError(f"{where}: cannot be decompressed: {error}") from error
    if len(unpacked) > limit:
        raise InputError(f"{where}: unpacks to more than {limit / 1_000_000:g} MB; if you trust it, unpack it yourself")
    return unpacked


def read_packed(path: Path, limit: int) -> bytes:
    """Read a file and unpack it if the ending of its name says that it is packed; see `unpack`."""
    data = path.read_bytes()
    return unpack(data, path.suffix, limit, str(path)) if path.suffix in OPENERS else data
