"""L3S-GN1: ``original/UUID.html``, and ``annotated/UUID.html`` with ``<span class="x-nc-selN">`` around its texts.

Classes: 0 no content, 1 headline, 2 full text, 3 supplemental, 4 related content, 5 comments. Main content is 1 to 3,
as in Bevendorff et al., "An empirical comparison of web content extraction algorithms", SIGIR 2023.
Source: Kohlschuetter, Fankhauser, Nejdl, "Boilerplate detection using shallow text features", WSDM 2010.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from annotate.formats.files import Files, encode_page, open_files, write_export
from annotate.formats.marked import project_spans, wrap_text
from annotate.formats.pairs import Folders, Pair, read_pairs
from annotate.formats.records import Omission, Record
from annotate.markup.marked_elements import find_marked
from cetr.document import decode_html, derive_text, lex
from evaluate.package import Document

LAYOUTS = (Folders("original", "annotated", ("{name}",)),)
_CLASS = re.compile(r"""\sclass\s*=\s*(?:"[^"]*|'[^']*|[^\s"'>]*)\bx-nc-sel([0-5])\b""", re.IGNORECASE)
_MAPPING = re.compile(r"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})>?[\s,]+(\S+)")


def read(source: Path) -> Iterator[Record | Omission]:
    """Read pages of the dataset's folder or archive."""
    with open_files(source) as files:
        urls = _read_urls(files)
        for record in read_pairs(files, LAYOUTS, _make_record):
            yield replace(record, url=urls.get(record.id, "")) if isinstance(record, Record) else record


def _read_urls(files: Files) -> dict[str, str]:
    name = files.find("url-mapping.txt")
    return dict(_MAPPING.findall(files.read(name).decode("utf-8", "replace"))) if name else {}


def _make_record(pair: Pair, page: bytes, gold: bytes) -> Record:
    html, annotated = decode_html(page)[0], decode_html(gold)[0]
    marked = find_marked(annotated, lex(annotated), _is_content)
    text = derive_text(annotated, marked)
    spans = project_spans(html, annotated, marked)
    return Record(id=pair.id, html=html, text=text, spans=spans, page_type="article")


def _is_content(tag: str, inherited: bool | None) -> bool | None:
    match = _CLASS.search(tag)
    return match[1] in "123" if match else inherited


def write(documents: Iterable[Document], target: Path) -> None:
    """Write original and annotated pages; the gold is full text."""
    for document in documents:
        annotated = wrap_text(document.html, document.spans, '<span class="x-nc-sel2">')
        write_export(target / "original" / f"{document.name}.html", encode_page(document.html))
        write_export(target / "annotated" / f"{document.name}.html", encode_page(annotated))
