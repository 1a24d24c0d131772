"""What one run of the reviewer works on: the package it writes, and what it shows beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from annotate.agree.packages import find_common, name_annotators
from annotate.review.columns import Column
from annotate.review.model.adjudication import KEY, start_adjudication
from cetr.console import InputError
from cetr.document import Spans, derive_text, intersect_spans, normalize_spans
from evaluate.package import (
    Document,
    Meta,
    PackageError,
    create_package,
    make_fragments,
    read_document,
    read_package,
    resolve_folder,
    write_document,
)
from evaluate.package.files import ATTACHMENTS

if TYPE_CHECKING:
    from annotate.check import Finding


@dataclass(frozen=True)
class Assignment:
    """What is to be decided. When it adjudicates, ``columns`` are the two packages between which it decides."""

    folder: Path
    names: tuple[str, ...]
    columns: tuple[Column, ...] = ()
    annotator: str | None = None
    blind: bool = False
    adjudicating: bool = False
    findings: Mapping[str, tuple[Finding, ...]] = field(default_factory=dict)
    first: str | None = None
    notice: str = ""
    """What the person is told at the start."""


def start_blind(source: Path, target: Path, annotator: str | None, on_document: Callable[[], object]) -> dict[str, str]:
    """Copy a package's pages without their marks, for a second person to mark. What is there already is left alone.

    Returns why documents are left out: they cannot be read.
    """

    def strip(document: Document) -> tuple[Meta, Spans]:
        fields = {"fragmented": False, "multiple_articles": False, "note": "", "extra": {}}
        meta = msgspec.structs.replace(document.meta, **fields, optional=(), annotator=annotator)
        return meta, ()

    names = read_package(source).names
    return _copy_documents(source, target, names, strip, f"{source.name}, second pass", on_document)


def start_adjudication_package(
    one: Path, other: Path, target: Path, on_document: Callable[[], object]
) -> tuple[tuple[Column, Column], dict[str, str]]:
    """Make the package in which two are brought together: what both mark is marked, the rest is to be decided.

    Returns the two sides as columns, and why documents are left out: not finished in both, or not the same page.
    """
    sides = _name_sides(one, other)
    left_out: dict[str, str] = {}
    names = []
    for name, found in find_common((one, other), [side.name for side in sides]):
        if isinstance(found, str):
            left_out[name] = found
        else:
            names.append(name)
            on_document()
    if not names:
        reasons = "; ".join(f"{name} {why}" for name, why in list(left_out.items())[:3])
        raise InputError(f"{one}, {other}: have no finished page in common ({reasons or 'both are empty'})")

    def merge(document: Document) -> tuple[Meta, Spans]:
        second = read_document(other, document.name)
        both = (document, second)
        record = start_adjudication(
            [(side.name, d.meta.annotator, d.spans) for side, d in zip(sides, both, strict=True)]
        )
        optional = normalize_spans((*document.optional, *second.optional), len(document.html))
        spans = intersect_spans(document.spans, second.spans)
        extra = {**document.meta.extra, KEY: record}
        meta = msgspec.structs.replace(document.meta, optional=optional, extra=extra, fragmented=len(spans) > 1)
        return meta, spans

    title = f"{one.name} and {other.name}, adjudicated"
    return sides, left_out | _copy_documents(one, target, names, merge, title, on_document)


def _name_sides(one: Path, other: Path) -> tuple[Column, Column]:
    a, b = resolve_folder(one), resolve_folder(other)
    if a == b:
        raise InputError(f"{other}: is the package itself; --against names another one")
    names = name_annotators((one, other))
    return Column(names[0], str(a)), Column(names[1], str(b))


def _copy_documents(
    source: Path,
    target: Path,
    names: Iterable[str],
    remake: Callable[[Document], tuple[Meta, Spans]],
    title: str,
    on_document: Callable[[], object],
) -> dict[str, str]:
    """Copy documents as drafts with other marks into a package; those that are there already stay as they are.

    Returns why documents are left out.
    """
    if resolve_folder(target) == resolve_folder(source):
        raise InputError(f"{target}: is the package itself; --out names another folder")
    info = read_package(source).info
    package = create_package(target, msgspec.structs.replace(info, name=target.name, title=title))
    there = set(package.names)
    left_out: dict[str, str] = {}
    for name in names:
        on_document()
        if name not in there:
            try:
                document = read_document(source, name)
            except PackageError as error:
                left_out[name] = f"cannot be read: {error}"
                continue
            meta, spans = remake(document)
            meta = msgspec.structs.replace(
                meta, status="draft", coverage=None, fragments=make_fragments(document.html, spans)
            )
            text = derive_text(document.html, spans)
            attachments = {s: document.path(s).read_bytes() for s in ATTACHMENTS if document.path(s).exists()}
            write_document(target, name, meta=meta, text=text, html=document.html, attachments=attachments)
    return left_out
