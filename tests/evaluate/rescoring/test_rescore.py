"""``evaluate rescore``: what was extracted, by today's gold."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from cetr.console import Limits
from evaluate.measures import make_score
from evaluate.package import attach_files, discard_document
from evaluate.rescoring.rescore import _fail
from evaluate.results.rows import TIMES, Row
from tests.documents import make_document
from tests.evaluate.running.calling import call, read_table

EXTRACTORS = ["-e", "plain", "-e", "nothing", "-e", "cetr"]


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Four documents, one with optional words, that an extractor of texts has scored."""
    for name in "abc":
        make_document(tmp_path / "p", name, f"<p>Gold {name}</p><p>more words</p>", (f"Gold {name}",))
    make_document(tmp_path / "p", "d", "<p>Gold d</p><p>or not</p>", ("Gold d",), optional=("or not",))
    (tmp_path / "texts").mkdir()
    for name in "abcd":
        (tmp_path / "texts" / f"{name}.md").write_text(f"# Gold {name}\n\nor [not](http://x.y/)")
    return tmp_path / "p"


def test_what_cannot_be_scored_within_the_limits_of_the_run_fails(package: Path, tmp_path: Path, monkeypatch) -> None:
    """It scores 0 and says so; the rest is scored."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "slow_rescore.py").write_text(
        "from evaluate.measures import make_score\nfrom tests.alarms import take_too_long\n"
        "def nap(comparison):\n    'Gold a' in comparison.gold and take_too_long()\n    return make_score(1, 1, 1)\n"
    )
    assert call("run", package, "-e", "plain", "--timeout", "600", "--out", tmp_path / "old") == 0
    assert (
        call("rescore", tmp_path / "old", "--measures", "slow_rescore:nap", "--out", tmp_path / "new", "--jobs", "1")
        == 0
    )
    rows = read_table(tmp_path / "new" / "plain.tsv")
    assert [(row["status"], row["error"], row["slow_rescore:nap.f1"]) for row in rows] == [
        ("timeout", "took more than 600 s to be scored", "0.0"),
        *[("ok", "", "1.0")] * 3,
    ]


@pytest.mark.parametrize(
    ("why", "status", "error"),
    [
        ("took more than 2 s", "timeout", "took more than 2 s to be scored"),
        ("took more than 9 MB of memory", "memory", "took more than 9 MB of memory to be scored"),
        ("its process died, perhaps of X", "crash", "while it was scored, its process died, perhaps of X"),
    ],
)
def test_the_limit_that_was_broken_is_told(why: str, status: str, error: str) -> None:
    """As the status of the row, and in words."""
    row = Row("p", "d", "ok", 1.0, 1.0, {}, "g", {"words": make_score(1, 1, 1)})
    failed, prediction = _fail(Limits(), (row, Path("p"), None, ("words",)), why)
    assert (failed.status, failed.error, failed.scores["words"].f1, prediction) == (status, error, 0.0, None)


@pytest.mark.long
def test_a_corrected_gold_is_scored_as_a_new_run_would(package: Path, tmp_path: Path, capfd) -> None:
    """Rows and predictions are those of a run of every extractor on today's package, all but the times."""
    extractors = [*EXTRACTORS, "-e", f"md=saved:{tmp_path / 'texts'}"]
    assert call("run", package, *extractors, "--out", tmp_path / "old") == 0
    (package / "a.txt").write_text("Gold a more")
    meta = json.loads((package / "d.json").read_text())
    (package / "d.json").write_text(json.dumps({**meta, "optional": []}))
    capfd.readouterr()
    assert call("rescore", tmp_path / "old", "--measures", "words,bag", "--out", tmp_path / "new", "--jobs", 2) == 0
    assert capfd.readouterr().err.splitlines() == ["evaluate: the gold of 2 documents has changed"]
    assert call("run", package, *extractors, "--measures", "words,bag", "--out", tmp_path / "again") == 0
    for name in ("plain", "nothing", "cetr", "md"):
        ours, theirs = (read_table(tmp_path / folder / f"{name}.tsv") for folder in ("new", "again"))
        timed = {*TIMES, "seconds_per_kb"}
        assert [{k: v for k, v in row.items() if k not in timed} for row in ours] == [
            {k: v for k, v in row.items() if k not in timed} for row in theirs
        ]
        file = f"{name}.predictions.jsonl"
        assert (tmp_path / "new" / file).read_text() == (tmp_path / "again" / file).read_text()
    ours, theirs = (json.loads((tmp_path / folder / "run.json").read_text()) for folder in ("new", "again"))
    for key in ("extractors", "datasets", "measures", "product", "html", "finished"):
        assert ours[key] == theirs[key], key
    ours, theirs = (json.loads((tmp_path / folder / "summary.json").read_text()) for folder in ("new", "again"))
    assert list(ours["extractors"]) == ["plain", "nothing", "cetr", "md"]
    for name, figures in ours["extractors"].items():
        assert figures["measures"] == theirs["extractors"][name]["measures"]
    assert call("compare", tmp_path / "new", tmp_path / "again") == 0


