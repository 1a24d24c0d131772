"""Damage in WARC files whose records are gzipped one by one: what it is, and where reading can go on behind it."""

from __future__ import annotations

import gzip
import zlib
from contextlib import suppress
from typing import BinaryIO

GZIP = b"\x1f\x8b\x08"
"""What a gzipped member begins with."""
_MOST_TRIES = 1000
"""How many places that only look like the beginning of a member are passed over after a damage."""


def find_damage(file: BinaryIO, position: int) -> str:
    """What is wrong with a gzipped file from its last record on, where the reader of WARC ends without a word."""
    try:
        # The file itself tells whether it is gzipped, and whether the record is a member of its own.
        file.seek(position)
        if file.read(len(GZIP)) != GZIP:
            position = 0
        file.seek(position)
        if file.read(len(GZIP)) != GZIP:
            return ""
        file.seek(position)
        with gzip.GzipFile(fileobj=file) as stream:
            while stream.read(1 << 20):
                pass
    except (OSError, EOFError, zlib.error) as error:
        return str(error)
    return ""


def is_whole_member(file: BinaryIO, position: int) -> bool:
    """Whether a gzipped member begins at a place and is whole, by its checksum."""
    file.seek(position)
    member = zlib.decompressobj(wbits=31)
    with suppress(zlib.error):
        while not member.eof and (piece := file.read(1 << 14)):
            member.decompress(piece)  # at most a thousand times as long
        return member.eof
    return False


def find_member(file: BinaryIO, position: int) -> int | None:
    """Find the next gzipped member behind a place that begins with a record."""
    for _ in range(_MOST_TRIES):
        found = _find_bytes(file, GZIP, position + 1)
        if found is None:
            return None
        position = found
        file.seek(position)
        with suppress(zlib.error):
            if zlib.decompressobj(wbits=31).decompress(file.read(1 << 12), 5) == b"WARC/":
                return position
    return None


def _find_bytes(file: BinaryIO, wanted: bytes, position: int) -> int | None:
    file.seek(position)
    before = b""
    while piece := file.read(1 << 20):
        at = (before + piece).find(wanted)
        if at >= 0:
            return position - len(before) + at
        position += len(piece)
        before = piece[1 - len(wanted) :]
    return None
