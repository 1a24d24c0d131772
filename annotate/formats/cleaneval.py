"""CleanEval: ``finalrun-input/N.html`` and ``GoldStandard/N.txt``, the gold with marks ``<p>``, ``<h>`` and ``<l>``.

Also read: the development set (``en_original/N.html``, ``en_cleaned/N-cleaned.txt``), CleanPortalEval (``input``).
Source: Baroni, Chantree, Kilgarriff, Sharoff, "Cleaneval: a competition for cleaning web pages", LREC 2008.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from annotate.formats.files import encode_page, open_files, write_export
from annotate.formats.gold_text import decode_gold, mark_gold, parse_marks
from annotate.formats.pairs import Folders, Pair, read_pairs
from annotate.formats.records import Omission, Record
from cetr.document import decode_html, resolve_references
from evaluate.package import Document

_GOLD = ("{stem}.txt", "{stem}-cleaned.txt")
LAYOUTS = tuple(
    Folders(pages, gold, _GOLD)
    for pages, gold in (
        ("finalrun-input", "GoldStandard"),
        ("input", "GoldStandard"),
        ("en_original", "en_cleaned"),
        ("zh_original", "zh_cleaned"),
        ("orig", "clean"),
        ("original", "gold"),
    )
)
_WRAPPER = re.compile(r"""\A\s*<text\s(?:[^>]*\s)?id="(?P<url>[^"]*)"(?:[^>]*\stitle="(?P<title>[^"]*)")?""")


def read(source: Path) -> Iterator[Record | Omission]:
    """Read pages of a folder or archive that has both folders."""
    with open_files(source) as files:
        yield from read_pairs(files, LAYOUTS, make_record)


def make_record(pair: Pair, page: bytes, gold: bytes) -> Record:
    """Make a record of a page and its gold; URL and title come from the page's ``<text>`` element."""
    parts = pair.page.split("/")
    language = next((code for code in ("en", "zh") if code in parts or f"{code}_original" in parts), None)
    html = decode_html(page)[0]
    parsed = parse_marks(decode_gold(gold, language))
    wrapper = _WRAPPER.match(html)
    return Record(
        id=pair.id,
        html=html,
        text=parsed.text,
        url=resolve_references(wrapper["url"]) if wrapper else parsed.url,
        title=resolve_references(wrapper["title"] or "").strip() or None if wrapper else None,
        language=language,
        extra={"marks": parsed.marks} if parsed.marks else {},
    )


def write(documents: Iterable[Document], target: Path) -> None:
    """Write pages and gold with its marks."""
    for document in documents:
        write_export(target / "finalrun-input" / f"{document.name}.html", encode_page(document.html))
        gold = "".join(f"\n<{mark}>{line}\n" for mark, line in mark_gold(document))
        write_export(target / "GoldStandard" / f"{document.name}.txt", f"URL: {document.meta.url}\n{gold}")
