"""The figures of a report."""

from __future__ import annotations

from pathlib import Path

import pytest

from cetr.console import InputError
from cetr.console import run as run_command
from evaluate.cli import evaluate
from evaluate.comparing.sides import Side
from evaluate.measures.comparison import make_score
from evaluate.report.collecting import Collected, _shorten, collect_results, describe_results, name_apart, read_urls
from evaluate.results.finding import Found
from evaluate.results.rows import Row
from evaluate.results.store import read_rows
from tests.documents import make_document


def test_the_interval_is_of_the_figure_that_is_shown() -> None:
    """Two kinds of documents, each of F1 1/3: that is their mean, surely; the F1 of means is 0.6, and not so sure."""
    score = {name: [make_score(2, 2, 10), make_score(2, 10, 2)] * 20 for name in ("words", "shingles")}
    rows = {
        ("p", str(i)): Row("p", str(i), "ok", 0.0, 1.0, {}, "", {name: score[name][i] for name in score})
        for i in range(40)
    }
    collected = Collected((Side("x", Path("x.tsv"), rows),), tuple(score), tuple(rows), ("",), {})
    figures = describe_results(collected)["figures"]
    assert isinstance(figures, dict)
    (words,), (shingles,) = (figures[name] for name in score)
    assert (words["low"], words["f1"], words["high"]) == (0.3333, 0.3333, 0.3333)
    assert (shingles["f1"], shingles["high"]) == (0.6, 0.6)
    assert 0.5 < shingles["low"] < 0.6


@pytest.mark.parametrize(
    ("folders", "names"),
    [
        (["a/results"], ["plain"]),
        (["a/results", "b/results", "c"], ["plain (a/results)", "plain (b/results)", "plain (x/c)"]),
        (["a", "a/a"], ["plain (x/a)", "plain (a/a)"]),
        (["one", "two"], ["plain (one)", "plain (two)"]),
    ],
)
def test_extractors_of_one_name_are_told_apart(tmp_path: Path, folders: list[str], names: list[str]) -> None:
    """All of them have as much of their folders' paths as differs; one that stands alone has its name."""
    found = [Found("plain", tmp_path / "x" / folder / "plain.tsv") for folder in folders]
    other = Found("nothing", tmp_path / "x" / "a" / "nothing.tsv")
    assert name_apart([*found, other]) == [*names, "nothing"]
    with pytest.raises(InputError, match=r"plain\.tsv: is named twice"):
        name_apart([*found, found[0]])


def test_different_documents_are_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The error names them, and no option that a report does not have."""
    for name in "ab":
        make_document(tmp_path / name, "d", "<p>x</p>", ("x",))
        assert (
            run_command(evaluate, ["run", str(tmp_path / name), "-e", "plain", "-o", str(tmp_path / f"of-{name}")]) == 0
        )
    capfd.readouterr()
    one, other = tmp_path / "of-a", tmp_path / "of-b"
    assert run_command(evaluate, ["report", str(one), str(other), "--format", "markdown"]) == 2
    rows, others = one / "plain.tsv", other / "plain.tsv"
    assert capfd.readouterr().err == (
        f"evaluate: {others}: lacks 1 document of {rows}: a/d; {rows}: lacks 1 document of {others}: b/d\n"
    )


def test_an_extractor_whose_name_has_slashes(tmp_path: Path) -> None:
    """Its version and the packages come from the run of the folder, however the extractor is named."""
    make_document(tmp_path / "p", "d", "<p>x</p>", ("x",))
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "d.txt").write_text("x")
    name = f"saved:{tmp_path / 'own'}"
    out = tmp_path / "r"
    assert run_command(evaluate, ["run", str(tmp_path / "p"), "--extractor", name, "--out", str(out)]) == 0
    collected = collect_results([out / name])
    assert (collected.versions, collected.folders) == (("outputs 915e83aa4df2",), {"p": tmp_path / "p"})


@pytest.mark.parametrize(("number", "shown"), [(2.0, 2), (0.123456, 0.1235), (float("nan"), 0)])
def test_numbers_are_short(number: float, shown: float) -> None:
    """A whole number has no point; a count that nobody could make is shown as none."""
    assert repr(_shorten(number)) == repr(shown)


def test_a_single_document_has_no_interval(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """There is nothing to resample: Markdown has a dash, as `evaluate compare` has nothing."""
    make_document(tmp_path / "p", "d", "<p>x</p><p>y</p>", ("x",))
    assert (
        run_command(evaluate, ["run", str(tmp_path / "p"), "--extractor", "plain", "--out", str(tmp_path / "r")]) == 0
    )
    capfd.readouterr()
    assert run_command(evaluate, ["report", str(tmp_path / "r"), "--format", "markdown"]) == 0
    assert "| plain | 0.6667 | – | – | 0.5000 | 1.0000 |" in capfd.readouterr().out


def test_measures_that_only_some_have_are_told(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The report shows what all results have, and names the rest on standard error."""
    make_document(tmp_path / "p", "d", "<p>x</p>", ("x",))
    for out, measures in (("a", "words,bag"), ("b", "words,shingles")):
        arguments = ["run", str(tmp_path / "p"), "--extractor", "plain", "--measures", measures]
        assert run_command(evaluate, [*arguments, "--out", str(tmp_path / out)]) == 0
    capfd.readouterr()
    assert run_command(evaluate, ["report", str(tmp_path / "a"), str(tmp_path / "b"), "--format", "markdown"]) == 0
    out, err = capfd.readouterr()
    assert err == "evaluate: not shown, because not all results have it: bag, shingles\n"
    assert "measure words\n" in out and "bag" not in out


