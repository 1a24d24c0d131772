"""CETR's dataset: ``news/original/SITE/N.html`` with gold in HTML, ``cleaneval/LANGUAGE/original/N.html`` as CleanEval.

Source: Weninger, Hsu, Han, "CETR - Content Extraction via Tag Ratios", WWW 2010.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

from annotate.formats import cleaneval
from annotate.formats.files import encode_page, open_files, write_export
from annotate.formats.gold_text import decode_gold, read_gold_text
from annotate.formats.pairs import Folders, Pair, read_pairs
from annotate.formats.records import Omission, Record
from cetr.document import decode_html
from evaluate.package import Document

LAYOUTS = (Folders("original", "gold", ("{stem}.txt", "{stem}.html", "{stem}.htm")),)


def read(source: Path) -> Iterator[Record | Omission]:
    """Read pages of the dataset's folder or of ``cetr-dataset.zip``."""
    with open_files(source) as files:
        yield from read_pairs(files, LAYOUTS, _make_record)


def _make_record(pair: Pair, page: bytes, gold: bytes) -> Record:
    if "cleaneval" in pair.page.split("/")[:-1]:
        return cleaneval.make_record(pair, page, gold)
    return Record(id=pair.id, html=decode_html(page)[0], text=read_gold_text(decode_gold(gold)), page_type="article")


def write(documents: Iterable[Document], target: Path) -> None:
    """Write pages and gold below ``news``, in a folder for the package."""
    for document in documents:
        folder = document.folder.resolve().name
        write_export(target / "news" / "original" / folder / f"{document.name}.html", encode_page(document.html))
        # Gold that mentions tags would be read as HTML.
        plain = read_gold_text(document.text) == document.text
        name, gold = ("txt", document.text) if plain else ("html", f"<pre>{escape(document.text)}</pre>")
        write_export(target / "news" / "gold" / folder / f"{document.name}.{name}", gold)
