"""Unpack files of strangers within a bound, because a few packed bytes can expand to more than the memory holds.

Everything is unpacked here, except the bodies of responses: `cetr.sources` unpacks those, also within a bound.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import IO, cast

from cetr.console.errors import InputError
from cetr.console.files import read_file

_OPENERS: Mapping[str, Callable[[Path | IO[bytes]], IO[bytes]]] = {
    ".gz": cast("Callable[[Path | IO[bytes]], IO[bytes]]", gzip.open),
    ".xz": cast("Callable[[Path | IO[bytes]], IO[bytes]]", lzma.LZMAFile),
    ".bz2": cast("Callable[[Path | IO[bytes]], IO[bytes]]", bz2.BZ2File),
}
"""How to open each kind, by the ending of the file name."""

_BEGINNINGS = {b"\xfd7zXZ\x00": ".xz", b"\x1f\x8b": ".gz", b"BZh": ".bz2"}

_PIECE = 1 << 20

_LARGEST_LIST = 20_000_000

DAMAGED = (EOFError, OSError, lzma.LZMAError, zlib.error)
"""What reading a damaged or cut off compressed file raises, if `is_damage` says so."""


def is_damage(error: BaseException) -> bool:
    """Whether it is the data that is wrong: errors of the system have a number."""
    return not isinstance(error, OSError) or error.errno is None


def read_bounded(stream: IO[bytes], limit: int, where: str) -> bytes:
    """Read a stream to its end without ever holding more than ``limit`` bytes of it.

    Raises `InputError` that names ``where`` if the stream is damaged or longer.
    """
    data = io.BytesIO()
    copy_bounded(stream, data, limit, where)
    return data.getvalue()


def copy_bounded(stream: IO[bytes], target: IO[bytes], limit: int, where: str) -> None:
    """Copy a stream to its end; raises `InputError` that names ``where`` if the stream is damaged or longer."""
    size = 0
    try:
        while piece := stream.read(min(_PIECE, limit + 1 - size)):
            size += len(piece)
            if size > limit:
                raise InputError(f"{where}: is larger than {limit / 1_000_000:g} MB when unpacked, the limit")
            target.write(piece)
    except DAMAGED as error:
        if not is_damage(error):
            raise
        raise InputError(f"{where}: is damaged: {error}") from error


class _PiecesOnly(io.FileIO):
    """A file that is read in pieces: `zipfile` reads the list of an archive's members at once, however long it is."""

    def read(self, size: int | None = -1, /) -> bytes:
        """Read as `io.FileIO` does; raises `InputError` for a piece as long as no list of ours."""
        if size is not None and size > _LARGEST_LIST:
            raise InputError(f"{self.name}: has more files than the limit for zip archives; pack them as .tar.gz")
        return super().read(size) or b""


@contextmanager
def open_zip(path: Path) -> Iterator[zipfile.ZipFile]:
    """Open an archive whose list of members takes at most 20 MB: some 200,000, for which `zipfile` needs 200 MB.

    Raises `InputError` if it is longer, `zipfile.BadZipFile` if it is damaged.
    """
    with _PiecesOnly(path) as file:
        if not zipfile.is_zipfile(cast("IO[bytes]", file)):
            raise zipfile.BadZipFile("it is not a zip file, or its end is missing")
        with zipfile.ZipFile(cast("IO[bytes]", file)) as archive:
            yield archive


def list_members(archive: zipfile.ZipFile, where: str) -> list[zipfile.ZipInfo]:
    """Return the members of an archive, which `copy_bounded` can then read within its bound.

    Raises `InputError` that names ``where`` if one is neither stored nor deflated: `zipfile` unpacks each piece of
    bzip2 or LZMA data at once, and 2 kB of it can expand to gigabytes.
    """
    members = archive.infolist()
    for member in members:
        if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise InputError(f"{where}: {member.filename:.80} is not packed with deflate; pack it again with 'zip'")
    return members


def unpack(data: bytes, kind: str, limit: int, where: str) -> bytes:
    """Unpack data of a kind, such as ``.gz``; see `read_bounded`."""
    with _OPENERS[kind](io.BytesIO(data)) as stream:
        return read_bounded(stream, limit, where)


def strip_packing(name: str) -> str:
    """Return the name of a file without the ending that says that it is packed."""
    stem, dot, ending = name.rpartition(".")
    return stem if f"{dot}{ending}".lower() in _OPENERS else name


def read_packed(path: Path, limit: int) -> bytes:
    """Read a file and unpack it if the ending of its name says that it is packed; see `read_bounded`."""
    data, kind = read_file(path, limit), path.suffix.lower()
    return unpack(data, kind, limit, str(path)) if kind in _OPENERS else data


def is_packed(path: Path) -> bool:
    """Whether `open_packed` unpacks a file, whatever its name is. Raises `InputError` for a pipe."""
    with path.open("rb") as file:
        return _find_kind(file, path) is not None


def open_packed(source: Path | IO[bytes]) -> IO[bytes]:
    """Open a file, or a seekable stream, and unpack it if its first bytes say that it is .xz, .gz or .bz2.

    Raises `InputError` for a pipe.
    """
    with source.open("rb") if isinstance(source, Path) else nullcontext(source) as file:
        kind = _find_kind(file, source)
    if kind:
        return _OPENERS[kind](source)
    return source.open("rb") if isinstance(source, Path) else source


def _find_kind(file: IO[bytes], named: object) -> str | None:
    if not file.seekable():
        raise InputError(f"{named}: is a pipe, which can be read only once; save its output as a file")
    start = file.read(6)
    file.seek(0)
    return next((kind for beginning, kind in _BEGINNINGS.items() if start.startswith(beginning)), None)
