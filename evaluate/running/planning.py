"""What to run: which documents, by which extractors, into which folder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from pathlib import Path

from cetr.console import InputError, resolve_folder
from evaluate.extractors import split_name, split_prefix
from evaluate.measures import check_measures
from evaluate.package import explain_unfinished, list_finished, read_meta, read_package
from evaluate.package.files import INFO, SOURCE
from evaluate.protocols import find_mates, split_protocol
from evaluate.providers.saved import find_missing
from evaluate.running.tasks import Job, Task


@dataclass(frozen=True)
class Plan:
    """What to run: the documents, the jobs (one for each extractor) and the folder for the results."""

    tasks: tuple[Task, ...]
    skipped: int
    jobs: tuple[Job, ...]
    out: Path


def plan_run(folders: Sequence[Path], jobs: Sequence[Job], out: Path) -> Plan:
    """Read the packages and list their finished documents; the others are skipped.

    Raises `InputError` for everything that would stop the run later: no documents, a missing source, missing gold of
    another annotator. Also if the folder for the results is a package, because result files would become its documents.
    """
    if (out / INFO).exists():
        raise InputError(f"{out}: is a test package; name another folder for the results")
    _check_name(str(out), f"{out}: results record their folder in UTF-8; name another")
    if out.is_symlink() and not out.exists():
        raise InputError(f"{out}: is a broken link; name another folder for the results")
    among = any(not job.gold and split_protocol(job.spec or job.extractor)[1].site for job in jobs)
    tasks, skipped = [], 0
    for package, name in zip(map(read_package, folders), name_folders(folders), strict=True):
        finished = list_finished(package)
        folder = resolve_folder(package.folder)
        mates = find_mates(folder, finished) if among else {}
        tasks += [Task(name, str(folder), document, mates.get(document, ())) for document in finished]
        skipped += len(package.names) - len(finished)
    if not tasks:
        raise InputError(explain_unfinished(folders[0]))
    for job in jobs:
        _check_name(job.extractor, f"{job.extractor}: results can name extractors only in UTF-8; rename the file")
        check_measures(job.measures)
        _check_files(job, tasks)
    return Plan(tuple(tasks), skipped, tuple(jobs), out)


def name_extractors(texts: Iterable[str]) -> dict[str, str]:
    """Name the extractors that are asked for, as ``NAME=SPEC`` or a spec alone; refuses two of one name."""
    named: dict[str, str] = {}
    for text in texts:
        name, spec = split_name(text)
        if named.setdefault(name, spec) != spec:
            raise InputError(f"--extractor {text}: '{name}' is already {named[name]}; give it another name")
    return named


def name_folders(folders: Iterable[Path]) -> list[str]:
    """Name the folders as results do, wherever the packages are; refuses two of the same name."""
    known: dict[str, Path] = {}
    for folder in folders:
        place = resolve_folder(folder)
        _check_name(str(place), f"{folder}: results can name packages only in UTF-8; rename the folder")
        other = known.setdefault(place.name, folder)
        if resolve_folder(other) != place:
            raise InputError(
                f"{other} and {folder}: have the same folder name, by which results tell packages apart; "
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
                raise InputError(f"{path}: is missing; use --html rendered for packages without the server's HTML")
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
    prefix, _, location = split_prefix(job.spec or job.extractor)
    if prefix == "saved":
        times = Counter(task.document for task in tasks)
        if twice := [name for name in sorted(times) if times[name] > 1]:
            raise InputError(
                f"{job.extractor}: knows documents only by their names, and '{twice[0]}' is in two packages;"
                " run each with an --out of its own"
            )
        lacking = find_missing(location, sorted(times))
        if lacking:
            raise InputError(f"{job.extractor}: lacks {len(lacking)} of the documents; the first is '{lacking[0]}'")


def _why_lacking(folder: Path, known: Set[str], task: Task) -> str:
    """Say why another annotator's package has no gold for a document; empty if it has."""
    if task.document not in known:
        return "is missing"
    meta = read_meta(folder, task.document)
    if not meta.finished:
        return f"is not finished: {meta.status}"
    same = meta.html_sha256 == read_meta(Path(task.folder), task.document).html_sha256
    return "" if same else "is a different page there"
