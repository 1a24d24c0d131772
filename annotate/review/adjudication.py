"""An adjudication: one package from those of several people, in which their differences are decided."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from annotate.agree import find_common, name_annotators
from annotate.markup.interruption import has_words, is_interrupted
from annotate.markup.unseen import lex_seen
from annotate.review.blind import BLIND
from annotate.review.columns import Column
from annotate.review.model.adjudication import (
    FIELDS,
    KEY,
    Side,
    find_majority,
    list_answers,
    look_again,
    make_side,
    rename_sides,
    retake_majority,
    sides_of,
    start_adjudication,
)
from annotate.team.copying import copy_documents
from cetr.console import InputError, resolve_folder
from cetr.document import Spans, derive_text
from evaluate.package import (
    Decision,
    Document,
    Meta,
    make_fragments,
    read_document,
    read_info,
    read_package,
    rewrite_document,
)
from evaluate.package.files import INFO


def start_adjudication_package(
    one: Path, others: Sequence[Path], target: Path, annotator: str | None, on_document: Callable[[], object]
) -> tuple[tuple[Column, ...], dict[str, str], list[str]]:
    """Make a package from several: what most people mark is marked, and the rest is undecided.

    Returns the sides as columns, the reasons why documents are left out (fewer than two people have decided on them, or
    the pages differ), and the documents that are open again because a side has changed since.
    """
    folders = (one, *others)
    columns = _name_sides(folders)
    left_out: dict[str, str] = {}
    common: dict[str, Mapping[int, Document]] = {}
    for name, found in find_common(folders, [column.name for column in columns]):
        if isinstance(found, str):
            left_out[name] = found
        else:
            common[name] = found.documents
            on_document()
    if not common:
        reasons = "; ".join(f"{name} {why}" for name, why in list(left_out.items())[:3])
        listed = ", ".join(map(str, folders))
        raise InputError(f"{listed}: have no finished page in common ({reasons or 'all are empty'})")

    def list_sides(name: str) -> list[Side]:
        return [make_side(columns[i].name, document) for i, document in common[name].items()]

    def merge(document: Document) -> tuple[Meta, Spans]:
        sides = list_sides(document.name)
        spans, optional = find_majority(sides, len(document.html))
        fields = {field: answers[0][1] for field in FIELDS[1:] if (answers := list_answers(sides, field))}
        extra = {**document.meta.extra, KEY: start_adjudication(sides)}
        fragmented = is_interrupted(spans, optional, lambda gaps: has_words(document.html, gaps, lex_seen(document)))
        meta = msgspec.structs.replace(document.meta, optional=optional, extra=extra, fragmented=fragmented, **fields)
        return meta, spans

    there = set(read_package(target).names) if (target / INFO).exists() else set()
    reopened = [name for name in common if name in there and _look_again(target, name, list_sides(name), annotator)]
    info = read_info(one)
    extra = {key: value for key, value in info.extra.items() if key != BLIND}
    title = f"{' and '.join(folder.name for folder in folders)}, adjudicated"
    info = msgspec.structs.replace(info, title=title, extra=extra)
    sources = {name: next(iter(documents.values())).folder for name, documents in common.items()}
    return columns, left_out | copy_documents(sources, target, merge, info, on_document), reopened


def _look_again(target: Path, name: str, sides: Sequence[Side], annotator: str | None) -> bool:
    """Reopen what has changed since a document was adjudicated; returns whether anything has."""
    document = read_document(target, name)
    length = len(document.html)
    known = rename_sides(document.meta.extra, sides, length)
    again = look_again(known, sides, length)
    if again is None:
        if known is not document.meta.extra:
            _rename(document, known, annotator)
        return False
    spans, optional = retake_majority(document.spans, document.optional, sides, again.moved, length)
    decision = Decision(
        time=datetime.now(UTC),
        document=name,
        action="reopen",
        annotator=annotator,
        before=document.spans,
        after=spans,
        detail={"moved": again.moved, "fields_moved": again.fields},
    )
    fragments = make_fragments(document.html, spans)
    answers = {field: list_answers(sides_of(again.extra, length), field) for field in again.fields}
    agreed = {field: given[0][1] for field, given in answers.items() if field in FIELDS[1:] and len(given) == 1}
    meta = msgspec.structs.replace(
        document.meta, status="draft", approvals=(), fragments=fragments, optional=optional, extra=again.extra, **agreed
    )
    text = derive_text(document.html, spans)
    rewrite_document(document, meta, text, decision)
    return True


def _rename(document: Document, known: Mapping[str, Any], annotator: str | None) -> None:
    """Record what the sides are called now; what was decided stays."""
    decision = Decision(
        time=datetime.now(UTC),
        document=document.name,
        action="rename",
        annotator=annotator,
        before=document.spans,
        after=document.spans,
    )
    meta = msgspec.structs.replace(document.meta, extra=dict(known))
    rewrite_document(document, meta, document.text, decision)


def _name_sides(folders: Sequence[Path]) -> tuple[Column, ...]:
    resolved = [resolve_folder(folder) for folder in folders]
    for i, folder in enumerate(resolved):
        if folder == resolved[0] and i:
            raise InputError(f"{folders[i]}: is the package itself; --against must name another one")
        if folder in resolved[:i]:
            raise InputError(f"{folders[i]}: is named twice by --against")
    return tuple(Column(name, str(folder)) for name, folder in zip(name_annotators(folders), resolved, strict=True))
