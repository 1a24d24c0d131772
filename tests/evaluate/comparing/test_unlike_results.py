"""``evaluate compare`` of results that differ in more than their figures, or are damaged."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from cetr.console import InputError
from cetr.console import run as run_command
from evaluate.cli import evaluate
from evaluate.comparing.change import compare_sides
from evaluate.comparing.sides import LeftOut, Side, check_comparable
from evaluate.measures import make_score
from evaluate.package import discard_document
from evaluate.results.rows import Row
from tests.documents import make_document

SCORE = make_score(1, 1, 1)


def test_common_documents(made: Path, results: Path, tmp_path: Path, call) -> None:
    """What one side lacks, and what has another gold now, is left out and told, in all formats."""
    shutil.copytree(made / "pack", tmp_path / "pack")
    (tmp_path / "pack" / "d1.txt").write_text("New gold")
    make_document(tmp_path / "pack", "e", "<p>Gold words</p>", ("Gold words",))
    discard_document(tmp_path / "pack", "d3")
    arguments = ["run", str(tmp_path / "pack"), "--extractor", "plain", "--out", str(tmp_path / "r2")]
    assert run_command(evaluate, arguments) == 0
    code, _, err = call(results / "plain", tmp_path / "r2")
    assert (code, "(--common compares the documents that both have)" in err) == (2, True)
    told = "1 document only in OLD (pack/d3); 1 document only in NEW (pack/e); 1 document gold changed (pack/d1)"
    code, out, _ = call(results / "plain", tmp_path / "r2", "--common")
    assert (code, told in out, "2 documents" in out) == (0, True, True)
    code, out, err = call(results / "plain", tmp_path / "r2", "--common", "--format", "json")
    assert (code, json.loads(out)[0]["left_out"]) == (
        0,
        {"only_old": ["pack/d3"], "only_new": ["pack/e"], "changed": ["pack/d1"]},
    )
    assert told in err


def test_extractors_of_one_side_alone_are_named(results: Path, tmp_path: Path, call) -> None:
    """They are not compared; where there is a limit, one that the new side lacks is refused."""
    shutil.copytree(results, tmp_path / "new")
    (tmp_path / "new" / "run.json").unlink()
    (tmp_path / "new" / "nothing.tsv").rename(tmp_path / "new" / "something.tsv")
    code, out, err = call(results, tmp_path / "new")
    assert code == 0
    assert "plain" in out
    assert err.splitlines() == [
        f"evaluate: not compared: nothing, only in {results}",
        f"evaluate: not compared: something, only in {tmp_path / 'new'}",
    ]
    code, out, err = call(results, tmp_path / "new", "--fail-if", "words.f1 < -0.1")
    assert (code, out) == (2, "")
    assert err == (
        f"evaluate: {tmp_path / 'new'}: lacks nothing of {results}, so no limit covers that; name what both have, "
        f"such as {results / 'plain.tsv'}\n"
    )


def test_sides_that_share_no_extractor(results: Path, tmp_path: Path, call) -> None:
    """If there are several, which two to compare is for the user to say."""
    new = shutil.copytree(results, tmp_path / "new")
    (new / "run.json").unlink()
    for old_name, name in (("plain", "one"), ("nothing", "two")):
        (new / f"{old_name}.tsv").rename(new / f"{name}.tsv")
    told = f"has no extractor of {results} (plain, nothing) but one, two; name two files, such as {results}/plain.tsv"
    assert call(results, new) == (2, "", f"evaluate: {new}: {told}\n")


def test_measures_of_one_side_alone_are_named(made: Path, results: Path, tmp_path: Path, call) -> None:
    """They are not compared; a limit is refused where the new side lacks one, and judged by the new side's first."""
    new = tmp_path / "new"
    arguments = ["run", str(made / "pack"), "--extractor", "plain", "--measures", "set,bag", "--out", str(new)]
    assert run_command(evaluate, arguments) == 0
    old = results / "plain"
    code, out, err = call(old, new, "--format", "json")
    assert (code, [figure["figure"] for figure in json.loads(out)[0]["figures"]]) == (
        0,
        ["bag.precision", "bag.recall", "bag.f1"],
    )
    assert err.splitlines() == [
        f"evaluate: not compared by words, only in {old}",
        f"evaluate: not compared by set, only in {new}",
    ]
    code, out, err = call(old, new, "--fail-under", "0.1")
    assert (code, out) == (2, "")
    assert err == (
        f"evaluate: {new}: lacks the figures of words of {old}, so no limit covers them; "
        "run it with --measures words,bag\n"
    )
    rows = results / "plain.tsv"
    table = [line.split("\t") for line in rows.read_text().splitlines(keepends=True)]
    kept = [i for i, name in enumerate(table[0]) if not name.startswith("words.")]
    rows.write_text("".join("\t".join(line[i] for i in kept) for line in table))
    code, out, _ = call(old, new, "--fail-under", "0.9")
    assert (code, "verdict: fail: set.f1 under 0.9 (it is 0." in out) == (1, True)


