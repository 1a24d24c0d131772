"""``evaluate run`` as a person calls it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from evaluate.package.writing import write_document
from evaluate.results.rows import TIMES
from tests.documents import make_document
from tests.evaluate.running.calling import call, read_table
from tests.unread import run_unread


def test_summary_and_rows(package: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The summary has the documented structure, the rows stand in the order of the documents; drafts are skipped."""
    out = tmp_path / "out"
    assert call("run", package, "--extractor", "plain", "--extractor", "nothing", "--out", out) == 0
    summary = json.loads((out / "summary.json").read_text())
    assert summary["schema"] == 1
    assert list(summary["extractors"]) == ["plain", "nothing"]
    plain = summary["extractors"]["plain"]
    assert plain.pop("seconds_per_kb") > 0
    assert plain.pop("cpu_seconds_per_kb") > 0
    assert plain == {
        "pages": 3,
        "failed": 0,
        "protocol": "alone",
        "alone": 3,
        "measures": {
            "words": {
                "precision": pytest.approx((1 + 1 / 2 + 4 / 5) / 3),
                "recall": 1.0,
                "f1": pytest.approx((1 + 2 / 3 + 8 / 9) / 3),
                "f1_std": pytest.approx(0.169725),
            }
        },
    }
    assert summary["extractors"]["nothing"]["measures"]["words"]["f1"] == 0.0
    rows = read_table(out / "plain.tsv")
    assert [row["document"] for row in rows] == ["a", "b", "c"]
    assert {row["package"] for row in rows} == {"pack"}
    assert (rows[1]["words.precision"], rows[1]["words.f1"], rows[1]["status"]) == ("0.5", str(2 / 3), "ok")
    assert (rows[1]["language"], rows[1]["page_type"], rows[1]["site"]) == ("en", "article", "b.example")
    assert float(rows[1]["kb"]) == len((package / "b.html").read_bytes()) / 1000
    output = capfd.readouterr()
    assert output.out.splitlines()[2].split()[:3] == ["plain", "3", "0"]
    assert "evaluate: 1 document left out, not finished (draft, harvested, rejected)" in output.err


