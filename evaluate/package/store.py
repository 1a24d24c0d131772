"""Read the folder of a test package."""

from __future__ import annotations

import hashlib
import os
import shlex
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from cetr.console import LARGEST
from cetr.document import Spans, normalize_spans
from evaluate.package.committing import find_committed, list_committed
from evaluate.package.files import ATTACHMENTS, HTML, INFO, META, TEXT, check_file, is_own_folder, read_regular
from evaluate.package.meta import Meta, PackageError, PackageInfo, parse_info, parse_meta
from evaluate.package.names import check_name, is_name
from evaluate.parsing import TOML_BYTES

META_BYTES = 32_000_000
"""No metadata is longer: this much holds some 90,000 fragments, and reading it can take fifty times as much memory."""


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
    html: str = field(repr=False)
    text: str = field(repr=False)
    meta: Meta
    revision: str

    @cached_property
    def spans(self) -> Spans:
        """The main content, normalised."""
        return normalize_spans(self.meta.spans, len(self.html))

    @cached_property
    def gold(self) -> Spans | str:
        """The main content as spans, or as text if no spans are known; empty if there is none."""
        return self.spans or (self.text if self.text.strip() else "")

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


def read_info(folder: Path) -> PackageInfo:
    """Read a package's description alone."""
    path = folder / INFO
    try:
        return parse_info(read_regular(path, TOML_BYTES), str(path))
    except (FileNotFoundError, NotADirectoryError) as error:
        raise PackageError(f"{folder}: {_find_fault(folder)}") from error


def _find_fault(folder: Path) -> str:
    """Say why a path is not a test package, and what may have been meant."""
    if str(folder).startswith(("http:/", "https:/")):
        return "is a URL, not the folder of a test package; 'annotate capture' makes one"
    if not folder.is_dir():
        made = "is not a test package: it is a file; 'annotate import' makes a package of other formats"
        return made if folder.exists() else "no such folder"
    inside = sorted(str(path.parent) for path in folder.glob(f"*/{INFO}"))
    hint = f"; name one of {', '.join(inside[:3])}" if inside else ""
    return f"is not a test package: it has no {INFO}{hint}"


def read_package(folder: Path) -> Package:
    """Read a package's description and list its documents."""
    info = read_info(folder)
    names = set()
    for entry in os.scandir(folder):
        if entry.name.endswith(META) and is_name(entry.name[: -len(META)]):
            names.add(entry.name[: -len(META)])
    names.update(path.stem for path in list_committed(folder))
    return Package(folder, info, tuple(sorted(names)))


def list_finished(package: Package) -> tuple[str, ...]:
    """List the names of a package's documents whose gold counts."""
    return tuple(name for name in package.names if read_meta(package.folder, name).finished)


def explain_unfinished(folder: Path) -> str:
    """Say that a package has no finished document, and how it gets one."""
    command = f"annotate review {shlex.quote(str(folder))}"
    return f"{folder}: has no document that is finished (status gold or reviewed); approve some with '{command}'"


def read_meta(folder: Path, name: str) -> Meta:
    """Read one document's metadata alone."""
    return parse_meta(read_part(folder, name, META), str(folder / (name + META)))


def read_text(folder: Path, name: str) -> str:
    """Read one document's text alone."""
    return _decode_text(folder, name, read_part(folder, name, TEXT))


def read_document(folder: Path, name: str, *, verify: bool = False) -> Document:
    """Read one document. Raises `PackageError` that names the file and field at fault.

    With ``verify``, the page must match its hash in the metadata. The files beside it are checked too, so that their
    readers need not check them.
    """
    while True:
        meta_bytes, text_bytes = read_part(folder, name, META), read_part(folder, name, TEXT)
        html_bytes = read_part(folder, name, HTML)
        if read_part(folder, name, META) == meta_bytes and read_part(folder, name, TEXT) == text_bytes:
            break
    for suffix in ATTACHMENTS:
        with suppress(FileNotFoundError):
            check_file(folder / (name + suffix))
    meta = parse_meta(meta_bytes, str(folder / (name + META)))
    if verify and hashlib.sha256(html_bytes).hexdigest() != meta.html_sha256:
        raise PackageError(
            f"{folder / (name + HTML)}: has been changed since it was saved (html_sha256 in {name + META}; perhaps its"
            " line ends were converted); restore it, or accept it with --no-verify"
        )
    html, text = _decode(folder, name + HTML, html_bytes), _decode_text(folder, name, text_bytes)
    for kind, spans in (("fragments", meta.spans), ("optional", meta.optional)):
        if spans and spans[-1][1] > len(html):
            raise PackageError(
                f"{folder / (name + META)}: {kind}: ends at {spans[-1][1]}, the document has {len(html)} characters"
            )
    return Document(folder, name, html, text, meta, find_revision(meta_bytes, text_bytes))


def find_revision(meta: bytes, text: bytes) -> str:
    """Identify the state of a document by its metadata and its text."""
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


def limit_size(suffix: str) -> int:
    """Return how many bytes a file of a document may have."""
    return META_BYTES if suffix == META else LARGEST


def read_part(folder: Path, name: str, suffix: str) -> bytes:
    """Read one file of a document. Raises `PackageError` if it is missing or cannot be read."""
    check_name(name)
    committed = find_committed(folder, name)
    own = is_own_folder(committed.parent) and is_own_folder(committed)
    for path in (*([committed / (name + suffix)] if own else []), folder / (name + suffix)):
        try:
            return read_regular(path, limit_size(suffix))
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            raise PackageError(f"{path}: {error.strerror}") from error
    try:
        # Published between the two checks.
        return read_regular(folder / (name + suffix), limit_size(suffix))
    except (FileNotFoundError, NotADirectoryError) as error:
        raise PackageError(f"{folder / (name + suffix)}: is missing") from error
