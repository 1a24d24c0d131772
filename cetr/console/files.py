"""Writing what a command makes: there whole or not at all, and errors that name what was asked for."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """An `OSError` of the block that names no file, as that of a full disk, names ``path``."""
    try:
        yield
    except OSError as error:
        if error.filename is not None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A path for a new file or folder, which takes the place of ``path`` if the block ends well and goes if not.

    It lies beside ``path`` and ends like it; folders above are made. An `OSError` about it names ``path``. What is
    neither file nor folder, such as /dev/stdout, is written to as it is.
    """
    if path.exists() and not (path.is_file() or path.is_dir()):
        with naming(path):
            yield path
        return
    if not path.name:  # the current folder, which an empty name is, too, or the root
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    staged = path.with_name(f".{os.getpid()}.{path.name}")
    refuse_unwritable(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with naming(staged):
                yield staged
            staged.replace(path)
        finally:
            if staged.is_dir():
                shutil.rmtree(staged)
            else:
                staged.unlink(missing_ok=True)
    except OSError as error:
        if error.filename is None or Path(error.filename) != staged:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error


def refuse_unwritable(path: Path) -> None:
    """Raise the `OSError` that writing a file would end with, as far as can be told, before long work for it."""
    folder = path.parent
    while not folder.exists():
        folder = folder.parent
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    if not path.exists() and not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def write_file(path: Path, data: bytes) -> None:
    """Write a file so that a reader sees the old one or the new one; folders above are made."""
    with replacing(path) as staged:
        staged.write_bytes(data)
