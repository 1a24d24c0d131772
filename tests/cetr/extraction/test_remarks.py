"""What a person should know after an extraction by site."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from cetr.extraction.bulk import Counts
from cetr.extraction.remarks import list_remarks

MEMORY = Path("memory")
NO_URL = (
    "--by-site changed nothing: no page says its URL; say with --url where a folder was saved from, write"
    ' {"url": "..."} into a JSON file beside each page, of the same name, or into the rows of JSON Lines or Parquet, or'
    " extract the WARC files of your crawl"
)
NO_KEY = "--by-site changed nothing: no page names its site in the field 'site', in a JSON file beside it or in its row"
UNKNOWN = (
    "memory: knew none of these sites, such as a.example; was it made for others, or with another --site-of or"
    " --site-key?"
)
CHANGED = "a.example (2 of 3 pages): most pages are like none with gold; has the site changed?"


@pytest.mark.parametrize(
    ("counts", "site_key", "memory", "remarks"),
    [
        (Counts(), None, MEMORY, []),
        (Counts(pages=2, siteless=2), None, MEMORY, [NO_URL]),
        (Counts(pages=2, siteless=2), "site", None, [NO_KEY]),
        (Counts(pages=2, siteless=1), "site", None, []),
        (Counts(pages=2, siteless=1, site="a.example"), None, MEMORY, [UNKNOWN]),
        (Counts(pages=2, siteless=1, recalled=1), None, MEMORY, []),
        (Counts(pages=3, golden=Counter(a=2), unlike=Counter(a=1)), None, None, []),
        (Counts(pages=3, site="a.example", golden=Counter({"a.example": 3}), unlike=Counter({"a.example": 2})), None,
         MEMORY, [UNKNOWN, CHANGED]),
    ],
)  # fmt: skip
def test_what_is_unexpected_is_told(
    counts: Counts, site_key: str | None, memory: Path | None, remarks: list[str]
) -> None:
    """Sites that nothing names, a memory of other sites, and sites that no longer look like their gold."""
    assert list_remarks(counts, site_key, memory) == remarks
