"""Read the files of a folder or an archive one at a time, without unpacking: a name in an archive is only a key.

So no member is ever written to disk, however it is named or linked, and the limits below stop a decompression bomb.
"""

from __future__ import annotations

import codecs
import os
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryFile

from cetr.console import DAMAGED, InputError, copy_bounded, is_damage, list_members, open_packed, open_zip, read_bounded
from cetr.document import decode_html

FILE_LIMIT = 128_000_000
"""The largest file, decompressed, in bytes."""
ARCHIVE_LIMIT = 8_000_000_000
"""The largest tar archive, decompressed, in bytes."""
COUNT_LIMIT = 1_000_000
"""The most files of one archive."""

_TAR = (".tar", ".tgz", ".txz", ".tbz2", ".tar.gz", ".tar.xz", ".tar.bz2")
Readers = dict[str, Callable[[], bytes]]


@dataclass(frozen=True)
class Files:
    """Files by their path inside the folder or archive, with ``/``; ``names`` is sorted."""

    source: Path
    names: tuple[str, ...]
    readers: Readers

    def read(self, name: str) -> bytes:
        """Read a file and decompress it if needed. Raises `InputError` if it is too large or damaged."""
        with open_packed(BytesIO(self.readers[name]())) as stream:
            return read_bounded(stream, FILE_LIMIT, name)

    def first(self, *names: str) -> str | None:
        """Return the first of some names that exists."""
        return next((name for name in names if name in self.readers), None)

    def find(self, *endings: str) -> str | None:
        """Find the first name with one of the endings, which begin at a folder or file name."""
        return next((n for e in endings for n in self.names if f"/{n}".endswith(f"/{e}")), None)


@contextmanager
def open_files(source: Path) -> Iterator[Files]:
    """Open a folder, with the archives in it as if they were unpacked there, or a single archive."""
    with ExitStack() as stack:
        if source.is_dir():
            readers = _open_folder(source, stack)
        elif _is_archive(source):
            readers = _open_archive(source, stack)
        else:
            raise InputError(f"{source}: is neither a folder nor a zip or tar archive")
        yield Files(source, tuple(sorted(readers)), readers)


def _open_folder(source: Path, stack: ExitStack) -> Readers:
    readers: Readers = {}
    for path in _walk(source):
        name = path.relative_to(source).as_posix()
        if _is_archive(path):
            folder = name.rpartition("/")[0]
            members = _open_archive(path, stack)
            readers = {f"{folder}/{n}".lstrip("/"): r for n, r in members.items()} | readers
        else:
            readers[name] = partial(_read_file, path)
    return readers


def _walk(folder: Path) -> Iterator[Path]:
    """Yield the files below a folder, without hidden ones and links to other places."""
    inside = folder.resolve()
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(f for f in folders if not f.startswith("."))
        for name in sorted(n for n in names if not n.startswith(".")):
            path = Path(parent, name)
            if path.is_file() and (not path.is_symlink() or path.resolve().is_relative_to(inside)):
                yield path


def _is_archive(path: Path) -> bool:
    if path.name.lower().endswith(_TAR):
        return True
    return path.suffix.lower() == ".zip" and zipfile.is_zipfile(path)


def _read_file(path: Path) -> bytes:
    with path.open("rb") as file:
        return read_bounded(file, FILE_LIMIT, str(path))


def _open_archive(path: Path, stack: ExitStack) -> Readers:
    try:
        readers = dict(_open_tar(path, stack) if path.name.lower().endswith(_TAR) else _open_zip(path, stack))
    except (*DAMAGED, tarfile.TarError, zipfile.BadZipFile) as error:
        if not is_damage(error):
            raise
        raise InputError(f"{path}: is a damaged archive ({error}); download it again") from error
    return {name.lstrip("/"): read for name, read in readers.items()}


def _open_zip(path: Path, stack: ExitStack) -> Iterator[tuple[str, Callable[[], bytes]]]:
    archive = stack.enter_context(open_zip(path))
    for member in list_members(archive, str(path)):
        if not member.is_dir():
            yield member.filename, partial(_read_zipped, archive, member)


def _read_zipped(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    try:
        with archive.open(member) as file:
            return read_bounded(file, FILE_LIMIT, member.filename)
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError) as error:
        raise InputError(f"{member.filename}: cannot be read: {error}") from error


def _open_tar(path: Path, stack: ExitStack) -> Iterator[tuple[str, Callable[[], bytes]]]:
    # Members are read in any order, so a compressed archive is first decompressed into an anonymous file.
    plain = stack.enter_context(TemporaryFile())  # noqa: SIM115
    with open_packed(path) as compressed:
        copy_bounded(compressed, plain, ARCHIVE_LIMIT, str(path))
    plain.seek(0)
    archive = stack.enter_context(tarfile.open(fileobj=plain, mode="r:"))  # noqa: SIM115
    for count, member in enumerate(archive):
        if count >= COUNT_LIMIT:
            raise InputError(f"{path}: has more than {COUNT_LIMIT} files")
        if member.isreg():
            yield member.name.removeprefix("./"), partial(_read_tarred, archive, member)


def _read_tarred(archive: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    file = archive.extractfile(member)
    assert file is not None  # a regular file
    with file:
        return read_bounded(file, FILE_LIMIT, member.name)


def write_export(path: Path, data: bytes | str) -> None:
    """Write a file of an export and create its parent folders; text is UTF-8 with its own line breaks."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data.encode("utf-8") if isinstance(data, str) else data)


def encode_page(html: str) -> bytes:
    """Encode a page so that `cetr.document.decode_html` restores it, whatever encoding it declares."""
    data = html.encode("utf-8")
    return data if decode_html(data)[0] == html else codecs.BOM_UTF8 + data
