"""The fields of metadata, and which of a page's statements counts for each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime


@dataclass(frozen=True)
class Fact:
    """A value and where it comes from, such as ``json-ld datePublished`` or ``meta og:title``."""

    value: str
    source: str


FIELDS: Mapping[str, tuple[str, ...]] = {
    "title": (
        "json-ld headline", "meta og:title", "meta dc.title", "meta dcterms.title", "meta citation_title",
        "microdata headline", "meta twitter:title", "h1", "title", "json-ld name",
    ),
    "author": (
        "json-ld author", "meta author", "meta article:author", "meta dc.creator", "meta dcterms.creator",
        "meta citation_author", "meta parsely-author", "microdata author",
    ),
    "published": (
        "json-ld datePublished", "meta article:published_time", "meta dc.date", "meta dcterms.created",
        "meta dcterms.date", "meta dc.date.issued", "meta citation_publication_date", "meta datepublished",
        "meta date", "meta pubdate", "meta parsely-pub-date", "microdata datePublished", "json-ld uploadDate",
        "json-ld dateCreated", "time pubdate", "time",
    ),
    "modified": (
        "json-ld dateModified", "meta article:modified_time", "meta og:updated_time", "meta dcterms.modified",
        "meta datemodified", "meta last-modified", "microdata dateModified",
    ),
    "site_name": ("meta og:site_name", "json-ld publisher", "json-ld site", "meta application-name",
                  "meta dc.publisher", "microdata publisher"),
    "language": ("html lang", "json-ld inLanguage", "meta og:locale", "meta content-language", "meta dc.language"),
    "description": ("meta description", "meta og:description", "json-ld description", "meta dc.description",
                    "meta twitter:description", "microdata description"),
    "canonical_url": ("link canonical", "meta og:url", "json-ld url", "json-ld mainEntityOfPage"),
}  # fmt: skip
"""The statements for each field, the most trustworthy first."""

_ONE_AUTHOR_EACH = frozenset(("meta citation_author", "meta dc.creator", "meta dcterms.creator"))
"""Statements that pages of papers repeat for each author."""
_MOST_AUTHORS = 50
_DATES = frozenset(("published", "modified"))
_URL = re.compile(r"https?://", re.IGNORECASE)
_DAY = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")


def choose_facts(said: Iterable[tuple[str, str]]) -> dict[str, Fact]:
    """Choose the fact for each field from (source, value) pairs in the order of the page."""
    values: dict[str, str] = {}
    authors: dict[str, dict[str, None]] = {}
    for source, value in said:
        value = " ".join(value.split())
        if value:
            values.setdefault(source, value)
            if source in _ONE_AUTHOR_EACH:
                authors.setdefault(source, {})[value] = None
    for source, names in authors.items():
        values[source] = ("; " if any("," in name for name in names) else ", ").join(list(names)[:_MOST_AUTHORS])
    if _is_description(values.get("json-ld headline", ""), values):
        del values["json-ld headline"]
    facts: dict[str, Fact] = {}
    for field, sources in FIELDS.items():
        for source in sources:
            value = _clean(field, values.get(source, ""))
            if value:
                facts[field] = Fact(value, source)
                break
    return facts


def _is_description(headline: str, values: Mapping[str, str]) -> bool:
    """Return whether the page's title has the name of the thing in JSON-LD, and not its headline, as in Wikipedia."""
    title, name = values.get("title", "").casefold(), values.get("json-ld name", "").casefold()
    return bool(name) and name in title and headline.casefold() not in title


def _clean(field: str, value: str) -> str:
    if field in _DATES:
        return normalize_date(value)
    if field == "author" and (_URL.match(value) or not any(map(str.isalpha, value))):
        return ""
    if field == "canonical_url" and not _URL.match(value):
        return ""
    if field == "language":
        return value.replace("_", "-")
    return value


def normalize_date(written: str) -> str:
    """Normalise a date or time to ISO 8601; empty if it is neither."""
    try:
        found = datetime.fromisoformat(written)
        return found.isoformat() if len(written) > 10 else found.date().isoformat()
    except ValueError:
        pass
    try:
        return parsedate_to_datetime(written).isoformat()
    except (ValueError, OverflowError):
        pass
    match = _DAY.search(written)
    if match is None:
        return ""
    year, month, day = map(int, match.groups())
    try:
        return datetime(year, month, day).date().isoformat()
    except ValueError:
        return ""
