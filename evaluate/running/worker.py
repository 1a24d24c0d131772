"""The worker process: loads one extractor, then answers about one document after another.

Run as ``python -m evaluate.running.worker``. Whatever extractors print, read or do to their process stays here, because
tasks and answers go through private copies of the standard streams.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import BinaryIO

import msgspec

from cetr.console import InputError, describe_error, end_with
from cetr.document import Spans, normalize_spans
from cetr.structure import write_html
from evaluate.asking import NotAPredictionError, check_prediction, read_facts
from evaluate.extractors import Extractor, Timing, find_extractor
from evaluate.measures import MeasureError, compare
from evaluate.outputs import Output
from evaluate.package import Document, read_document
from evaluate.package.served import read_html
from evaluate.protocols import read_others
from evaluate.providers.outputs import UnreachableError
from evaluate.running.documents import describe_document, fail_document, fail_unread
from evaluate.running.tasks import PATIENCE, Answer, Counts, ExtractionStatus, Hello, Job, Task, Times, pack_scores
from evaluate.scoring import make_comparison, read_prediction


def main() -> None:
    """Serve until the other side closes, or ends: of that the pipe tells whose number is the argument."""
    end_with(int(sys.argv[1]), group=True)
    tasks, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    # If foreign code forks this process, the copy answers nobody and does not keep the streams open.
    os.register_at_fork(after_in_child=lambda: [os.dup2(nowhere, s.fileno()) for s in (tasks, answers)])
    line = tasks.readline()
    if line:
        serve(msgspec.json.decode(line, type=Job), tasks, answers)


def serve(job: Job, tasks: BinaryIO, answers: BinaryIO) -> None:
    """Load the job's extractor, report it, and answer each task."""
    try:
        extractor = _find(job)
        if extractor.model and job.version not in ("", extractor.version):
            raise InputError(_tell_replaced(extractor))
    except Exception as error:  # noqa: BLE001  # foreign code: whatever it raises is the answer
        _send(answers, Hello(error=describe_error(error)))
        return
    _send(answers, Hello(version=extractor.version))
    cold = extractor.cold
    for line in tasks:
        task = msgspec.json.decode(line, type=Task)
        if task.failed:
            _send(answers, score_failure(job, task))
            continue
        _send(answers, answer(job, extractor, task, lambda: _send(answers, None), cold))
        cold = False


def _tell_replaced(extractor: Extractor) -> str:
    advice = "put the old model back and continue with --resume, or begin anew with --overwrite"
    return f"{extractor.model}: was replaced during the run; {advice}"


def answer(
    job: Job, extractor: Extractor, task: Task, tell_extracted: Callable[[], None], cold: bool = False
) -> Answer:
    """Extract from one document, report it, and score it.

    A ``cold`` extractor does its first document twice, and only the second time counts. Otherwise what it imports and
    builds at its first call would appear in the times of one document per process.
    """
    try:
        with _bounding(job):
            document = read_document(Path(task.folder), task.document, verify=job.verify)
            html = read_html(document, job.html)
            others = read_others(extractor.protocol, document, task.others, job.html)
            facts = read_facts(document, extractor, others)
    except MemoryError:
        return Answer("memory", error=f"took more than {job.memory} MB of memory to be read")
    except InputError as error:
        return Answer("unreadable", error=str(error))
    try:
        first = _extract(job, extractor, html, facts)
        attempts = [first]
        if first.status == "ok":
            warm = cold and first.seconds < job.timeout / 2
            again = [_extract(job, extractor, html, facts) for _ in range(job.repeat - 1 + warm)]
            attempts = again if warm else [first, *again]
    except UnreachableError as error:
        return Answer("unreachable", error=str(error))
    if extractor.is_replaced():
        return Answer("unreadable", error=_tell_replaced(extractor))
    tell_extracted()
    try:
        answered = _score(job, document, html, attempts, extractor.timing)
        return msgspec.structs.replace(answered, others=len(others))
    except MeasureError as error:
        return Answer("unreadable", error=str(error))


def score_failure(job: Job, task: Task) -> Answer:
    """Score a document at which an earlier process has ended, here because measures may be foreign code, too."""
    try:
        with _bounding(_grow_patient(job)):
            if task.failed == "scoring":
                return Answer("error", scores=pack_scores(fail_unread(job.measures)))
            document = read_document(Path(task.folder), task.document)
            return Answer("error", scores=pack_scores(fail_document(document, job.measures)))
    except MemoryError:
        return Answer("memory", scores=_fail_unread(job))
    except MeasureError as error:
        return Answer("unreadable", error=str(error))


def _fail(job: Job, document: Document) -> dict[str, Counts]:
    try:
        with _bounding(_grow_patient(job)):
            return pack_scores(fail_document(document, job.measures))
    except MemoryError:
        return _fail_unread(job)


