"""Write the folder of a test package; `committing` makes each change atomic."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from cetr.console import replacing
from evaluate.package.committing import commit_files, find_changed, write_lasting, writing
from evaluate.package.files import ATTACHMENTS, HTML, INFO, META, SUFFIXES, TEXT, read_regular
from evaluate.package.journal import JOURNAL, Decision, format_decision
from evaluate.package.meta import Meta, PackageError, PackageInfo, format_info, format_meta
from evaluate.package.names import check_name
from evaluate.package.store import Document, Package, find_revision, limit_size, read_package, read_part

_FOR_GIT = {
    ".gitignore": b"/.lock\n/.pending/\n/.before-repair/\n",
    ".gitattributes": b"""\
# Pages are exact bytes: no conversion of line ends. Decisions of two people on two branches are all kept. A page that
# both have changed or added is never mixed line by line: it stays as it is here until somebody chooses.
* -text
*.html -merge
*.json -merge
*.txt -merge
journal.jsonl merge=union
""",
}


class ConflictError(PackageError):
    """Another process has changed the document since it was read."""


def create_package(folder: Path, info: PackageInfo) -> Package:
    """Create a package, or open an existing one. Refuses a folder that holds something else."""
    if (folder / INFO).exists():
        return read_package(folder)
    if not is_vacant(folder):
        raise PackageError(f"{folder}: is not a test package (no {INFO}) and not an empty folder; name another folder")
    folder.mkdir(parents=True, exist_ok=True)
    write_info(folder, info)
    for name, data in _FOR_GIT.items():
        with replacing(folder / name) as staged:
            write_lasting(staged, data)
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
    same page exists already. Raises `ConflictError`, and writes nothing, if a document of this name exists by now, or
    has another revision. ``attachments`` maps suffixes (`ATTACHMENTS`) to contents.

    What was written is read back. Raises `PackageError` if it differs; a new document is then removed.
    """
    check_name(name)
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
        if len(data) > limit_size(suffix):
            raise PackageError(f"{folder / (name + suffix)}: would be larger than {limit_size(suffix) // 1_000_000} MB")
    files |= attachments or {}
    if decision is not None:
        files[JOURNAL] = format_decision(decision)
    with writing(folder):
        _refuse_conflict(folder, name, html_bytes, expected)
        new = not (folder / (name + HTML)).exists()
        commit_files(folder, name, files)
        if changed := find_changed(folder, name, files):
            if new:
                _remove(folder, name)
            after = "; the document was removed" if new else ""
            raise PackageError(f"{changed[0]}: differs from what was written{after}; check the disk")
    return find_revision(meta_bytes, text_bytes)


def _refuse_conflict(folder: Path, name: str, html: bytes | None, expected: str | None) -> None:
    """Refuse to write a document that is not, or is no longer, what the writer takes it for."""
    if expected is not None:
        current = find_revision(read_part(folder, name, META), read_part(folder, name, TEXT))
        if current != expected:
            raise ConflictError(f"{folder / name}: was changed by somebody else; read it again")
    page = folder / (name + HTML)
    if html is None and not page.exists():
        raise PackageError(f"{page}: is missing")
    if html is not None and (folder / (name + META)).exists():
        if read_regular(page) != html:
            raise ConflictError(f"{page}: already exists and is another page; choose another name")
        if expected is None:
            raise ConflictError(f"{folder / name}: was created by somebody else meanwhile; read it")


def rewrite_document(document: Document, meta: Meta, text: str, decision: Decision) -> str:
    """Write new metadata and text of a document that was read; returns its revision. See `write_document`."""
    return write_document(
        document.folder, document.name, meta=meta, text=text, decision=decision, expected=document.revision
    )


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
    check_name(name)
    with writing(folder):
        if decision is not None:
            commit_files(folder, name, {JOURNAL: format_decision(decision)})
        _remove(folder, name)


def _remove(folder: Path, name: str) -> None:
    for suffix in (META, *SUFFIXES):
        (folder / (name + suffix)).unlink(missing_ok=True)


def _encode(folder: Path, file: str, text: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise PackageError(f"{folder / file}: has a lone surrogate (character {error.start})") from error


def _check_attachments(folder: Path, name: str, attachments: Mapping[str, bytes]) -> None:
    check_name(name)
    for suffix in attachments:
        if suffix not in ATTACHMENTS:
            raise PackageError(f"{folder / name}: '{suffix}' is not an attachment of a document")
