"""Read and write the folder of a test package; `committing` makes each change atomic."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from urllib.parse import urlsplit

from cetr.console import LARGEST, replacing
from cetr.document import Spans, normalize_spans
from evaluate.package.committing import (
    commit_files,
    find_changed,
    find_committed,
    list_committed,
    write_lasting,
    writing,
)
from evaluate.package.files import (
    ATTACHMENTS,
    HTML,
    INFO,
    META,
    SUFFIXES,
    TEXT,
    check_file,
    is_own_folder,
    read_regular,
)
from evaluate.package.journal import JOURNAL, Decision, format_decision
from evaluate.package.meta import Meta, PackageError, PackageInfo, format_info, format_meta, parse_info, parse_meta
from evaluate.parsing import TOML_BYTES

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,119}")


META_BYTES = 32_000_000
"""No metadata is longer: this much holds some 90,000 fragments, and reading it can take fifty times as much memory."""

ATTRIBUTES = ".gitattributes"
_ATTRIBUTES = b"""\
# Pages are exact bytes: no conversion of line ends. Decisions of two people on two branches are all kept. A page that
# both have changed is never mixed line by line: it stays as it is here until somebody chooses.
* -text
*.json -merge
*.txt -merge
journal.jsonl merge=union
"""


class ConflictError(PackageError):
    """Another process has changed the document since it was read."""


@dataclass(frozen=True)
class Package:
    """A package as it was when it was read: its folder, its description and the names of its documents, sorted."""

    folder: Path
    info: PackageInfo
    names: tuple[str, ...]


@dataclass(frozen=True)
class Document:
    """One document. ``revision`` identifies the state of its metadata and text, to notice changes by others."""

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
        """Return the path of one of the document's files, whether or not it exists."""
        return self.folder / (self.name + suffix)


def html_hash(html: str) -> str:
    """Return the SHA-256 (hex) of a document's UTF-8 bytes, as recorded in its metadata."""
    return hashlib.sha256(html.encode("utf-8")).hexdigest()


def create_package(folder: Path, info: PackageInfo) -> Package:
    """Create a package, or open an existing one. Refuses a folder that holds something else."""
    if (folder / INFO).exists():
        return read_package(folder)
    if not is_vacant(folder):
        raise PackageError(f"{folder}: is not a test package (no {INFO}) and not an empty folder; name another folder")
    folder.mkdir(parents=True, exist_ok=True)
    write_info(folder, info)
    with replacing(folder / ATTRIBUTES) as staged:
        write_lasting(staged, _ATTRIBUTES)
    return read_package(folder)


def is_vacant(folder: Path) -> bool:
    """Whether a package can be created there: nothing is in the folder but what another process, which may have been
    killed, has staged to create it.
    """
    if not folder.is_dir():
        return not folder.exists()
    return all(path.name.endswith(f".{INFO}") for path in folder.iterdir())


def write_info(folder: Path, info: PackageInfo) -> None:
    """Write ``package.toml``."""
    try:
        data = format_info(info)
    except UnicodeEncodeError as error:
        raise PackageError(
            f"{folder / INFO}: cannot hold {error.object[error.start : error.end]!a}, which is not UTF-8"
        ) from error
    with replacing(folder / INFO) as staged:
        write_lasting(staged, data)


def read_package(folder: Path) -> Package:
    """Read a package's description and list its documents."""
    path = folder / INFO
    try:
        info = parse_info(read_regular(path, TOML_BYTES), str(path))
    except (FileNotFoundError, NotADirectoryError) as error:
        wrong = f"is not a test package: it has no {INFO}" if folder.exists() else "no such folder"
        raise PackageError(f"{folder}: {wrong}") from error
    names = set()
    for entry in os.scandir(folder):
        if entry.name.endswith(META) and _NAME.fullmatch(entry.name[: -len(META)]):
            names.add(entry.name[: -len(META)])
    names.update(path.stem for path in list_committed(folder))
    return Package(folder, info, tuple(sorted(names)))


def list_finished(package: Package) -> tuple[str, ...]:
    """List the names of a package's documents whose gold counts."""
    return tuple(name for name in package.names if read_meta(package.folder, name).finished)


def read_meta(folder: Path, name: str) -> Meta:
    """Read one document's metadata alone."""
    return parse_meta(_read(folder, name, META), str(folder / (name + META)))


def read_text(folder: Path, name: str) -> str:
    """Read one document's text alone."""
    return _decode_text(folder, name, _read(folder, name, TEXT))


