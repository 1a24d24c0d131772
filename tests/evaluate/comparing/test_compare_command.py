"""``evaluate compare`` as a person or a CI job calls it."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cetr.console import run as run_command
from evaluate.cli import evaluate
from evaluate.comparing.words import Change, find_change
from evaluate.comparing.writing import show_runs
from evaluate.results.store import read_rows
from tests.documents import make_document
from tests.unread import run_unread


def test_an_extractor_whose_name_has_slashes(made: Path, results: Path, tmp_path: Path, call) -> None:
    """It is named as it was for the run, or by its file, where slashes are written otherwise."""
    (tmp_path / "own texts").mkdir()
    for i in range(4):
        (tmp_path / "own texts" / f"d{i}.txt").write_text("Gold words")
    saved = f"saved:{tmp_path / 'own texts'}"
    arguments = ["run", str(made / "pack"), "--extractor", saved, "--measures", "words", "--out", str(tmp_path / "s")]
    assert run_command(evaluate, arguments) == 0
    (file,) = (tmp_path / "s").glob("*.tsv")
    for new in (tmp_path / "s" / saved, file, file.with_suffix("")):
        code, out, _ = call(results / "plain", new, "--format", "json")
        assert (code, json.loads(out)[0]["new"]["extractor"]) == (0, saved)


def test_two_extractors(results: Path, call) -> None:
    """Differences with their test, groups, and the pages with the words lost and gained."""
    code, out, _ = call(results / "plain", results / "nothing.tsv", "--format", "json")
    assert code == 0
    (comparison,) = json.loads(out)
    figures = {figure["figure"]: figure for figure in comparison["figures"]}
    assert list(figures) == [f"{m}.{p}" for m in ("words", "bag") for p in ("precision", "recall", "f1")]
    old = (1 + 2 * 0.4 / 1.4 + 0.8 + 0) / 4
    assert figures["words.f1"]["old"] == pytest.approx(old)
    assert figures["words.f1"]["difference"] == pytest.approx(0.25 - old)
    assert figures["words.f1"]["p_adjusted"] == pytest.approx(min(1, 4 * figures["words.f1"]["p"]))
    groups = [group for group in comparison["groups"] if group["figure"] == "words.f1"]
    assert [(g["field"], g["value"], g["documents"]) for g in groups] == [
        ("page_type", "article", 2),
        ("page_type", "forum", 2),
    ]
    pages = {page["document"]: page for page in comparison["pages"]}
    assert [page["document"] for page in comparison["pages"]] == ["d0", "d2", "d1", "d3"]
    assert pages["d1"]["change"] == {"lost": ["gold words more of that"], "gained": []}
    assert (pages["d3"]["old"], pages["d3"]["new"]) == (0.0, 1.0)
    for count, shown in ((1, ["d0", "d3"]), (0, [])):
        _, out, _ = call(results / "plain", results / "nothing.tsv", "--format", "json", "--pages", count)
        assert [page["document"] for page in json.loads(out)[0]["pages"]] == shown


def test_words_need_both_texts(results: Path, tmp_path: Path, call) -> None:
    """Without the predictions of one side, no words are named; a page that failed has lost all of them."""
    kept = shutil.copytree(results, tmp_path / "kept", ignore=shutil.ignore_patterns("*.predictions.jsonl"))
    for old, new in ((kept / "plain", results / "nothing"), (results / "plain", kept / "nothing")):
        _, out, _ = call(old, new, "--format", "json")
        assert [page["change"] for page in json.loads(out)[0]["pages"]] == [None] * 4
    rows = kept / "nothing.tsv"
    header, *lines = rows.read_text().splitlines()
    status = header.split("\t").index("status")
    failed = ["\t".join([*(cells := line.split("\t"))[:status], "error", *cells[status + 1 :]]) for line in lines]
    rows.write_text("\n".join([header, *failed, ""]))
    _, out, _ = call(results / "plain", rows, "--format", "json")
    changes = {page["document"]: page["change"] for page in json.loads(out)[0]["pages"]}
    assert changes["d1"] == {"lost": ["gold words more of that"], "gained": []}


def test_same_results_have_no_difference(results: Path, call) -> None:
    """Two folders are compared extractor by extractor; a page that fails in both is no change, one more is."""
    table = next(results.rglob("plain*.tsv"))
    table.write_text(table.read_text().replace("\tok\t", "\terror\t", 1))
    code, out, _ = call(results, results, "--format", "json", "--fail-if", "words.f1 < 0", "--fail-if", "failed > 0")
    assert code == 0
    comparisons = json.loads(out)
    assert [c["old"]["extractor"] for c in comparisons] == ["plain", "nothing"]
    assert all(figure["difference"] == 0 for c in comparisons for figure in c["figures"])
    assert [c["pages"] for c in comparisons] == [[], []]
    assert all(c["verdict"] == {"limits": 2, "passed": True, "failures": []} for c in comparisons)
    told = "failed > 0 (failed changed by 1)"
    assert told in call(results / "nothing", results / "plain", "--fail-if", "failed > 0")[1]
    assert call(results / "plain", results / "nothing", "--fail-if", "failed >= 0")[0] == 0


@pytest.mark.parametrize(
    ("limits", "code", "verdict"),
    [
        ([], 0, "verdict: none, because no limits were set"),
        (["--fail-if", "words.f1 < -0.5"], 0, "verdict: pass"),
        (["--fail-if", "words.f1 < -0.005"], 1, "verdict: fail: words.f1 < -0.005 (words.f1 changed by -0.3429)"),
        (
            ["--fail-if", "words.f1<-0.3", "--fail-under", "0.9"],
            1,
            "fail: words.f1 < -0.3 (words.f1 changed by -0.3429); words.f1 under 0.9 (it is 0.25)",
        ),
        (["--fail-under", "0.25"], 0, "verdict: pass"),
        (
            ["--fail-if", "failed > 0", "--fail-if", "bag.recall <= -0.5"],
            1,
            "bag.recall <= -0.5 (bag.recall changed by -0.5)",
        ),
    ],
)
@pytest.mark.parametrize("kind", ["table", "tsv", "json"])
def test_verdict_agrees_with_exit_code(
    results: Path, call, limits: list[str], code: int, verdict: str, kind: str
) -> None:
    """What is printed and what the exit code says are the same, in every format."""
    result, out, err = call(results / "plain", results / "nothing", *limits, "--format", kind)
    assert result == code
    if kind == "json":
        assert json.loads(out)[0]["verdict"]["passed"] == (None if not limits else code == 0)
    else:
        assert verdict in (out if kind == "table" else err)


LIMITS = [
    ("words.f1.low < -0.99", ""),
    ("words.f1.p_adjusted < 0.0001", ""),
    ("words.f1.high < 2 and words.f1 < -0.5", ""),
    ("words.f1.high < 2 and words.f1 < -0.1", "; words.f1 changed by -0.34"),
    ("words.f1 > -0.34286", "(words.f1 changed by -0.342857)"),
    ("seconds_per_kb > -1000", "(seconds_per_kb changed by "),
    ("pages.worse > 2", "(pages.worse is 3)"),
    ("pages.worse > 3", ""),
    ("pages.same > 0", ""),
    ("bag.f1.better >= 1", "(bag.f1.better is 1)"),
    ("pages.lost > 2", "(pages.lost is 3: pack/d0, pack/d1, pack/d2)"),
    ("page.words.f1 < -0.9", "(page.words.f1 changed by -1 on pack/d0)"),
    ("page.words.f1 > 0.9", "(page.words.f1 changed by 1 on pack/d3)"),
    ("page_type=forum: words.f1 < -0.01", ""),
    ("page_type=article: words.f1 < -0.01", "page_type=article: words.f1 < -0.01 (words.f1 changed by -0.78"),
    ("page_type=article: pages.lost > 0", "(pages.lost is 2: pack/d0, pack/d1)"),
    ("page_type=*: bag.recall <= -1", "page_type=*: bag.recall <= -1 (page_type=article: bag.recall changed by -1)"),
    ("site=d2.example: words.f1 < 0", "site=d2.example: words.f1 < 0 (words.f1 changed by -0.8)"),
    ("site=d2.example: words.f1.p < 0.05", "(words.f1.p is not known)"),
    ("language=(none): words.f1 < 0", "language=(none): words.f1 < 0 (words.f1 changed by -0.3429)"),
    ("language=*: words.f1 < 0", "language=*: words.f1 < 0 (language=(none): words.f1 changed by -0.3429)"),
    ("package=pack: words.f1 < 0", "package=pack: words.f1 < 0 (words.f1 changed by -0.3429)"),
]


@pytest.mark.parametrize(("limit", "failure"), LIMITS)
def test_limits_on_pages_groups_and_intervals(results: Path, call, limit: str, failure: str) -> None:
    """Each is told with the figure, and the page or the kind of page, that crossed it; what is not known crosses it."""
    code, out, _ = call(results / "plain", results / "nothing", "--fail-if", limit, "--format", "json")
    (told,) = json.loads(out)[0]["verdict"]["failures"] or [""]
    assert (code, failure in told, bool(told)) == (int(bool(failure)), True, bool(failure))


def test_one_page_that_fell_to_nothing_is_not_hidden_by_the_mean(made: Path, tmp_path: Path, call) -> None:
    """Fifty pages, one of them destroyed: the mean moves by little, and the gate on pages stops it."""
    for i in range(50):
        make_document(tmp_path / "pack", f"d{i}", f"<p>Gold words {i}</p>", (f"Gold words {i}",))
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
        for i in range(50):
            text = "" if (name, i) == ("new", 7) else f"Gold words {i}"
            (tmp_path / name / f"d{i}.txt").write_text(text)
        saved, out = f"saved:{tmp_path / name}", str(tmp_path / f"r{name}")
        assert run_command(evaluate, ["run", str(tmp_path / "pack"), "-e", saved, "--out", out]) == 0
    sides = [next((tmp_path / f"r{name}").glob("*.tsv")) for name in ("old", "new")]
    assert call(*sides, "--fail-if", "words.f1 < -0.05")[0] == 0
    code, out, _ = call(*sides, "--fail-if", "words.f1 < -0.05", "--fail-if", "pages.lost > 0")
    assert (code, "pages.lost is 1: pack/d7" in out, "lost: gold words 7" in out) == (1, True, True)


def test_holm_counts_all_that_is_asked(made: Path, results: Path, call) -> None:
    """Two extractors by two measures, and each in two groups by the first: eight tests.

    Of the sites, only one that a limit names is tested.
    """
    code, out, _ = call(results, results, "--format", "json")
    (first, _) = json.loads(out)
    tested = [f for c in json.loads(out) for f in (*c["figures"], *c["groups"]) if f["p"] is not None]
    assert (code, len(tested), len(first["groups"])) == (0, 8, 6)
    limit = ("--fail-if", "site=d2.example: bag.f1 < -1", "--format", "json")
    code, out, _ = call(results / "plain", results / "nothing", *limit)
    tested = [(g["field"], g["value"], g["figure"]) for g in json.loads(out)[0]["groups"] if "f1" in g["figure"]]
    assert (code, tested) == (
        0,
        [
            *(("page_type", kind, "words.f1") for kind in ("article", "forum")),
            *(("site", "d2.example", f"{measure}.f1") for measure in ("words", "bag")),
        ],
    )


def test_packages_are_told_apart(results: Path, call) -> None:
    """Each is a group by itself, and can have a limit."""
    for name in ("plain", "nothing"):
        rows = results / f"{name}.tsv"
        rows.write_text(rows.read_text().replace("pack\td3", "other\td3"))
    _, out, _ = call(results / "plain", results / "nothing", "--format", "json")
    groups = [g for g in json.loads(out)[0]["groups"] if (g["figure"], g["field"]) == ("words.f1", "package")]
    assert [(g["value"], g["documents"], g["difference"] > 0) for g in groups] == [
        ("other", 1, True),
        ("pack", 3, False),
    ]
    told = "verdict: fail: package=*: words.f1 > 0 (package=other: words.f1 changed by 1)\n"
    code, out, _ = call(results / "plain", results / "nothing", "--fail-if", "package=*: words.f1 > 0")
    assert (code, told in out) == (1, True)


def test_markdown(results: Path, call) -> None:
    """What a comment on a pull request shows: the verdict, the change, by group with its pages, and the words lost."""
    code, out, err = call(results / "plain", results / "nothing", "--format", "markdown", "--fail-if", "pages.lost > 2")
    assert code == 1
    lines = out.splitlines()
    assert lines[0] == "## plain -\\> nothing: ❌ fail"
    assert "- ❌ pages.lost \\> 2 (pages.lost is 3: pack/d0, pack/d1, pack/d2)" in lines
    assert any(line.startswith("| words.f1 | 0.59") and line.endswith("| 3 | 0 | 1 |") for line in lines)
    assert any("=article (2 pages) |" in line for line in lines)
    assert any(line.startswith("| pack/d1 |") and "gold words more of that" in line for line in lines)
    assert err.endswith("evaluate: verdict: fail: pages.lost > 2 (pages.lost is 3: pack/d0, pack/d1, pack/d2)\n")
    for limits, sign in (((), "no limits were set"), (("--fail-if", "failed > 0"), "✅ pass")):
        _, out, _ = call(results / "plain", results / "nothing", "--format", "markdown", *limits)
        assert out.splitlines()[0] == f"## plain -\\> nothing: {sign}"


def test_a_language_that_the_mean_hides_is_named(tmp_path: Path, call) -> None:
    """It is surely worse, though all documents together are not."""
    for side in ("old", "new"):
        (tmp_path / side).mkdir()
    for i in range(20):
        language, worse = ("de", True) if i < 7 else ("en", False)
        make_document(tmp_path / "pack", f"d{i:02}", "<p>Gold words</p>", ("Gold words",), language=language)
        for side, whole in (("old", worse), ("new", not worse)):
            (tmp_path / side / f"d{i:02}.txt").write_text("Gold words" if whole else "Gold")
    both = [f"--extractor={side}=saved:{tmp_path / side}" for side in ("old", "new")]
    assert run_command(evaluate, ["run", str(tmp_path / "pack"), *both, "--out", str(tmp_path / "r")]) == 0
    told = "not worse on the whole, but worse for language=de (-0.3333)"
    assert f"warning: {told}\n" in call(tmp_path / "r" / "old", tmp_path / "r" / "new")[1]
    assert "but worse for" not in call(tmp_path / "r" / "new", tmp_path / "r" / "old")[1]


def test_a_measures_name_is_no_markup(results: Path, call) -> None:
    """Neither in Markdown nor where the comment folds its tables, which is HTML."""
    for name in ("plain", "nothing"):
        rows = results / f"{name}.tsv"
        rows.write_text(rows.read_text().replace("words.", "<img src=x>."))
    run = (results / "run.json").read_text()
    (results / "run.json").write_text(run.replace('"words"', '"<img src=x>"'))
    code, out, _ = call(results / "plain", results / "nothing", "--format", "markdown")
    assert (code, "<summary>Lost most (&lt;img src=x&gt;.f1)</summary>" in out) == (0, True)
    assert not re.search(r"(?<!\\)<img", out)


def test_times_of_different_machines_are_told(results: Path, tmp_path: Path, call) -> None:
    """They do not compare, and a limit on them says little."""
    shutil.copytree(results, tmp_path / "other")
    run = json.loads((tmp_path / "other" / "run.json").read_text())
    run["machines"][0]["cpu"] = "Another 9000"
    (tmp_path / "other" / "run.json").write_text(json.dumps(run))
    code, out, _ = call(results / "plain", tmp_path / "other" / "plain", "--fail-if", "seconds_per_kb > 9")
    assert (code, "warning: the times come from different machines and cannot be compared: " in out) == (0, True)
    assert "-> Another 9000, " in out
    assert "machines" not in call(results / "plain", results / "plain")[1]


def test_times_of_different_jobs_are_told(results: Path, tmp_path: Path, call) -> None:
    """Pages that are worked on at once slow each other down; scores compare all the same."""
    shutil.copytree(results, tmp_path / "other")
    run = json.loads((tmp_path / "other" / "run.json").read_text())
    assert run["jobs"] == [1]
    (tmp_path / "other" / "run.json").write_text(json.dumps(run | {"jobs": [1, 8]}))
    code, out, _ = call(results / "plain", tmp_path / "other" / "plain")
    told = "warning: the times come from different --jobs and are hard to compare: 1 -> 1 and 8\n"
    assert (code, told in out) == (0, True)


def test_another_html_is_told(results: Path, tmp_path: Path, call) -> None:
    """What an extractor makes of the rendered page and of the server's response says nothing about a change of it."""
    shutil.copytree(results, tmp_path / "other")
    run = (tmp_path / "other" / "run.json").read_text()
    (tmp_path / "other" / "run.json").write_text(run.replace('"html": "rendered"', '"html": "source"'))
    told = "warning: the HTML differs: OLD ran with --html rendered, NEW with source\n"
    assert told in call(results / "plain", tmp_path / "other" / "plain")[1]
    assert "--html" not in call(results / "plain", results / "nothing")[1]


