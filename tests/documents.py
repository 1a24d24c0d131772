"""Small documents and packages for tests."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cetr.document import Spans, derive_text, normalize_spans
from evaluate.package import Document, Meta, PackageInfo, create_package, html_hash, make_fragments, read_document
from evaluate.package.writing import write_document


def find_spans(html: str, *parts: str) -> Spans:
    """The first occurrence of each part in the HTML, as normalised spans."""
    return normalize_spans([(html.index(p), html.index(p) + len(p)) for p in parts], len(html))


def make_document(
    folder: Path,
    name: str,
    html: str,
    gold: tuple[str, ...],
    *,
    text: str | None = None,
    optional: tuple[str, ...] = (),
    attachments: Mapping[str, bytes] | None = None,
    **meta: Any,
) -> Document:
    """Write a document whose gold are the given parts of its HTML into a package, which is made if need be."""
    create_package(folder, PackageInfo(name=folder.name))
    spans = find_spans(html, *gold)
    facts = {"url": f"https://{name}.example/page", **meta}
    record = Meta(
        html_sha256=html_hash(html),
        fragments=make_fragments(html, spans),
        optional=find_spans(html, *optional),
        **facts,
    )
    text = derive_text(html, spans) if text is None else text
    known = read_document(folder, name).revision if (folder / f"{name}.json").exists() else None
    write_document(folder, name, meta=record, text=text, html=html, attachments=attachments, expected=known)
    return read_document(folder, name)
