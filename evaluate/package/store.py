"""Reading and writing the folder of a test package.

A document is several files, so a change is first staged whole in a folder beside them, made good by one rename of
that folder (the commit), and then published file by file. Whoever finds a committed folder left by a crash publishes
it first; a reader takes files from it where they are there. So no reader sees half a document and no crash loses one.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import shutil
from collections.abc import Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from urllib.parse import urlsplit

from cetr.document import Spans, normalize_spans
from cetr.files import naming, replacing
from evaluate.package.files import check_file
from evaluate.package.journal import JOURNAL, PENDING, Decision, format_decision, is_decision
from evaluate.package.meta import (
    Meta,
    PackageError,
    PackageInfo,
    format_info,
    format_meta,
    parse_info,
    parse_meta,
)

INFO = "package.toml"
HTML, TEXT, META = ".html", ".txt", ".json"
SOURCE, LAYOUT, SCREENSHOT, EXCHANGE = ".source.html", ".layout.json.gz", ".png", ".warc.gz"
ATTACHMENTS = (SOURCE, LAYOUT, SCREENSHOT, EXCHANGE)
"""What may stand beside a captured page."""
SUFFIXES = (HTML, TEXT, META, *ATTACHMENTS)

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,119}")


class ConflictError(PackageError):
    """Another process has changed the document since it was read."""


class UnwritableError(PackageError):
    """Nothing can be written into the package: the disk is full, the folder read-only, or the journal a link."""


@dataclass(frozen=True)
class Package:
    """A package as it stood when it was read: its folder, its description and the names of its documents, sorted."""

    folder: Path
    info: PackageInfo
    names: tuple[str, ...]


@dataclass(frozen=True)
class Document:
    """One document. ``revision`` names this state of its meta data and text, for noticing changes by others."""

    folder: Path
    name: str
    html: str
    text: str
    meta: Meta
    revision: str

    @cached_property
    def spans(self) -> Spans:
        """The main content, normalised."""
        return normalize_spans(self.meta.spans, len(self.html))

    @cached_property
    def optional(self) -> Spans:
        """Spans that are right either way, normalised."""
        return normalize_spans(self.meta.optional, len(self.html))

    def path(self, suffix: str) -> Path:
        """The path of one of the document's files, whether or not it exists."""
        return self.folder / (self.name + suffix)


def html_hash(html: str) -> str:
    """SHA-256 (hex) of a document's UTF-8 bytes, as meta data records it."""
    return hashlib.sha256(html.encode("utf-8")).hexdigest()