def test_unknown_times(made: Path, results: Path, tmp_path: Path, call) -> None:
    """Saved outputs have no times, and JSON has no number for that."""
    (tmp_path / "texts").mkdir()
    for i in range(4):
        (tmp_path / "texts" / f"d{i}.txt").write_text("Gold words")
    saved = ("--extractor", f"s=saved:{tmp_path / 'texts'}", "--out", str(tmp_path / "s"))
    assert run_command(evaluate, ["run", str(made / "pack"), *saved]) == 0
    assert "lost 0, ms per kB unknown -> " in call(tmp_path / "s", results / "plain")[1]
    _, out, _ = call(tmp_path / "s", results / "plain", "--format", "json")
    (comparison,) = json.loads(out, parse_constant=pytest.fail)
    rows = list(read_rows(results / "plain.tsv"))
    for time, column in (("seconds_per_kb", "seconds"), ("cpu_seconds_per_kb", "cpu")):
        per_kb = sum(getattr(row, column) for row in rows) / sum(row.kb for row in rows)
        assert comparison[time] == [None, pytest.approx(per_kb)]
        assert call(results / "plain", results / "plain", "--fail-if", f"{time} > 0")[0] == 0
        told = f"verdict: fail: {time} > 9 ({time} is not known)"
        assert told in call(tmp_path / "s", results / "plain", "--fail-if", f"{time} > 9")[1]


