"""Reading .npz archives of strangers: within a bound, and without executing anything."""

from __future__ import annotations

import lzma
import struct
import tokenize
import warnings
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt

from cetr.console import InputError

Array = npt.NDArray[np.generic]
Arrays = Mapping[str, Array]

_DAMAGE = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, tokenize.TokenError, struct.error, OSError, EOFError, LookupError,
    MemoryError, RecursionError, RuntimeError, SyntaxError, TypeError, ValueError,
)  # fmt: skip
"""What the readers of archives, of their compressions, and of the heads of arrays raise where one is damaged."""


def read_arrays(path: Path, limit: int, kind: str, writer: str) -> Arrays:
    """The arrays of an archive of no more than ``limit`` bytes, packed and unpacked.

    Raises `InputError` that says which file is not of the ``kind``, and which command is the ``writer`` of such files.
    """
    try:
        if path.exists() and not path.is_file():
            raise InputError(f"{path}: not {kind}: it is not a file")
        size = path.stat().st_size
        file = path.open("rb")
    except OSError as error:
        raise InputError(f"{path}: cannot read {kind}: {error.strerror}") from error
    with file:
        try:
            with zipfile.ZipFile(file) as archive:
                size = max(size, sum(member.file_size for member in archive.infolist()))
            if size <= limit:
                return _load(path)
        except _DAMAGE as error:
            raise InputError(f"{path}: not {kind} of this program; '{writer}' writes one") from error
    raise InputError(f"{path}: not {kind}: larger than {limit // 1_000_000} MB when unpacked")


def _load(path: Path) -> Arrays:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # such as that a damaged head looks like Python 2's
        with np.load(path, allow_pickle=False) as opened:
            return {name: np.asarray(opened[name]) for name in opened.files}
