"""How a change gets into the folder of a test package, whole or not at all.

A document is several files. So a change is first staged whole in a folder beside them, then committed by one rename of
that folder, and then published file by file. A process that finds a committed folder left by a crash publishes it
first. A reader prefers files in such a folder. So no reader sees half a document, and no crash loses one.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import stat
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from cetr.console import naming, refuse_unwritable
from evaluate.package.appending import append_once, check_appendable
from evaluate.package.files import META, SUFFIXES, is_own_folder, read_regular
from evaluate.package.journal import JOURNAL, PENDING
from evaluate.package.meta import PackageError

LOCK = ".lock"
_TAMPERED = "is not from this program, so nothing is saved next to it; find out what it is, and remove it"


class UnwritableError(PackageError):
    """The package cannot be written: the disk is full, the folder is read-only, or something unknown is in it."""


@contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Lock the package against other writers and finish what a crash left. The lock ends with the process.

    System errors name the package, because nobody has asked for the internal files.
    """
    if not folder.is_dir():
        raise PackageError(f"{folder}: no such package")
    for name in (LOCK, JOURNAL, PENDING):
        # All other files are replaced, whatever they are. A file that is appended to or emptied could belong to
        # somebody else.
        if (folder / name).is_symlink():
            raise UnwritableError(
                f"{folder / name}: is a link, and nothing is written through links; put the file itself there, or"
                " remove it if it is not yours"
            )
    try:
        handle = os.open(folder / LOCK, os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK, 0o666)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            _recover(folder)
            yield
        finally:
            os.close(handle)
    except OSError as error:
        raise UnwritableError(f"{folder}: cannot be written: {error.strerror or error}") from error


def check_writable(folder: Path) -> None:
    """Before long work, raise the `UnwritableError` that writing the package would end with."""
    with writing(folder):
        refuse_unwritable(folder / f"{PENDING}.staged")


def commit_files(folder: Path, name: str, files: Mapping[str, bytes]) -> None:
    """Stage a document's files (suffix, or the journal, and contents), commit them and publish them. Needs `writing`.

    The contents for the journal are one line to append.
    """
    staged = folder / PENDING / f"{name}.staged"
    staged.mkdir(parents=True)
    paths = [staged / (file if file == JOURNAL else name + file) for file in files]
    with ThreadPoolExecutor() as pool:  # the disk takes several files at once
        list(pool.map(write_lasting, paths, files.values()))
    if JOURNAL in files:  # a decision that the journal would refuse is not committed
        check_appendable(folder / JOURNAL)
    committed = find_committed(folder, name)
    staged.rename(committed)
    _sync_folder(folder / PENDING)
    _publish(folder, committed)


def find_changed(folder: Path, name: str, files: Mapping[str, bytes]) -> list[Path]:
    """Find those of a document's files, as given to `commit_files`, that are missing or not what was written."""
    paths = {folder / (name + suffix): data for suffix, data in files.items() if suffix != JOURNAL}
    return [path for path, data in paths.items() if not _holds(path, data)]


def find_committed(folder: Path, name: str) -> Path:
    """Return the folder of a document's files while they are committed but not yet published."""
    return folder / PENDING / f"{name}.commit"


def list_committed(folder: Path) -> list[Path]:
    """List the folders of documents that are committed but not yet published; each is named like its document."""
    if (folder / PENDING).is_symlink():
        return []
    return sorted(path for path in (folder / PENDING).glob("*.commit") if is_own_folder(path))


def write_lasting(path: Path, data: bytes) -> None:
    """Write a file and wait until the disk has it."""
    with naming(path), path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _recover(folder: Path) -> None:
    """Publish what a crashed process had committed, and remove what it had only staged."""
    for path in sorted((folder / PENDING).glob("*")):
        if path.suffix in (".commit", ".staged") and not is_own_folder(path):
            raise UnwritableError(f"{path}: {_TAMPERED}")
    for committed in list_committed(folder):
        _publish(folder, committed)
    for staged in (folder / PENDING).glob("*.staged"):
        shutil.rmtree(staged)


def _publish(folder: Path, committed: Path) -> None:
    own = {JOURNAL, *(committed.stem + suffix for suffix in SUFFIXES)}
    for path in committed.iterdir():
        if path.name not in own or not stat.S_ISREG(path.lstat().st_mode):
            raise UnwritableError(f"{path}: {_TAMPERED}")
    line = committed / JOURNAL
    if line.exists():
        append_once(folder / JOURNAL, read_regular(line))
    # Metadata last, because a document is listed as soon as its metadata is there.
    for path in sorted(committed.iterdir(), key=lambda p: p.name.endswith(META)):
        if path.name != JOURNAL:
            path.replace(folder / path.name)
    _sync_folder(folder)
    # Only the journal's line is left in it, if anything.
    done = committed.with_suffix(".staged")
    committed.rename(done)
    shutil.rmtree(done)


def _holds(path: Path, data: bytes) -> bool:
    """Whether a file exists and has exactly these bytes."""
    try:
        file = path.open("rb")
    except FileNotFoundError:
        return False
    with file:
        step = 1 << 20  # not as a whole, because copying megabytes takes longer than comparing them
        same = all(file.read(step) == data[at : at + step] for at in range(0, len(data), step))
        return same and not file.read(1)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