def test_junit(results: Path, call) -> None:
    """A test for each limit; the suite's output is the whole comparison."""
    limits = ["--fail-if", "pages.lost > 2", "--fail-if", "failed > 0"]
    code, out, _ = call(results / "plain", results / "nothing", "--format", "junit", *limits)
    assert code == 1
    (suite,) = ElementTree.fromstring(out)
    assert (suite.get("name"), suite.get("tests"), suite.get("failures")) == ("nothing", "2", "1")
    cases = {case.get("name"): [f.get("message") for f in case] for case in suite.iter("testcase")}
    assert cases == {
        "pages.lost > 2": ["pages.lost > 2 (pages.lost is 3: pack/d0, pack/d1, pack/d2)"],
        "failed > 0": [],
    }
    assert "lost: gold words more of that" in str(suite.findtext("system-out"))


@pytest.mark.parametrize(
    ("limit", "code", "message"),
    [
        ("90", 2, "90.0 is not in the range 0<=x<=1"),
        ("nan", 1, "words.f1 under nan (it is 0.5929)"),
        ("0.59286", 1, "words.f1 under 0.59286 (it is 0.592857)"),
    ],
)
def test_a_limit_that_does_not_hold(results: Path, call, limit: str, code: int, message: str) -> None:
    """Per cent are refused, what is no number does not pass, and F1 has as many digits as show that it is lower."""
    result, out, err = call(results / "plain", results / "plain", "--fail-under", limit)
    assert (result, message in out + err) == (code, True)


