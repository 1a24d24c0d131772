"""The days that a page names without markup: in its URL, or in its text where the content begins, as in a byline."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date

from cetr.document import Spans, Tokens, derive_text, split_words
from cetr.metadata.dates import find_days, normalize_date
from cetr.metadata.facts import Fact

_BEFORE, _AFTER = 10, 6
"""How many lines before and after the beginning of the content are read."""
_MOST_WORDS = 25
"""How many words such a line has at most."""
_REACH = 20_000
"""How many characters of HTML before and after the beginning of the content are read."""
_IN_URL = re.compile(r"^https?://[^/?#]+/[^?#]*?\b(\d{4}([/-])\d\d?\2\d\d?)(?!\d)", re.IGNORECASE)
_CHANGED = re.compile(
    r"updat|modif|\brevis(?!t)|reviewed|\bedited(?! by)|a[ck]?tuali[sz]|geändert|mise? à jour|aggiorna|bijgewerkt"
    r"|[uo]pp?dater|päivitet|güncelle|frissít|diperbarui|обновл|измен|оновл|ενημ|更新|修改|更改|수정",
    re.IGNORECASE,
)
"""What stands before the day of a change. Sections are called "Actualités", "Aktuality" or "Revista"."""
_EVENTS = "born|died|founded|joined|received|registered"
_OTHER = re.compile(rf"\b(?:{_EVENTS})\b|©|copyright", re.IGNORECASE)
"""What stands before a day on which something else happened."""
_LABEL = re.compile(
    rf"(?:\w+ ){{0,3}}\w+ ?:|(?:\w+ )?(?:updated|modified|edited|revised|reviewed|{_EVENTS})(?: on)?",
    re.IGNORECASE,
)
"""A line that says what the day on the next line is."""


def find_days_of_page(lines: Sequence[str], url: str) -> dict[str, Fact]:
    """Find when a page was published, and when it was changed, in its URL or in its lines near the content."""
    if (match := _IN_URL.match(url)) and (day := normalize_date(match[1])):
        return {"published": Fact(day, "url")}
    return {field: Fact(day.isoformat(), "text") for field, day in choose_days(lines).items()}


def choose_days(lines: Sequence[str]) -> dict[str, date]:
    """Choose the first day in lines that can be that of the publication, ``published``, and the first of a change,
    ``modified``, up to that line.
    """
    days: dict[str, date] = {}
    for line in lines:
        for field, day in _read_line(line):
            days.setdefault(field, day)
        if "published" in days:
            break
    return days


def _read_line(line: str) -> Iterator[tuple[str, date]]:
    end = 0
    for place, day in find_days(line):
        before = line[end:place]
        if not _OTHER.search(before):
            yield "modified" if _CHANGED.search(before) else "published", day
        end = place


def list_lines(html: str, tokens: Tokens, spans: Spans) -> list[str]:
    """List short lines before the content ``spans``, the nearest first, and then short ones where it begins."""
    if not spans:
        return []
    start, end = spans[0][0], spans[-1][1]
    before = _read_lines(html, tokens, max(0, start - _REACH), start)
    after = _read_lines(html, tokens, start, min(end, start + _REACH))
    near = before[: -_BEFORE - 1 : -1] + after[:_AFTER]
    return [line for line in near if len(split_words(line)) <= _MOST_WORDS]


def _read_lines(html: str, tokens: Tokens, start: int, end: int) -> list[str]:
    text = derive_text(html, ((start, end),), tokens.overlapping(start, end))
    lines: list[str] = []
    for line in filter(str.strip, text.splitlines()):
        is_labelled = lines and _LABEL.fullmatch(lines[-1]) and any(find_days(line))
        lines.append(f"{lines.pop()} {line}" if is_labelled else line)
    return lines