def read_document(folder: Path, name: str, *, verify: bool = False) -> Document:
    """Read one document. Raises `PackageError` that names the file and field at fault.

    With ``verify``, the page must match its hash in the metadata. The files beside it are checked too, so that their
    readers need not check them.
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
    if verify and hashlib.sha256(html_bytes).hexdigest() != meta.html_sha256:
        raise PackageError(
            f"{folder / (name + HTML)}: has been changed since it was saved (html_sha256 in {name + META}; perhaps its"
            " line ends were converted): restore it, or accept it with --no-verify"
        )
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


def _limit(suffix: str) -> int:
    return META_BYTES if suffix == META else LARGEST


def _read(folder: Path, name: str, suffix: str) -> bytes:
    _check_name(name)
    committed = find_committed(folder, name)
    own = is_own_folder(committed.parent) and is_own_folder(committed)
    for path in (*([committed / (name + suffix)] if own else []), folder / (name + suffix)):
        try:
            return read_regular(path, _limit(suffix))
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            raise PackageError(f"{path}: {error.strerror}") from error
    try:
        # Published between the two checks.
        return read_regular(folder / (name + suffix), _limit(suffix))
    except (FileNotFoundError, NotADirectoryError) as error:
        raise PackageError(f"{folder / (name + suffix)}: is missing") from error


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

    Give ``html`` to create the document. Give ``expected``, the revision to replace, to change it; give both if the
    same page exists already. `ConflictError` is raised, and nothing written, if a document of this name exists by now,
    or has another revision. ``attachments`` maps suffixes (`ATTACHMENTS`) to contents.

    What was written is read back. Raises `PackageError` if it differs; a new document is then removed.
    """
    _check_name(name)
    html_bytes = None if html is None else _encode(folder, name + HTML, html)
    with ThreadPoolExecutor(1) as aside:  # megabytes are hashed while others are formatted
        hashing = None if html_bytes is None else aside.submit(hashlib.sha256, html_bytes)
        meta_bytes = format_meta(meta, str(folder / (name + META)))
        text_bytes = _encode(folder, name + TEXT, text)
    files = {TEXT: text_bytes, META: meta_bytes}
    if html_bytes is not None and hashing is not None:
        files[HTML] = html_bytes
        if hashing.result().hexdigest() != meta.html_sha256:
            raise PackageError(f"{folder / (name + META)}: html_sha256: is not the hash of the document being written")
    _check_attachments(folder, name, attachments or {})
    for suffix, data in files.items():
        if len(data) > _limit(suffix):
            raise PackageError(f"{folder / (name + suffix)}: would be larger than {_limit(suffix) // 1_000_000} MB")
    files |= attachments or {}
    if decision is not None:
        files[JOURNAL] = format_decision(decision)
    with writing(folder):
        if expected is not None:
            current = _revision(_read(folder, name, META), _read(folder, name, TEXT))
            if current != expected:
                raise ConflictError(f"{folder / name}: was changed by somebody else; read it again")
        page = folder / (name + HTML)
        if html is None and not page.exists():
            raise PackageError(f"{page}: is missing")
        if html is not None and (folder / (name + META)).exists():
            if read_regular(page) != files[HTML]:
                raise ConflictError(f"{page}: already exists and is another page; choose another name")
            if expected is None:
                raise ConflictError(f"{folder / name}: was created by somebody else meanwhile; read it")
        new = not page.exists()
        commit_files(folder, name, files)
        changed = find_changed(folder, name, files)
        if changed:
            if new:
                _remove(folder, name)
            after = "; the document was removed" if new else ""
            raise PackageError(f"{changed[0]}: differs from what was written{after}; check the disk")
    return _revision(meta_bytes, text_bytes)


def attach_files(folder: Path, name: str, attachments: Mapping[str, bytes]) -> None:
    """Attach files to an existing document in one step; see `write_document`."""
    _check_attachments(folder, name, attachments)
    with writing(folder):
        if not (folder / (name + META)).exists():
            raise PackageError(f"{folder / (name + META)}: is missing")
        commit_files(folder, name, attachments)


def discard_document(folder: Path, name: str, decision: Decision | None = None) -> None:
    """Remove all files of a document, its metadata first, so that half a document is never listed.

    The ``decision`` that led to it is written into the journal first.
    """
    _check_name(name)
    with writing(folder):
        if decision is not None:
            commit_files(folder, name, {JOURNAL: format_decision(decision)})
        _remove(folder, name)


def _remove(folder: Path, name: str) -> None:
    for suffix in (META, *SUFFIXES):
        (folder / (name + suffix)).unlink(missing_ok=True)


def make_name(url: str, taken: Collection[str]) -> str:
    """Make a new name for a page: its site and the next free number, such as ``example-org-0001``."""
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
