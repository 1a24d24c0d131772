"""The worker process: loads one extractor, then answers about one document after the other.

Run as ``python -m evaluate.running.worker``. What extractors print or read, and whatever else they do to their
process, stays here: tasks and answers go through copies of the standard streams that nobody else has.
"""

from __future__ import annotations

import os
import resource
import signal
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import BinaryIO

import msgspec

from cetr.console import InputError, describe_error
from cetr.document import decode_html, derive_text, normalize_spans
from evaluate.extractors import PREFIXES, Extractor, TimedText, find_extractor
from evaluate.facts import NotAPredictionError, check_prediction, read_facts
from evaluate.measures import compare
from evaluate.package import Document, read_document
from evaluate.package.files import SOURCE
from evaluate.running.documents import describe_document, fail_document
from evaluate.running.tasks import Answer, ExtractionStatus, Hello, HtmlSource, Job, Task, pack_scores
from evaluate.scoring import Prediction, make_comparison


def main() -> None:
    """Serve until the other side closes."""
    tasks, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    # A copy of this process that foreign code makes answers nobody, and does not keep the streams open.
    os.register_at_fork(after_in_child=lambda: [os.dup2(nowhere, s.fileno()) for s in (tasks, answers)])
    line = tasks.readline()
    if line:
        serve(msgspec.json.decode(line, type=Job), tasks, answers)


def serve(job: Job, tasks: BinaryIO, answers: BinaryIO) -> None:
    """Load the job's extractor, say so, and answer each task."""
    try:
        extractor = _find(job)
    except Exception as error:  # noqa: BLE001  # foreign code: whatever it raises is the answer
        _send(answers, Hello(error=describe_error(error)))
        return
    _send(answers, Hello(version=extractor.version))
    cold = not job.gold and job.extractor.partition(":")[0] not in PREFIXES
    for line in tasks:
        task = msgspec.json.decode(line, type=Task)
        _send(answers, answer(job, extractor, task, lambda: _send(answers, None), cold))
        cold = False


def answer(
    job: Job, extractor: Extractor, task: Task, tell_extracted: Callable[[], None], cold: bool = False
) -> Answer:
    """Extract from one document, tell so, and score it.

    An extractor that is ``cold`` does its first document twice and is timed by the second: what it imports and builds
    at its first call would stand in the times of as many documents as there are processes.
    """
    try:
        document = read_document(Path(task.folder), task.document)
        html = read_html(document, job.html)
        facts = read_facts(document, extractor)
    except InputError as error:
        return Answer("unreadable", error=str(error))
    status, prediction, seconds, problem = _extract(job, extractor, html, facts)
    if cold and status == "ok" and seconds < job.timeout / 2:
        status, prediction, seconds, problem = _extract(job, extractor, html, facts)
    tell_extracted()
    described = describe_document(document, html)
    if status != "ok":
        return Answer(status, described, seconds, fail_document(document, job.measures), error=problem)
    if job.html == "source" and not isinstance(prediction, str):
        # Spans over what was served mean nothing over the rendered document: only their text can be compared.
        prediction = derive_text(html, normalize_spans(prediction, len(html)))
    comparison = make_comparison(document, prediction)
    scores = pack_scores(compare(comparison, job.measures))
    spans = comparison.page.predicted if comparison.page else None
    return Answer(status, described, seconds, scores, comparison.predicted, spans)


def _extract(
    job: Job, extractor: Extractor, html: str, facts: Mapping[str, object]
) -> tuple[ExtractionStatus, Prediction, float, str]:
    """What came of an extraction, the prediction, the seconds it took and the error."""
    status: ExtractionStatus = "ok"
    prediction: Prediction = ""
    problem = ""
    with _Bounds(job):
        start = time.perf_counter()
        taken: float | None = None
        try:
            found = extractor.extract(html, **facts)
            taken = found.seconds if isinstance(found, TimedText) else None
            prediction = check_prediction(found, html)
        except MemoryError:
            status, problem = "memory", f"took more than {job.memory} MB of memory"
        except NotAPredictionError as error:
            status, problem = "output", str(error)
        except Exception as error:  # noqa: BLE001  # foreign code: whatever it raises is the answer
            status, problem = "error", describe_error(error)
        seconds = time.perf_counter() - start if taken is None else taken
    return status, prediction, seconds, problem


def read_html(document: Document, source: HtmlSource) -> str:
    """The HTML that extractors get: the rendered document, or the response as it was served, decoded."""
    if source == "rendered":
        return document.html
    path = document.path(SOURCE)
    try:
        served = path.read_bytes()
    except FileNotFoundError as error:
        raise InputError(f"{path}: is missing; use --html rendered for packages without served HTML") from error
    return decode_html(served, document.meta.source.charset if document.meta.source else None)[0]


def _find(job: Job) -> Extractor:
    if not job.gold:
        return find_extractor(job.extractor)

    def read_other(html: str, document: str) -> str:
        return read_document(Path(job.gold), document).text

    return Extractor(job.extractor, read_other, frozenset({"document"}), job.gold)


class _Bounds:
    """Holds the process within its memory and time while foreign code runs.

    The alarm's default action ends the process even where compiled code hangs, and even if the other side has died.
    What is bounded is memory that can be written, not address space: Java and JavaScript, which run as commands,
    reserve far more of that than they use.
    """

    def __init__(self, job: Job) -> None:
        self.job = job
        self.limits = resource.getrlimit(resource.RLIMIT_DATA)

    def __enter__(self) -> None:
        _, hard = self.limits
        soft = self.job.memory * 1_000_000
        resource.setrlimit(resource.RLIMIT_DATA, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, self.job.timeout)

    def __exit__(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        resource.setrlimit(resource.RLIMIT_DATA, self.limits)


def _send(answers: BinaryIO, message: Hello | Answer | None) -> None:
    answers.write((msgspec.json.encode(message) if message else b"") + b"\n")
    answers.flush()


if __name__ == "__main__":
    main()
