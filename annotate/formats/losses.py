"""What a format has no place for, said before it is dropped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from cetr.console import count_of
from evaluate.package import Meta

FIELDS = {
    "url": "address",
    "language": "language",
    "title": "title",
    "page_type": "page type",
    "multiple_articles": "the flag for multiple articles",
    "fragments": "exact marks, of which the text alone is kept",
    "optional": "optional parts",
    "annotator": "annotator",
    "approvals": "approvals",
    "note": "note",
}
"""What documents may have that a format may have no place for, and how it is called."""

EVERYTHING = " ".join(FIELDS)


def find_losses(metas: Iterable[Meta], holds: Collection[str]) -> list[str]:
    """What of `FIELDS` some documents have and a format does not hold, with how many documents have it."""
    counts: Counter[str] = Counter()
    for meta in metas:
        counts.update(field for field in FIELDS if field not in holds and getattr(meta, field))
    return [f"{FIELDS[field]} ({count_of(counts[field], 'document')})" for field in FIELDS if counts[field]]
