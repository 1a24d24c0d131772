"""Mozilla Readability's test pages: ``NAME/source.html``, ``NAME/expected.html``, ``NAME/expected-metadata.json``.

Source: github.com/mozilla/readability, test/test-pages.
"""

from __future__ import annotations

import html as html_entities
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path, PurePosixPath

import msgspec

from annotate.formats.files import encode_page, open_files, write_export
from annotate.formats.gold_text import mark_gold
from annotate.formats.records import Omission, Record
from cetr.console import InputError
from cetr.document import decode_html, derive_text
from evaluate.package import Document
from evaluate.parsing import parse_json

PAGE, GOLD, META = "source.html", "expected.html", "expected-metadata.json"


class Expected(msgspec.Struct):
    """The part of the metadata that is used here."""

    title: str | None = None
    lang: str | None = None


def read(source: Path) -> Iterator[Record | Omission]:
    """Read pages of the folder ``test-pages``, or of a folder that contains it."""
    with open_files(source) as files:
        pages = [n for n in files.names if PurePosixPath(n).name == PAGE]
        if not pages:
            raise InputError(f"{source}: has no folders with {PAGE}")
        for page in pages:
            folder = page.removesuffix(PAGE)
            identity = PurePosixPath(page).parent.name or "page"
            if folder + GOLD not in files.readers:
                yield Omission(identity, f"has no {GOLD}")
                continue
            try:
                html, gold = (decode_html(files.read(folder + name), "utf-8")[0] for name in (PAGE, GOLD))
                meta = files.read(folder + META) if folder + META in files.readers else b"{}"
                known: Expected = parse_json(meta, Expected, folder + META)
            except InputError as error:
                yield Omission(identity, str(error))
                continue
            text = derive_text(gold)
            yield Record(id=identity, html=html, text=text, title=known.title, language=known.lang, page_type="article")


def write(documents: Iterable[Document], target: Path) -> None:
    """Write a folder for each document; the expected HTML has a heading, paragraph or list item for each line."""
    for document in documents:
        folder = target / document.name
        meta = {"title": document.meta.title, "lang": document.meta.language}
        write_export(folder / PAGE, encode_page(document.html))
        write_export(folder / GOLD, format_gold(document))
        write_export(folder / META, msgspec.json.format(msgspec.json.encode(meta)) + b"\n")


def format_gold(document: Document) -> str:
    """Format the gold as simple HTML, in the element that Readability puts around its own."""
    parts = []
    for mark, group in groupby(mark_gold(document), key=lambda line: line[0]):
        element = {"h": "h2", "l": "li"}.get(mark, "p")
        lines = "".join(f"<{element}>{html_entities.escape(line, quote=False)}</{element}>\n" for _, line in group)
        parts.append(f"<ul>\n{lines}</ul>\n" if mark == "l" else lines)
    return f'<div id="readability-page-1" class="page">\n{"".join(parts)}</div>\n'