def test_a_seed(results: Path, call) -> None:
    """It decides the samples; one below 0 is wrong usage."""
    once, again, other = (call(results / "plain", results / "nothing", "--seed", seed)[1] for seed in (1, 1, 2))
    assert once == again != other
    code, _, err = call(results / "plain", results / "plain", "--seed", "-1")
    assert (code, "'--seed': -1 is not in the range" in err) == (2, True)


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ("words.f1 is bad", "is not FIGURE < NUMBER"),
        ("chars.f1 < 0", "there is no figure 'chars.f1'"),
        ("word.f1 < 0", "there is no figure 'word.f1'; did you mean 'words.f1'? (available: words.precision"),
        ("words.recall.p < 0.05", "there is no figure 'words.recall.p'"),
        (
            "page_type=forum: seconds_per_kb > 9",
            "there is no figure 'seconds_per_kb' (available: words.precision, words.recall, words.f1, bag.precision,"
            " bag.recall, bag.f1, words.f1.low (.high, .p, .p_adjusted, .worse, .same, .better), page.words.f1,"
            " pages.worse, pages.same, pages.better, pages.lost, failed)\n",
        ),
        ("page_type=shop: words.f1 < 0", "no document has page_type 'shop' (article, forum)"),
        ("site=d2: words.f1 < 0", "no document has site 'd2' (d0.example, d1.example, d2.example, ...)"),
        ("site=d2.example:80: words.f1 < 0", "no document has site 'd2.example:80'; did you mean 'd2.example'?"),
        (
            "site=d2.exemple: words.f1 < 0",
            "no document has site 'd2.exemple'; did you mean 'd2.example'? (d0.example, ",
        ),
        ("language=en: words.f1 < 0", "no document has language 'en' (none of them has a known value)"),
    ],
)
def test_wrong_conditions(results: Path, call, condition: str, message: str) -> None:
    """The command ends with exit code 2 and one line."""
    code, out, err = call(results / "plain", results / "nothing", "--fail-if", condition)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err


def test_words_lost_and_gained() -> None:
    """Runs of words, in their order; equal ends do not matter."""
    assert find_change("A b c d e f", "a x c d y z f") == Change(("b", "e"), ("x", "y z"))
    assert find_change("", "new") == Change((), ("new",))
    assert find_change("same", "same") == Change((), ())
    assert find_change("\u65e7\u6587 abc", "\u65b0 \u0e04\u0e33 abc") == Change(
        ("\u65e7\u6587",), ("\u65b0\u0e04\u0e33",)
    )


def test_long_runs_are_cut() -> None:
    """Between words, or anywhere in scripts without spaces; what is short stays."""
    assert show_runs(("one two", "three")) == "one two | three"
    assert show_runs(("word " * 10_000,)) == "word " * 59 + "..."
    assert show_runs(("\u6587" * 10_000,)) == "\u6587" * 296 + " ..."


def test_a_verdict_holds_though_nobody_reads_it(results: Path) -> None:
    """A gate whose output goes to ``head`` does not pass because of that."""
    arguments = ["compare", str(results / "plain"), str(results / "nothing"), "--fail-if", "words.recall < 0"]
    assert run_unread("evaluate", *arguments) == (1, "")