def test_a_document_whose_kind_was_corrected_between_two_runs(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """It is of the kind that the first results say, by every extractor."""
    for kinds, name in ((("article", "forum"), "plain"), (("article", "news"), "cetr")):
        for document, kind in zip("de", kinds, strict=True):
            make_document(tmp_path / name / "p", document, f"<p>{document}</p>", (document,), page_type=kind)
        package, out = str(tmp_path / name / "p"), str(tmp_path / name / "r")
        assert run_command(evaluate, ["run", package, "-e", name, "--jobs", "1", "--out", out]) == 0
    breakdown = describe_results(collect_results([tmp_path / name / "r" for name in ("plain", "cetr")]))["breakdown"]
    assert isinstance(breakdown, dict)
    values = [{"value": "article", "documents": 1}, {"value": "forum", "documents": 1}]
    assert breakdown["page_type"]["values"] == values
    assert breakdown["page_type"]["f1"] == {"words": [[1.0, 1.0], [1.0, 1.0]]}


def test_addresses_are_those_of_the_documents_that_were_scored(tmp_path: Path) -> None:
    """A stranger's results name a package of ours and its documents; they cannot have the hash of its gold."""
    make_document(tmp_path / "p", "d", "<p>x</p>", ("x",))
    out = tmp_path / "r"
    run_command(evaluate, ["run", str(tmp_path / "p"), "--extractor", "plain", "--out", str(out), "--jobs", "1"])
    (url,) = read_urls(collect_results([out])).values()
    assert url.startswith("https://")
    rows = out / "plain.tsv"
    gold = collect_results([out]).sides[0].rows["p", "d"].gold
    rows.write_text(rows.read_text("utf-8").replace(gold, "0" * 16), "utf-8")
    assert read_urls(collect_results([out])) == {}


def test_languages_are_groups_whatever_their_regions(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """In reports, comparisons and limits alike; the rows keep the tags of the documents."""
    for name, tag in (("a", "en"), ("b", "en-US"), ("c", "EN-ae"), ("d", "zh-Hant-TW")):
        make_document(tmp_path / "p", name, f"<p>{name}</p>", (name,), language=tag)
    out = tmp_path / "r"
    assert run_command(evaluate, ["run", str(tmp_path / "p"), "-e", "plain", "-o", str(out)]) == 0
    breakdown = describe_results(collect_results([out]))["breakdown"]
    assert isinstance(breakdown, dict)
    assert breakdown["language"]["values"] == [{"value": "en", "documents": 3}, {"value": "zh", "documents": 1}]
    compare = ["compare", str(out), str(out), "--format", "json", "--fail-if"]
    assert run_command(evaluate, [*compare, "language=en: words.f1 < 0"]) == 0
    assert run_command(evaluate, [*compare, "language=en-US: words.f1 < 0"]) == 2
    assert "no document has language 'en-US' (en, zh)" in capfd.readouterr().err
    assert [row.facts["language"] for row in read_rows(out / "plain.tsv")] == ["en", "en-US", "EN-ae", "zh-Hant-TW"]