def test_what_cannot_be_scored_is_left_out_and_told(package: Path, tmp_path: Path, capfd) -> None:
    """Documents that are gone, changed pages and new documents; the package may have moved."""
    assert call("run", package, *EXTRACTORS, "--out", tmp_path / "old") == 0
    discard_document(package, "a")
    make_document(package, "e", "<p>x</p>", ("x",))
    (package / "b.html").write_text("<p>Gold b, another page</p>")
    (tmp_path / "elsewhere").mkdir()
    shutil.move(package, tmp_path / "elsewhere" / "p")
    capfd.readouterr()
    assert call("rescore", tmp_path / "old", "--out", tmp_path / "new") == 2
    assert "p: no such folder" in capfd.readouterr().err
    assert call("rescore", tmp_path / "old", tmp_path / "elsewhere" / "p", "--out", tmp_path / "deep" / "new") == 0
    out, err = capfd.readouterr()
    assert sorted(line.split()[0] for line in out.splitlines()[2:]) == ["cetr", "nothing", "plain"]
    assert err.splitlines() == [
        "evaluate: the gold of no document has changed",
        "evaluate: left out, gone or no longer finished: 1 document (p/a)",
        "evaluate: left out, another page: 1 document (p/b)",
        "evaluate: left out, new, without a prediction: 1 document (p/e)",
    ]
    assert [row["document"] for row in read_table(tmp_path / "deep" / "new" / "plain.tsv")] == ["c", "d"]


def test_an_edited_page_of_the_same_size_is_another_page(package: Path, tmp_path: Path, capfd) -> None:
    """What was extracted is of the page before; results that do not have its hash know it by its size alone."""
    assert call("run", package, "-e", "plain", "--out", tmp_path / "old") == 0
    (package / "a.html").write_text("<p>Gold A</p><p>more words</p>")
    capfd.readouterr()
    assert call("rescore", tmp_path / "old", "--out", tmp_path / "new") == 0
    assert capfd.readouterr().err.splitlines()[1:] == ["evaluate: left out, another page: 1 document (p/a)"]
    assert [row["document"] for row in read_table(tmp_path / "new" / "plain.tsv")] == [*"bcd"]
    rows = tmp_path / "old" / "plain.tsv"
    rows.write_text(re.sub(r"\t0\t[0-9a-f]{16}\t", "\t0\t\t", rows.read_text()))
    (package / "b.html").write_text("<p>Gold b</p><p>more than words</p>")
    assert call("rescore", tmp_path / "old", "--out", tmp_path / "sizes") == 0
    assert [row["document"] for row in read_table(tmp_path / "sizes" / "plain.tsv")] == [*"acd"]


def test_what_the_server_sent_has_a_size_of_its_own(package: Path, tmp_path: Path) -> None:
    """It says nothing about whether the rendered page is another one."""
    for name in "abcd":
        attach_files(package, name, {".source.html": f"<p>Gold {name}".encode()})
    assert call("run", package, "-e", "plain", "--html", "source", "--out", tmp_path / "old") == 0
    assert call("rescore", tmp_path / "old", "--out", tmp_path / "new") == 0
    assert [row["document"] for row in read_table(tmp_path / "new" / "plain.tsv")] == [*"abcd"]