def test_pages_without_main_content_can_be_told_apart(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """All or nothing is scored on them, so the run names them, and the summary and the limits know them."""
    make_document(tmp_path / "pack", "a", "<p>Gold</p><p>more words</p>", ("Gold",))
    make_document(tmp_path / "pack", "b", "<p>a listing</p>", ())
    out = tmp_path / "out"
    assert call("run", tmp_path / "pack", "-e", "plain", "--out", out) == 0
    told = "1 document without main content, on which an extractor scores 1 if it returns nothing, else 0"
    assert f"evaluate: {told}; to see them apart: evaluate summary {out} --by main_content\n" in capfd.readouterr().err
    assert call("summary", out, "--by", "main_content", "--format", "json") == 0
    groups = json.loads(capfd.readouterr().out)
    assert {group["main_content"]: (group["pages"], group["f1"]) for group in groups} == {
        "yes": (1, 0.5),
        "no": (1, 0.0),
    }
    assert call("compare", out, out, "--fail-if", "main_content=no: words.f1 < 0") == 0


def test_versions_and_hash_are_recorded(package: Path, finished: Path, tmp_path: Path) -> None:
    """Extractor, product and data set; the hash changes with the gold."""
    (package / "a.txt").write_text("Gold has five words now")
    assert call("run", package, "--extractor", "plain", "--out", tmp_path / "two") == 0
    hashes = set()
    for out in (finished, tmp_path / "two"):
        run = json.loads((out / "run.json").read_text())
        assert run["extractors"] == {"plain": f"cetr-gold {run['product']['cetr-gold']}"}
        assert run["datasets"][0]["documents"] == 3
        hashes.add(run["datasets"][0]["sha256"])
    assert len(hashes) == 2


def test_formats(package: Path, finished: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """JSON, JSON Lines and the paper's tab-separated file, on standard output alone."""
    for kind in ("json", "jsonl", "tsv"):
        assert call("run", package, "--extractor", "plain", "--out", finished, "--resume", "--format", kind) == 0
        out = capfd.readouterr().out
        if kind == "tsv":
            lines = [line.split("\t") for line in out.splitlines()]
            assert lines[0] == [
                "extractor", "document", "seconds", "seconds_per_kb", "words.precision", "words.recall", "words.f1",
            ]  # fmt: skip
            assert [line[1] for line in lines[1:]] == ["pack/a", "pack/b", "pack/c", "mean", "standard deviation"]
            assert float(lines[-1][-1]) == pytest.approx(0.169725)
        else:
            row = json.loads(out)[0] if kind == "json" else json.loads(out)
            assert (row["extractor"], row["pages"], row["words.recall"]) == ("plain", 3, 1.0)


def test_any_number_of_jobs_gives_the_same(package: Path, tmp_path: Path) -> None:
    """Rows agree in all but the time."""
    tables = []
    for jobs in (1, 3):
        out = tmp_path / str(jobs)
        measures = "words,chars,bag,set,accuracy"
        assert call("run", package, "--extractor", "plain", "--measures", measures, "--out", out, "--jobs", jobs) == 0
        table = read_table(out / "plain.tsv")
        timed = {*TIMES, "seconds_per_kb"}
        tables.append([{k: v for k, v in row.items() if k not in timed} for row in table])
    assert tables[0] == tables[1]


def test_failed_pages_give_exit_code_3(tmp_path: Path, register_extractor, capfd: pytest.CaptureFixture[str]) -> None:
    """The others are done, the failed one is in the table with its error, and the first error is reported."""
    register_extractor("hostile", "tests.evaluate.running.hostile:hostile")
    for name in ("EXIT", "RAISE", "RAISE-2", "good"):
        make_document(tmp_path / "p", name, f"<i>{name}</i><p>Two words</p>", ("Two words",))
    assert call("run", tmp_path / "p", "--extractor", "hostile", "--out", tmp_path / "out") == 3
    assert capfd.readouterr().err.splitlines()[-1] == (
        f"evaluate: 3 failed: 2 error, 1 crash (columns status and error in {tmp_path / 'out'}); "
        "the first: hostile on p/EXIT: its process ended with exit code 7"
    )
    rows = read_table(tmp_path / "out" / "hostile.tsv")
    assert [(row["document"], row["status"], row["words.f1"]) for row in rows] == [
        ("EXIT", "crash", "0.0"),
        ("RAISE", "error", "0.0"),
        ("RAISE-2", "error", "0.0"),
        ("good", "ok", "1.0"),
    ]
    assert rows[1]["error"] == "ValueError: no such luck"
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())["extractors"]["hostile"]
    assert (summary["pages"], summary["failed"], summary["measures"]["words"]["f1"]) == (4, 3, 0.25)
    assert json.loads((tmp_path / "out" / "run.json").read_text())["extractors"] == {"hostile": "strangers 1.5"}


def test_failures_of_others_are_not_this_runs(
    tmp_path: Path, register_extractor, capfd: pytest.CaptureFixture[str]
) -> None:
    """What failed for an extractor of the run that is resumed is shown, and told only if that one is asked for."""
    register_extractor("hostile", "tests.evaluate.running.hostile:hostile")
    make_document(tmp_path / "p", "RAISE", "<i>RAISE</i><p>Two words</p>", ("Two words",))
    command = ["run", tmp_path / "p", "--out", tmp_path / "out", "--resume"]
    assert call(*command, "--extractor", "hostile") == 3
    capfd.readouterr()
    assert call(*command, "--extractor", "plain") == 0
    output = capfd.readouterr()
    assert [line.split()[:3] for line in output.out.splitlines()[2:]] == [["plain", "1", "0"], ["hostile", "1", "1"]]
    assert output.err == ""
    assert call(*command, "--extractor", "hostile") == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere", "--extractor", "plain"], "nowhere: no such folder"),
        (["PACK", "--extractor", "plian"], "no extractor named 'plian'; did you mean 'plain'? (available:"),
        (["PACK", "--extractor", "plain", "--measures", "wrods"], "no measure named 'wrods'"),
        (["PACK"], "name at least one --extractor"),
        (["PACK", "--extractor", "cetr@k=0"], "cetr: k: 0 is not a whole number from 1 to 100"),
        (["PACK", "--extractor", f"learned:{__file__}"], "not a model file of this program"),
        (["PACK", "--extractor", f"learned@model={__file__}"], "not a model file of this program"),
        (["PACK", "--extractor", "plain", "--timeout", "nan"], "'--timeout': nan is not a finite number"),
        (["PACK", "PACK", "--extractor", "plain"], "named twice"),
        (["PACK", "--extractor", "plain", "--html", "source"], "a.source.html: is missing"),
        (["DRAFTS", "--extractor", "plain"], "finished (status gold or reviewed); approve some with 'annotate review "),
    ],
)
def test_wrong_usage_is_one_line(
    package: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    """Exit code 2, and no results are written."""
    out, drafts = tmp_path / "out", tmp_path / "drafts"
    make_document(drafts, "a", "<p>x</p>", (), status="draft")
    named = {"PACK": package, "DRAFTS": drafts}
    assert call("run", *(named.get(a, a) for a in arguments), "--out", out) == 2
    error = capfd.readouterr().err
    assert message in error
    assert error.count("\n") == 1
    assert not out.exists()


def test_rows_and_predictions_are_in_order(package: Path, finished: Path) -> None:
    """Whichever document is done first, and however often a prediction was written before an interruption."""
    rows, predictions = ((finished / f"plain{end}").read_text() for end in (".tsv", ".predictions.jsonl"))
    header, a, b, c = rows.splitlines(keepends=True)
    (finished / "plain.tsv").write_text(header + c + a)
    one, two, three = predictions.splitlines(keepends=True)
    (finished / "plain.predictions.jsonl").write_text(three + two + one)
    assert call("run", package, "--extractor", "plain", "--out", finished, "--resume") == 0
    assert [line.split("\t")[:2] for line in (finished / "plain.tsv").read_text().splitlines(keepends=True)] == [
        line.split("\t")[:2] for line in (header, a, b, c)
    ]
    assert (finished / "plain.predictions.jsonl").read_text() == predictions


def test_a_damaged_prediction_is_named(package: Path, finished: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """When a run continues, a line between predictions that is not one is reported by its number."""
    path = finished / "plain.predictions.jsonl"
    one, _, three = path.read_text().splitlines(keepends=True)
    path.write_text(one + '{"package": 1}\n' + three)
    capfd.readouterr()
    assert call("run", package, "--extractor", "plain", "--out", finished, "--resume") == 2
    assert capfd.readouterr().err.endswith(
        f"evaluate: {path}: line 2: package: expected text, but found a whole number\n"
    )


@pytest.mark.parametrize("file", ["plain.tsv", "plain.predictions.jsonl"])
def test_a_full_disk_is_named(package: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str], file: str) -> None:
    """Which of the files could not be written is said."""
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / file).symlink_to("/dev/full")
    assert call("run", package, "--extractor", "plain", "--out", tmp_path / "out") == 2
    assert capfd.readouterr().err.endswith(f"evaluate: {tmp_path / 'out' / file}: No space left on device\n")


