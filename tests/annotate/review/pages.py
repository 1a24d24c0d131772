"""Pages and packages that the reviewer's tests share."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from annotate.review.model.page import Page
from cetr.document import Spans, derive_text
from evaluate.package import Meta, PackageInfo, create_package, html_hash, make_fragments, write_document

LATER = "Rivers may rise, and the railways expect delays on all lines."
ARTICLE = f"""<html><head><title>Rain | The Daily</title></head><body>
<div id="nav"><a href="/">Home</a> <a href="/news">News</a> <a href="/sport">Sport</a></div>
<h1>Rain is expected</h1>
<p>It will rain in the north of the country until the evening, say those who know. {LATER}</p>
<p>The south stays dry; &quot;take no umbrella&quot;, they say, and nobody does.</p>
<div class="box">Subscribe to our newsletter <a href="/s">here</a></div>
<p>On Monday the sun comes back, and with it the heat of the last days of summer.</p>
<ul><li><a href="/1">First related story</a></li><li><a href="/2">Second related story</a></li></ul>
<div id="foot">Copyright <a href="/imprint">Imprint</a></div>
</body></html>
"""


def span_of(html: str, text: str) -> tuple[int, int]:
    """Where a text stands in a page."""
    start = html.index(text)
    return start, start + len(text)


def line_with(page: Page, text: str) -> int:
    """The line on which a text stands."""
    return int(np.searchsorted(page.start, page.html.index(text), side="right")) - 1


HEADING = span_of(ARTICLE, "Rain is expected")
NORTH = (ARTICLE.index("It will rain"), ARTICLE.index("</p>\n<p>The south"))
SOUTH = span_of(ARTICLE, "The south stays dry; &quot;take no umbrella&quot;, they say, and nobody does.")
MONDAY = span_of(ARTICLE, "On Monday the sun comes back, and with it the heat of the last days of summer.")
CORE = (HEADING[0], SOUTH[1])


def make_package(folder: Path, pages: dict[str, tuple[str, Spans]], language: str = "en", **fields: object) -> Path:
    """A package of pages with their marked spans."""
    create_package(folder, PackageInfo(name=folder.name))
    for name, (html, spans) in pages.items():
        meta = Meta(
            url=f"https://example.org/{name}",
            language=language,
            html_sha256=html_hash(html),
            fragments=make_fragments(html, spans),
            fragmented=len(spans) > 1,
            **fields,
        )
        write_document(folder, name, meta=meta, text=derive_text(html, spans), html=html)
    return folder
