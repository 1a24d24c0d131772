"""``evaluate summary``."""

from __future__ import annotations

import json
import math
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cetr.console import run as run_command
from evaluate.cli import evaluate
from evaluate.measures import Score, make_score
from evaluate.results.classes import complexity_class, length_class, measure_complexity, order_values
from evaluate.results.rows import FIELDS, Row, format_line, format_row, make_header, parse_row, split_line
from evaluate.results.spread import Spread, find_spreads
from evaluate.results.statistics import Summary, summarize_rows
from evaluate.running.documents import fail_unread
from evaluate.running.tasks import pack_scores, unpack_scores
from tests.documents import make_document


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a package of two articles and a forum page, and the results of plain on it."""
    folder = tmp_path_factory.mktemp("summary")
    for i, (kind, tag) in enumerate((("article", "en"), ("article", "EN-us-x-twain"), ("forum", "sr_Latn"))):
        html = "<p>Gold words</p>" + "<p>other</p>" * i
        extra = {"words": {"long": i > 0}} | ({"odd": 1} if i == 1 else {})
        facts = {"page_type": kind, "fragmented": i == 0, "extra": extra, "annotator": "ada"}
        make_document(folder / "p", f"d{i}", html, ("Gold words",), language=tag, **facts)
    assert run_command(evaluate, ["run", str(folder / "p"), "--extractor", "plain", "--out", str(folder / "r")]) == 0
    return folder


@pytest.fixture
def results(made: Path, tmp_path: Path) -> Path:
    """A copy of these results, and of the package beside them, that a test may change."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    run = tmp_path / "r" / "run.json"
    run.write_text(run.read_text().replace(str(made), str(tmp_path)))
    return tmp_path / "r"


@pytest.mark.parametrize(
    ("by", "groups"),
    [
        ("page_type", {"article": (2, (1 + 0.8) / 2), "forum": (1, 2 / 3)}),
        ("fragmented", {"false": (2, (0.8 + 2 / 3) / 2), "true": (1, 1.0)}),
        ("site", {f"d{i}.example": (1, (1, 0.8, 2 / 3)[i]) for i in range(3)}),
        ("language", {"en": (2, (1 + 0.8) / 2), "sr": (1, 2 / 3)}),
        ("package", {"p": (3, (1 + 0.8 + 2 / 3) / 3)}),
        ("main_content", {"yes": (3, (1 + 0.8 + 2 / 3) / 3)}),
        ("length", {"0-124": (3, (1 + 0.8 + 2 / 3) / 3)}),
        ("complexity", {"0-24": (1, 1.0), "25-49": (1, 0.8), "50-74": (1, 2 / 3)}),
        ("annotator", {"ada": (3, (1 + 0.8 + 2 / 3) / 3)}),
        ("extra.odd", {"(none)": (2, (1 + 2 / 3) / 2), "1": (1, 0.8)}),
        ("extra.words.long", {"true": (2, (0.8 + 2 / 3) / 2), "false": (1, 1.0)}),
    ],
)
def test_broken_down(
    results: Path, capfd: pytest.CaptureFixture[str], by: str, groups: dict[str, tuple[int, float]]
) -> None:
    """Each value of a fact has its own figures, and that of most pages comes first."""
    capfd.readouterr()
    assert run_command(evaluate, ["summary", str(results), "--by", by, "--format", "json"]) == 0
    rows = json.loads(capfd.readouterr().out)
    assert [(row[by], (row["pages"], pytest.approx(row["f1"]))) for row in rows] == list(groups.items())


@pytest.mark.parametrize(("by", "classes"), [("length", ["0-124", "250-499"]), ("complexity", ["0-24", "75-100"])])
def test_classes_come_in_their_order(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], by: str, classes: list[str]
) -> None:
    """Though most pages are in the last."""
    for name, others in (("a", 0), ("b", 300), ("c", 300)):
        make_document(tmp_path / "p", name, "<p>Gold words</p>" + "<p>other</p>" * others, ("Gold words",))
    assert run_command(evaluate, ["run", str(tmp_path / "p"), "-e", "plain", "--out", str(tmp_path / "r")]) == 0
    capfd.readouterr()
    assert run_command(evaluate, ["summary", str(tmp_path / "r"), "--by", by, "--format", "json"]) == 0
    assert [row[by] for row in json.loads(capfd.readouterr().out)] == classes


