"""Drafts on disk, which survive a closed window, a crash and a power failure."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from annotate.capture.migrating import name_copy, read_migrated
from annotate.capture.model.draft import SCHEMA, Draft
from annotate.capture.model.marks import Gold
from cetr.console import InputError, SchemaError, replacing
from cetr.document import Spans, TextCache, align_text, derive_text, lex, normalize_spans, subtract_spans
from evaluate.package import read_document, refuse_link

DRAFTS = ".drafts"


def _drop_length(draft: dict[str, Any]) -> dict[str, Any]:
    """Schema 1 had neither notes nor optional parts; its first version had the length of the page."""
    return {key: value for key, value in draft.items() if key != "length"}


_STEPS = {1: _drop_length}


def _path(folder: Path, url: str) -> Path:
    refuse_link(folder / DRAFTS)
    return folder / DRAFTS / f"{hashlib.sha256(url.encode()).hexdigest()[:24]}.json"


def write_draft(folder: Path, draft: Draft) -> None:
    """Replace the page's earlier draft in one step."""
    path = _path(folder, draft.url)
    with replacing(path) as staged, staged.open("wb") as file:
        file.write(msgspec.json.encode(draft))
        file.flush()
        os.fsync(file.fileno())


def read_draft(folder: Path, url: str) -> Draft | None:
    """Read the draft of a page; None if there is no readable draft. Raises `SchemaError` if it has a newer schema."""
    try:
        return read_migrated(_path(folder, url), Draft, SCHEMA, _STEPS)
    except SchemaError:
        raise
    except (OSError, InputError):
        return None


def remove_draft(folder: Path, url: str) -> None:
    """Remove the draft of a page."""
    path = _path(folder, url)
    for file in (path, *(name_copy(path, schema) for schema in _STEPS)):
        file.unlink(missing_ok=True)
    with suppress(OSError):  # it still holds others, or it does not exist
        path.parent.rmdir()


def recall_gold(folder: Path, name: str) -> Draft:
    """Return a saved document as a draft to correct."""
    document = read_document(folder, name)
    guessed = "language" in document.meta.extra.get("guessed", ())
    return Draft(
        url=document.meta.url,
        spans=document.spans,
        texts=tuple(derive_text(document.html, (span,)) for span in document.spans),
        language="" if guessed else document.meta.language or "",
        named=not guessed and document.meta.language is not None,
        multiple=document.meta.multiple_articles,
        fragmented=document.meta.fragmented,
        note="" if document.meta.status == "rejected" else document.meta.note,  # that says why it was rejected
        optional=document.optional,
        optional_texts=tuple(derive_text(document.html, (span,)) for span in document.optional),
    )


def relocate(draft: Draft, html: str) -> Gold:
    """Locate the draft's spans in the page as it is now: where they were, or where their texts have moved."""
    spans = _relocate(draft.spans, draft.texts, html)
    return Gold(spans, subtract_spans(_relocate(draft.optional, draft.optional_texts, html), spans))


_MOST_MOVED = 200
"""No more spans are looked for elsewhere: each takes some 50 ms, and a stranger's draft can have any number."""


def _relocate(spans: Spans, texts: Sequence[str], html: str) -> Spans:
    found: list[tuple[int, int]] = []
    here, moved = TextCache(html, lex(html)), 0
    for span, text in zip(spans, texts, strict=True):
        if 0 <= span[0] < span[1] <= len(html) and here.derive((span,)) == text:
            found.append(span)
            continue
        moved += 1
        if moved > _MOST_MOVED:
            continue
        alignment = align_text(html, text)
        if alignment.coverage == 1.0 and alignment.spans:
            hull = (alignment.spans[0][0], alignment.spans[-1][1])
            if derive_text(html, (hull,)) == text:
                found.append(hull)
    return normalize_spans(found, len(html))
