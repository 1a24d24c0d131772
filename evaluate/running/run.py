"""The whole of a run: which documents, on how many workers, and into which files."""

from __future__ import annotations

import hashlib
import platform
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import dataclass
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from queue import SimpleQueue

import msgspec

from cetr.errors import InputError
from cetr.wording import count_of
from evaluate.measures import check_measures
from evaluate.package import list_finished, read_document, read_meta, read_package
from evaluate.package.store import INFO, SOURCE
from evaluate.providers.saved import find_missing
from evaluate.results.rows import Row
from evaluate.results.statistics import Summary, summarize_rows
from evaluate.results.store import (
    RUN,
    SUMMARY,
    Dataset,
    RowWriter,
    Run,
    cut_torn_line,
    read_rows,
    read_run,
    remove_results,
    rows_path,
    write_json,
)
from evaluate.running.documents import hash_gold
from evaluate.running.isolation import IsolatedExtractor
from evaluate.running.tasks import Answer, Job, Task, unpack_scores

SAVED = "saved:"

Results = Iterator[tuple[Task, Answer]]
Execute = Callable[[Job, Iterable[Task]], Results]
"""Does the tasks of a job, in whatever order and place."""


@dataclass(frozen=True)
class Plan:
    """What to run: the documents, the jobs (one for each extractor) and the folder for the results."""

    tasks: tuple[Task, ...]
    skipped: int
    jobs: tuple[Job, ...]
    out: Path


def plan_run(folders: Sequence[Path], jobs: Sequence[Job], out: Path) -> Plan:
    """Read the packages and list their finished documents; the others are skipped.

    Raises `InputError` for what would stop the run later: no documents, a missing source, a missing other gold; and
    for a package as the folder of the results, whose files would be documents of it.
    """
    if (out / INFO).exists():
        raise InputError(f"{out}: is a test package; name another folder for the results")
    tasks, skipped = [], 0
    for package, name in zip(map(read_package, folders), name_folders(folders), strict=True):
        finished = list_finished(package)
        tasks += [Task(name, str(package.folder.resolve()), document) for document in finished]
        skipped += len(package.names) - len(finished)
    if not tasks:
        raise InputError(f"{folders[0]}: has no document that is finished (status gold or reviewed)")
    for job in jobs:
        _check_name(job.extractor, f"{job.extractor}: results can name extractors in UTF-8 alone; rename the file")
        check_measures(job.measures)
        _check_files(job, tasks)
    return Plan(tuple(tasks), skipped, tuple(jobs), out)


def name_folders(folders: Iterable[Path]) -> list[str]:
    """The folders' own names, by which results know packages wherever these lie; refuses two of the same name."""
    known: dict[str, Path] = {}
    for folder in folders:
        _check_name(str(folder.resolve()), f"{folder}: results can name packages in UTF-8 alone; rename the folder")
        other = known.setdefault(folder.resolve().name, folder)
        if other.resolve() != folder.resolve():
            raise InputError(
                f"{other} and {folder}: have the same folder name, by which results tell packages apart: "
                "rename one, or run each with an --out of its own"
            )
        if other is not folder:
            raise InputError(f"{folder}: is named twice")
    return list(known)


def _check_name(name: str, refusal: str) -> None:
    try:
        name.encode()
    except UnicodeEncodeError as error:
        raise InputError(refusal) from error


def _check_files(job: Job, tasks: Sequence[Task]) -> None:
    if job.html == "source":
        for task in tasks:
            path = Path(task.folder) / (task.document + SOURCE)
            if not path.exists():
                raise InputError(f"{path}: is missing; use --html rendered for packages without served HTML")
    if job.gold:
        folder = Path(job.gold)
        known = set(read_package(folder).names)
        reasons = {task.document: why for task in tasks if (why := _why_lacking(folder, known, task))}
        if reasons:
            name, why = min(reasons.items())
            raise InputError(
                f"{folder}: lacks {len(reasons)} of the documents ('{name}' {why});"
                " annotate agree compares those that both have"
            )
    if job.extractor.startswith(SAVED):
        times = Counter(task.document for task in tasks)
        if twice := [name for name in sorted(times) if times[name] > 1]:
            raise InputError(
                f"{job.extractor}: knows documents by their names, and '{twice[0]}' is one in two packages;"
                " run each with an --out of its own"
            )
        lacking = find_missing(job.extractor.removeprefix(SAVED), sorted(times))
        if lacking:
            raise InputError(f"{job.extractor}: lacks {len(lacking)} of the documents, the first is '{lacking[0]}'")


