"""WCXB: ``dev/ground-truth/N.json`` and ``dev/html/N.html.gz``, with seven page types and snippets.

Snippets that must and must not be extracted are kept under ``extra.with`` and ``extra.without``.
Source: github.com/Murrough-Foley/web-content-extraction-benchmark, schema 2.0.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec

from annotate.formats.files import encode_page, open_files, write_export
from annotate.formats.records import Omission, Record
from cetr.console import InputError
from cetr.document import decode_html
from evaluate.package import Document
from evaluate.parsing import parse_json

_KEPT = ("with", "without", "author", "publish_date")


class Truth(msgspec.Struct, kw_only=True):
    """A file of ``ground-truth``; its other keys are ignored."""

    ground_truth: dict[str, Any]
    url: str | None = None
    internal: dict[str, Any] = msgspec.field(name="_internal", default_factory=dict)


def read(source: Path) -> Iterator[Record | Omission]:
    """Read pages of the repository's folder or archive, of all its splits."""
    with open_files(source) as files:
        truths = [n for n in files.names if PurePosixPath(n).parts[-2:-1] == ("ground-truth",) and n.endswith(".json")]
        if not truths:
            raise InputError(f"{source}: has no folder ground-truth with JSON files")
        for name in truths:
            path = PurePosixPath(name)
            wanted = path.parent.parent / "html" / path.stem
            page = files.first(f"{wanted}.html.gz", f"{wanted}.html")
            if page is None:
                yield Omission(path.stem, f"has no page {wanted}.html.gz")
                continue
            try:
                yield _make_record(path.stem, files.read(page), parse_json(files.read(name), Truth, name))
            except InputError as error:
                yield Omission(path.stem, str(error))


def _make_record(identity: str, page: bytes, truth: Truth) -> Record:
    gold = truth.ground_truth
    kind = truth.internal.get("page_type")
    page_type = kind.get("primary") if isinstance(kind, dict) else kind
    title, text = gold.get("title"), gold.get("main_content")
    if not isinstance(text, str):
        raise InputError("ground_truth.main_content: is not a text")
    return Record(
        id=identity,
        html=decode_html(page, "utf-8")[0],
        text=text,
        url=truth.url or "",
        title=title if isinstance(title, str) else None,
        page_type="collection" if page_type == "category" else str(page_type or "article"),
        extra={key: gold[key] for key in _KEPT if gold.get(key)},
    )


def write(documents: Iterable[Document], target: Path) -> None:
    """Write the files of one split."""
    for document in documents:
        meta = document.meta
        truth = {
            "schema_version": "2.0",
            "url": meta.url,
            "file_id": document.name,
            "_internal": {"page_type": {"primary": meta.page_type or "article"}},
            "ground_truth": {
                "title": meta.title,
                "main_content": document.text,
                **{key: meta.extra[key] for key in _KEPT if key in meta.extra},
            },
        }
        write_export(target / "ground-truth" / f"{document.name}.json", msgspec.json.format(msgspec.json.encode(truth)))
        write_export(target / "html" / f"{document.name}.html.gz", gzip.compress(encode_page(document.html), mtime=0))
