"""A whole run: what is planned, done, and written as it comes."""

from __future__ import annotations

import fcntl
import hashlib
import math
import os
import platform
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Literal

import msgspec

from cetr.console import InputError
from evaluate.measures.finding import MEASURES, find_measure
from evaluate.modules import hash_code
from evaluate.outputs import check_type
from evaluate.protocols import split_protocol
from evaluate.results.predictions import Prediction
from evaluate.results.rows import Row, drop_nan
from evaluate.results.runs import RUN, SCHEMA, SUMMARY, Dataset, Run, read_run, write_json
from evaluate.results.statistics import Summary, summarize_rows
from evaluate.results.store import RowWriter, has_rows, read_rows, remove_results, rows_path
from evaluate.running.isolation import Execute, IsolatedExtractor
from evaluate.running.machine import describe_machine
from evaluate.running.planning import Plan
from evaluate.running.resuming import ELSEWHERE, check_documents, check_same, hash_sites
from evaluate.running.tasks import Answer, Job, Results, Task, unpack_scores

Earlier = Literal["refuse", "resume", "overwrite"]
"""What becomes of results that are already in the folder. "resume" continues them, and tries failed pages again."""


def run_plan(
    plan: Plan,
    execute: Execute,
    earlier: Earlier,
    *,
    at_once: int,
    watch: Callable[[str, int, Results], Results] | None = None,
) -> dict[str, Summary]:
    """Carry out a plan; results go to disk as they come. Returns the summary of each extractor in the folder.

    ``at_once`` is how many pages are worked on at once, for the record; 0 if unknown. ``watch`` receives the name of
    an extractor, the number of documents to do and the results, and passes the results on. Raises `InputError` if the
    folder has results and ``earlier`` is "refuse".
    """
    if earlier == "refuse" and plan.out.is_dir():  # now, and not only after extractors are started, which takes time
        with hold_folder(plan.out):
            _refuse_results(plan)
    with _start_all(plan.jobs) as (first, versions):
        run = _describe(plan, versions, at_once)
        plan.out.mkdir(parents=True, exist_ok=True)
        with hold_folder(plan.out):
            run = _take_over(plan, run, earlier)
            jobs = [msgspec.structs.replace(job, version=versions[job.extractor]) for job in plan.jobs]
            first.job = jobs[0]
            extractors = [first, *map(IsolatedExtractor, jobs[1:])]
            return _do(plan, run, extractors, execute, earlier == "resume", watch)


@contextmanager
def _start_all(jobs: Sequence[Job]) -> Iterator[tuple[IsolatedExtractor, dict[str, str]]]:
    """Start each extractor once, so that a wrong name costs nothing. Yields the first, whose turn is next, and the
    versions of all.
    """
    versions: dict[str, str] = {}
    for job in jobs[1:]:
        with IsolatedExtractor(job) as extractor:
            versions[job.extractor] = extractor.start().version
    with IsolatedExtractor(jobs[0]) as first:
        yield first, {jobs[0].extractor: first.start().version} | versions


def _take_over(plan: Plan, run: Run, earlier: Earlier) -> Run:
    """Return the run to begin, or to continue in a folder that has results, which are kept or removed."""
    if earlier == "resume":
        if (plan.out / RUN).exists():
            run = check_same(plan.out, read_run(plan.out), run)
            check_documents(plan, run)
        return run
    if earlier == "refuse":
        _refuse_results(plan)
    if old := _list_earlier(plan.out):
        remove_results(plan.out, old)
    return run


def _refuse_results(plan: Plan) -> None:
    """Raise `InputError` if the folder has results of these extractors, or of any that an earlier run lists."""
    if has_rows(plan.out, {*_list_earlier(plan.out), *(job.extractor for job in plan.jobs)}):
        raise InputError(f"{plan.out}: already has results; continue them with --resume, or {ELSEWHERE}")


def _list_earlier(out: Path) -> Iterable[str]:
    """List the extractors of the run whose results are in the folder, if any."""
    try:
        return read_run(out).extractors if (out / RUN).exists() else ()
    except InputError as error:
        raise InputError(f"{error}; remove the file, or name another folder") from error


def _do(
    plan: Plan,
    run: Run,
    extractors: Sequence[IsolatedExtractor],
    execute: Execute,
    resume: bool,
    watch: Callable[[str, int, Results], Results] | None,
) -> dict[str, Summary]:
    write_json(plan.out / RUN, run)
    order = {task.key: i for i, task in enumerate(plan.tasks)}
    summaries: dict[str, Summary] = {}
    for extractor in extractors:
        name = extractor.job.extractor
        if resume:
            _drop_failed(plan.out, name)
        with RowWriter(plan.out, name, resume) as writer:
            todo = [task for task in plan.tasks if task.key not in writer.done]
            results = execute(extractor, todo)
            for task, answer in watch(name, len(todo), results) if watch else results:
                writer.write(_make_row(task, answer), _make_prediction(task, answer))
            writer.finish(order)
        hashes = hash_datasets(read_rows(writer.path))
        datasets = tuple(msgspec.structs.replace(d, sha256=hashes.get(d.package, "")) for d in run.datasets)
        run = msgspec.structs.replace(run, datasets=datasets)
    asked = {extractor.job.extractor for extractor in extractors}
    for name in run.extractors:
        path = rows_path(plan.out, name)
        if path.exists():
            if name not in asked:
                _drop_unfinished(plan.out, name, order)
            summaries[name] = summarize_rows(read_rows(path))
    write_json(plan.out / SUMMARY, make_summary(summaries))
    finished = set(summaries) == set(run.extractors) and not find_unfinished(plan, summaries)
    write_json(plan.out / RUN, msgspec.structs.replace(run, finished=finished))
    return summaries


