"""Scrapinghub's article extraction benchmark: ``ground-truth.json`` and ``html/ID.html.gz``.

The first layout of WCXB is the same with more keys. Source: github.com/scrapinghub/article-extraction-benchmark.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from annotate.formats.files import encode_page, open_files, write_export
from annotate.formats.records import Omission, Record
from cetr.console import InputError
from cetr.document import decode_html
from evaluate.package import Document
from evaluate.parsing import convert, parse_json

TRUTH = "ground-truth.json"


class Truth(msgspec.Struct, kw_only=True, omit_defaults=True, rename={"article_body": "articleBody", "with_": "with"}):
    """What is known about one page; only WCXB has snippets."""

    article_body: str
    url: str | None = None
    title: str | None = None
    with_: list[str] | None = None
    without: list[str] | None = None


def read(source: Path) -> Iterator[Record | Omission]:
    """Read pages of the repository's folder or archive."""
    with open_files(source) as files:
        name = files.find(TRUTH)
        if name is None:
            raise InputError(f"{source}: has no {TRUTH}")
        truths: dict[str, object] = parse_json(files.read(name), dict[str, object], f"{source}: {name}")
        folder = name.removesuffix(TRUTH) + "html/"
        for identity, facts in truths.items():
            page = files.first(f"{folder}{identity}.html.gz", f"{folder}{identity}.html")
            if page is None:
                yield Omission(identity, f"has no page {folder}{identity}.html.gz")
                continue
            try:
                yield _make_record(identity, files.read(page), convert(facts, Truth, name))
            except InputError as error:
                yield Omission(identity, str(error))


def _make_record(identity: str, page: bytes, truth: Truth) -> Record:
    snippets = {"with": truth.with_, "without": truth.without}
    return Record(
        id=identity,
        html=decode_html(page, "utf-8")[0],
        text=truth.article_body,
        url=truth.url or "",
        title=truth.title,
        page_type="article",
        extra={key: value for key, value in snippets.items() if value},
    )


def write(documents: Iterable[Document], target: Path) -> None:
    """Write the truth and the pages, compressed."""
    truths = {}
    for document in documents:
        identity = document.name
        truths[identity] = Truth(article_body=document.text, url=document.meta.url or None)
        write_export(target / "html" / f"{identity}.html.gz", gzip.compress(encode_page(document.html), mtime=0))
    write_export(target / TRUTH, msgspec.json.format(msgspec.json.encode(truths), indent=4))