def test_a_run_without_standard_streams(package: Path, tmp_path: Path) -> None:
    """Its workers, too, do without them."""
    command = f"{sys.executable} -m evaluate run {package} -e plain -o {tmp_path / 'out'} <&- >&- 2>&-"
    assert subprocess.run(["sh", "-c", command], check=False).returncode == 0
    assert read_table(tmp_path / "out" / "plain.tsv")[0]["status"] == "ok"


def test_served_html(tmp_path: Path) -> None:
    """With --html source the extractor gets the response's bytes, decoded; its text is compared with the same gold.

    The size is that of the response, also if the extractor ends its process.
    """
    document = make_document(tmp_path / "p", "a", "<p>Füße rendered</p>", ("Füße rendered",))
    page = "<meta charset=iso-8859-1><!--EXIT--><b>Füße</b>"
    served = page.encode("iso-8859-1")
    write_document(tmp_path / "p", "a", meta=document.meta, text=document.text, attachments={".source.html": served})
    extractors = ("--extractor", "plain", "--extractor", "end=tests.evaluate.running.hostile:hostile")
    assert call("run", tmp_path / "p", *extractors, "--html", "source", "--out", tmp_path / "o") == 3
    (row,) = read_table(tmp_path / "o" / "plain.tsv")
    assert (row["words.precision"], row["words.recall"]) == ("1.0", "0.5")
    (failed,) = read_table(tmp_path / "o" / "end.tsv")
    assert failed["status"] == "crash"
    assert float(row["kb"]) == float(failed["kb"]) == len(page.encode()) / 1000


