"""What a row says of a document, whatever happens to the extraction."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping
from dataclasses import replace

import msgspec

from cetr.document import find_host
from evaluate.measures import Comparison, Page, Score, compare
from evaluate.package import Document, html_hash
from evaluate.running.tasks import Described
from evaluate.scoring import find_snippets, make_comparison


def describe_document(document: Document, html: str) -> Described:
    """Describe a document: the facts by which results are broken down, its HTML by size and hash, its gold by hash."""
    meta = document.meta
    facts = {
        "language": meta.language or "",
        "page_type": meta.page_type or "",
        "site": find_host(meta.url),
        "fragmented": str(meta.fragmented).lower(),
        "multiple_articles": str(meta.multiple_articles).lower(),
    }
    page = html.encode("utf-8", "replace")
    return Described(len(page) / 1000, facts, hash_gold(document), hash_page(page))


def hash_page(html: bytes) -> str:
    """Hash (16 hex digits) the HTML of a page, to notice a change."""
    return hashlib.sha256(html).hexdigest()[:16]


def hash_gold(document: Document) -> str:
    """Hash (16 hex digits) everything but the prediction that a score depends on: HTML, gold text, spans, snippets."""
    meta = document.meta
    snippets = find_snippets(document)
    parts = msgspec.json.encode((html_hash(document.html), document.text, meta.spans, meta.optional, snippets))
    return hashlib.sha256(parts).hexdigest()[:16]


def fail_document(document: Document, measures: Iterable[str]) -> dict[str, Score]:
    """Score a failed extraction: 0 by every measure, even if nothing was expected."""
    return {
        name: replace(s, precision=0.0, recall=0.0, f1=0.0, matched=0.0, details=_fail_details(s.details))
        for name, s in compare(make_comparison(document, ()), measures).items()
    }


def fail_unread(measures: Iterable[str]) -> dict[str, Score]:
    """The same if not even the expected items can be counted within the limits: their number is not a number."""
    return {
        name: Score(0.0, 0.0, 0.0, 0.0, 0.0, math.nan, dict.fromkeys(score.details, math.nan))
        for name, score in compare(Comparison("", "", Page("")), measures).items()
    }


def _fail_details(details: Mapping[str, float]) -> dict[str, float]:
    """0, except for figures that the document never has, and for what the gold has."""
    return {name: value if math.isnan(value) or name == "present" else 0.0 for name, value in details.items()}
