"""The fields of metadata, and which of a page's statements counts for each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
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
}  # fmt: skip
"""The statements for each field, the most trustworthy first."""

_ONE_AUTHOR_EACH = frozenset(("meta citation_author", "meta dc.creator", "meta dcterms.creator"))
"""Statements that pages of papers repeat for each author."""
_MOST = 50
"""The most values of one statement, such as authors."""
_DATES = frozenset(("published", "modified"))
_NAMES = frozenset(("author", "site_name"))
_URL = re.compile(r"https?://", re.IGNORECASE)
_MAIL = re.compile(r"\S+@\S+")
_BY = re.compile(r"^(?:(?:(?:view all posts|more|posted|written) )?by:?|author:) (?=\S)", re.IGNORECASE)
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-(?:[a-z0-9]{2,8}|[a-z0-9](?=-)))*", re.IGNORECASE)
_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_DAYS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?<!\d)(?P<year>\d{4})[-/.年년] ?(?P<month>\d{1,2})[-/.月월] ?(?P<day>\d{1,2})(?!\d)",
        rf"\b{_MONTH} (?P<day>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<year>\d{{4}})(?!\d)",
        rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)? {_MONTH},? (?P<year>\d{{4}})(?!\d)",
        rf"\b(?P<year>\d{{4}}) {_MONTH} (?P<day>\d{{1,2}})\b",
        r"\b(?P<day>\d{1,2})\. ?(?P<month>\d{1,2})\. ?(?P<year>\d{4})(?!\d)",
        r"(?<!\d)(?P<day>1[3-9]|2\d|3[01])([-/])(?P<month>\d{1,2})\2(?P<year>\d{4})(?!\d)",
        r"(?<!\d)(?P<month>\d{1,2})([-/])(?P<day>1[3-9]|2\d|3[01])\2(?P<year>\d{4})(?!\d)",
    )
)
"""How a day is written where it is clear which number is the month. With slashes, a number above 12 makes it clear."""
_UNIX_TIME = re.compile(r"1[0-9]{9}")
"""Seconds since 1970, for the years 2001 to 2033: other numbers of ten digits may be a day and an hour."""
_YEARS = range(1450, 2400)
"""The years of what is published, since print. Earlier ones are those of the Hijri calendars, or stand for none."""
_BUDDHIST, _BUDDHIST_YEARS = 543, range(2400, 2700)
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()


def choose_facts(said: Iterable[tuple[str, str]]) -> dict[str, Fact]:
    """Choose the fact for each field from (source, value) pairs in the order of the page."""
    values: dict[str, dict[str, None]] = {}
    for source, value in said:
        value = " ".join(value.split())
        if value and len(given := values.setdefault(source, {})) < _MOST:
            given[value] = None
    for source in _ONE_AUTHOR_EACH & values.keys():
        names = values[source]
        values[source] = {("; " if any("," in name for name in names) else ", ").join(names): None}
    if _is_description(values):
        del values["json-ld headline"]
    facts: dict[str, Fact] = {}
    for field, sources in FIELDS.items():
        found = (Fact(_clean(field, value), source) for source in sources for value in values.get(source, ()))
        if fact := next((fact for fact in found if fact.value), None):
            facts[field] = fact
    return facts


def _is_description(values: Mapping[str, Mapping[str, None]]) -> bool:
    """Return whether the page's title has the name of the thing in JSON-LD, and not its headline, as in Wikipedia."""
    headline, title, name = (
        next(iter(values.get(source, ())), "").casefold() for source in ("json-ld headline", "title", "json-ld name")
    )
    return bool(name) and name in title and headline not in title


def _clean(field: str, value: str) -> str:
    if field in _DATES:
        return normalize_date(value)
    if field in _NAMES and (_URL.match(value) or _MAIL.fullmatch(value) or not any(map(str.isalpha, value))):
        return ""
    if field == "author":
        return _BY.sub("", value)
    if field == "canonical_url" and not _URL.match(value):
        return ""
    if field == "language":
        return _normalize_language(value)
    return value


def _normalize_language(written: str) -> str:
    """Write a language tag as BCP 47 recommends, the first if there are several; empty if it is none."""
    tag = re.split(r"[,;\s]", written.replace("_", "-"), maxsplit=1)[0]
    if not _LANGUAGE.fullmatch(tag):
        return ""
    language, *rest = tag.lower().split("-")
    return "-".join((language, *(part.upper() if len(part) == 2 else part.title() if len(part) == 4 else part
                                 for part in rest)))  # fmt: skip


def normalize_date(written: str) -> str:
    """Normalise a date or time to ISO 8601; empty if it is neither, or of another calendar than the Gregorian one.

    Years of the Buddhist era, as Thailand counts them with the same months, are converted.
    """
    try:
        found = _read_time(written) or _read_day(written)
        if found is not None and found.year in _BUDDHIST_YEARS:
            found = found.replace(year=found.year - _BUDDHIST)
    except (ValueError, OverflowError):
        return ""
    return found.isoformat() if found is not None and found.year in _YEARS else ""


def _read_time(written: str) -> date | None:
    if _UNIX_TIME.fullmatch(written):
        return datetime.fromtimestamp(int(written), UTC)
    try:
        found = datetime.fromisoformat(written)
        return found if len(written) > 10 else found.date()
    except ValueError:
        pass
    try:
        return parsedate_to_datetime(written)
    except (ValueError, OverflowError):
        return None


def _read_day(written: str) -> date | None:
    """Read a day; raises `ValueError` if the calendar has no such day."""
    match = next(filter(None, (pattern.search(written) for pattern in _DAYS)), None)
    if match is None:
        return None
    year, month = int(match["year"]), match["month"]
    number = int(month) if month.isdigit() else _MONTHS.index(month[:3].lower()) + 1
    # Converted at once, because the year of a leap day need not be a leap year in another calendar.
    return date(year - _BUDDHIST if year in _BUDDHIST_YEARS else year, number, int(match["day"]))
