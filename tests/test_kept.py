"""Marking the pages that other tools keep, for the shipped model to learn from."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from cetr.document import derive_text

PAGE = """<?xml version="1.0"?><html><head><title>Rain</title></head><body><p>Rain</p>
<div class=story><h1>Rain</h1><p>It rains &amp; pours.</p><p class=ad>Buy rain.</p>
<p style="display: none">Hidden rain.</p>
<p>More rain.</p></div><div class=story><p>Other rain.</p></div></body></html>"""


def test_a_rule_marks_what_it_takes_and_what_is_optional(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first match is taken, less what is dropped, hidden or optional; each word is marked where it stands."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "benchmarks"))
    rule = {"take": [".story"], "optional": ["h1"], "drop": [".ad"]}
    gold, optional = import_module("kept").mark_page(PAGE, rule)
    assert derive_text(PAGE, gold).split() == "It rains pours More rain".split()
    assert [PAGE[start:end] for start, end in optional] == ["Rain"]
    assert optional[0][0] == PAGE.index("Rain</h1>")
