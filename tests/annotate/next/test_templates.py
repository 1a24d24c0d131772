"""Which candidate pages are of one template."""

from __future__ import annotations

import time

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from annotate.next.candidates import Candidate
from annotate.next.templates import Templates, compare_all
from annotate.sites.templates import measure_likeness


@given(st.lists(st.frozensets(st.integers(0, 20)), min_size=1, max_size=12))
def test_pages_are_compared_together_as_one_by_one(pages: list[frozenset[int]]) -> None:
    """A page without paths is like itself, too."""
    found = [row.tolist() for row in compare_all(pages)]
    expected = [[1.0 if i == j else measure_likeness(a, b) for j, b in enumerate(pages)] for i, a in enumerate(pages)]
    assert found == expected


def test_thousands_of_pages_of_a_site_are_compared_in_seconds() -> None:
    """Two templates of 1,500 pages; one by one, their pairs took more than a minute."""
    sketch = np.zeros(1, dtype=np.uint32)
    shared = [frozenset(range(100)), frozenset(range(100, 200))]
    own = [frozenset(range(1000 + 28 * number, 1028 + 28 * number)) for number in range(3000)]
    candidates = [
        Candidate(f"p{n}", "", "a.example", "en", "", sketch, 0.0, 0.0, paths=shared[n % 2] | own[n])
        for n in range(3000)
    ]
    start = time.process_time()
    templates = Templates(candidates, ())
    assert time.process_time() - start < 20
    assert templates.covers.tolist() == [1500] * 3000