def _fail_unread(job: Job) -> dict[str, Counts]:
    with _bounding(_grow_patient(job)):
        return pack_scores(fail_unread(job.measures))


def _grow_patient(job: Job) -> Job:
    """Allow at least `PATIENCE`: a measure may have to import much, and a failure has no other result."""
    return msgspec.structs.replace(job, timeout=max(job.timeout, PATIENCE))


def _score(job: Job, document: Document, html: str, attempts: Sequence[_Attempt], timing: Timing) -> Answer:
    """Make the answer about a document, extracted or not."""
    described = describe_document(document, html)
    times = _take_times(attempts, timing)
    last = next((attempt for attempt in attempts if attempt.status != "ok"), attempts[-1])
    if last.status != "ok":
        return Answer(last.status, described, times, _fail(job, document), error=last.problem)
    prediction = last.prediction
    try:
        with _bounding(job):
            if job.html == "source" and not isinstance(prediction, Output):
                # Spans over the served HTML mean nothing over the rendered document, but what they mark has the same
                # text and structure when it is cut out.
                prediction = Output(write_html(html, normalize_spans(prediction, len(html))), "html")
            comparison = make_comparison(document, prediction)
            scores = pack_scores(compare(comparison, job.measures))
    except MemoryError:
        problem = f"took more than {job.memory} MB of memory to be scored"
        return Answer("memory", described, times, _fail_unread(job), error=problem)
    differ = len({attempt.prediction for attempt in attempts}) > 1
    note = "its repetitions differ; the last one counts" if differ else ""
    made = Answer("ok", described, times, scores, comparison.predicted, note=note)
    if isinstance(prediction, Output):
        returned, note = None if prediction == comparison.predicted else str(prediction), prediction.noting(note).note
        return msgspec.structs.replace(made, output=prediction.type, returned=returned, note=note)
    return msgspec.structs.replace(made, output="spans", spans=comparison.page and comparison.page.predicted)


@dataclass(frozen=True)
class _Attempt:
    """The result of an extraction: the prediction, its time in seconds, and the error."""

    status: ExtractionStatus
    prediction: Spans | Output
    seconds: float
    cpu: float
    problem: str


def _extract(job: Job, extractor: Extractor, html: str, facts: Mapping[str, object]) -> _Attempt:
    """Extract once. The time of spans includes making text of them, because other extractors have already made text.

    Making text of Markdown and HTML is not the extractor's work, and not in its time.
    """
    status: ExtractionStatus = "ok"
    prediction: Spans | Output = Output("")
    problem = ""
    with _bounding(job):
        start, used = time.perf_counter(), _measure_cpu()
        ended: tuple[float, float] | None = None
        taken: float | None = None
        try:
            prediction = check_prediction(extractor.extract(html, **facts), html)
            if isinstance(prediction, Output):
                taken = prediction.seconds
                ended = time.perf_counter(), _measure_cpu()
            read_prediction(html, prediction)
        except MemoryError:
            status, problem = "memory", f"took more than {job.memory} MB of memory"
        except NotAPredictionError as error:
            status, problem = "output", str(error)
        except UnreachableError:
            raise
        except BaseException as error:  # noqa: BLE001  # such as of `sys.exit`, or a panic of Rust
            status, problem = "error", describe_error(error)
        stopped, spent = ended or (time.perf_counter(), _measure_cpu())
        return _Attempt(status, prediction, stopped - start if taken is None else taken, spent - used, problem)


def _measure_cpu() -> float:
    """Measure the processor time, in seconds, of this process and of children that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def _take_times(attempts: Sequence[_Attempt], timing: Timing) -> Times:
    if timing == "none":
        return None, None, None, None
    seconds = [attempt.seconds for attempt in attempts]
    cpu = median(attempt.cpu for attempt in attempts) if timing == "all" else None
    return median(seconds), min(seconds), max(seconds), cpu


def _find(job: Job) -> Extractor:
    if not job.gold:
        return find_extractor(job.spec or job.extractor)

    def read_other(html: str, document: str) -> str:
        return read_document(Path(job.gold), document).text

    return Extractor(job.extractor, read_other, frozenset({"document"}), job.gold, timing="none", cold=False)


@contextmanager
def _bounding(job: Job) -> Iterator[None]:
    """Limit the memory and time of the process while foreign code runs.

    The alarm's default action ends the process even if compiled code hangs, and even if the other side has died. The
    limit is on writable memory, not on address space, because Java and JavaScript, which run as commands, reserve far
    more address space than they use.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = job.memory * 1_000_000
    resource.setrlimit(resource.RLIMIT_DATA, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, job.timeout)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def _send(answers: BinaryIO, message: Hello | Answer | None) -> None:
    answers.write((msgspec.json.encode(message) if message else b"") + b"\n")
    answers.flush()


if __name__ == "__main__":
    main()
