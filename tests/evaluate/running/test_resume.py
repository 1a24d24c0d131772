"""Runs that were interrupted, and folders that have results."""

from __future__ import annotations

import fcntl
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cetr.console import InputError
from evaluate.results.store import RowWriter
from tests.documents import make_document
from tests.evaluate.running.calling import PAGES, call, read_table
from tests.processes import ending, find_processes, inheriting_interrupts, wait_until


@pytest.mark.long
def test_resume_after_a_kill(tmp_path: Path, register_extractor) -> None:
    """A killed run goes on where it was: no document is lost, none is done twice, a torn line is done again."""
    register_extractor("slow", "tests.evaluate.running.slow:slow")
    names = [f"d{i:02}" for i in range(12)]
    for name in names:
        make_document(tmp_path / "p", name, f"<p>Page {name}</p>", (f"Page {name}",))
    out, log = tmp_path / "out", tmp_path / "log"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "SLOW_LOG": str(log)}
    command = [sys.executable, "-m", "evaluate", "run", str(tmp_path / "p")]
    command += ["--extractor", "slow", "--out", str(out), "--jobs", "2"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    path = out / "slow.tsv"
    while not path.exists() or path.read_text().count("\n") < 5:
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = path.read_text()
    with path.open("a") as file:
        file.write("p\td99\tok\t0.")
    (tmp_path / "hurry").touch()
    done = log.read_text().split()
    result = subprocess.run([*command, "--resume"], env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert [row["document"] for row in read_table(path)] == names
    assert set(before.splitlines()) <= set(path.read_text().splitlines())
    again = log.read_text().split()[len(done) :]
    kept = {line.split("\t")[1] for line in before.splitlines()[1:]}
    assert set(again) == set(names) - kept
    assert json.loads((out / "summary.json").read_text())["extractors"]["slow"]["measures"]["words"]["f1"] == 1.0


@pytest.mark.long
def test_interrupt_ends_with_130(tmp_path: Path, register_extractor) -> None:
    """Ctrl-C says so, keeps what is done, and leaves no worker behind."""
    register_extractor("slow", "tests.evaluate.running.slow:slow")
    for i in range(100):
        make_document(tmp_path / "p", f"d{i:03}", "<p>Page</p>", ("Page",))
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "SLOW_LOG": str(tmp_path / "log"),
    }
    command = [sys.executable, "-m", "evaluate", "run", str(tmp_path / "p")]
    command += ["--extractor", "slow", "--out", str(tmp_path / "out"), "--jobs", "2"]
    with inheriting_interrupts():
        process = subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
    path = tmp_path / "out" / "slow.tsv"
    with ending(process):
        while not path.exists() or path.read_text().count("\n") < 4:
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=240)
    assert process.returncode == 130
    assert [line for line in error.splitlines() if line.startswith("evaluate")] == [
        "evaluate: finished pages are kept; continue with the same command and --resume",
        "evaluate: interrupted",
    ]
    assert path.read_text().count("\n") >= 4
    wait_until(lambda: find_processes(f"SLOW_LOG={tmp_path / 'log'}") == [])


