"""Check whether an interrupted run can be continued."""

from __future__ import annotations

import hashlib
from collections.abc import Set
from pathlib import Path

import msgspec

from cetr.console import InputError, count_of
from evaluate.package import read_document
from evaluate.package.served import read_html
from evaluate.protocols import split_protocol
from evaluate.results.runs import RUN, Run
from evaluate.results.store import cut_torn_line, read_rows, rows_path
from evaluate.running.documents import describe_document
from evaluate.running.planning import Plan
from evaluate.running.tasks import Task

ELSEWHERE = "name another folder ('evaluate run --overwrite' deletes what is there)"
_ANEW = f"to start anew, {ELSEWHERE}"


def check_same(out: Path, old: Run, new: Run) -> Run:
    """Return the run to continue; refuses results of other settings, because one file would hold rows of both."""
    for field in ("product", "measures", "html", "timeout", "memory", "repeat"):
        before, now = getattr(old, field), getattr(new, field)
        if before != now:
            was, wanted = _tell(before, now), _tell(now, before)
            raise InputError(f"{out / RUN}: {field}: was {was}, but is {wanted} now; {_ANEW}")
    there, asked = ({d.package: d.folder for d in run.datasets} for run in (old, new))
    if there != asked:
        raise InputError(
            f"{out / RUN}: datasets: was {', '.join(there.values())}, but is {', '.join(asked.values())} now; {_ANEW}"
        )
    for name in old.extractors.keys() & new.extractors.keys():
        if old.extractors[name] != new.extractors[name]:
            raise InputError(
                f"{out / RUN}: extractors: {name} was {old.extractors[name]}, but is {new.extractors[name]} now; "
                f"{_ANEW}"
            )
        before, now = (run.specs.get(name, name) for run in (old, new))
        if before != now:
            raise InputError(f"{out / RUN}: specs: {name} was {before}, but is {now} now; choose another name or --out")
        if name in old.sites and old.sites[name] != new.sites.get(name):
            raise InputError(
                f"{out / RUN}: sites: what {name} gets of other pages of a site has changed since; {_ANEW}"
            )
    return msgspec.structs.replace(
        new,
        extractors=old.extractors | new.extractors,
        specs=old.specs | new.specs,
        sites=old.sites | new.sites,
        machines=tuple(dict.fromkeys((*old.machines, *new.machines))),
        jobs=tuple(dict.fromkeys((*old.jobs, *new.jobs))),
    )


def _tell(value: object, other: object) -> str:
    """Write a setting; of several versions only those that differ."""
    if isinstance(value, dict) and isinstance(other, dict):
        differing = (f"{name} {version}" for name, version in value.items() if other.get(name) != version)
        return ", ".join(differing) or "nothing else"
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def hash_sites(plan: Plan) -> dict[str, str]:
    """Hash what each extractor with a protocol may be given: the pages with others of their sites, and the gold of
    these if it gets some.
    """
    protocols = {job.extractor: split_protocol(job.spec or job.extractor)[1] for job in plan.jobs if not job.gold}
    with_others = [task for task in plan.tasks if task.others]
    given = sorted((t.key, t.others, *_hash_document(plan, t, verify=plan.jobs[0].verify)) for t in with_others)
    without_gold = [(key, others, page) for key, others, _, page in given]
    return {
        name: hashlib.sha256(msgspec.json.encode(given if protocol.shots else without_gold)).hexdigest()
        for name, protocol in protocols.items()
        if protocol.site
    }


def check_documents(plan: Plan, run: Run) -> None:
    """Refuse to continue if the page or the gold of a document has changed since it was scored."""
    scored: dict[tuple[str, str], set[tuple[str, str]]] = {}
    for name in run.extractors:
        path = rows_path(plan.out, name)
        if path.exists():
            cut_torn_line(path)
            for row in read_rows(path):
                scored.setdefault(row.key, set()).add((row.gold, row.page))
    known = [task for task in plan.tasks if task.key in scored]
    changed = ["/".join(task.key) for task in known if _has_changed(plan, task, scored[task.key])]
    if changed:
        raise InputError(
            f"{plan.out}: the page or the gold of {count_of(len(changed), 'document')} has changed since; the first is "
            f"{changed[0]}; {_ANEW}"
        )


def _has_changed(plan: Plan, task: Task, scored: Set[tuple[str, str]]) -> bool:
    gold, page = _hash_document(plan, task)
    return not scored <= {(gold, page), (gold, "")}  # rows of older versions know no page


def _hash_document(plan: Plan, task: Task, *, verify: bool = False) -> tuple[str, str]:
    """Hash the gold of a document, and the HTML that extractors get."""
    document = read_document(Path(task.folder), task.document, verify=verify)
    described = describe_document(document, read_html(document, plan.jobs[0].html))
    return described.gold, described.page
