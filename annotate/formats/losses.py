"""What a format cannot hold, reported before it is dropped."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable

from cetr.console import count_of
from evaluate.package import Meta

FIELDS = {
    "url": "URL",
    "language": "language",
    "title": "title",
    "page_type": "page type",
    "fragmented": "the flag for interrupted content",
    "multiple_articles": "the flag for multiple articles",
    "fragments": "exact marks (only their text is kept)",
    "optional": "optional parts",
    "status": "status",
    "annotator": "annotator",
    "approvals": "approvals",
    "note": "note",
}
"""What documents may have and a format may not hold, with its name for messages."""

EVERYTHING = " ".join(FIELDS)


def find_losses(metas: Iterable[Meta], holds: Collection[str]) -> list[str]:
    """Find those of `FIELDS` that documents have and a format cannot hold, with the number of documents.

    What has no status is read as gold, so that drafts would become gold.
    """
    counts: Counter[str] = Counter()
    if "fragments" in holds:
        holds = {*holds, "fragmented"}  # it depends on the marks
    for meta in metas:
        had = (field for field in FIELDS if getattr(meta, field) and (field, meta.status) != ("status", "gold"))
        counts.update(field for field in had if field not in holds)
        counts[_SIGN] += "fragments" not in holds and any(_ends_with_a_sign(f.quote) for f in meta.fragments)
    return [f"{what} ({count_of(counts[field], 'document')})" for field, what in _ALL.items() if counts[field]]


_SIGN = "sign"
_ALL = FIELDS | {_SIGN: "the place of a sign, such as an emoji, after the last word of a marked text"}


def _ends_with_a_sign(quote: str) -> bool:
    """Whether a text ends with something other than a word or punctuation, whose place no words tell."""
    last = quote.rstrip().rstrip("\ufe0e\ufe0f\u200d")[-1:]
    return bool(last) and unicodedata.category(last) in ("So", "Sk", "Sm")
