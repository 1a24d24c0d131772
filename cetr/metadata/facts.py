"""The fields of metadata, and which of a page's statements counts for each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from cetr.metadata.dates import normalize_date
from cetr.structure import Addresses


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
        "meta citation_author", "meta parsely-author", "meta sailthru.author", "meta byline", "microdata author",
        "rel author",
    ),
    "published": (
        "json-ld datePublished", "meta article:published_time", "meta dc.date", "meta dcterms.created",
        "meta dcterms.date", "meta dc.date.issued", "meta citation_publication_date", "meta datepublished",
        "meta date", "meta pubdate", "meta parsely-pub-date", "microdata datePublished", "json-ld uploadDate",
        "json-ld dateCreated", "time pubdate", "meta pub_date", "meta publishdate", "meta publish-date",
        "meta publish_date", "meta published", "meta originalpublicationdate", "meta sailthru.date", "time",
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
    "categories": ("json-ld articleSection", "meta article:section", "meta parsely-section", "rel category"),
    "tags": ("meta article:tag", "rel tag", "json-ld keywords", "meta parsely-tags", "meta news_keywords",
             "meta sailthru.tags", "meta citation_keywords", "meta dc.subject", "meta dcterms.subject",
             "meta keywords"),
    "image": ("meta og:image", "meta og:image:url", "json-ld image", "meta twitter:image", "meta twitter:image:src",
              "link image_src"),
    "license": ("json-ld license", "link license", "rel license", "meta dcterms.license"),
}  # fmt: skip
"""The statements for each field, the most trustworthy first."""

_ONE_EACH = frozenset(
    f"meta {name}"
    for name in ("article:tag", "citation_author", "citation_keywords", "dc.creator", "dc.subject", "dcterms.creator",
                 "dcterms.subject")
)  # fmt: skip
"""Statements that pages repeat for each author or tag."""
_MOST = 50
"""The most values of one statement, such as authors, and the most parts of one value, such as tags."""
_DATES = frozenset(("published", "modified"))
_NAMES = frozenset(("author", "site_name"))
_URLS = frozenset(("canonical_url", "image", "license"))
_SEPARATORS: Mapping[str, re.Pattern[str]] = {"categories": re.compile(r";"), "tags": re.compile(r"[,;،，、]")}
_URL = re.compile(r"https?://", re.IGNORECASE)
_ADDRESS = re.compile(r"https?://|\.{0,2}/|[^\s?#]+\.[a-z]\w{1,4}(?:[?#]|$)", re.IGNORECASE)
"""What may be an address, perhaps relative to that of the page; words such as "CC BY" or "None" are none."""
_BLANK = re.compile(r"/blank\.(?:gif|jpe?g|png)(?:\?|$)")
"""The image that WordPress names for a page without one."""
_HOME = re.compile(r"https?://[^/?#]*/?$", re.IGNORECASE)
"""The start page of a site, which templates without a value lead to, is neither an image nor a licence."""
_MAIL = re.compile(r"\S+@\S+")
_BY = re.compile(r"^(?:(?:(?:view all posts|more|posted|written) )?by:?|author:) (?=\S)", re.IGNORECASE)
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-(?:[a-z0-9]{2,8}|[a-z0-9](?=-)))*", re.IGNORECASE)


def choose_facts(said: Iterable[tuple[str, str]], addresses: Addresses) -> dict[str, Fact]:
    """Choose the fact for each field from (source, value) pairs in the order of the page, whose ``addresses`` make
    those of its image and its licence absolute.
    """
    values: dict[str, dict[str, None]] = {}
    for source, value in said:
        value = " ".join(value.split())
        if value and len(given := values.setdefault(source, {})) < _MOST:
            given[value] = None
    for source in _ONE_EACH & values.keys():
        names = values[source]
        values[source] = {("; " if any("," in name for name in names) else ", ").join(names): None}
    if _is_description(values):
        del values["json-ld headline"]
    facts: dict[str, Fact] = {}
    for field, sources in FIELDS.items():
        found = (
            Fact(_clean(field, value, addresses), source) for source in sources for value in values.get(source, ())
        )
        if fact := next((fact for fact in found if fact.value), None):
            facts[field] = fact
    return facts


def _is_description(values: Mapping[str, Mapping[str, None]]) -> bool:
    """Return whether the page's title has the name of the thing in JSON-LD, and not its headline, as in Wikipedia."""
    headline, title, name = (
        next(iter(values.get(source, ())), "").casefold() for source in ("json-ld headline", "title", "json-ld name")
    )
    return bool(name) and name in title and headline not in title


def _clean(field: str, value: str, addresses: Addresses) -> str:
    if field in _DATES:
        return normalize_date(value)
    if field in _NAMES and (_URL.match(value) or _MAIL.fullmatch(value) or not any(map(str.isalpha, value))):
        return ""
    if field == "author":
        return _BY.sub("", value)
    if field in _URLS:
        address = addresses.link(value) if _ADDRESS.match(value) else ""
        address = f"https:{address}" if address.startswith("//") else address
        is_none = _BLANK.search(address) or (field != "canonical_url" and _HOME.match(address))
        return address if _URL.match(address) and not is_none else ""
    if field in _SEPARATORS:
        return "; ".join(_list_parts(_SEPARATORS[field].split(value)))
    if field == "language":
        return _normalize_language(value)
    return value


def _list_parts(parts: Iterable[str]) -> Iterator[str]:
    """List each part once, however it is capitalized, without spaces around it and the sign before a hashtag."""
    known: dict[str, str] = {}
    for part in parts:
        if stripped := part.strip().lstrip("# "):
            known.setdefault(stripped.casefold(), stripped)
    return islice(known.values(), _MOST)


def _normalize_language(written: str) -> str:
    """Write a language tag as BCP 47 recommends, the first if there are several; empty if it is none."""
    tag = re.split(r"[,;\s]", written.replace("_", "-"), maxsplit=1)[0]
    if not _LANGUAGE.fullmatch(tag):
        return ""
    language, *rest = tag.lower().split("-")
    return "-".join((language, *(part.upper() if len(part) == 2 else part.title() if len(part) == 4 else part
                                 for part in rest)))  # fmt: skip