def _drop_failed(out: Path, name: str) -> None:
    """Drop the rows of pages that failed, so that these are done again."""
    with RowWriter(out, name, resume=True) as writer:
        kept = [row.key for row in read_rows(writer.path) if not row.failed]
        if len(kept) < len(writer.done):
            writer.finish({key: place for place, key in enumerate(kept)})


def _drop_unfinished(out: Path, name: str, order: Mapping[tuple[str, str], int]) -> None:
    """Drop the rows of documents that are no longer finished, which the extractors of this run do not have either."""
    with RowWriter(out, name, resume=True) as writer:
        if not writer.done <= order.keys():
            writer.finish(order)


@contextmanager
def hold_folder(folder: Path) -> Iterator[None]:
    """Lock a results folder against other runs; raises `InputError` if another run is writing there."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise InputError(f"{folder}: another run is writing there; name another folder") from error
        yield
    finally:
        os.close(handle)


def find_unfinished(plan: Plan, summaries: Mapping[str, Summary]) -> list[str]:
    """Find the extractors whose run was interrupted and that were not named again, so that pages are missing."""
    return [name for name, summary in summaries.items() if summary.pages < len(plan.tasks)]


def make_summary(summaries: dict[str, Summary]) -> dict[str, object]:
    """Make the contents of ``summary.json``."""
    return {
        "schema": SCHEMA,
        "extractors": {
            name: {
                "pages": summary.pages,
                "failed": summary.failed,
                "seconds_per_kb": drop_nan(summary.seconds_per_kb),
                "cpu_seconds_per_kb": drop_nan(summary.cpu),
                "protocol": str(split_protocol(name)[1]),
                "alone": summary.alone,
                "measures": {
                    measure: {"precision": f.precision, "recall": f.recall, "f1": f.f1, "f1_std": f.f1_std}
                    for measure, f in summary.measures.items()
                },
            }
            for name, summary in summaries.items()
        },
    }


def _make_row(task: Task, answer: Answer) -> Row:
    if answer.status == "unreachable":
        raise InputError(f"{answer.error}: nothing answers there; finished pages are kept; continue with --resume")
    if answer.status == "unreadable" or answer.described is None:
        raise InputError(answer.error)
    described = answer.described
    seconds, fastest, slowest, cpu = (math.nan if time is None else time for time in answer.times)
    return Row(
        task.package,
        task.document,
        answer.status,
        seconds,
        described.kb,
        described.facts,
        described.gold,
        unpack_scores(answer.scores),
        answer.error,
        answer.output,
        answer.note,
        fastest,
        slowest,
        cpu,
        answer.others,
        described.page,
    )


def _make_prediction(task: Task, answer: Answer) -> Prediction | None:
    """Make the line of predictions of an answer; none for a failure."""
    if answer.status != "ok":
        return None
    kind = None if answer.output in ("spans", "text") else check_type(answer.output)
    return Prediction(task.package, task.document, answer.text, answer.spans, kind, answer.returned)


def _describe(plan: Plan, versions: dict[str, str], at_once: int) -> Run:
    """Make ``run.json`` as it is before the run."""
    counts = Counter(task.package for task in plan.tasks)
    folders = {task.package: task.folder for task in plan.tasks}
    job = plan.jobs[0]
    return Run(
        product=describe_product(job.measures),
        extractors=versions,
        datasets=tuple(Dataset(package=p, folder=folders[p], documents=n) for p, n in counts.items()),
        measures=job.measures,
        html=job.html,
        timeout=job.timeout,
        memory=job.memory,
        repeat=job.repeat,
        jobs=(at_once,) if at_once else (),
        specs={job.extractor: job.spec for job in plan.jobs if job.spec not in ("", job.extractor)},
        sites=hash_sites(plan),
        date=datetime.now(UTC).isoformat(timespec="seconds"),
        command=(Path(sys.argv[0]).name, *sys.argv[1:]),
        machines=(describe_machine(),),
    )


def describe_product(measures: Iterable[str]) -> dict[str, str]:
    """Return the versions of the software that scores; of measures that are not built in, hashes of their files."""
    own = {name: hash_code(find_measure(name)) for name in measures if name not in MEASURES}
    return {"cetr-gold": version("cetr-gold"), "python": platform.python_version(), "system": platform.platform()} | own


def hash_datasets(rows: Iterable[Row]) -> dict[str, str]:
    """Hash each package: SHA-256 over the names and gold hashes of its documents, in order."""
    hashes: dict[str, hashlib._Hash] = {}
    for row in rows:
        hashes.setdefault(row.package, hashlib.sha256()).update(msgspec.json.encode((row.document, row.gold)))
    return {package: digest.hexdigest() for package, digest in hashes.items()}