def test_where_nothing_can_be_scored_nothing_is_written(package: Path, tmp_path: Path, capfd) -> None:
    """Into a package, of a package that the run does not name, without a document that is left, and of no run."""
    results, out = tmp_path / "old", tmp_path / "new"
    assert call("run", package, "-e", "plain", "--out", results) == 0
    capfd.readouterr()
    assert call("rescore", results, "--out", package) == 2
    told = f"evaluate: {package}: already has results, or a package; name another folder for --out\n"
    assert capfd.readouterr().err == told
    run = results / "run.json"
    known = run.read_text()
    run.write_text(known.replace('"package": "p"', '"package": "q"'))
    assert call("rescore", results, "--out", out) == 2
    told = "the package 'p' cannot be found: it is not known where it was; name its folder after the results"
    assert capfd.readouterr().err == f"evaluate: {told}\n"
    run.write_text(known)
    for name in "abcd":
        discard_document(package, name)
    assert call("rescore", results, "--out", out) == 2
    assert capfd.readouterr().err == f"evaluate: {results}: no document is left: gone or no longer finished\n"
    run.unlink()
    assert call("rescore", results, "--out", out) == 2
    assert capfd.readouterr().err == f"evaluate: {results}: has no results of 'evaluate run': there is no run.json\n"
    assert not out.exists()


def test_a_package_that_the_results_do_not_have_is_refused(package: Path, tmp_path: Path, capfd) -> None:
    """Its gold would not count: results know a package by the name of its folder."""
    assert call("run", package, "-e", "plain", "--out", tmp_path / "old") == 0
    renamed = package.rename(tmp_path / "q")
    capfd.readouterr()
    assert call("rescore", tmp_path / "old", renamed, "--out", tmp_path / "new") == 2
    told = "is not a package of these results, which have p; they know a package by the name of its folder"
    assert capfd.readouterr().err == f"evaluate: {renamed}: {told}\n"


def test_predictions_of_another_page_are_refused(package: Path, tmp_path: Path, capfd) -> None:
    """Spans that are not in the page were made of another one, or by somebody who does not count in code points."""
    assert call("run", package, "-e", "plain", "--out", tmp_path / "old") == 0
    predictions = tmp_path / "old" / "plain.predictions.jsonl"
    predictions.write_text(re.sub(r'"spans":\[\[.*?\]\]', '"spans":[[3,99]]', predictions.read_text()))
    capfd.readouterr()
    assert call("rescore", tmp_path / "old", "--out", tmp_path / "new") == 2
    told = "the prediction is of another page: the span [3, 99) is not in the page, which has 30 characters"
    assert capfd.readouterr().err == f"evaluate: {package}/a.html: {told}\n"


def test_failures_stay_failures(package: Path, tmp_path: Path, capfd) -> None:
    """They score 0 by any gold; without predictions, or into results, nothing is scored."""
    assert call("run", package, "-e", "f=cmd:false", "--out", tmp_path / "old") == 3
    (tmp_path / "new").mkdir()
    assert call("rescore", tmp_path / "old", "--out", tmp_path / "new") == 0
    assert {(row["status"], row["words.f1"]) for row in read_table(tmp_path / "new" / "f.tsv")} == {("error", "0.0")}
    assert call("rescore", tmp_path / "old", "--out", tmp_path / "old") == 2
    assert "already has results, or a package" in capfd.readouterr().err
    assert call("run", package, "-e", "plain", "--out", tmp_path / "bare") == 0
    (tmp_path / "bare" / "plain.predictions.jsonl").unlink()
    assert call("rescore", tmp_path / "bare", "--out", tmp_path / "none") == 2
    assert "results without predictions cannot be scored" in capfd.readouterr().err


def test_packages_that_nobody_named_are_told(package: Path, tmp_path: Path, capfd, monkeypatch) -> None:
    """Results of somebody else may name any folder: one that is not near is told, unless the command line names it."""
    (tmp_path / "far").mkdir()
    monkeypatch.chdir(tmp_path / "far")
    assert call("run", package, "-e", "plain", "--out", tmp_path / "far" / "results") == 0
    told = f"evaluate: reading the package 'p' in {package}, which the results name"
    results, numbers = tmp_path / "far" / "results", iter(range(9))
    for words, says in (
        (("summary", results, "--by", "status"), True),
        (("summary", results, "--by", "package"), False),
        (("report", results, "-o", tmp_path / "far" / "report.html"), True),
        (("report", results, "--format", "markdown"), False),
        (("rescore", results, "--out", tmp_path / f"new-{next(numbers)}"), True),
        (("rescore", results, package, "--out", tmp_path / f"new-{next(numbers)}"), False),
    ):
        capfd.readouterr()
        assert call(*words) == 0
        assert (told in capfd.readouterr().err) is says, words
    monkeypatch.chdir(tmp_path)
    assert call("summary", results, "--by", "status") == 0
    assert told not in capfd.readouterr().err
