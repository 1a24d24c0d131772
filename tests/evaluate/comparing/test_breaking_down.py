"""Differences and reports by facts that the results do not hold."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from cetr.console import run as run_command
from evaluate.api import compare as compare_results
from evaluate.api import read_documents, read_results
from evaluate.api import run as run_extractor
from evaluate.cli import evaluate
from evaluate.package import read_document
from tests.documents import make_document


@pytest.fixture(scope="module")
def topics(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a package of four documents, two about sport, and the results of plain and nothing on them."""
    folder = tmp_path_factory.mktemp("topics")
    for i, topic in enumerate(("sport", "sport", "arts", None)):
        extra = {"topic": topic} if topic else {}
        rest = "<p>other words</p>" * (3 * i)
        make_document(folder / "p", f"d{i}", f"<p>Gold words</p>{rest}", ("Gold words",), extra=extra)
    extractors = ["-e", "plain", "-e", "nothing"]
    assert run_command(evaluate, ["run", str(folder / "p"), *extractors, "--out", str(folder / "r")]) == 0
    return folder


def test_a_comparison_by_any_field(topics: Path, call) -> None:
    """Classes are in the order of their numbers; a single value is shown, too."""
    by = [part for field in ("extra.topic", "complexity", "length") for part in ("--by", field)]
    code, out, _ = call(topics / "r" / "plain", topics / "r" / "nothing", *by, "--format", "json")
    (comparison,) = json.loads(out)
    groups = [g for g in comparison["groups"] if g["figure"] == "words.f1"]
    assert [(g["field"], g["value"], g["documents"]) for g in groups] == [
        ("extra.topic", "", 1),
        ("extra.topic", "arts", 1),
        ("extra.topic", "sport", 2),
        ("complexity", "0-24", 1),
        ("complexity", "75-100", 3),
        ("length", "0-124", 4),
    ]
    assert groups[2]["old"] == pytest.approx((1 + 0.4) / 2)
    assert code == 0
    table = call(topics / "r" / "plain", topics / "r" / "nothing", *by)[1]
    assert "extra.topic=(none)" in table and "complexity=75-100" in table


@pytest.mark.parametrize(
    ("condition", "code"),
    [
        ("extra.topic=sport: words.f1 < -0.6", 1),
        ("extra.topic=arts: words.f1 < -0.6", 0),
        ("complexity=75-100: words.f1 < 0", 1),
        ("extra.topic=(none): words.f1 < -0.6", 0),
        ("extra.topic=*: words.f1 < -0.6", 1),
    ],
)
def test_a_limit_for_any_field(topics: Path, call, condition: str, code: int) -> None:
    """It needs no --by."""
    assert call(topics / "r" / "plain", topics / "r" / "nothing", "--fail-if", condition)[0] == code


def test_a_field_that_no_document_has(topics: Path, call) -> None:
    """It is one line, with the fields that there are."""
    for option in (("--by", "color"), ("--fail-if", "color=red: words.f1 < 0")):
        code, out, err = call(topics / "r" / "plain", topics / "r" / "plain", *option)
        known = "length, complexity, package, language, page_type, site, fragmented, multiple_articles, main_content"
        told = f"evaluate: no document has 'color'; name one of {known}, or a key of the metadata\n"
        assert (code, out, err) == (2, "", told)


def test_packages_that_are_read_elsewhere_are_told_once(topics: Path, tmp_path: Path, call) -> None:
    """However many extractors are compared."""
    results = shutil.copytree(topics / "r", tmp_path / "r")
    code, _, err = call(results, results, "--by", "extra.topic")
    assert (code, err) == (0, f"evaluate: reading the package 'p' in {topics / 'p'}, which the results name\n")


def test_a_value_that_no_document_has(topics: Path, call) -> None:
    """It is told with the values that there are."""
    limit = "extra.topic=sprot: words.f1 < 0"
    code, out, err = call(topics / "r" / "plain", topics / "r" / "nothing", "--fail-if", limit)
    told = "no document has extra.topic 'sprot'; did you mean 'sport'? (arts, sport)"
    assert (code, out, err) == (2, "", f"evaluate: --fail-if 'extra.topic=sprot: words.f1 < 0': {told}\n")


def test_a_report_by_any_field(topics: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """As tables in Markdown; in HTML also as a choice of documents."""
    report = ["report", str(topics / "r"), "--by", "complexity", "--by", "extra.topic"]
    assert run_command(evaluate, [*report, "--format", "markdown"]) == 0
    out = capfd.readouterr().out
    assert "### F1 by complexity\n\n| Extractor | 0-24 (1) | 75-100 (3) |\n" in out
    assert "### F1 by extra.topic\n\n| Extractor | sport (2) | (none) (1) | arts (1) |\n" in out
    assert run_command(evaluate, [*report, "-o", str(topics / "r.html")]) == 0
    html = (topics / "r.html").read_text("utf-8")
    data = json.loads(re.findall(r'<script type="application/json" id="data">(.*?)</script>', html, re.DOTALL)[0])
    assert data["facts"]["complexity"] == ["0-24", "75-100"]
    assert data["facts"]["extra.topic"] == ["", "arts", "sport"]
    assert data["ordered"] == ["complexity"]


def test_results_in_python_by_any_field(topics: Path) -> None:
    """Those that were read, and those of a run in this process."""
    read = read_results(topics / "r")
    assert list_values(compare_results(read["plain"], read["nothing"], by=["extra.topic"], resamples=199).table()) == {
        ("extra.topic", ""),
        ("extra.topic", "arts"),
        ("extra.topic", "sport"),
    }
    documents = read_documents(topics / "p")
    made = [run_extractor(name, documents) for name in ("plain", "nothing")]
    assert list_values(compare_results(*made, by=["complexity"], resamples=199).table()) == {
        ("complexity", "0-24"),
        ("complexity", "75-100"),
    }
    with pytest.raises(TypeError, match=r"by: is a text; name fields in a list: \['complexity'\]"):
        compare_results(*made, by="complexity")


def list_values(table: list[dict[str, object]]) -> set[tuple[object, object]]:
    """The groups in a table of differences."""
    return {(row["field"], row["value"]) for row in table if row["field"]}


def test_a_document_is_read_once_for_all_extractors(topics: Path, call, monkeypatch: pytest.MonkeyPatch) -> None:
    """A comparison of two extractors asks for the complexity of each page once."""
    read: list[str] = []

    def note(folder: Path, name: str) -> object:
        read.append(name)
        return read_document(folder, name)

    monkeypatch.setattr("evaluate.results.grouping.read_document", note)
    assert call(topics / "r", topics / "r", "--by", "complexity")[0] == 0
    assert read == ["d0", "d1", "d2", "d3"]
