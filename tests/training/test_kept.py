"""What the shipped model learns from: the pages that other tools keep, and CleanEval's without their comments."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path

from cetr.document import derive_text
from training.build_model import find_comments, make_examples
from training.datasets import DatasetPage
from training.kept import RULES, mark_page

PAGE = """<?xml version="1.0"?><html><head><title>Rain</title></head><body><p>Rain</p>
<div class=story><h1>Rain</h1><p>It rains &amp; pours.</p><p class=ad>Buy rain.</p>
<p style="display: none">Hidden rain.</p>
<p>More rain.</p></div><div class=story><p>Other rain.</p></div></body></html>"""


def test_a_rule_marks_what_it_takes_and_what_is_optional() -> None:
    """The first match is taken, less what is dropped, hidden or optional; each word is marked where it stands."""
    rule = {"take": [".story"], "optional": ["h1"], "drop": [".ad"]}
    gold, optional = mark_page(PAGE, rule)
    assert derive_text(PAGE, gold).split() == "It rains pours More rain".split()
    assert [PAGE[start:end] for start, end in optional] == ["Rain"]
    assert optional[0][0] == PAGE.index("Rain</h1>")


def test_comments_of_cleaneval_teach_nothing() -> None:
    """What stands in a part called comments weighs nothing on a page of CleanEval, but on others."""
    html = "<p>It rains and pours.</p><div id=comments><p>So it does here.</p></div>"
    comments = html[slice(*find_comments(html)[0])]
    weights = [
        make_examples((1, name, DatasetPage("1", "http://a.example/", "article", html, "It rains")), ())[0].weight
        for name in ("cleaneval-en", "wcxb-dev")
    ]
    assert comments == "So it does here."
    assert [(weight > 0).tolist() for weight in weights] == [[True, False], [True, True]]


def test_no_site_that_judges_is_learned_from() -> None:
    """The pages kept apart as unseen are of other sites than those that the shipped model learns from."""

    def list_sites(files: Iterable[Path]) -> set[str]:
        return {
            rule["site"]
            for file in files
            for rule in tomllib.loads(file.read_text(encoding="utf-8"))["rules"]
            if "site" in rule
        }

    learned, unseen = list_sites(RULES.glob("*.toml")), list_sites((RULES / "unseen").glob("*.toml"))
    assert (len(unseen), learned & unseen) == (202, set())