def test_all_statistics(results: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Mean, median, sample deviation and perfect pages of every figure; precision is 2 of 2, of 3 and of 4 words."""
    command = [
        "run",
        str(results.parent / "p"),
        "--extractor",
        "plain",
        "--out",
        str(results),
        "--measures",
        "accuracy",
        "--overwrite",
    ]
    assert run_command(evaluate, command) == 0
    capfd.readouterr()
    assert run_command(evaluate, ["summary", str(results), "--statistics", "all", "--format", "json"]) == 0
    rows = {row["figure"]: row for row in json.loads(capfd.readouterr().out)}
    assert list(rows) == ["precision", "recall", "f1", "accuracy"]
    for figure in ("precision", "accuracy"):
        row = rows[figure]
        assert (row["pages"], row["median"], row["perfect"]) == (3, pytest.approx(2 / 3), 1)
        assert (row["mean"], row["deviation"]) == (pytest.approx(13 / 18), pytest.approx(0.2545875))
    assert (rows["recall"]["mean"], rows["recall"]["deviation"], rows["recall"]["perfect"]) == (1.0, 0.0, 3)


def test_an_unknown_figure_is_left_out_of_the_spread() -> None:
    """What is left may be a single page, which deviates from nothing."""
    scores = [{"words": make_score(1, 1, 1, {"own": own})} for own in (0.5, math.nan)]
    spreads = find_spreads(Row("p", "d", "ok", 1.0, 1.0, {}, "g", score) for score in scores)
    assert spreads["words", "own"] == Spread(1, 0.5, 0.5, 0.0, 0)
    assert spreads["words", "f1"] == Spread(2, 1.0, 1.0, 0.0, 2)


def test_lengths_are_classes_by_doubling() -> None:
    """From 125 words on, each class is twice as long as the one before; they are sorted as numbers."""
    classes = [length_class(words) for words in (0, 124, 125, 249, 250, 499, 4000)]
    assert classes == ["0-124", "0-124", "125-249", "125-249", "250-499", "250-499", "4000-7999"]
    assert order_values("length", {"1000-1999", "250-499", "4000-7999"}) == ["250-499", "1000-1999", "4000-7999"]


def test_complexity_is_in_quarters() -> None:
    """As percentages; they are sorted as numbers."""
    classes = [complexity_class(share) for share in (0.0, 0.249, 0.25, 0.5, 0.749, 0.75, 1.0)]
    assert classes == ["0-24", "0-24", "25-49", "50-74", "50-74", "75-100", "75-100"]
    assert order_values("complexity", {"75-100", "0-24", "50-74"}) == ["0-24", "50-74", "75-100"]


@pytest.mark.parametrize(
    ("gold", "options", "complexity"),
    [
        (("Gold-words",), {}, 0.5),
        (("Gold-words",), {"optional": ("date",)}, 1 / 3),
        ((), {}, 1.0),
        ((), {"text": "More words than the page has"}, 0.0),
    ],
)
def test_complexity_is_the_share_of_what_is_not_main_content(
    tmp_path: Path, gold: tuple[str, ...], options: dict[str, Any], complexity: float
) -> None:
    """Optional words count neither way."""
    document = make_document(tmp_path, "a", "<p>Gold-words</p><i>date</i><p>other</p>", gold, **options)
    assert measure_complexity(document) == pytest.approx(complexity)
    assert measure_complexity(make_document(tmp_path, "b", "<hr>", ())) == 0.0


@pytest.mark.parametrize("missing", ["run.json", "../p/d1.json"])
def test_what_cannot_be_broken_down(results: Path, capfd: pytest.CaptureFixture[str], missing: str) -> None:
    """A key that no document has, and documents that cannot be read, are one line."""
    capfd.readouterr()
    for by in ("extra.topic", "annotator.name"):
        assert run_command(evaluate, ["summary", str(results), "--by", by]) == 2
        assert f"evaluate: no document has '{by}'; name one of" in capfd.readouterr().err
    assert run_command(evaluate, ["summary", str(results), "--by", "langauge"]) == 2
    assert "no document has 'langauge'; did you mean 'language'?; name one of length" in capfd.readouterr().err
    assert run_command(evaluate, ["summary", str(results), "--measure", "chars"]) == 2
    assert capfd.readouterr().err == f"evaluate: {results}: has no measure 'chars' (it has words)\n"
    (results / missing).unlink()
    assert run_command(evaluate, ["summary", str(results / "plain"), "--by", "annotator"]) == 2
    out, err = capfd.readouterr()
    assert (out, err.count("\n"), Path(missing).name in err) == ("", 1, True)


def test_packages_that_have_moved(results: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Results from another machine name folders that are not here; rescoring tells them where the packages are."""
    (tmp_path / "moved").mkdir()
    moved = results.with_name("p").rename(tmp_path / "moved" / "p")
    capfd.readouterr()
    assert run_command(evaluate, ["summary", str(results), "--by", "annotator"]) == 2
    assert "p does not exist; if the package has moved, 'evaluate rescore RESULTS DIR' makes" in capfd.readouterr().err
    assert run_command(evaluate, ["report", str(results), "-o", str(tmp_path / "r.html")]) == 0
    assert "'evaluate rescore RESULTS DIR' makes results that know it\n" in capfd.readouterr().err
    again = ["rescore", str(results), "-o", str(tmp_path / "again")]
    assert run_command(evaluate, again) == 2
    assert "p: no such folder; name its folder after the results" in capfd.readouterr().err
    assert run_command(evaluate, [*again, str(moved)]) == 0


def test_whole(results: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """All figures of an extractor's file; an unknown measure is an error."""
    capfd.readouterr()
    assert run_command(evaluate, ["summary", str(results / "plain.tsv"), "--format", "jsonl"]) == 0
    row = json.loads(capfd.readouterr().out)
    assert list(row.items())[:4] == [("extractor", "plain"), ("measure", "words"), ("pages", 3), ("failed", 0)]
    assert (row["perfect"], row["micro_precision"], row["f1_median"]) == (1, 6 / 9, pytest.approx(0.8))
    assert run_command(evaluate, ["summary", str(results), "--measure", "bag"]) == 2


@pytest.mark.parametrize(
    "command", ["summary RESULTS/plain", "report RESULTS/plain --format markdown", "score PACKAGE RESULTS/plain"]
)
def test_an_extractor_of_an_interrupted_run(results: Path, capfd: pytest.CaptureFixture[str], command: str) -> None:
    """It is refused where it lacks documents; one that has them all can be used."""
    run, path = results / "run.json", results / "plain.tsv"
    run.write_text(run.read_text().replace('"finished": true', '"finished": false'))
    arguments = command.replace("RESULTS", str(results)).replace("PACKAGE", str(results.parent / "p")).split()
    assert run_command(evaluate, arguments) == 0
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:2]))
    capfd.readouterr()
    assert run_command(evaluate, arguments) == 2
    told = "has 1 row for 3 documents: its run was interrupted; finish it with 'evaluate run ... --resume'"
    assert capfd.readouterr() == ("", f"evaluate: {path}: {told}\n")


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        (
            "plain.tsv",
            "words.f1",
            "words.fx",
            "plain.tsv: line 2: is not a results file of 'evaluate run': no column 'words.f1'",
        ),
        ("plain.tsv", "\t1.0\t", "\tnan\t", "plain.tsv: line 2: words.precision: 'nan' is not a number"),
        ("plain.tsv", "\t1.0\t", "\tgood\t", "plain.tsv: line 2: words.precision: 'good' is not a number"),
        ("plain.tsv", "\tok\t", "\t", "plain.tsv: line 2: has 25 columns, the header has 26\n"),
        (
            "plain.tsv",
            "\tok\t",
            "\tfine\t",
            "plain.tsv: line 2: status: 'fine' is not one of ok, error, timeout, memory, output, crash\n",
        ),
        ("plain.tsv", None, "", "plain.tsv: has 0 rows for 3 documents: it is damaged; run the extractor again\n"),
        ("plain.tsv", "\np\td1\t", "\np\td0\t", "plain.tsv: line 3: p/d0 occurs twice; remove one of its rows\n"),
        (
            "plain.predictions.jsonl",
            None,
            "garbage\n",
            "plain.predictions.jsonl: line 1: is not JSON: JSON is malformed",
        ),
    ],
)
def test_damaged_results_are_refused(
    results: Path, capfd: pytest.CaptureFixture[str], file: str, old: str | None, new: str, told: str
) -> None:
    """A figure that is none, a column or rows that are gone: nobody may take the rest for the whole."""
    path = results / file
    path.write_text(new if old is None else path.read_text().replace(old, new))
    command = ["summary", str(results)] if file.endswith(".tsv") else ["compare", str(results), str(results)]
    capfd.readouterr()
    assert run_command(evaluate, command) == 2
    captured = capfd.readouterr()
    assert (captured.out, captured.err.startswith(f"evaluate: {results}/{told}")) == ("", True), captured.err


