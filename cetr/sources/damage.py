"""Damage in WARC files that are plain, or whose records are gzipped one by one: what it is, and where reading can go on
behind it.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, islice
from typing import BinaryIO

GZIP = b"\x1f\x8b\x08"
"""What a gzipped member begins with."""
_PLAIN = b"WARC/"
"""What a plain record begins with."""
_MOST_HEADER = 1 << 16
"""Bytes of a record's header, with the empty line."""
_HEADER = re.compile(rb"WARC/\d\.\d+\r\n[!-9;-~]+:")
_LENGTH = re.compile(rb"(?im)^content-length:[ \t]*(\d{1,18})[ \t]*\r?$")
_MOST_TRIES = 1000
"""How many places that only look like the beginning of a record are passed over after a damage."""


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


def is_whole(file: BinaryIO, position: int) -> bool:
    """Whether the record that begins at a place is whole: by the checksum of its gzipped member, or by the empty lines
    where a plain one says that it ends.
    """
    file.seek(position)
    beginning = file.read(_MOST_HEADER)
    if beginning.startswith(_PLAIN):
        header, empty, _ = beginning.partition(b"\r\n\r\n")
        length = _LENGTH.search(header)
        if not empty or length is None:
            return False
        file.seek(position + len(header) + len(empty) + int(length[1]))
        return file.read(4) == b"\r\n\r\n"
    file.seek(position)
    member = zlib.decompressobj(wbits=31)
    with suppress(zlib.error):
        while not member.eof and (piece := file.read(1 << 14)):
            member.decompress(piece)  # at most a thousand times as long
        return member.eof
    return False


def find_next(file: BinaryIO, position: int) -> int | None:
    """Find the next record behind a place: of the kind, gzipped or plain, that begins there, or else of either."""
    beginning = _read_at(file, position, len(_PLAIN))
    kinds = [kind for kind in (GZIP, _PLAIN) if beginning.startswith(kind)] or [GZIP, _PLAIN]
    tried = chain.from_iterable(islice(_find_bytes(file, kind, position + 1), _MOST_TRIES) for kind in kinds)
    return next((found for found in tried if _begins_as_record(_read_at(file, found, 1 << 12))), None)


def _begins_as_record(data: bytes) -> bool:
    if data.startswith(GZIP):
        try:
            data = zlib.decompressobj(wbits=31).decompress(data, 1 << 8)
        except zlib.error:
            return False
    return _HEADER.match(data) is not None


def _find_bytes(file: BinaryIO, wanted: bytes, position: int) -> Iterator[int]:
    """Find all places of some bytes from a position on, in one pass."""
    before = b""
    while piece := _read_at(file, position, 1 << 16):
        data = before + piece
        at = data.find(wanted)
        while at >= 0:
            yield position - len(before) + at
            at = data.find(wanted, at + 1)
        position += len(piece)
        before = data[1 - len(wanted) :]


def _read_at(file: BinaryIO, position: int, size: int) -> bytes:
    file.seek(position)
    return file.read(size)
