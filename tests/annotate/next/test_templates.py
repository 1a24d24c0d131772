"""Which candidate pages are of one template."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.cli import annotate
from annotate.next.candidates import Candidate
from annotate.next.templates import COMPARED, Templates, compare_pages, tabulate_paths
from annotate.sites.templates import measure_likeness
from cetr.console import run
from tests.cetr.site.pages import write_article
from tests.documents import make_document


def test_a_site_can_be_a_domain(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Then a page covers those of its template on other hosts, too."""
    for host in ("sport.one.example", "m.one.example", "one.example"):
        make_document(
            tmp_path, host.replace(".", "-"), write_article(host), (), url=f"https://{host}/a", status="draft"
        )
    for site_of, covers in (("host", [2, 1]), ("domain", [3, 0])):
        command = ["next", str(tmp_path), "--site-of", site_of, "--count", "2", "--format", "jsonl"]
        assert run(annotate, command) == 0
        rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert [row["covers"] for row in rows] == covers


@given(st.lists(st.frozensets(st.integers(0, 20)), min_size=1, max_size=12))
def test_pages_are_compared_together_as_one_by_one(pages: list[frozenset[int]]) -> None:
    """A page without paths is like itself, too."""
    found = compare_pages(tabulate_paths(pages), np.arange(len(pages))).tolist()
    expected = [[1.0 if i == j else measure_likeness(a, b) for j, b in enumerate(pages)] for i, a in enumerate(pages)]
    assert found == expected


def test_a_sample_stands_for_a_large_site() -> None:
    """Of two templates of 1,500 pages, it covers nearly as many, and nothing is left after a label of each."""
    sketch = np.zeros(1, dtype=np.uint32)
    shared = [frozenset(range(100)), frozenset(range(100, 200))]
    own = [frozenset(range(1000 + 28 * number, 1028 + 28 * number)) for number in range(3 * COMPARED)]
    candidates = [
        Candidate(f"p{n}", "", "a.example", "en", "", sketch, 0.0, 0.0, paths=shared[n % 2] | paths)
        for n, paths in enumerate(own)
    ]
    templates = Templates(candidates, ())
    first, second = templates.covers[:2].tolist()
    assert (first + second, abs(first - second) < 100) == (3 * COMPARED, True)
    templates.cover(0)
    assert (set(templates.covers[::2].tolist()), set(templates.covers[1::2].tolist())) == ({0.0}, {second})
    templates.cover(1)
    assert not templates.covers.any()
