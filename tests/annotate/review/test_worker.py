"""Predictions: run, scored and aligned in a process of their own."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec
import pytest

from annotate.review.columns import Answer, Column, Job
from annotate.review.predicting import LATER, NOW, Predictor
from annotate.review.worker import answer_job
from cetr.document import Spans, derive_text
from evaluate.package import Status
from tests.annotate.review.pages import ARTICLE, HEADING, MONDAY, NORTH, SOUTH, make_package
from tests.annotate.review.threads import run_async
from tests.processes import ending, wait_for_end, wait_until

EXTRACTORS = '''
import sys

def as_text(html):
    """Text alone."""
    return "Rain is expected\\nThe south stays dry; take no umbrella, they say, and nobody does."

def noisy(html):
    """Writes where the answers go."""
    print("noise")
    return ((10, 20), (15, 30))

def wants_url(html, *, url):
    """Needs to know the address."""
    return url

def raises(html):
    """Says why in what is no UTF-8."""
    raise ValueError("no \\ud800 text")

def waits_for_another(html):
    """Starts a process, tells its number, and waits where nothing else can run any more."""
    import ctypes, pathlib, subprocess
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"]) as started:
        pathlib.Path(__file__).with_name("started").write_text(str(started.pid))
        ctypes.PyDLL(None).sleep(3600)

def ends(html):
    """Takes its process with it."""
    import os
    os._exit(1)
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package, and a module of extractors that workers can import."""
    (tmp_path / "extractors_of_this_test.py").write_text(EXTRACTORS, "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.syspath_prepend(str(tmp_path))
    return make_package(tmp_path / "news", {n: (ARTICLE, (HEADING, SOUTH)) for n in ("dry", "rain")})  # noqa: C420


def column(name: str) -> Column:
    """A column of one of the extractors above."""
    return Column(f"extractors_of_this_test:{name}")


def join(parts: Iterable[Answer]) -> Answer:
    """The parts of an answer as one; the last of them, and no other, says how much the columns differ."""
    *before, last = parts
    assert {part.contest for part in before} == {None}
    marks = {name: spans for part in before for name, spans in part.marks.items()}
    results = {name: result for part in (*before, last) for name, result in part.results.items()}
    return Answer(last.document, marks, results, last.contest)


def test_text_is_aligned_to_the_page(folder: Path) -> None:
    """A text-only extractor gets spans, so that it has marks on lines."""
    name = column("as_text").name
    answer = join(answer_job(Job(str(folder), "rain", (column("as_text"),), True)))
    assert derive_text(ARTICLE, answer.marks[name]) == derive_text(ARTICLE, (HEADING, SOUTH))
    assert answer.results[name].f1 == 1.0


def test_marks_come_before_figures(folder: Path) -> None:
    """To score a large page takes longer than to extract it, and what is there is shown."""
    one, other = column("as_text"), column("noisy")
    parts = list(answer_job(Job(str(folder), "rain", (one, other), True)))
    assert [(*part.marks, *part.results) for part in parts] == [(c.name,) for c in (one, one, other, other)] + [()]
    assert [bool(part.marks) for part in parts] == [True, False, True, False, False]


def test_columns_that_differ_are_contested(folder: Path, tmp_path: Path) -> None:
    """The share of what is marked by any, not by all."""
    other = make_package(tmp_path / "other", {"rain": (ARTICLE, (HEADING,))})
    same = make_package(tmp_path / "same", {"rain": (ARTICLE, (HEADING,))})
    more = make_package(tmp_path / "more", {"rain": (ARTICLE, (HEADING, NORTH, MONDAY))})

    def contest(*folders: Path) -> float | None:
        return join(answer_job(Job(str(folder), "rain", tuple(Column(f.name, str(f)) for f in folders)))).contest

    size = sum(end - start for start, end in (HEADING, NORTH, MONDAY))
    assert contest(other) == contest(other, same) == 0.0
    assert contest(other, more) == 1 - (HEADING[1] - HEADING[0]) / size


@pytest.mark.parametrize(
    ("status", "spans", "unmarked"), [("draft", (), True), ("gold", (), False), ("draft", (SOUTH,), False)]
)
def test_nothing_is_compared_with_an_unmarked_draft(
    tmp_path: Path, status: Status, spans: Spans, unmarked: bool
) -> None:
    """A page that somebody says has no content can be compared."""
    other = make_package(tmp_path / "other", {"rain": (ARTICLE, (HEADING,))})
    folder = make_package(tmp_path / "mine", {"rain": (ARTICLE, spans)}, status=status)
    answer = join(answer_job(Job(str(folder), "rain", (Column("other", str(other)),))))
    assert answer.results["other"].unmarked is unmarked


def test_a_failing_column_leaves_the_others(folder: Path) -> None:
    """One wrong name is one error, in our words alone."""
    answer = join(answer_job(Job(str(folder), "rain", (Column("no-such"), column("wants_url")), True)))
    assert str(answer.results["no-such"].error).startswith("no extractor named 'no-such' (available: ")
    assert answer.results[column("wants_url").name].error is None


def ask(jobs: list[tuple[Job, int]], until: Callable[[list[Answer]], bool], timeout: float = 60) -> list[Answer]:
    """The answers of a worker process to jobs, in the order in which they came; the time-out is that of the first
    process once it has begun to answer.
    """

    async def run() -> list[Answer]:
        answers: list[Answer] = []
        parts: list[Answer] = []

        def take(_: Job, answer: Answer) -> None:
            parts.append(answer)
            if answer.contest is not None:
                answers.append(join(parts))
                parts.clear()
            # A process, and one that takes its place, may start slowly on a busy machine.
            has_failed = any(result.error for result in answer.results.values())
            predictor._timeout = 60 if has_failed else timeout

        predictor = Predictor(take, 60)
        for job, urgency in jobs:
            predictor.ask(job, urgency)
        task = asyncio.create_task(predictor.run())
        while not (until(answers) or task.done()):
            await asyncio.sleep(0.02)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return answers

    return run_async(run())


def test_the_open_document_comes_first_and_noise_goes_nowhere(folder: Path) -> None:
    """A job asked later but more urgent is answered first; what an extractor prints is not taken for an answer."""
    dry, rain = (Job(str(folder), name, (column("noisy"),), True) for name in ("dry", "rain"))
    answers = ask([(dry, LATER), (rain, NOW)], lambda found: len(found) == 2)
    assert [answer.document for answer in answers] == ["rain", "dry"]
    assert answers[0].marks[column("noisy").name] == ((10, 30),)


def test_the_document_that_was_opened_last_comes_first(folder: Path) -> None:
    """Whoever goes on to another document does not wait for those that were passed."""
    dry, rain = (Job(str(folder), name, (column("noisy"),), True) for name in ("dry", "rain"))
    answers = ask([(dry, NOW), (rain, NOW)], lambda found: len(found) == 2)
    assert [answer.document for answer in answers] == ["rain", "dry"]


def test_an_error_with_half_a_character_is_told(folder: Path) -> None:
    """What cannot be written as UTF-8 does not end the process that is to tell it."""
    job = Job(str(folder), "dry", (column("raises"),))
    answers = ask([(job, NOW)], lambda found: len(found) == 1)
    assert answers[0].results[column("raises").name].error == "ValueError: no ? text"


def test_a_job_that_is_asked_twice_is_answered_once(folder: Path) -> None:
    """The second question takes the first one's place, and keeps that marks are wanted."""
    with_marks = Job(str(folder), "dry", (column("noisy"),), True)
    without = Job(str(folder), "dry", (column("noisy"),))
    rain = Job(str(folder), "rain", (column("noisy"),))
    answers = ask([(with_marks, NOW), (without, LATER), (rain, LATER)], lambda found: len(found) == 2)
    assert [answer.document for answer in answers] == ["dry", "rain"]
    assert answers[0].marks[column("noisy").name] == ((10, 30),)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "timeout", "message"),
    [("waits_for_another", 4.0, "no answer within 4 s"), ("ends", 60.0, "the extractor's process ended")],
)
def test_a_worker_that_hangs_or_dies_is_replaced(
    folder: Path, tmp_path: Path, name: str, timeout: float, message: str
) -> None:
    """The column at which it did is shown as failed; the others, and the next document, are answered by a new one.

    A command that hangs is not left behind for each document.
    """
    bad = Job(str(folder), "dry", (column("noisy"), column(name), column("wants_url")), True)
    good = Job(str(folder), "rain", (column("noisy"),))
    answers = ask([(bad, NOW), (good, LATER)], lambda found: len(found) == 2, timeout)
    assert answers[0].results[column(name).name].error == message
    assert [answers[0].results[column(c).name].error for c in ("noisy", "wants_url")] == [None, None]
    assert answers[0].contest == 1.0
    assert answers[1].results[column("noisy").name].error is None
    if name == "waits_for_another":
        wait_for_end(int((tmp_path / "started").read_text("utf-8")))