def test_measures_are_in_the_order_of_the_new_side() -> None:
    """The first is the one by which pages are judged; there must be one that both have."""
    old, new, other = (
        Side("x", Path("x.tsv"), {("p", "d"): Row("p", "d", "ok", 1.0, 1.0, {}, "", dict.fromkeys(names, SCORE))})
        for names in (("words", "bag", "set"), ("chars", "bag", "words"), ("chars",))
    )
    found = compare_sides(old, new, left_out=LeftOut(), pages=0, resamples=99, seed=0)
    assert (found.measures, found.whole.main.name) == (("bag", "words"), "bag.f1")
    with pytest.raises(InputError, match=r"^x\.tsv: has no measure of x\.tsv$"):
        check_comparable(old, other)


def test_different_documents_are_refused(made: Path, results: Path, tmp_path: Path, call) -> None:
    """The difference is named: documents that one side lacks, and gold that was changed."""
    path = results / "nothing.tsv"
    (results / "run.json").unlink()
    text = path.read_text()
    lines = text.splitlines(keepends=True)
    path.write_text("".join(lines[:-1]))
    code, _, err = call(results / "plain", path)
    assert (code, "lacks 1 document of" in err, "pack/d3" in err) == (2, True, True)
    shutil.copytree(made / "pack", tmp_path / "pack")
    (tmp_path / "pack" / "d1.txt").write_text("New gold")
    arguments = ["run", str(tmp_path / "pack"), "--extractor", "plain", "--out", str(tmp_path / "r2")]
    assert run_command(evaluate, arguments) == 0
    code, _, err = call(results, tmp_path / "r2")
    assert (code, "of 1 document differs from that of " in err, ": pack/d1; 'evaluate rescore'" in err) == (
        2,
        True,
        True,
    )
    shutil.copytree(made / "pack", tmp_path / "renamed")
    arguments = ["run", str(tmp_path / "renamed"), "--extractor", "plain", "--out", str(tmp_path / "r3")]
    assert run_command(evaluate, arguments) == 0
    code, _, err = call(results, tmp_path / "r3")
    assert (code, "lacks 4 documents" in err, "pack/d0" in err, "renamed/d0" in err) == (2, True, True, True)
    code, _, err = call(results, tmp_path / "r3", "--common")
    assert (code, "r3/plain.tsv: has no document in common with " in err) == (2, True)
    code, _, err = call(results, tmp_path / "nowhere")
    assert (code, "no such file or folder" in err) == (2, True)


def test_converted_line_ends_do_not_matter(results: Path, tmp_path: Path, call) -> None:
    """Results may be kept in git, which writes them with the line ends of the system."""
    shutil.copytree(results, tmp_path / "kept")
    for path in (tmp_path / "kept").iterdir():
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    plain = call(results / "plain", results / "nothing")
    assert plain[0] == 0
    assert call(tmp_path / "kept" / "plain", results / "nothing") == plain


def test_results_of_which_some_are_gone(results: Path, call) -> None:
    """The error names those that are left, which can be compared."""
    (results / "nothing.tsv").unlink()
    told = f"evaluate: {results / 'nothing.tsv'}: is missing; name the results that are there: {results / 'plain'}\n"
    assert call(results, results) == (2, "", told)
    assert call(results / "plain", results / "plain")[0] == 0
    (results / "plain.tsv").unlink()
    assert call(results, results) == (2, "", f"evaluate: {results / 'plain.tsv'}: is missing\n")
    (results / "run.json").unlink()
    assert call(results, results) == (2, "", f"evaluate: {results}: has no results of 'evaluate run'\n")


def test_unfinished_results_are_refused(results: Path, call) -> None:
    """What an interrupted run has left is not shown as if it were all."""
    path = results / "run.json"
    path.write_text(path.read_text().replace('"finished": true', '"finished": false'))
    code, out, err = call(results, results)
    assert (code, out, "finish it with 'evaluate run ... --resume'" in err) == (2, "", True)
    rows = results / "nothing.tsv"
    rows.write_text("".join(rows.read_text().splitlines(keepends=True)[:-1]))
    code, out, err = call(results / "plain", rows)
    assert (code, out, err) == (
        2,
        "",
        f"evaluate: {rows}: has 3 rows for 4 documents: its run was interrupted; finish it with "
        "'evaluate run ... --resume'\n",
    )
    assert call(results / "plain", results / "plain")[0] == 0


@pytest.mark.parametrize("line", ['{"package": "pack", "document": "d0", "text": 1}', '{"more": ' + "[" * 100_000])
@pytest.mark.parametrize("command", ["compare", "report"])
def test_damaged_predictions_are_named(
    results: Path, capfd: pytest.CaptureFixture[str], command: str, line: str
) -> None:
    """A line that is no prediction, or nested deeper than the parser goes, is an error that names file and line."""
    path = results / "plain.predictions.jsonl"
    path.write_text(line + "\n")
    arguments = {"compare": [results / "nothing", results / "plain"], "report": [results, "-o", results / "r.html"]}
    assert run_command(evaluate, [command, *map(str, arguments[command])]) == 2
    assert capfd.readouterr().err.splitlines()[-1].startswith(f"evaluate: {path}: line 1: ")
