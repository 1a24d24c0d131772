"""What became of the pages of a run, counted."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from cetr.extraction.batches import Row
from cetr.extraction.bulk import Counts

DONE = [
    Row("a", 1, None, {}, siteless=True),
    Row("a", 2, None, {}, recalled=True, site="x.example", labelled=2),
    Row("a", 3, None, {}, recalled=True, site="x.example", labelled=0),
    Row("a", 4, None, {}, recalled=True, site="y.example", labelled=0),
    Row("a", 5, None, {}, empty=True),
]
SKIPPED = [
    Row("b", n, None, {}, why) for n, why in enumerate(("not HTML: PDF", "unreadable: gone", "extractor failed: x"))
]


def count(rows: list[Row]) -> Counts:
    """Count rows, one after the other."""
    counts = Counts()
    for row in rows:
        counts.add(row)
    return counts


def test_rows_are_counted_by_what_became_of_their_pages() -> None:
    """The first failure is told, and the sites of which most pages are like none with gold; half is not most."""
    counts = count([*DONE, *SKIPPED])
    assert counts == Counts(
        pages=5,
        empty=1,
        siteless=1,
        recalled=3,
        site="x.example",
        failed=2,
        skipped=Counter({"not HTML": 1, "unreadable": 1, "extractor failed": 1}),
        failure="b: unreadable: gone",
        golden=Counter({"x.example": 2, "y.example": 1}),
        unlike=Counter({"x.example": 1, "y.example": 1}),
    )
    assert counts.changed == ["y.example (1 of 1 page)"]
    assert str(counts) == (
        "5 pages (1 of unknown site, extracted alone), 1 without content, 3 skipped: 1 not HTML, 1 unreadable,"
        " 1 extractor failed; the first that failed: b: unreadable: gone"
    )
    assert str(count(DONE[1:2])) == "1 page"


ROWS = st.lists(st.sampled_from([*DONE, *SKIPPED]), max_size=6)


@given(ROWS, ROWS)
def test_the_counts_of_two_parts_are_those_of_all_rows(one: list[Row], other: list[Row]) -> None:
    """As the workers of a cluster make them."""
    merged = count(one)
    merged.merge(count(other))
    assert merged == count([*one, *other])
