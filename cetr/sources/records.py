"""The records of a WARC file, on both sides of what is damaged."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from io import BufferedReader
from os import fstat
from typing import TYPE_CHECKING, TypeVar

from cetr.console import InputError, count_of, name_install
from cetr.sources.bodies import MAX_BYTES
from cetr.sources.damage import GZIP, find_damage, find_next, is_whole

if TYPE_CHECKING:
    from fastwarc.warc import ArchiveIterator, WarcRecord

T = TypeVar("T")

_BEGINNINGS = (b"WARC/", GZIP, b"\x28\xb5\x2f\xfd", b"\x04\x22\x4d\x18")
"""Of plain WARC, gzip, Zstandard and LZ4."""


@dataclass(frozen=True)
class Damage:
    """What is wrong in a file, and behind which byte: the last one at which a record is known to begin.

    If it ``is_final``, nothing that follows can be read.
    """

    behind: int
    reason: str
    is_final: bool = False


def read_records(
    file: BufferedReader, take: Callable[[WarcRecord], T], *, is_warc: bool = True
) -> Iterator[T | Damage]:
    """Read a WARC file, and yield what ``take`` makes of each record that turns out to be whole.

    After a damage, reading goes on with the next record that is plain, or gzipped by itself, unless too much was read
    for it twice already. Of a file that does not begin as WARC, such as the beginning of an archive or a part of a WARC
    file, it begins with the first one that is gzipped, or else plain.
    """
    spare = max(fstat(file.fileno()).st_size, MAX_BYTES)
    start = 0 if is_warc else find_next(file, 0)
    while start is not None and spare >= 0:
        start, twice = yield from _read_from(file, start, take)
        spare -= twice


def _read_from(
    file: BufferedReader, start: int, take: Callable[[WarcRecord], T]
) -> Generator[T | Damage, None, tuple[int | None, int]]:
    """Read the records from a place on; returns where to go on behind a damage, if anywhere, and how many bytes will
    then be read twice.
    """
    iterate = load_fastwarc()
    position, held, broken = None, list[T](), False
    file.seek(start)
    try:
        refuse_other(file.peek())
        for record in iterate(file, parse_http=False):
            yield from held
            position, held = record.stream_pos, []
            taken = take(record)
            refuse_short(record)
            held = [taken]
    except (OSError, ValueError, EOFError) as error:
        damage, broken = str(error), True
    else:
        damage = find_damage(file, start if position is None else position)
    read = file.tell()
    begin = start if position is None else position
    # What is wrong at the end of a record is only noticed when the next one is read.
    if not damage or is_whole(file, begin):
        yield from held
    following = find_next(file, begin) if broken else None
    if damage and (position is not None or start == 0):  # otherwise it adjoins the one that was told
        yield Damage(begin, damage, is_final=following is None)
    return following, read - (following or read)


def load_fastwarc() -> type[ArchiveIterator]:
    """What iterates over the records of a WARC file, within bounds; raises `InputError` if it is not installed."""
    try:
        from fastwarc.warc import ArchiveIterator
    except ImportError as error:
        raise InputError(f"reading WARC files needs fastwarc: {name_install('warc')}") from error
    return ArchiveIterator


def refuse_other(beginning: bytes) -> None:
    """Raise `ValueError` if a file with this beginning is not WARC, plain or packed; an empty file has no records."""
    if beginning and not beginning.startswith(_BEGINNINGS):
        raise ValueError("it begins neither with 'WARC/' nor as a file packed with gzip, zstd or lz4 does")


def refuse_short(record: WarcRecord) -> None:
    """Pass over what is left of a record; raises `EOFError` where less of it is there than it says."""
    record.consume()
    if not (record.headers.get("Content-Length") or "").isdecimal():
        raise EOFError("a record does not say how long it is, or breaks off before it does")
    missing = record.content_length - record.reader.tell()
    if missing > 0:
        raise EOFError(f"the last record found lacks {count_of(missing, 'byte')}")


def read_target(record: WarcRecord) -> str | None:
    """The URL of a record, if it has one: WARC 1.0 puts it in angle brackets by its grammar, as wget does."""
    url = record.headers.get("WARC-Target-URI")
    return url[1:-1] if url and url.startswith("<") and url.endswith(">") else url


def parse_http(record: WarcRecord) -> None:
    """Parse the HTTP headers of a record, if it has some, also such as end their lines with LF alone, as browsers do.

    Raises `InputError` that says what is wrong with them.
    """
    try:
        record.parse_http(quirks_mode=True)
    except (OSError, ValueError) as error:
        raise InputError(f"its HTTP headers are broken ({error})") from error
