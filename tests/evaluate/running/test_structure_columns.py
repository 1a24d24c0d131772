"""Measures of structure in what ``evaluate run`` prints and writes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.documents import make_document
from tests.evaluate.running.calling import call, read_table


def test_the_table_has_one_column_for_each_measure_of_structure(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Its head says how many pages have such a thing, its figure is over these alone; JSON has all figures."""
    make_document(tmp_path / "pack", "a", "<h1>Title of it</h1><p>Two words</p>", ("Title of it", "Two words"))
    make_document(tmp_path / "pack", "b", "<h2>Two</h2><p>words more</p>", ("words more",))
    arguments = ["run", tmp_path / "pack", "-e", "plain", "-e", "nothing", "--measures", "words,headings,tables,order"]
    assert call(*arguments, "-o", tmp_path / "one") == 0
    head, _, best, worst = capfd.readouterr().out.splitlines()
    columns = head[head.index("headings") : head.index("ms_per_kb")]
    assert columns.split("  ") == ["headings (1)", "tables (0)", "order (0 to 1)", ""]
    for line, figures in ((best, ["1.0000", "1.0000"]), (worst, ["0.0000"])):
        assert line[head.index("headings") : head.index("ms_per_kb")].split() == figures
    assert call(*arguments, "-o", tmp_path / "two", "--format", "json") == 0
    plain = json.loads(capfd.readouterr().out)[0]
    assert (plain["headings.precision"], plain["headings.f1"], plain["headings.present"]) == (0.5, 0.5, 0.5)
    assert plain["headings.where-present"] == plain["headings.where-text"] == 1.0


def test_a_failure_does_not_change_what_the_gold_has(tmp_path: Path, register_extractor) -> None:
    """The page still has its heading, of which nothing was found."""
    make_document(tmp_path / "p", "a", "<h1>Title of it</h1><i>RAISE</i><p>Two words</p>", ("Title of it", "Two words"))
    register_extractor("hostile", "tests.evaluate.running.hostile:hostile")
    assert call("run", tmp_path / "p", "-e", "hostile", "--measures", "headings,tables", "-o", tmp_path / "out") == 3
    (row,) = read_table(tmp_path / "out" / "hostile.tsv")
    assert (row["headings.present"], row["headings.where-present"]) == ("1.0", "0.0")
    assert (row["tables.present"], row["tables.where-present"]) == ("0.0", "")