def test_served_html_has_structure(tmp_path: Path) -> None:
    """What spans mark in it keeps its headings, though it is not the page that the gold marks."""
    document = make_document(tmp_path / "p", "a", "<h1>Ants</h1><p>march</p>", ("<h1>Ants</h1><p>march</p>",))
    served = {".source.html": b"<h1>Ants</h1><p>march</p><script>1</script>"}
    write_document(tmp_path / "p", "a", meta=document.meta, text=document.text, attachments=served)
    measures = ("--measures", "words,headings", "--html", "source", "--out", tmp_path / "o")
    assert call("run", tmp_path / "p", "-e", "plain", *measures) == 0
    (row,) = read_table(tmp_path / "o" / "plain.tsv")
    assert (row["words.f1"], row["headings.f1"], row["headings.extracted"]) == ("1.0", "1.0", "1.0")


def test_failures_count_though_nobody_reads_the_table(package: Path, tmp_path: Path) -> None:
    """The exit code stands, and the first failure is reported, even if the reader, such as ``head``, has gone."""
    code, told = run_unread("evaluate", "run", str(package), "-e", "cmd:false", "--out", str(tmp_path / "out"))
    assert (code, "evaluate: 3 failed" in told) == (3, True)


def test_the_first_note_is_told(package: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """What is odd about outputs is said after the table, not only in a column of a file."""
    latin = "latin=cmd:printf caf\\\\351"
    assert call("run", package, "-e", "fine=cmd:true", "-e", latin, "--out", tmp_path / "out") == 0
    told = f"3 notes on the outputs (column note in {tmp_path / 'out'}); the first: latin on "
    err = capfd.readouterr().err
    assert told in err
    assert err.endswith(": not UTF-8 in 1 place, which became U+FFFD\n")


def test_functions_of_libraries_work_as_they_are(package: Path, tmp_path: Path) -> None:
    """Trafilatura's own function: None is an empty text, options are positional parameters, Markdown is declared."""
    bare = "bare=trafilatura:extract@include_comments=false,include_tables=false"
    marked = "md=trafilatura:extract@output_format=markdown,output=markdown"
    assert call("run", package, "-e", bare, "-e", marked, "--out", tmp_path / "out") == 0
    texts, markdown = (read_table(tmp_path / "out" / f"{name}.tsv") for name in ("bare", "md"))
    assert {row["output"] for row in texts} == {"text"}
    assert {row["output"] for row in markdown} <= {"markdown", "text"}
    assert {row["note"] for row in texts + markdown} <= {"", "returned None, which counts as an empty text"}
    assert {row["status"] for row in texts + markdown} == {"ok"}


def test_markdown_is_compared_as_a_reader_sees_it(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Marks and addresses are no words; what was returned is kept beside the text that was compared."""
    html = "<h1>A title</h1><p>Read <a href='https://example.org/long/way'>this page</a> now</p>"
    make_document(tmp_path / "p", "d", html, (html,))
    (tmp_path / "outputs").mkdir()
    (tmp_path / "outputs" / "d.md").write_text("# A title\n\nRead [this page](https://example.org/long/way) **now**\n")
    out = tmp_path / "out"
    assert call("run", tmp_path / "p", "-e", f"md=saved:{tmp_path / 'outputs'}", "--out", out) == 0
    (row,) = read_table(out / "md.tsv")
    assert (row["output"], row["words.f1"], row["seconds"], row["cpu"]) == ("markdown", "1.0", "", "")
    (line,) = (out / "md.predictions.jsonl").read_text().splitlines()
    assert json.loads(line)["text"] == "A title\nRead this page now"
    assert json.loads(line)["returned"].startswith("# A title")
    assert "markdown" in capfd.readouterr().out


def test_what_makes_text_of_markdown_is_not_the_extractors_time(tmp_path: Path) -> None:
    """It takes half a second, and this extractor, which gives the same for any page, takes microseconds."""
    make_document(tmp_path / "p", "d", "<p>Two words</p>", ("Two words",))
    spec = "md=tests.evaluate.running.lengthy:brackets@output=markdown"
    assert call("run", tmp_path / "p", "-e", spec, "--out", tmp_path / "out") == 0
    (row,) = read_table(tmp_path / "out" / "md.tsv")
    assert (row["status"], row["output"]) == ("ok", "markdown")
    assert float(row["cpu"]) < 0.25
    assert float(row["seconds"]) < 0.25


def test_the_table_tells_what_chance_can_make(package: Path, finished: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Each extractor but the first has its distance, the p-value and whether it is a tie; one alone has no columns."""
    run = ("run", package, "--out", finished, "--resume", "--format", "json")
    assert call(*run, "-e", "plain") == 0
    assert "behind" not in json.loads(capfd.readouterr().out)[0]
    assert call(*run, "-e", "plain", "-e", "same=plain", "-e", "nothing") == 0
    first, second, last = json.loads(capfd.readouterr().out)
    assert (first["behind"], first["p"], first["tie"]) == (None, None, None)
    assert (second["behind"], second["p"], second["tie"]) == (0.0, 1.0, "yes")
    # Three pages: whatever happens on all of them, chance does as well in two of eight draws.
    assert (last["behind"], last["p"], last["tie"]) == (-first["words.f1"], 0.5, "yes")


def test_times_of_repetitions(package: Path, tmp_path: Path) -> None:
    """Median, least and most, and processor time; the machine, the date and the command are recorded."""
    out = tmp_path / "out"
    assert call("run", package, "-e", "cetr", "--repeat", 3, "--jobs", 2, "--out", out) == 0
    for row in read_table(out / "cetr.tsv"):
        assert 0 < float(row["fastest"]) <= float(row["seconds"]) <= float(row["slowest"])
        assert float(row["cpu"]) >= 0
    run = json.loads((out / "run.json").read_text())
    assert (run["repeat"], run["machines"][0]["cores"], run["date"][:2]) == (3, os.cpu_count(), "20")
    assert run["jobs"] == [2]
    summary = json.loads((out / "summary.json").read_text())["extractors"]["cetr"]
    assert summary["cpu_seconds_per_kb"] > 0


def test_repetitions_that_differ_are_noted(package: Path, tmp_path: Path) -> None:
    """An extractor that returns something else each time has a score by chance."""
    out = tmp_path / "out"
    assert call("run", package, "-e", "odd=cmd:sh -c 'echo $$'", "-e", "plain", "--repeat", 2, "--out", out) == 0
    notes = [{row["note"] for row in read_table(out / f"{name}.tsv")} for name in ("odd", "plain")]
    assert notes == [{"its repetitions differ; the last one counts"}, {""}]


def test_a_service_that_is_not_there_stops_the_run(package: Path, tmp_path: Path, capfd) -> None:
    """It fails once, not on each page, and what is done is kept."""
    out = tmp_path / "out"
    assert call("run", package, "-e", "plain", "-e", "s=http://127.0.0.1:1/", "--out", out) == 2
    told = capfd.readouterr().err.splitlines()[-1]
    assert told.startswith("evaluate: http://127.0.0.1:1/: ") and told.endswith("continue with --resume")
    assert len(read_table(out / "plain.tsv")) == 3


def test_what_an_extractor_complains_of_does_not_command_the_terminal(package: Path, tmp_path: Path) -> None:
    """Its last line of stderr is shown, without what a terminal would obey."""
    script = tmp_path / "bad.sh"
    script.write_text("printf '\\033]0;title\\007red' >&2; exit 3")
    _, told = run_unread("evaluate", "run", str(package), "-e", f"cmd:sh {script}", "--out", str(tmp_path / "out"))
    assert "ended with exit code 3: \ufffd]0;title\ufffdred" in told
