"""Dates and times as people and programs write them, in ISO 8601."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime
from email.utils import parsedate_to_datetime

from cetr.metadata.months import number_month

_MONTH = r"(?P<month>[^\W\d_]{3,12})\.?"
_DAY = r"(?P<day>\d{1,2})"
_ORDINAL = r"(?:st|nd|rd|th)(?! (?i:gen)\b)"
"""What ends an English number; "10th Gen, 2022" is of a product, though "gen" is January in Italian."""
_YEAR = r"(?P<year>\d{4})(?!\d)"
_DAYS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?<!\d)(?P<year>\d{{4}})(?:[-/.]| ?[年년]) ?(?P<month>\d{{1,2}})(?:[-/.]| ?[月월]) ?{_DAY}(?!\d)",
        rf"\b{_MONTH} {_DAY}(?:{_ORDINAL})?,? {_YEAR}",
        rf"\b{_DAY}(?:{_ORDINAL}|er|º|\.)?(?: de| of)? {_MONTH},?(?: de| del)? {_YEAR}",
        rf"\b{_DAY}([-/]){_MONTH}\2{_YEAR}",
        rf"\b(?P<year>\d{{4}})\.? {_MONTH} {_DAY}\b",
        rf"\b{_DAY}\. ?(?P<month>\d{{1,2}})\. ?{_YEAR}",
        rf"(?<!\d)(?P<day>1[3-9]|2\d|3[01])([-/])(?P<month>\d{{1,2}})\2{_YEAR}",
        rf"(?<!\d)(?P<month>\d{{1,2}})([-/])(?P<day>1[3-9]|2\d|3[01])\2{_YEAR}",
    )
)
"""How a day is written where it is clear which number is the month. With slashes, a number above 12 makes it clear."""
_UNIX_TIME = re.compile(r"1[0-9]{9}")
"""Seconds since 1970, for the years 2001 to 2033: other numbers of ten digits may be a day and an hour."""
_YEARS = range(1450, 2400)
"""The years of what is published, since print. Earlier ones are those of the Hijri calendars, or stand for none."""
_BUDDHIST, _BUDDHIST_YEARS = 543, range(2400, 2700)


def normalize_date(written: str) -> str:
    """Normalise a date or time to ISO 8601; empty if it is neither, or of another calendar than the Gregorian one.

    Years of the Buddhist era, as Thailand counts them with the same months, are converted.
    """
    try:
        found = _read_time(written)
        if found is not None and found.year in _BUDDHIST_YEARS:
            found = found.replace(year=found.year - _BUDDHIST)
    except (ValueError, OverflowError):
        return ""
    found = found or next((day for _, day in find_days(written)), None)
    return found.isoformat() if found is not None and found.year in _YEARS else ""


def find_days(text: str) -> Iterator[tuple[int, date]]:
    """Find the days that a text names, each with the place where it begins, in their order."""
    matches = (match for pattern in _DAYS for match in pattern.finditer(text))
    end = 0
    for match in sorted(matches, key=re.Match.start):
        if match.start() >= end and (day := _read_day(match)) is not None:
            yield match.start(), day
            end = match.end()


def _read_day(match: re.Match[str]) -> date | None:
    year, month = int(match["year"]), match["month"]
    number = int(month) if month.isdecimal() else number_month(month)  # "²" is a digit, but no number
    # Converted at once, because the year of a leap day need not be a leap year in another calendar.
    year -= _BUDDHIST if year in _BUDDHIST_YEARS else 0
    try:
        return date(year, number, int(match["day"])) if number and year in _YEARS else None
    except ValueError:  # the calendar has no such day
        return None


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
