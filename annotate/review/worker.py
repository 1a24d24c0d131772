"""The process that runs extractors, so that a slow or broken one cannot affect the screen.

Reads a `Job` a line from standard input and writes the parts of its `Answer`, a line each, to what was standard
output; an extractor's own output goes nowhere.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import msgspec

from annotate.review.columns import Answer, Column, Job, Result
from annotate.review.model.agreement import find_agreement
from annotate.review.rating import ask_learned
from cetr.console import InputError, describe_error, end_with
from cetr.document import Spans, content_spans
from evaluate.api.documents import score_prediction
from evaluate.asking import ask_extractor
from evaluate.extractors import find_extractor
from evaluate.package import Document, read_document


def answer_job(job: Job) -> Iterator[Answer]:
    """Run the columns of a job on its document, one after the other, and score them against the document's gold.

    The marks of each come first, because scoring a large page takes longer than extracting it.
    """
    document = read_document(Path(job.folder), job.document)
    marks = []
    for column in job.columns:
        try:
            known = ask_learned(column, document)
            prediction = _predict(column, document) if known is None else known.spans
            if job.spans or len(job.columns) > 1:
                marks.append(content_spans(document.html, prediction))
            if job.spans:
                rated = {} if known is None else {column.name: tuple(known.rated)}
                yield Answer(job.document, marks={column.name: marks[-1]}, rated=rated)
            score = score_prediction(document, prediction)["words"]
            note = "" if known is None else known.note
            unmarked = document.meta.status == "draft" and not document.text.strip()
            result = Result(score.precision, score.recall, score.f1, note=note, unmarked=unmarked)
        except Exception as error:  # noqa: BLE001  # anything may go wrong in somebody else's extractor
            result = Result(error=describe_error(error))
        yield Answer(job.document, results={column.name: result})
    yield Answer(job.document, contest=_contest(document, marks))


def _predict(column: Column, document: Document) -> Spans | str:
    return predict(column, str(document.folder), document.name, document.meta.html_sha256)


@lru_cache(maxsize=64)
def predict(column: Column, folder: str, name: str, html_sha256: str) -> Spans | str:
    """Return the prediction of a column for a document: an extractor's output, or another package's marks.

    The answer stays valid as long as the document's HTML, identified by ``html_sha256``, is the same.
    """
    if column.folder is not None:
        return read_document(Path(column.folder), name).spans
    document = read_document(Path(folder), name)
    return ask_extractor(find_extractor(column.name), document)


def _contest(document: Document, marks: list[Spans]) -> float:
    """Compute the share of what any column marks on which not all agree."""
    union, common = find_agreement(marks, len(document.html))
    size = _measure(union)
    return 1 - _measure(common) / size if size else 0.0


def _measure(spans: Spans) -> int:
    return sum(end - start for start, end in spans)


def main() -> None:
    """Answer jobs until standard input or the reviewer ends; the pipe whose number is the argument tells when the
    reviewer ends.
    """
    end_with(int(sys.argv[1]), group=True)
    answers = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    os.nice(5)
    for line in sys.stdin.buffer:
        job = msgspec.json.decode(line, type=Job)
        for answer in _answer_readable(job):
            answers.write(msgspec.json.encode(answer) + b"\n")
            answers.flush()


def _answer_readable(job: Job) -> Iterator[Answer]:
    try:
        yield from answer_job(job)
    except (InputError, OSError) as error:
        results = {column.name: Result(error=str(error)) for column in job.columns}
        yield Answer(job.document, results=results, contest=0.0)


if __name__ == "__main__":
    main()