@pytest.mark.parametrize(
    ("column", "number", "fault"),
    [
        ("words.f1", "7e14", "'7e14' is not between 0 and 1"),
        ("words.recall", "1.001", "'1.001' is not between 0 and 1"),
        ("words.precision", "-0.1", "'-0.1' is not between 0 and 1"),
        ("words.matched", "-5", "'-5' is not between 0 and 1e+15"),
        ("words.expected", "1e308", "'1e308' is not between 0 and 1e+15"),
        ("words.f1", "inf", "'inf' is not a number"),
        ("seconds", "-1e300", "'-1e300' is not between 0 and 1e+15"),
        ("words.precision", "nan", "'nan' is not a number"),
        ("kb", "1e-320", "'1e-320' is not the size of a page"),
    ],
)
def test_numbers_of_a_strangers_results(
    results: Path, capfd: pytest.CaptureFixture[str], column: str, number: str, fault: str
) -> None:
    """What is no share, no count, or so large that sums and squares overflow is refused, with its line and column."""
    file = results / "plain.tsv"
    header, first, *rest = file.read_text("utf-8").splitlines()
    cells = dict(zip(header.split("\t"), first.split("\t"), strict=True)) | {column: number}
    file.write_text("\n".join([header, "\t".join(cells.values()), *rest]) + "\n", "utf-8")
    capfd.readouterr()
    assert run_command(evaluate, ["summary", str(results)]) == 2
    assert capfd.readouterr().err == f"evaluate: {file}: line 2: {column}: {fault}\n"