def _why_lacking(folder: Path, known: Set[str], task: Task) -> str:
    """Why another annotator's package has no gold for a document; empty if it has."""
    if task.document not in known:
        return "is missing"
    meta = read_meta(folder, task.document)
    if not meta.finished:
        return f"is not finished: {meta.status}"
    same = meta.html_sha256 == read_meta(Path(task.folder), task.document).html_sha256
    return "" if same else "is another page there"


def run_plan(
    plan: Plan, execute: Execute, *, resume: bool = False, watch: Callable[[str, int, Results], Results] | None = None
) -> dict[str, Summary]:
    """Do what a plan says; results go to disk as they come. Returns the summary of each extractor in the folder.

    With ``resume`` what an earlier run has left there is gone on with, otherwise it is removed first.
    ``watch`` is given the name of an extractor, the number of documents to do and the results, and passes these on.
    """
    run = _describe(plan)
    if resume and (plan.out / RUN).exists():
        run = _check_same(plan.out, read_run(plan.out), run)
        _check_gold(plan, run)
    elif (plan.out / RUN).exists():
        remove_results(plan.out)
    plan.out.mkdir(parents=True, exist_ok=True)
    write_json(plan.out / RUN, run)
    order = {(task.package, task.document): i for i, task in enumerate(plan.tasks)}
    summaries: dict[str, Summary] = {}
    for job in plan.jobs:
        with RowWriter(plan.out, job.extractor, resume) as writer:
            todo = [task for task in plan.tasks if (task.package, task.document) not in writer.done]
            results = execute(job, todo)
            for task, answer in watch(job.extractor, len(todo), results) if watch else results:
                writer.write(_make_row(task, answer), answer.text, answer.spans)
            writer.finish(order)
        hashes = _hash_datasets(read_rows(writer.path))
        datasets = tuple(msgspec.structs.replace(d, sha256=hashes.get(d.package, "")) for d in run.datasets)
        run = msgspec.structs.replace(run, datasets=datasets)
    for name in run.extractors:
        path = rows_path(plan.out, name)
        if path.exists():
            summaries[name] = summarize_rows(read_rows(path))
    write_json(plan.out / SUMMARY, make_summary(summaries))
    finished = set(summaries) == set(run.extractors) and not find_unfinished(plan, summaries)
    write_json(plan.out / RUN, msgspec.structs.replace(run, finished=finished))
    return summaries


def find_unfinished(plan: Plan, summaries: Mapping[str, Summary]) -> list[str]:
    """The extractors whose run was interrupted and that were not named again: some of their pages are missing."""
    return [name for name, summary in summaries.items() if summary.pages < len(plan.tasks)]


def make_summary(summaries: dict[str, Summary]) -> dict[str, object]:
    """The contents of ``summary.json``."""
    return {
        "extractors": {
            name: {
                "pages": summary.pages,
                "failed": summary.failed,
                "seconds_per_kb": summary.seconds_per_kb,
                "measures": {
                    measure: {"precision": f.precision, "recall": f.recall, "f1": f.f1, "f1_std": f.f1_std}
                    for measure, f in summary.measures.items()
                },
            }
            for name, summary in summaries.items()
        }
    }


