"""What an extractor does to its process costs the page at hand and no other."""

from __future__ import annotations

import math
import os
import time
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import msgspec
import pytest

from cetr.console import LARGEST, InputError
from cetr.learned import load_model, write_model
from evaluate.extractors import Extractor
from evaluate.running import worker
from evaluate.running.isolation import IsolatedExtractor
from evaluate.running.tasks import Answer, Job, Task
from tests.documents import make_document
from tests.evaluate.running.calling import call
from tests.processes import wait_until

BAD = {
    "HANG": "timeout",
    "DEAF": "timeout",
    "STOP": "timeout",
    "CRASH": "crash",
    "EXIT": "crash",
    "MEMORY": "memory",
    "RAISE": "error",
    "QUIT": "error",
    "PANIC": "error",
    "HUGE": "output",
    "NUMBER": "output",
    "FRACTION": "output",
    "BEYOND": "output",
    "BACKWARDS": "output",
    "UNTYPED": "error",
    "BEFORE": "error",
    "SURROGATE": "error",
    "ORPHAN": "crash",
    "FORGE": "crash",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A package with a page for each misdeed."""
    for name in (*BAD, "PRINT", "TWICE", "SESSION", "HOARD", "good"):
        make_document(tmp_path / "p", name, f"<title>{name}</title><p>Three good words</p>", ("Three good words",))
    return tmp_path / "p"


def ask(extractor: IsolatedExtractor, folder: Path, name: str) -> Answer:
    """The answer about one document."""
    return extractor.ask(Task("p", str(folder), name))


def test_a_new_process_that_gets_full_is_not_followed_by_another(
    folder: Path, register_extractor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing but the page has filled it."""
    register_extractor("hostile", "tests.evaluate.running.hostile:hostile")
    start = Mock(side_effect=IsolatedExtractor.start)
    monkeypatch.setattr(IsolatedExtractor, "start", lambda extractor: start(extractor))
    with IsolatedExtractor(Job("hostile", ("words",), "rendered", 60.0, 1800)) as extractor:
        assert [ask(extractor, folder, "MEMORY").status for _ in range(2)] == ["memory"] * 2
    assert start.call_count == 2


@pytest.mark.long
def test_a_bad_page_costs_itself_and_no_other(
    folder: Path, register_extractor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hang (also in compiled code, also deaf to alarms), crash, hog, flood: each fails alone and is named."""
    monkeypatch.setattr("evaluate.running.isolation._GRACE", 1.0)
    register_extractor("hostile", "tests.evaluate.running.hostile:hostile")
    jobs = [Job("hostile", ("words", "accuracy"), "rendered", timeout, 1800) for timeout in (3.0, 60.0)]
    with IsolatedExtractor(jobs[0]) as hasty, IsolatedExtractor(jobs[1]) as patient:
        for name, status in BAD.items():
            extractor = hasty if status == "timeout" else patient
            answer = ask(extractor, folder, name)
            assert (answer.status, answer.scores["words"].f1) == (status, 0.0), answer
            assert answer.scores["words"].expected == 3
            assert answer.scores["accuracy"].details == {"accuracy": 0.0}
            assert answer.error
            assert not answer.note
            assert answer.described is not None
            good = ask(extractor, folder, "good")
            assert (good.status, good.scores["words"].f1, good.text) == ("ok", 1.0, "Three good words")
        assert ask(extractor, folder, "RAISE").error == "ValueError: no such luck"
        assert ask(extractor, folder, "QUIT").error == "SystemExit: no licence"
        assert ask(extractor, folder, "PANIC").error == "PanicException: overflow"
        assert ask(extractor, folder, "SURROGATE").error == "ValueError: no ? text"
        assert ask(extractor, folder, "UNTYPED").error == "output: 'pdf' is not one of text, markdown, html"
        assert ask(extractor, folder, "BEFORE").error == "seconds: -1.5 is not a time"
        assert ask(extractor, folder, "BEYOND").error == "the span [7, 45) is not in the page, which has 44 characters"
        assert (ask(extractor, folder, "ORPHAN").times[0] or 99) < 20
        assert ask(extractor, folder, "FORGE").error == "wrote into the answer stream of its process"
        assert ask(extractor, folder, "PRINT").status == "ok"
        assert ask(extractor, folder, "TWICE").text == "Three good words"
        assert ask(extractor, folder, "good").status == "ok"


def test_a_model_that_is_replaced_ends_the_run(folder: Path, tmp_path: Path) -> None:
    """No page is scored by another model than those before, neither in the same process nor in a new one."""
    model = tmp_path / "my.npz"
    write_model(model, load_model())
    job = Job(f"learned:{model}", ("words",), "rendered", 60.0, 4000)
    told = f"{model}: was replaced during the run; put the old model back and continue with --resume"
    with IsolatedExtractor(job) as extractor:
        version = extractor.start().version
        assert ask(extractor, folder, "good").status == "ok"
        write_model(model, replace(load_model(str(model)), about={"data": "other"}))
        answer = ask(extractor, folder, "good")
        assert (answer.status, answer.error.startswith(told)) == ("unreadable", True)
        os.truncate(model, LARGEST + 1)  # which nobody reads
        answer = ask(extractor, folder, "good")
        assert (answer.status, answer.error.startswith(told)) == ("unreadable", True)
    write_model(model, replace(load_model(), about={"data": "other"}))
    with (
        IsolatedExtractor(msgspec.structs.replace(job, version=version)) as extractor,
        pytest.raises(InputError, match=f"^{told}"),
    ):
        extractor.start()


def test_what_an_extractor_has_hoarded_fails_no_page(folder: Path, register_extractor) -> None:
    """Where earlier pages have filled the memory, the page is given to a new process, and a note says so."""
    register_extractor("hostile", "tests.evaluate.running.hostile:hostile")
    with IsolatedExtractor(Job("hostile", ("words",), "rendered", 60.0, 1800)) as extractor:
        found = [ask(extractor, folder, name) for name in ("good", *["HOARD"] * 3, "good")]
    kept = "took more than 1800 MB with what earlier pages left in memory, so a new process began"
    assert [answer.status for answer in found] == ["ok"] * 5
    assert [answer.note for answer in found] == ["", "", "", kept, ""]


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="the system does not tell of its processes")
def test_nothing_that_an_extractor_has_started_outlives_it(folder: Path, register_extractor) -> None:
    """A session of its own does not save a process."""
    before = _count_sleepers()
    register_extractor("hostile", "tests.evaluate.running.hostile:hostile")
    with IsolatedExtractor(Job("hostile", ("words",), "rendered", 60.0, 1800)) as extractor:
        assert ask(extractor, folder, "SESSION").status == "ok"
        wait_until(lambda: _count_sleepers() > before)  # it has no command line yet when it has only just begun
    wait_until(lambda: _count_sleepers() <= before)


def _count_sleepers() -> int:
    commands = (_read(file) for file in Path("/proc").glob("[0-9]*/cmdline"))
    return sum(command == b"sleep\x00987.5\x00" for command in commands)


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:
        return b""


def test_a_failure_scores_0_even_where_nothing_is_expected(tmp_path: Path, register_extractor) -> None:
    """An empty gold does not turn a crash into a perfect score."""
    register_extractor("hostile", "tests.evaluate.running.hostile:hostile")
    make_document(tmp_path / "p", "a", "<title>RAISE</title>", ())
    make_document(tmp_path / "p", "b", "<title>RAISE</title>", (), extra={"with": ["x"], "without": ["y"]})
    with IsolatedExtractor(Job("hostile", ("words", "wcxb"), "rendered", 60.0, 2000)) as extractor:
        scores = ask(extractor, tmp_path / "p", "a").scores
        assert scores["words"].f1 == 0.0
        assert scores["wcxb"].details == {"with": None, "without": None}
        assert ask(extractor, tmp_path / "p", "b").scores["wcxb"].details == {"with": 0.0, "without": 0.0}


def test_time_is_that_of_the_extractor(folder: Path, register_extractor, monkeypatch: pytest.MonkeyPatch) -> None:
    """A time-out ends by its alarm, not when the patience of who asks is at its end, and says how long it took."""
    monkeypatch.setattr("evaluate.running.isolation._GRACE", 600.0)
    register_extractor("hostile", "tests.evaluate.running.hostile:hostile")
    with IsolatedExtractor(Job("hostile", ("words",), "rendered", 0.5, 2000)) as extractor:
        extractor.start()
        start = time.perf_counter()
        seconds = ask(extractor, folder, "HANG").times[0]
        assert seconds is not None and 0.5 <= seconds <= time.perf_counter() - start < 300


def test_an_unknown_extractor_is_an_error_of_the_user() -> None:
    """It is said before any document is read."""
    with (
        IsolatedExtractor(Job("no-such", ("words",), "rendered", 5.0, 2000)) as extractor,
        pytest.raises(InputError, match="no extractor named 'no-such'"),
    ):
        extractor.start()


def test_the_first_call_is_not_timed(folder: Path, register_extractor) -> None:
    """What an extractor loads at its first call does not stand in a page's time."""
    register_extractor("lazy", "tests.evaluate.running.lazy:lazy")
    with IsolatedExtractor(Job("lazy", ("words",), "rendered", 60.0, 2000)) as extractor:
        assert (ask(extractor, folder, "good").times[0] or 99) < 10


def test_an_end_is_told_right_where_the_system_cannot_watch_it(
    folder: Path, register_extractor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on macOS before Python 3.13: how a process ended is known all the same, and the next page is done."""
    monkeypatch.delattr(os, "waitid")
    register_extractor("hostile", "tests.evaluate.running.hostile:hostile")
    with IsolatedExtractor(Job("hostile", ("words",), "rendered", 60.0, 1800)) as extractor:
        assert ask(extractor, folder, "CRASH").error == "its process was ended by SIGSEGV"
        assert ask(extractor, folder, "EXIT").error == "its process ended with exit code 7"
        assert ask(extractor, folder, "good").status == "ok"


def test_scoring_is_held_within_the_limits(tmp_path: Path, register_extractor) -> None:
    """The page that takes too much memory fails with the reason, and the next one is scored."""
    register_extractor("copy", "tests.evaluate.running.hostile:hostile")
    words = " ".join(f"{i * i % 9973}" for i in range(100_000))
    other = " ".join(f"{i * i % 9967}" for i in range(100_000))
    make_document(tmp_path / "p", "big", f"<p>{words}</p>", (), text=other)
    make_document(tmp_path / "p", "good", "<p>Three good words</p>", ("Three good words",))
    with IsolatedExtractor(Job("copy", ("accuracy",), "rendered", 60.0, 96)) as extractor:
        big = ask(extractor, tmp_path / "p", "big")
        assert (big.status, big.scores["accuracy"].f1) == ("memory", 0.0)
        assert big.error == "took more than 96 MB of memory to be scored"
        assert ask(extractor, tmp_path / "p", "good").scores["accuracy"].f1 == 1.0


def test_a_page_that_was_changed_is_not_scored(package: Path, tmp_path: Path, capsys) -> None:
    """As by a conversion of line ends: the run ends with what to do, unless it is told to take it as it is."""
    make_document(package, "d", "<p>Gold\nhas four words</p>\n", ("Gold\nhas four words",))
    page = package / "d.html"
    page.write_bytes(page.read_bytes().replace(b"\n", b"\r\n"))
    arguments = ("run", package, "-e", "plain", "-o", tmp_path / "out")
    assert call(*arguments) == 2
    assert "d.html: has been changed since it was saved" in capsys.readouterr().err
    assert call(*arguments, "--resume", "--no-verify") == 0


def test_a_failure_that_is_too_large_to_be_counted_keeps_its_reason(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What broke the limit first is told, not that the process has ended, and nobody knows what was expected."""

    def fill_memory(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(worker, "fail_document", fill_memory)
    job = Job("full", ("words",), "rendered", 60.0, 100_000)
    full = Extractor("full", fill_memory, frozenset())
    said = worker.answer(job, full, Task("p", str(folder), "good"), lambda: None)
    assert (said.status, said.error) == ("memory", "took more than 100000 MB of memory")
    assert math.isnan(said.scores["words"].expected or 0.0)