def test_a_worker_that_cannot_be_started_fails_its_columns(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where there is no room for another process; nothing stays open, and whoever reviews goes on."""
    monkeypatch.setattr("annotate.review.predicting.python_command", lambda module: ["/no/such/program"])
    jobs = [(Job(str(folder), name, (column("noisy"), column("as_text"))), NOW) for name in ("dry", "rain")]
    before = sorted(Path("/proc/self/fd").iterdir())
    answers = ask(jobs, lambda found: len(found) == 2)
    told = "its process cannot be started: No such file or directory"
    assert [result.error for answer in answers for result in answer.results.values()] == [told] * 4
    assert sorted(Path("/proc/self/fd").iterdir()) == before


def test_work_ends_even_at_the_instant_of_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cancellation that comes together with an answer is not lost: leaving would wait for ever."""

    async def run() -> bool:
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        monkeypatch.setattr(Predictor, "_send", lambda self, job: asyncio.sleep(0))
        monkeypatch.setattr(Predictor, "_receive", lambda self: answered)
        predictor = Predictor(lambda job, answer: None)
        predictor.ask(Job("", "dry", (Column("any"),)))
        task = asyncio.create_task(predictor.run())
        while any(predictor._waiting.values()):
            await asyncio.sleep(0)
        await asyncio.sleep(0.01)
        answered.set_result(Answer("dry", contest=0.0))
        task.cancel()
        await asyncio.wait([task], timeout=5)
        return task.cancelled()

    assert run_async(run())


def test_a_worker_ends_when_the_reviewer_was_killed(folder: Path) -> None:
    """With what hangs in it, though nobody is left who would end it."""
    told = folder.parent / "started"
    job = msgspec.json.encode(Job(str(folder), "dry", (column("waits_for_another"),))).decode()
    reviewer = (
        "import asyncio, msgspec; from annotate.review.columns import Job\n"
        "from annotate.review.predicting import Predictor\n"
        "async def main():\n"
        "    predictor = Predictor(print)\n"
        f"    predictor.ask(msgspec.json.decode({job!r}, type=Job))\n"
        "    running = asyncio.create_task(predictor.run())\n"
        "    while predictor._process is None: await asyncio.sleep(0.01)\n"
        "    print(predictor._process.pid, flush=True); await running\n"
        "asyncio.run(main())"
    )
    with ending(subprocess.Popen([sys.executable, "-c", reviewer], stdout=subprocess.PIPE, text=True)) as started:
        assert started.stdout is not None
        worker = int(started.stdout.readline())
        wait_until(lambda: told.exists() and told.read_text() != "")
        started.kill()
    wait_for_end(worker, int(told.read_text()))
