"""``evaluate run`` as a person calls it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from evaluate.package.store import write_document
from evaluate.results.store import read_rows
from tests.documents import make_document
from tests.evaluate.running.calling import call, read_table
from tests.unread import run_unread


def test_summary_and_rows(package: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The summary has the documented structure, the rows stand in the order of the documents; drafts are skipped."""
    out = tmp_path / "out"
    assert call("run", package, "--extractor", "plain", "--extractor", "nothing", "--out", out) == 0
    summary = json.loads((out / "summary.json").read_text())
    assert list(summary["extractors"]) == ["plain", "nothing"]
    plain = summary["extractors"]["plain"]
    assert plain.pop("seconds_per_kb") > 0
    assert plain == {
        "pages": 3,
        "failed": 0,
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


def test_versions_and_hash_are_recorded(package: Path, tmp_path: Path) -> None:
    """Extractor, product and data set; the hash changes with the gold."""
    hashes = []
    for out in (tmp_path / "one", tmp_path / "two"):
        assert call("run", package, "--extractor", "plain", "--out", out) == 0
        run = json.loads((out / "run.json").read_text())
        assert run["extractors"] == {"plain": f"cetr-gold {run['product']['cetr-gold']}"}
        assert run["datasets"][0]["documents"] == 3
        hashes.append(run["datasets"][0]["sha256"])
        (package / "a.txt").write_text("Gold has five words now")
    assert hashes[0] != hashes[1]


def test_formats(package: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """JSON, JSON lines and the paper's tab-separated file, on standard output alone."""
    for kind in ("json", "jsonl", "tsv"):
        assert call("run", package, "--extractor", "plain", "--out", tmp_path / kind, "--format", kind) == 0
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
        tables.append([{k: v for k, v in row.items() if not k.startswith("seconds")} for row in table])
    assert tables[0] == tables[1]


def test_failed_pages_give_exit_code_3(tmp_path: Path, register_extractor, capfd: pytest.CaptureFixture[str]) -> None:
    """The others are done, the failed one stands in the table with its error; the first error is told."""
    register_extractor("hostile", "tests.evaluate.running.hostile:hostile")
    for name in ("RAISE", "good"):
        make_document(tmp_path / "p", name, f"<i>{name}</i><p>Two words</p>", ("Two words",))
    assert call("run", tmp_path / "p", "--extractor", "hostile", "--out", tmp_path / "out") == 3
    assert capfd.readouterr().err.splitlines()[-1] == (
        f"evaluate: 1 failed (columns status and error in {tmp_path / 'out'}); "
        "the first: hostile on p/RAISE: ValueError: no such luck"
    )
    rows = read_table(tmp_path / "out" / "hostile.tsv")
    assert [(row["document"], row["status"], row["words.f1"]) for row in rows] == [
        ("RAISE", "error", "0.0"),
        ("good", "ok", "1.0"),
    ]
    assert rows[0]["error"] == "ValueError: no such luck"
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())["extractors"]["hostile"]
    assert (summary["pages"], summary["failed"], summary["measures"]["words"]["f1"]) == (2, 1, 0.5)
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
        (["PACK", "--extractor", "plian"], "no extractor named 'plian' (there are:"),
        (["PACK", "--extractor", "plain", "--measures", "wrods"], "no measure named 'wrods'"),
        (["PACK"], "name at least one --extractor"),
        (["PACK", "--extractor", "cetr@k=0"], "cetr: k: 0 is not a whole number from 1 to 100"),
        (["PACK", "--extractor", f"learned:{__file__}"], "not a model file of this program"),
        (["PACK", "--extractor", f"learned@model={__file__}"], "not a model file of this program"),
        (["PACK", "--extractor", "plain", "--timeout", "nan"], "--timeout: name a number of seconds"),
        (["PACK", "PACK", "--extractor", "plain"], "named twice"),
        (["PACK", "--extractor", "plain", "--html", "source"], "a.source.html: is missing"),
    ],
)
def test_wrong_usage_is_one_line(
    package: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    """Exit code 2, and no results are written."""
    out = tmp_path / "out"
    assert call("run", *(package if a == "PACK" else a for a in arguments), "--out", out) == 2
    error = capfd.readouterr().err
    assert message in error
    assert error.count("\n") == 1
    assert not out.exists()


def test_results_do_not_go_into_a_package(package: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Their files would be taken for documents."""
    before = sorted(package.iterdir())
    assert call("run", package, "--extractor", "plain", "--out", package) == 2
    told = f"evaluate: {package}: is a test package; name another folder for the results\n"
    assert (capfd.readouterr().err, sorted(package.iterdir())) == (told, before)


def test_a_path_that_is_not_utf8_is_refused(package: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Results name the packages' folders in UTF-8; which folder to rename is said before anything is written."""
    odd = tmp_path / os.fsdecode(b"\xff")
    try:
        package.rename(odd)
    except OSError:
        pytest.skip("this file system takes names in UTF-8 alone")
    assert call("run", odd, "--extractor", "plain", "--out", tmp_path / "out") == 2
    assert capfd.readouterr().err.endswith("results can name packages in UTF-8 alone; rename the folder\n")
    assert not (tmp_path / "out").exists()


def test_an_extractor_that_is_not_utf8_is_refused(package: Path, tmp_path: Path, capfd) -> None:
    """Its results could not be named; other commands say that there are none."""
    assert call("run", package, "--extractor", "saved:\udcff", "--out", tmp_path / "out") == 2
    assert capfd.readouterr().err.endswith(": results can name extractors in UTF-8 alone; rename the file\n")
    assert not (tmp_path / "out").exists()
    assert call("score", package, tmp_path / "\udcff") == 2
    assert "no such file or folder" in capfd.readouterr().err


@pytest.mark.parametrize("name", ["back\\slash", "tab\tand\nline", "\\t", "%2F", "<b>"])
def test_packages_of_any_name(package: Path, tmp_path: Path, name: str) -> None:
    """A package is known by its folder's name in rows, predictions and comparisons, whatever characters that has."""
    package.rename(tmp_path / name)
    out = tmp_path / "out"
    for _ in range(2):
        assert call("run", tmp_path / name, "--extractor", "plain", "--out", out, "--resume") == 0
    assert [row.key for row in read_rows(out / "plain.tsv")] == [(name, "a"), (name, "b"), (name, "c")]
    assert len((out / "plain.predictions.jsonl").read_text().splitlines()) == 3
    assert call("compare", out / "plain", out / "plain", "--fail-under", "0.8") == 0


def test_rows_and_predictions_are_in_order(package: Path, tmp_path: Path) -> None:
    """Whichever document is done first, and however often a prediction was written before an interruption."""
    out = tmp_path / "out"
    assert call("run", package, "--extractor", "plain", "--out", out) == 0
    rows, predictions = ((out / f"plain{end}").read_text() for end in (".tsv", ".predictions.jsonl"))
    header, a, b, c = rows.splitlines(keepends=True)
    (out / "plain.tsv").write_text(header + c + a)
    one, two, three = predictions.splitlines(keepends=True)
    (out / "plain.predictions.jsonl").write_text(three + two + one)
    assert call("run", package, "--extractor", "plain", "--out", out, "--resume") == 0
    assert [line.split("\t")[:2] for line in (out / "plain.tsv").read_text().splitlines(keepends=True)] == [
        line.split("\t")[:2] for line in (header, a, b, c)
    ]
    assert (out / "plain.predictions.jsonl").read_text() == predictions


def test_a_damaged_prediction_is_named(package: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """What stands between others and is no prediction is told by its line when a run goes on."""
    out = tmp_path / "out"
    assert call("run", package, "--extractor", "plain", "--out", out) == 0
    path = out / "plain.predictions.jsonl"
    one, _, three = path.read_text().splitlines(keepends=True)
    path.write_text(one + '{"package": 1}\n' + three)
    capfd.readouterr()
    assert call("run", package, "--extractor", "plain", "--out", out, "--resume") == 2
    assert capfd.readouterr().err.endswith(f"evaluate: {path}:2: package: Expected `str`, got `int`\n")


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
    """With --html source the extractor gets the response's bytes, decoded; its text is compared with the same gold."""
    document = make_document(tmp_path / "p", "a", "<p>Füße rendered</p>", ("Füße rendered",))
    served = "<meta charset=iso-8859-1><b>Füße</b>".encode("iso-8859-1")
    write_document(tmp_path / "p", "a", meta=document.meta, text=document.text, attachments={".source.html": served})
    assert call("run", tmp_path / "p", "--extractor", "plain", "--html", "source", "--out", tmp_path / "o") == 0
    (row,) = read_table(tmp_path / "o" / "plain.tsv")
    assert (row["words.precision"], row["words.recall"]) == ("1.0", "0.5")
    assert float(row["kb"]) == len("<meta charset=iso-8859-1><b>Füße</b>".encode()) / 1000


def test_a_folder_for_results_that_cannot_be(package: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A link to nothing, and results of which nobody can tell what they are: what to do is said, nothing is removed."""
    link, broken = tmp_path / "link", tmp_path / "broken"
    link.symlink_to(tmp_path / "gone")
    broken.mkdir()
    (broken / "run.json").write_text("{")
    (broken / "plain.tsv").write_text("mine")
    for out, told in (
        (link, f"{link}: is a link to nothing; name another folder for the results"),
        (broken, f"{broken}/run.json: Input data was truncated; remove the file, or name another --out"),
        ("", "--out: name a folder (see 'evaluate run --help')"),
    ):
        assert call("run", package, "--extractor", "plain", "--out", out) == 2
        assert capfd.readouterr().err.splitlines()[-1] == f"evaluate: {told}"
    assert (broken / "plain.tsv").read_text() == "mine"


def test_failures_count_though_nobody_reads_the_table(package: Path, tmp_path: Path) -> None:
    """The exit code holds, and the first failure is told, where the reader, such as ``head``, has gone."""
    code, told = run_unread("evaluate", "run", str(package), "-e", "cmd:false", "--out", str(tmp_path / "out"))
    assert (code, "evaluate: 3 failed" in told) == (3, True)
