"""Commands, proxies and saved outputs under the evaluator: what goes wrong costs a page and leaves nothing behind."""

from __future__ import annotations

import socket
from contextlib import closing
from pathlib import Path

import pytest

from cetr.console import InputError
from evaluate.package import Meta, PackageInfo, create_package, html_hash, write_document
from evaluate.running.isolation import IsolatedExtractor
from evaluate.running.planning import plan_run
from evaluate.running.tasks import Job, Task
from tests.processes import wait_for_end


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A package with one page."""
    html = "<p>Three good words</p>"
    create_package(tmp_path / "p", PackageInfo(name="p"))
    meta = Meta(url="http://a.b/", html_sha256=html_hash(html))
    write_document(tmp_path / "p", "a-0001", meta=meta, text="Three good words", html=html)
    return tmp_path / "p"


def make_job(extractor: str, timeout: float = 30) -> Job:
    """A job that measures words."""
    return Job(extractor, ("words",), "rendered", timeout, 2000)


def test_a_command_that_hangs_is_ended_with_all_it_started(folder: Path, tmp_path: Path) -> None:
    """A shell and the program that it runs are both gone after the time-out, here of a process that gets its alarm
    from them.
    """
    pids = tmp_path / "pids"
    script = f"echo $$ > {pids}; sleep 100 & echo $! >> {pids}; kill -ALRM $PPID; wait"
    with IsolatedExtractor(make_job(f'cmd:sh -c "{script}"')) as extractor:
        answer = extractor.ask(Task("p", str(folder), "a-0001"))
        assert (answer.status, answer.scores["words"].f1) == ("timeout", 0.0)
    started = [int(pid) for pid in pids.read_text().split()]
    assert len(started) == 2
    wait_for_end(*started)


def test_a_silent_proxy_costs_the_page(folder: Path) -> None:
    """A server that accepts and says nothing is a time-out, not a hang of the run."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        job = make_job(f"proxy:http://127.0.0.1:{listener.getsockname()[1]}", timeout=1)
        with IsolatedExtractor(job) as extractor:
            assert extractor.ask(Task("p", str(folder), "a-0001")).status == "timeout"


def test_a_command_that_fails_and_one_that_works(folder: Path) -> None:
    """The first error is reported; a command that works is scored."""
    task = Task("p", str(folder), "a-0001")
    with IsolatedExtractor(make_job("cmd:sh -c 'echo no good >&2; exit 7'")) as extractor:
        answer = extractor.ask(task)
        assert (answer.status, answer.error) == ("error", "'sh' ended with exit code 7: no good")
    with IsolatedExtractor(make_job("cmd@output=html:cat")) as extractor:
        assert extractor.ask(task).scores["words"].f1 == 1


def test_missing_saved_outputs_stop_the_run_before_it_begins(folder: Path, tmp_path: Path) -> None:
    """The page does not score 0; an error names it."""
    outputs = tmp_path / "outputs"
    outputs.mkdir()
    job = make_job(f"saved:{outputs}")
    with pytest.raises(InputError, match="lacks 1 of the documents; the first is 'a-0001'"):
        plan_run([folder], [job], tmp_path / "out")
    (outputs / "a-0001.txt").write_text("Three words")
    plan = plan_run([folder], [job], tmp_path / "out")
    with IsolatedExtractor(job) as extractor:
        scores = extractor.ask(plan.tasks[0]).scores["words"]
    assert (scores.matched, scores.extracted, scores.expected) == (2, 2, 3)