def create_package(folder: Path, info: PackageInfo) -> Package:
    """Make a package, or open it where there is one. Refuses a folder that holds something else."""
    if (folder / INFO).exists():
        return read_package(folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise PackageError(f"{folder}: is not a test package (no {INFO}) and not an empty folder; name another folder")
    folder.mkdir(parents=True, exist_ok=True)
    write_info(folder, info)
    return read_package(folder)


def write_info(folder: Path, info: PackageInfo) -> None:
    """Write ``package.toml``."""
    try:
        data = format_info(info)
    except UnicodeEncodeError as error:
        raise PackageError(
            f"{folder / INFO}: cannot hold {error.object[error.start : error.end]!a}, which is not UTF-8"
        ) from error
    with replacing(folder / INFO) as staged:
        _write(staged, data)


def read_package(folder: Path) -> Package:
    """Read a package's description and list its documents."""
    path = folder / INFO
    try:
        check_file(path)
        info = parse_info(path.read_bytes(), str(path))
    except (FileNotFoundError, NotADirectoryError) as error:
        wrong = f"is not a test package: it has no {INFO}" if folder.exists() else "no such folder"
        raise PackageError(f"{folder}: {wrong}") from error
    names = set()
    for entry in os.scandir(folder):
        if entry.name.endswith(META) and _NAME.fullmatch(entry.name[: -len(META)]):
            names.add(entry.name[: -len(META)])
    names.update(path.stem for path in _committed(folder))
    return Package(folder, info, tuple(sorted(names)))


def list_finished(package: Package) -> tuple[str, ...]:
    """The names of the documents of a package whose gold counts."""
    return tuple(name for name in package.names if read_meta(package.folder, name).finished)


def read_meta(folder: Path, name: str) -> Meta:
    """Read one document's meta data alone."""
    return parse_meta(_read(folder, name, META), str(folder / (name + META)))


def read_text(folder: Path, name: str) -> str:
    """Read one document's text alone."""
    return _decode_text(folder, name, _read(folder, name, TEXT))


def read_document(folder: Path, name: str) -> Document:
    """Read one document. Raises `PackageError` that names the file and field at fault.

    The files beside it are looked at, too, so that whoever reads them need not.
    """
    while True:
        meta_bytes, text_bytes = _read(folder, name, META), _read(folder, name, TEXT)
        html_bytes = _read(folder, name, HTML)
        if _read(folder, name, META) == meta_bytes and _read(folder, name, TEXT) == text_bytes:
            break
    for suffix in ATTACHMENTS:
        with suppress(FileNotFoundError):
            check_file(folder / (name + suffix))
    meta = parse_meta(meta_bytes, str(folder / (name + META)))
    html, text = _decode(folder, name + HTML, html_bytes), _decode_text(folder, name, text_bytes)
    for kind, spans in (("fragments", meta.spans), ("optional", meta.optional)):
        if spans and spans[-1][1] > len(html):
            raise PackageError(
                f"{folder / (name + META)}: {kind}: ends at {spans[-1][1]}, the document has {len(html)} characters"
            )
    return Document(folder, name, html, text, meta, _revision(meta_bytes, text_bytes))


def _revision(meta: bytes, text: bytes) -> str:
    digest = hashlib.sha256(meta)
    digest.update(b"\0")
    digest.update(text)
    return digest.hexdigest()


def _decode_text(folder: Path, name: str, data: bytes) -> str:
    return _decode(folder, name + TEXT, data).removeprefix("\ufeff")  # a byte order mark, which some editors write


def _decode(folder: Path, file: str, data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise PackageError(f"{folder / file}: is not UTF-8 (byte {error.start})") from error


def _encode(folder: Path, file: str, text: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise PackageError(f"{folder / file}: has a lone surrogate (character {error.start})") from error


def _read(folder: Path, name: str, suffix: str) -> bytes:
    _check_name(name)
    for path in (_commit_folder(folder, name) / (name + suffix), folder / (name + suffix)):
        try:
            return _read_regular(path)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            raise PackageError(f"{path}: {error.strerror}") from error
    try:
        # Published between the two looks.
        return _read_regular(folder / (name + suffix))
    except (FileNotFoundError, NotADirectoryError) as error:
        raise PackageError(f"{folder / (name + suffix)}: is missing") from error


def _read_regular(path: Path) -> bytes:
    check_file(path)
    return path.read_bytes()


def write_document(
    folder: Path,
    name: str,
    *,
    meta: Meta,
    text: str,
    html: str | None = None,
    decision: Decision | None = None,
    expected: str | None = None,
    attachments: Mapping[str, bytes] | None = None,
) -> str:
    """Write a document, and the decision that led to it into the journal, in one step; returns its revision.

    ``html`` is given once, when the document is made: if another page has the name by now, `ConflictError` is raised.
    ``expected`` is the revision on which the change was based: if the document has another one by now, `ConflictError`
    is raised. Either way nothing is written. ``attachments`` maps suffixes (`SOURCE`, `LAYOUT`, `SCREENSHOT`,
    `EXCHANGE`) to contents.

    What was written is read again. Raises `PackageError` if that is not the same; a new document is then taken back.
    """
    _check_name(name)
    meta_bytes = format_meta(meta, str(folder / (name + META)))
    text_bytes = _encode(folder, name + TEXT, text)
    files = {TEXT: text_bytes, META: meta_bytes}
    if html is not None:
        files[HTML] = _encode(folder, name + HTML, html)
        if hashlib.sha256(files[HTML]).hexdigest() != meta.html_sha256:
            raise PackageError(f"{folder / (name + META)}: html_sha256: is not the hash of the document being written")
    _check_attachments(folder, name, attachments or {})
    files |= attachments or {}
    if decision is not None:
        files[JOURNAL] = format_decision(decision)
    with _locked(folder):
        _recover(folder)
        if expected is not None:
            current = _revision(_read(folder, name, META), _read(folder, name, TEXT))
            if current != expected:
                raise ConflictError(f"{folder / name}: was changed by somebody else; read it again")
        page = folder / (name + HTML)
        if html is None and not page.exists():
            raise PackageError(f"{page}: is missing")
        if html is not None and (folder / (name + META)).exists() and _read_regular(page) != files[HTML]:
            raise ConflictError(f"{page}: is there already and is another page; choose another name")
        new = not page.exists()
        _commit(folder, name, files)
        wrong = [name + s for s in files if s != JOURNAL and not _holds(folder / (name + s), files[s])]
        if wrong:
            if new:
                _remove(folder, name)
            after = "; the document was taken back" if new else ""
            raise PackageError(f"{folder / wrong[0]}: is not what was written{after}; is the disk sound?")
    return _revision(meta_bytes, text_bytes)


def attach_files(folder: Path, name: str, attachments: Mapping[str, bytes]) -> None:
    """Put files beside a document that is there, in one step; see `write_document`."""
    _check_attachments(folder, name, attachments)
    with _locked(folder):
        _recover(folder)
        if not (folder / (name + META)).exists():
            raise PackageError(f"{folder / (name + META)}: is missing")
        _commit(folder, name, attachments)


def discard_document(folder: Path, name: str) -> None:
    """Remove all files of a document; its meta data goes first, so that no half of it is ever listed."""
    _check_name(name)
    with _locked(folder):
        _recover(folder)
        _remove(folder, name)


def _remove(folder: Path, name: str) -> None:
    for suffix in (META, *SUFFIXES):
        (folder / (name + suffix)).unlink(missing_ok=True)


def make_name(url: str, taken: Collection[str]) -> str:
    """A new name for a page: its site and the next free number, such as ``example-org-0001``."""
    site = (urlsplit(url).hostname or urlsplit(url).scheme or "page").removeprefix("www.")
    stem = re.sub(r"[^a-z0-9]+", "-", site.encode("ascii", "ignore").decode().lower()).strip("-")[:60] or "page"
    numbers = (int(n[len(stem) + 1 :]) for n in taken if re.fullmatch(rf"{re.escape(stem)}-\d+", n))
    return f"{stem}-{max(numbers, default=0) + 1:04d}"


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise PackageError(f"'{name}': is not a document name: letters, digits, '-' and '_', at most 120")


def _check_attachments(folder: Path, name: str, attachments: Mapping[str, bytes]) -> None:
    _check_name(name)
    for suffix in attachments:
        if suffix not in ATTACHMENTS:
            raise PackageError(f"{folder / name}: '{suffix}' is not an attachment of a document")


def _commit_folder(folder: Path, name: str) -> Path:
    return folder / PENDING / f"{name}.commit"


def _committed(folder: Path) -> list[Path]:
    """Folders of documents that were committed and not yet published."""
    return sorted((folder / PENDING).glob("*.commit"))


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold the package against other writers; the lock goes with the process.

    What the system refuses is told of the package: nobody has asked for the files behind the scenes.
    """
    if not folder.is_dir():
        raise PackageError(f"{folder}: no such package")
    if (folder / JOURNAL).is_symlink():
        # All other files are replaced; what is appended to may be anybody's.
        raise UnwritableError(f"{folder / JOURNAL}: is a link and is not written through; put the file itself there")
    try:
        handle = os.open(folder / ".lock", os.O_CREAT | os.O_RDWR, 0o666)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)
    except OSError as error:
        raise UnwritableError(f"{folder}: cannot be written: {error.strerror}") from error


def _commit(folder: Path, name: str, files: Mapping[str, bytes]) -> None:
    """Stage files (suffix, or the journal, and contents), make them good, and publish them; under the lock."""
    staged = folder / PENDING / f"{name}.staged"
    staged.mkdir(parents=True)
    paths = [staged / (file if file == JOURNAL else name + file) for file in files]
    with ThreadPoolExecutor() as pool:  # the disk takes several files at once
        list(pool.map(_write, paths, files.values()))
    staged.rename(_commit_folder(folder, name))
    _sync_folder(folder / PENDING)
    _publish(folder, _commit_folder(folder, name))


def _recover(folder: Path) -> None:
    """Publish what a crashed process had committed, remove what it had only staged."""
    for committed in _committed(folder):
        _publish(folder, committed)
    for staged in (folder / PENDING).glob("*.staged"):
        shutil.rmtree(staged)


def _publish(folder: Path, committed: Path) -> None:
    line = committed / JOURNAL
    if line.exists():
        _append_once(folder / JOURNAL, line.read_bytes())
    # Meta data last: a document is listed once its meta data is there.
    for path in sorted(committed.iterdir(), key=lambda p: p.name.endswith(META)):
        if path.name != JOURNAL:
            path.replace(folder / path.name)
    _sync_folder(folder)
    # Only the journal's line is left in it, if that.
    done = committed.with_suffix(".staged")
    committed.rename(done)
    shutil.rmtree(done)


def _append_once(journal: Path, line: bytes) -> None:
    """Append a decision unless it is the journal's last line; a torn last line, left by a crash, is taken off.

    A last line that lacks nothing but its line break, as some editors leave it, gets one.
    """
    with journal.open("a+b") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - len(line) - 1_000_000))
        tail = file.read()
        whole = tail.rfind(b"\n") + 1
        if whole < len(tail) and is_decision(tail[whole:]):
            file.write(b"\n")
            tail += b"\n"
            whole = len(tail)
        elif whole < len(tail):
            file.truncate(size - (len(tail) - whole))
        if not tail[:whole].endswith(line):
            file.seek(0, os.SEEK_END)
            file.write(line)
            file.flush()
            os.fsync(file.fileno())


def _write(path: Path, data: bytes) -> None:
    with naming(path), path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _holds(path: Path, data: bytes) -> bool:
    """Whether a file is there and has just these bytes."""
    try:
        file = path.open("rb")
    except FileNotFoundError:
        return False
    with file:
        step = 1 << 20  # not as a whole: a copy of megabytes takes longer than to compare them
        same = all(file.read(step) == data[at : at + step] for at in range(0, len(data), step))
        return same and not file.read(1)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
