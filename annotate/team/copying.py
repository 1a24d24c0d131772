"""Copy documents to another package for somebody else to work on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from cetr.console import InputError, resolve_folder
from cetr.document import Spans, derive_text
from evaluate.package import (
    Document,
    Meta,
    PackageError,
    PackageInfo,
    create_package,
    make_fragments,
    read_document,
    write_document,
)
from evaluate.package.files import ATTACHMENTS, read_regular


def copy_documents(
    sources: Mapping[str, Path],
    target: Path,
    remake: Callable[[Document], tuple[Meta, Spans]],
    info: PackageInfo,
    on_document: Callable[[], object],
) -> dict[str, str]:
    """Copy documents as drafts of nobody, with other marks, into a package; existing documents stay as they are.

    ``sources`` are the packages that documents come from. Returns why documents are left out.
    """
    if resolve_folder(target) in map(resolve_folder, set(sources.values())):
        raise InputError(f"{target}: is the package itself; name another folder with --out")
    package = create_package(target, msgspec.structs.replace(info, name=target.name))
    there = set(package.names)
    left_out: dict[str, str] = {}
    for name, source in sources.items():
        on_document()
        if name in there:
            continue
        try:
            document = read_document(source, name)
        except PackageError as error:
            left_out[name] = f"cannot be read: {error}"
            continue
        meta, spans = remake(document)
        fragments = make_fragments(document.html, spans)
        meta = msgspec.structs.replace(
            meta, status="draft", annotator=None, approvals=(), coverage=None, fragments=fragments
        )
        text = derive_text(document.html, spans)
        attachments = {s: read_regular(document.path(s)) for s in ATTACHMENTS if document.path(s).exists()}
        write_document(target, name, meta=meta, text=text, html=document.html, attachments=attachments)
    return left_out


def strip_marks(document: Document) -> tuple[Meta, Spans]:
    """Return a document without anything that people said about its content."""
    fields = {"fragmented": False, "multiple_articles": False, "note": "", "extra": {}}
    return msgspec.structs.replace(document.meta, **fields, optional=()), ()