def test_resume_refuses_other_settings(package: Path, finished: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Rows of two measures must not stand in one file."""
    assert call("run", package, "--extractor", "plain", "--out", finished, "--measures", "bag", "--resume") == 2
    assert "measures: was words, but is bag now; " in capfd.readouterr().err
    other = package.parent / "other"
    make_document(other, "a", "<p>Two words</p>", ("Two words",))
    assert call("run", other, "--extractor", "plain", "--out", finished, "--resume") == 2
    assert f"datasets: was {package}, but is {other} now; " in capfd.readouterr().err


def test_resume_refuses_changed_gold(package: Path, finished: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Scores against two golds must not stand in one table, be it of the same extractor or of another."""
    with (finished / "plain.tsv").open("a") as file:
        file.write("pack\tc\tok\t0.")
    assert call("run", package, "--extractor", "nothing", "--out", finished, "--resume") == 0
    (package / "b.txt").write_text("Gold has five words now")
    before = (finished / "summary.json").read_bytes()
    for extractor in ("plain", "nothing"):
        capfd.readouterr()
        assert call("run", package, "--extractor", extractor, "--out", finished, "--resume") == 2
        assert capfd.readouterr().err == (
            f"evaluate: {finished}: the page or the gold of 1 document has changed since; the first is pack/b; "
            "to start anew, name another folder ('evaluate run --overwrite' deletes what is there)\n"
        )
    assert (finished / "summary.json").read_bytes() == before


def test_resume_refuses_another_page_and_other_snippets(
    package: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """What was scored is known by the page itself, whatever its metadata says, and by all that measures look for."""
    make_document(package, "b", PAGES["b"], ("Gold has four words",), extra={"with": ["hello"], "without": ["more"]})
    out = tmp_path / "out"
    assert call("run", package, "--extractor", "plain", "--out", out) == 0
    for file, old, new in (("b.html", "four words more", "other words more"), ("b.json", '"hello"', '"more"')):
        before = (package / file).read_text()
        (package / file).write_text(before.replace(old, new))
        capfd.readouterr()
        assert call("run", package, "--extractor", "plain", "--out", out, "--resume") == 2
        assert "the page or the gold of 1 document has changed since; the first is pack/b" in capfd.readouterr().err
        (package / file).write_text(before)


def test_resume_refuses_another_page_as_it_was_served(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """It is not among what the gold depends on; rows of older versions, which do not know it, go on."""
    served = {".source.html": b"<p>Gold has four words"}
    make_document(tmp_path / "p", "a", PAGES["a"], ("Gold has four words",), attachments=served)
    command = ("run", tmp_path / "p", "--extractor", "plain", "--html", "source", "--out", tmp_path / "out")
    assert [call(*command), call(*command, "--resume")] == [0, 0]
    (tmp_path / "p" / "a.source.html").write_bytes(b"<p>Gold has five words")
    capfd.readouterr()
    assert call(*command, "--resume") == 2
    assert "the page or the gold of 1 document has changed since; the first is p/a" in capfd.readouterr().err
    rows = tmp_path / "out" / "plain.tsv"
    (row,) = read_table(rows)
    rows.write_text(rows.read_text().replace(row["page"], ""))
    assert call(*command, "--resume") == 0


def test_resume_refuses_other_outputs(package: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Outputs made elsewhere are known by what they say."""
    saved = tmp_path / "saved"
    saved.mkdir()
    for name in PAGES:
        (saved / f"{name}.txt").write_text("Gold has four words")
    out = tmp_path / "out"
    assert call("run", package, "--extractor", f"saved:{saved}", "--out", out) == 0
    assert call("run", package, "--extractor", f"saved:{saved}", "--out", out, "--resume") == 0
    (saved / "b.txt").write_text("Gold has five words")
    capfd.readouterr()
    assert call("run", package, "--extractor", f"saved:{saved}", "--out", out, "--resume") == 2
    was, now = "outputs 6905eb8e1eff", "outputs b7c0e05170c4"
    assert f"saved:{saved} was {was}, but is {now} now; " in capfd.readouterr().err


def test_resume_refuses_other_code(
    package: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A function of one's own is known by the file that it is written in. That is imported once in a process."""
    monkeypatch.chdir(tmp_path)
    code = tmp_path / "code_of_my_own.py"
    command = ("run", package, "--extractor", "code_of_my_own:extract", "--out", tmp_path / "out", "--jobs", 1)
    code.write_text("print(file=open('imports', 'a'))\n\ndef extract(html):\n    return 'Gold'\n")
    assert call(*command) == 0
    assert (tmp_path / "imports").read_text() == "\n"
    assert call(*command, "--resume") == 0
    code.write_text("def extract(html):\n    return 'Gold has'\n")
    capfd.readouterr()
    assert call(*command, "--resume") == 2
    was, now = "code d22d6b0b8f83", "code d370eb2ba26d"
    assert f"code_of_my_own:extract was {was}, but is {now} now; " in capfd.readouterr().err


def test_two_runs_do_not_write_into_one_folder(
    package: Path, finished: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The second one is refused, and what is there stays."""
    before = (finished / "run.json").read_bytes()
    handle = os.open(finished, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    capfd.readouterr()
    assert call("run", package, "--extractor", "nothing", "--out", finished) == 2
    assert capfd.readouterr().err == (f"evaluate: {finished}: another run is writing there; name another folder\n")
    os.close(handle)
    assert (finished / "run.json").read_bytes() == before


def test_what_was_interrupted_stays_unfinished(
    package: Path, finished: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Adding an extractor to an interrupted run tells whose pages are missing, until that one is named again."""
    header, first, *_ = (finished / "plain.tsv").read_text().splitlines(keepends=True)
    (finished / "plain.tsv").write_text(header + first)
    capfd.readouterr()
    assert call("run", package, "--extractor", "nothing", "--out", finished, "--resume") == 0
    total = len(read_table(finished / "nothing.tsv"))
    told = f"evaluate: plain: only 1 of {total} documents; name it, too, with --resume to finish it"
    assert told in capfd.readouterr().err.splitlines()
    assert call("compare", finished / "plain", finished) == 2
    assert "its run was interrupted" in capfd.readouterr().err
    assert call("run", package, "--extractor", "plain", "--out", finished, "--resume") == 0
    assert call("compare", finished, finished) == 0


def test_rows_of_documents_that_are_no_longer_finished_are_dropped(
    package: Path, finished: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Also those of extractors that are not named again, so that all results stay comparable."""
    meta = package / "b.json"
    meta.write_text(meta.read_text().replace('"gold"', '"rejected"'))
    assert call("run", package, "--extractor", "nothing", "--out", finished, "--resume") == 0
    kept = [name for name in PAGES if name != "b"]
    for name in ("plain", "nothing"):
        assert [row["document"] for row in read_table(finished / f"{name}.tsv")] == kept
    capfd.readouterr()
    assert call("compare", finished / "plain", finished / "nothing") == 0
    assert f"plain -> nothing: {len(kept)} documents" in capfd.readouterr().out


def test_failed_pages_are_tried_again(package: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """By an extractor that is named, whatever the failure was; what others failed at, and what is done, stays."""
    up, done = tmp_path / "up", tmp_path / "done"
    calls = f"page=$(cat); echo page >> {done}; case $page in *x*) cat {up};; *) echo Gold has four words;; esac"
    one, other = f"one=cmd:sh -c '{calls}'", "other=cmd:false"
    command = ("run", package, "--out", tmp_path / "out", "--jobs", 1)
    assert call(*command, "-e", one, "-e", other) == 3
    rows = [row["status"] for row in read_table(tmp_path / "out" / "one.tsv")]
    assert (rows, len(done.read_text().split())) == (["ok", "ok", "error"], 3)
    up.write_text("Gold has four words")
    assert call(*command, "-e", one, "--resume") == 0
    assert [row["words.f1"] for row in read_table(tmp_path / "out" / "one.tsv")] == ["1.0"] * 3
    assert len(done.read_text().split()) == 4
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())["extractors"]
    assert (summary["one"]["failed"], summary["other"]["failed"], summary["other"]["pages"]) == (0, 3, 3)
    assert call("compare", tmp_path / "out" / "one", tmp_path / "out" / "one") == 0


def test_a_second_run_replaces_or_adds(package: Path, finished: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """With --resume the folder holds both runs, with --overwrite the new one alone. Nothing is lost unasked."""
    assert call("run", package, "--extractor", "nothing", "--out", finished, "--resume") == 0
    before = {file.name: file.read_bytes() for file in finished.iterdir()}
    assert list(json.loads(before["summary.json"])["extractors"]) == ["plain", "nothing"]
    capfd.readouterr()
    assert call("run", package, "--extractor", "nothing", "--out", finished) == 2
    assert capfd.readouterr().err == (
        f"evaluate: {finished}: already has results; continue them with --resume, or name another folder "
        "('evaluate run --overwrite' deletes what is there)\n"
    )
    (finished / "run.json").unlink()
    assert call("run", package, "--extractor", "plain", "--out", finished) == 2
    (finished / "run.json").write_bytes(before["run.json"])
    capfd.readouterr()
    assert call("run", package, "--extractor", "nothing", "--out", finished, "--overwrite", "--resume") == 2
    assert "cannot be used together" in capfd.readouterr().err
    assert {file.name: file.read_bytes() for file in finished.iterdir()} == before
    assert call("run", package, "--extractor", "nothing", "--out", finished, "--overwrite") == 0
    assert list(json.loads((finished / "summary.json").read_text())["extractors"]) == ["nothing"]
    assert not (finished / "plain.tsv").exists()


@pytest.mark.parametrize("file", ["plain.tsv", "plain.predictions.jsonl"])
@pytest.mark.parametrize("resume", [True, False])
def test_rows_are_not_written_where_a_link_leads(tmp_path: Path, file: str, resume: bool) -> None:
    """In results of a stranger: going on would cut off the last line of a file of ours, and append to it."""
    (tmp_path / "ours").write_text("a last line without an end")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / file).symlink_to(tmp_path / "ours")
    with pytest.raises(InputError, match=f"{file}: is a link"):
        RowWriter(tmp_path / "out", "plain", resume=resume)
    assert (tmp_path / "ours").read_text() == "a last line without an end"


def test_a_line_of_predictions_without_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stranger's results may have one, even that of a device; it is not read into memory when lines are sorted."""
    monkeypatch.setattr("cetr.console.files.LARGEST", 1000)
    with RowWriter(tmp_path, "plain") as rows:
        (tmp_path / "plain.predictions.jsonl").write_bytes(b" " * 2000)
        with pytest.raises(InputError, match=r"plain\.predictions\.jsonl: line 1: is longer than"):
            rows.finish({})
