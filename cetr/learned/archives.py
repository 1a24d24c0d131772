"""Read .npz archives of strangers, up to a limit and without executing anything."""

from __future__ import annotations

import lzma
import os
import struct
import tokenize
import warnings
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import IO

import numpy as np
import numpy.typing as npt

from cetr.console import InputError, list_members

Array = npt.NDArray[np.generic]
Arrays = Mapping[str, Array]

_DAMAGE = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, tokenize.TokenError, struct.error, OSError, EOFError, LookupError,
    MemoryError, RecursionError, RuntimeError, SyntaxError, TypeError, ValueError,
)  # fmt: skip
"""What the readers of archives, compressions and array headers raise if one is damaged."""

_LARGEST_LIST = 100_000
"""The most bytes of an archive's list of members, about 1,500 of them. Ours have at most 50."""
_END, _WIDE_END = b"PK\5\6", b"PK\6\7"
_END_SIZE, _WIDE_END_SIZE = 22, 20
"""The records at the end of an archive that say where the list is, and how long (APPNOTE.TXT 4.3.15 and 4.3.16)."""


def read_arrays(path: Path, limit: int, kind: str, writer: str) -> Arrays:
    """Read the arrays of an archive of at most ``limit`` bytes, packed and unpacked.

    Raises `InputError` that says which file is not of the ``kind``, and which command, the ``writer``, writes such
    files.
    """
    try:
        if path.exists() and not path.is_file():
            raise InputError(f"{path}: is not {kind}: it is not a regular file")
        file = path.open("rb")
    except OSError as error:
        raise InputError(f"{path}: cannot be read as {kind}: {error.strerror}") from error
    with file:
        try:
            if _measure(file, str(path)) <= limit:
                return _load(file)
        except _DAMAGE as error:
            raise InputError(f"{path}: is not {kind} of this program; '{writer}' writes one") from error
    raise InputError(f"{path}: is not {kind}: it is larger than {limit // 1_000_000} MB when unpacked, the limit")


def _measure(file: IO[bytes], where: str) -> int:
    """Return the size of an archive, packed or unpacked, whichever is larger.

    Raises `zipfile.BadZipFile` if it does not end as NumPy's do, or lists too many members: `zipfile` reads the whole
    list at once.
    """
    tail = _END_SIZE + _WIDE_END_SIZE
    size = file.seek(0, os.SEEK_END)
    file.seek(max(size - tail, 0))
    wide, end = (part := file.read(tail))[:_WIDE_END_SIZE], part[_WIDE_END_SIZE:]
    (listed,) = struct.unpack_from("<I", end, 12)
    if not (end.startswith(_END) and end.endswith(b"\0\0")) or wide.startswith(_WIDE_END) or listed > _LARGEST_LIST:
        raise zipfile.BadZipFile("its end is not that of an archive written by NumPy")
    with zipfile.ZipFile(file) as archive:
        return max(size, sum(member.file_size for member in list_members(archive, where)))


def _load(file: IO[bytes]) -> Arrays:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # such as that a damaged head looks like Python 2's
        file.seek(0)
        with np.load(file, allow_pickle=False) as opened:
            return {name: np.asarray(opened[name]) for name in opened.files}