def test_rows_that_the_run_does_not_list(results: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A file beside its own may have fewer rows, though not none."""
    path = results / "other.tsv"
    header, *rows = (results / "plain.tsv").read_text().splitlines(keepends=True)
    path.write_text("".join([header, *rows[:2]]))
    assert run_command(evaluate, ["summary", str(results / "other")]) == 0
    path.write_text(header)
    capfd.readouterr()
    assert run_command(evaluate, ["summary", str(results / "other")]) == 2
    assert capfd.readouterr().err == f"evaluate: {path}: has no rows\n"


def test_groups_and_speed_of_a_row() -> None:
    """Only of a language the rest of a tag is cut off; an empty page takes no time per kB."""
    scores = {"words": make_score(0, 1, 0), "bag": make_score(0, 1, 1)}
    row = Row("p", "d", "ok", 1.0, 4.0, {"site": "de-news.example", "language": "de-AT"}, "g", scores)
    fields = ("site", "language", "page_type", "package", "main_content")
    assert [row.group(field) for field in fields] == ["de-news.example", "de", "", "p", "yes"]
    assert replace(row, facts={"language": "Austrian"}).group("language") == "Austrian"
    assert replace(row, scores={"words": scores["words"]}).group("main_content") == "no"
    assert (row.seconds_per_kb, replace(row, kb=0.0).seconds_per_kb) == (0.25, 0.0)


def test_a_page_that_was_too_large_to_be_counted_may_have_main_content() -> None:
    """It is not one of those without any, neither now nor when its row is read again; what is known is pooled."""
    scores = fail_unread(("words", "headings"))
    row = Row("p", "d", "memory", 1, 1, dict.fromkeys(FIELDS, ""), "g", unpack_scores(pack_scores(scores)))
    again = parse_row(tuple(make_header(scores)), format_row(row), "x.tsv:2")
    assert [one.group("main_content") for one in (row, again)] == ["unknown", "unknown"]
    whole = replace(row, status="ok", scores=dict.fromkeys(scores, make_score(1, 1, 2)))
    assert summarize_rows([again, whole]).measures["words"].micro_recall == 0.5


def test_times_of_all_pages_are_over_their_size() -> None:
    """In milliseconds; the least and the most only where repetitions differ. A page with another is not alone."""
    rows = [Row("p", name, "ok", 1.0, kb, {}, "g", {}, fastest=0.5, slowest=2.0) for name, kb in (("a", 1), ("b", 3))]
    known = {"ms_per_kb": 500.0, "cpu_ms_per_kb": None}
    assert summarize_rows(rows).speed == known | {"ms_per_kb_min": 250.0, "ms_per_kb_max": 1000.0}
    once = [replace(row, fastest=1.0, slowest=1.0, cpu=3.0) for row in rows]
    assert summarize_rows(once).speed == known | {"cpu_ms_per_kb": 1500.0}
    told = summarize_rows([replace(rows[0], note="a note", output="spans", others=1), replace(rows[1], status="crash")])
    assert (told.pages, told.failed, told.notes, told.outputs, told.alone) == (2, 1, 1, ("spans",), 1)
    assert summarize_rows([]) == Summary(0, 0, 0.0, {}, 0.0, 0.0, 0.0)


def test_a_row_is_read_as_it_was_written() -> None:
    """Also of an empty page and of one byte, with times and figures that are not known."""
    scores = {"words": Score(0.5, 0.25, 1 / 3, 1.0, 2.0, 4.0, {"own": math.nan, "other": -0.5})}
    times = {"fastest": 0.25, "slowest": 0.75, "cpu": math.nan}
    told = {"error": "an error", "output": "spans", "note": "a note", "others": 2}
    for kb in (0.0, 0.001, 4.5):
        row = Row("p", "d", "timeout", 0.5, kb, {field: f"a {field}" for field in FIELDS}, "g", scores, **told, **times)
        assert repr(parse_row(tuple(make_header(scores)), format_row(row), "w")) == repr(row)


def test_no_cell_of_a_results_file_is_a_formula_for_a_spreadsheet() -> None:
    """How a language or an error begins is escaped, and comes back as it was; figures are not."""
    cells = ["=1+1", "+1", "-1", "@SUM(1)", "\\=", "a=b", "", "\t=", "a\r\nb", "\\n", -0.5]
    line = format_line(cells)
    assert line == "\\=1+1\t\\+1\t\\-1\t\\@SUM(1)\t\\\\=\ta=b\t\t\\t=\ta\\r\\nb\t\\\\n\t-0.5\n"
    assert split_line(line) == [*cells[:-1], "-0.5"]


def test_no_message_in_a_results_file_commands_the_terminal_that_shows_it() -> None:
    """An extractor's error and the remark on its output keep no control character."""
    row = Row("p", "d", "error", 1, 1, {}, "g", {}, error="\x1b]52;c;eA==\x07", note="\x9b2J\u202e")
    cells = format_row(row).rstrip("\n").split("\t")
    assert cells[-4:-2] == ["\ufffd]52;c;eA==\ufffd", "\ufffd2J\ufffd"]
