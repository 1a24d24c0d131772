"""Read files within a bound, and write them whole or not at all; errors name the path the user asked for."""

from __future__ import annotations

import errno
import io
import os
import platform
import re
import shutil
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache, wraps
from pathlib import Path
from typing import IO, TypeVar

from cetr.console.errors import InputError

T = TypeVar("T")

LARGEST = 128_000_000
"""Bytes of a file, or of a line, that is read as a whole: no page is larger."""


TOO_LONG = f"is longer than {LARGEST // 1_000_000} MB, the limit"
"""What is said of a line over `LARGEST`."""

_MOST_PIECES = 8
"""After how many times `LARGEST` a line counts as one without end."""

_PIECE = 1 << 20


def keeping(read: Callable[[Path], T]) -> Callable[[Path], T]:
    """Keep what a function makes of the last four files, until they change: a notebook may write a model again."""

    @lru_cache(maxsize=4)
    def read_state(path: Path, state: tuple[int, ...]) -> T:
        return read(path)

    @wraps(read)
    def read_current(path: Path) -> T:
        return read_state(path, _find_state(path))

    return read_current


def _find_state(path: Path) -> tuple[int, ...]:
    try:
        state = path.stat()
    except OSError:
        return ()
    return state.st_ino, state.st_size, state.st_mtime_ns


def read_file(path: Path, limit: int = LARGEST) -> bytes:
    """Read a whole file. Raises `InputError`, before it is read, if it has more than ``limit`` bytes."""
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size > limit:
            raise _make_error(str(path), limit)
        data = file.read(size + 1)
        return data if len(data) <= size else read_stream(file, str(path), limit, data)


def read_stream(file: IO[bytes], where: str, limit: int = LARGEST, begun: bytes = b"") -> bytes:
    """Read a stream to its end, because pipes and devices do not say how long they are; ``begun`` is what was read.

    Raises `InputError` that names ``where`` if there are more than ``limit`` bytes.
    """
    data = io.BytesIO()
    data.write(begun)
    while data.tell() <= limit and (piece := file.read(_PIECE)):
        data.write(piece)
    if data.tell() > limit:
        raise _make_error(where, limit)
    return data.getvalue()


def _make_error(where: str, limit: int) -> InputError:
    return InputError(f"{where}: is larger than {limit / 1_000_000:g} MB, the limit")


def read_lines(file: IO[bytes], where: str) -> Iterator[bytes]:
    """Yield the lines of a file with their ends. Raises `InputError` that names ``where`` for one over `LARGEST`."""
    for number, line in enumerate(pass_long_lines(file, where), 1):
        if line is None:
            raise InputError(f"{where}: line {number}: {TOO_LONG}")
        yield line


def pass_long_lines(file: IO[bytes], where: str) -> Iterator[bytes | None]:
    """Yield the lines of a file with their ends; None in the place of one over `LARGEST`, which is then passed over.

    Raises `InputError` that names ``where`` for one that does not end within eight times `LARGEST`: it may be endless.
    """
    number = 0
    while line := file.readline(LARGEST + 1):
        number += 1
        if len(line) <= LARGEST:
            yield line
            continue
        yield None
        pieces = 1
        while not line.endswith(b"\n") and (line := file.readline(LARGEST)):
            pieces += 1
            if pieces > _MOST_PIECES:
                most = _MOST_PIECES * LARGEST // 1_000_000
                raise InputError(f"{where}: line {number}: is longer than {most} MB, so this is not a file of lines")


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Let an `OSError` of the block that names no file, such as that of a full disk, name ``path``."""
    try:
        yield
    except OSError as error:
        if error.filename is not None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a path for a new file or folder, which replaces ``path`` if the block succeeds and is removed if not.

    It lies beside ``path`` and has the same ending; missing parent folders are made. What killed processes have left
    there of such files is removed. An `OSError` about it names ``path``. If ``path`` is neither a file nor a folder,
    such as /dev/stdout, it is written to directly.
    """
    _remove_abandoned(path.parent)
    with _staging(path) as staged:
        yield staged


@contextmanager
def _staging(path: Path) -> Iterator[Path]:
    if path.exists() and not (path.is_file() or path.is_dir()):
        with naming(path):
            yield path
        return
    if not path.name:  # the current folder (also as an empty name) or the root
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    staged = name_staged(path, os.getpid())
    refuse_unwritable(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _remove(staged)  # a stranger may have put a link there, which would lead elsewhere
        try:
            with naming(staged):
                yield staged
            staged.replace(path)
        finally:
            _remove(staged)
    except OSError as error:
        if error.filename is None or Path(error.filename) != staged:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error


_STAGED = re.compile(r"\.cetr-gold-([0-9a-f]{8})-(\d{1,10})\.")


def name_staged(path: Path, process: int) -> Path:
    """Name the new file or folder of a process until it replaces ``path``."""
    return path.with_name(f".cetr-gold-{_number_machine()}-{process}.{path.name}")


def _number_machine() -> str:
    """Return 8 hex digits that tell machines apart that share a folder, because processes have numbers on each."""
    return f"{zlib.crc32(platform.node().encode()):08x}"


def _remove_abandoned(folder: Path) -> None:
    """Remove the staged files and folders of processes of this machine that do not run any more."""
    with suppress(OSError):  # there is no such folder, or a file is somebody else's
        for path in folder.iterdir():
            found = _STAGED.match(path.name)
            if found and found[1] == _number_machine() and not _is_running(int(found[2])):
                _remove(path)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:  # it is somebody else's
        return True
    return True


def _remove(staged: Path) -> None:
    if staged.is_dir() and not staged.is_symlink():
        shutil.rmtree(staged)
    else:
        staged.unlink(missing_ok=True)


def refuse_unwritable(path: Path) -> None:
    """Before long work, raise the `OSError` that writing the file would end with, as far as that can be known."""
    folder = path.parent
    while not folder.exists():
        folder = folder.parent
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    if not path.exists() and not os.access(folder, os.W_OK | os.X_OK):
        code = errno.EROFS if os.statvfs(folder).f_flag & os.ST_RDONLY else errno.EACCES
        raise OSError(code, os.strerror(code), str(path))


def write_file(path: Path, data: bytes) -> None:
    """Write a file so that a reader sees either the old or the new one; missing parent folders are made."""
    with _staging(path) as staged:
        staged.write_bytes(data)