def execute_locally(jobs: int) -> Execute:
    """Do tasks on this machine by so many worker processes."""

    def execute(job: Job, tasks: Iterable[Task]) -> Results:
        workers = [IsolatedExtractor(job) for _ in range(jobs)]
        idle: SimpleQueue[IsolatedExtractor] = SimpleQueue()
        for worker in workers:
            idle.put(worker)

        def ask(task: Task) -> tuple[Task, Answer]:
            worker = idle.get()
            try:
                return task, worker.ask(task)
            finally:
                idle.put(worker)

        todo = iter(tasks)
        with ExitStack() as stack:
            for worker in workers:
                stack.enter_context(worker)
            pool = stack.enter_context(ThreadPoolExecutor(jobs))
            for worker in workers:
                # Leaving early, this comes first: no thread goes on waiting for an answer.
                stack.callback(worker.close)
            pending: set[Future[tuple[Task, Answer]]] = {pool.submit(ask, task) for task in islice(todo, 2 * jobs)}
            stack.callback(lambda: [future.cancel() for future in pending])
            while pending:
                done, pending = wait(pending, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
                pending |= {pool.submit(ask, task) for task in islice(todo, len(done))}

    return execute


def _make_row(task: Task, answer: Answer) -> Row:
    if answer.status == "unreadable" or answer.described is None:
        raise InputError(answer.error)
    described = answer.described
    return Row(
        task.package,
        task.document,
        answer.status,
        answer.seconds,
        described.kb,
        described.facts,
        described.gold,
        unpack_scores(answer.scores),
        answer.error,
    )


def _describe(plan: Plan) -> Run:
    """``run.json`` as it is before the run. Starts each extractor once, so that a wrong name costs nothing."""
    versions: dict[str, str] = {}
    for job in plan.jobs:
        with IsolatedExtractor(job) as extractor:
            versions[job.extractor] = extractor.start().version
    counts = Counter(task.package for task in plan.tasks)
    folders = {task.package: task.folder for task in plan.tasks}
    job = plan.jobs[0]
    return Run(
        product={"cetr-gold": version("cetr-gold"), "python": platform.python_version(), "system": platform.platform()},
        extractors=versions,
        datasets=tuple(Dataset(package=p, folder=folders[p], documents=n) for p, n in counts.items()),
        measures=job.measures,
        html=job.html,
        timeout=job.timeout,
        memory=job.memory,
    )


def _check_same(out: Path, old: Run, new: Run) -> Run:
    """The run to go on with; refuses results of other settings, since rows of both would stand in one file."""
    for field in ("product", "measures", "html", "timeout", "memory"):
        before, now = getattr(old, field), getattr(new, field)
        if before != now:
            raise InputError(f"{out / RUN}: {field}: was {before}, is {now} now: cannot resume, use another --out")
    was, wanted = ({d.package: d.folder for d in run.datasets} for run in (old, new))
    if was != wanted:
        raise InputError(
            f"{out / RUN}: datasets: was {', '.join(was.values())}, is {', '.join(wanted.values())} now: "
            "cannot resume, use another --out"
        )
    for name in old.extractors.keys() & new.extractors.keys():
        if old.extractors[name] != new.extractors[name]:
            raise InputError(
                f"{out / RUN}: extractors: {name} was {old.extractors[name]}, is {new.extractors[name]} now: "
                "cannot resume, use another --out"
            )
    return msgspec.structs.replace(new, extractors=old.extractors | new.extractors)


def _check_gold(plan: Plan, run: Run) -> None:
    """Refuses to go on where the gold of a document was another one when it was scored."""
    scored: dict[tuple[str, str], set[str]] = {}
    for name in run.extractors:
        path = rows_path(plan.out, name)
        if path.exists():
            cut_torn_line(path)
            for row in read_rows(path):
                scored.setdefault(row.key, set()).add(row.gold)
    changed = [
        f"{task.package}/{task.document}"
        for task in plan.tasks
        if (task.package, task.document) in scored
        and scored[task.package, task.document] != {hash_gold(read_document(Path(task.folder), task.document))}
    ]
    if changed:
        raise InputError(
            f"{plan.out}: the gold of {count_of(len(changed), 'document')} has been changed since, the first is "
            f"{changed[0]}: cannot resume, use another --out"
        )


def _hash_datasets(rows: Iterable[Row]) -> dict[str, str]:
    """The hash of each package: SHA-256 over the names and gold hashes of its documents, in order."""
    hashes: dict[str, hashlib._Hash] = {}
    for row in rows:
        hashes.setdefault(row.package, hashlib.sha256()).update(msgspec.json.encode((row.document, row.gold)))
    return {package: digest.hexdigest() for package, digest in hashes.items()}
