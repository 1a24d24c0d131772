"""Dragnet: ``HTML/X.html`` and ``Corrected/X.html.corrected.txt``, or ``html/UUID.html`` and ``meta/UUID.toml``.

User comments, which follow a marker line, are not main content; they are kept under ``extra.comments``. Source: Peters,
Lecocq, "Content extraction using diverse feature sets", WWW 2013; github.com/seomoz/dragnet_data,
github.com/dragnet-org/dragnet_data.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from annotate.formats.files import encode_page, open_files, write_export
from annotate.formats.gold_text import decode_gold
from annotate.formats.pairs import Folders, Pair, read_pairs
from annotate.formats.records import Omission, Record
from cetr.console import InputError
from cetr.document import decode_html
from evaluate.package import Document

LAYOUTS = (Folders("HTML", "Corrected", ("{name}.corrected.txt",)), Folders("html", "meta", ("{stem}.toml",)))

COMMENTS = "!@#$%^&*()  COMMENTS"
# Typed by hand, so some files have a variant.
_COMMENTS = re.compile(r"^[!@#$%^&*() ]{6,}COMMENTS[ \t]*\r?$\n?", re.MULTILINE)


def read(source: Path) -> Iterator[Record | Omission]:
    """Read pages of the repository's folder; its archives need not be unpacked."""
    with open_files(source) as files:
        yield from read_pairs(files, LAYOUTS, _make_record)


def _make_record(pair: Pair, page: bytes, gold: bytes) -> Record:
    html = decode_html(page)[0]
    if not pair.gold.endswith(".toml"):
        text, *comments = _COMMENTS.split(decode_gold(gold), maxsplit=1)
        return Record(id=pair.id, html=html, text=text, extra={"comments": comments[0]} if comments else {})
    try:
        values: dict[str, Any] = tomllib.loads(decode_gold(gold))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{pair.gold}: is not TOML: {error}") from error
    text, url, title = (values.get(key) for key in ("text", "url", "title"))
    if not isinstance(text, str):
        raise InputError(f"{pair.gold}: text: is missing")
    return Record(
        id=pair.id,
        html=html,
        text=text,
        url=url if isinstance(url, str) else "",
        title=title if isinstance(title, str) else None,
        page_type="article",
    )


def write(documents: Iterable[Document], target: Path) -> None:
    """Write the first layout."""
    for document in documents:
        comments = document.meta.extra.get("comments")
        gold = document.text + (f"\n{COMMENTS}\n{comments}" if comments else "")
        write_export(target / "HTML" / f"{document.name}.html", encode_page(document.html))
        write_export(target / "Corrected" / f"{document.name}.html.corrected.txt", gold)
