"""The progress, speed and accuracy of each member of a team."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from annotate.agree import Agreement, compare_packages
from annotate.team.assigning import ASSIGNED
from annotate.team.collecting import list_collected
from annotate.team.pace import find_hasty, list_approved
from cetr.console import InputError
from cetr.document import split_words
from evaluate.package import read_info, read_journal, read_meta, read_package, read_text


@dataclass(frozen=True)
class Progress:
    """One person's package: pages; how many are approved or rejected, rejected, put off and left; minutes spent; pace.

    ``per_hour`` counts the pages done per hour, ``too_fast`` approvals faster than one can read. ``known`` is the
    number of finished pages with a known answer, ``known_f1`` their mean F1. ``shared`` is the number of pages that
    others have also done, ``shared_f1`` the mean F1 with them. None if there is nothing to count.
    """

    annotator: str
    pages: int
    done: int
    rejected: int
    put_off: int
    left: int
    minutes: float
    per_hour: float | None
    too_fast: int
    known: int
    known_f1: float | None
    shared: int
    shared_f1: float | None


def report_progress(folder: Path, packages: Sequence[Path]) -> list[Progress]:
    """Make a row for each person's package; ``folder`` is the package that pages were assigned from."""
    collected = list_collected(folder)
    known = [_score_known(folder, package, collected) for package in packages]
    shared = _score_shared(packages)
    return [_report(package, known[i], shared.get(i, [])) for i, package in enumerate(packages)]


def name_person(folder: Path) -> str:
    """Return the person a package belongs to."""
    info = read_info(folder)
    assigned = info.extra.get(ASSIGNED)
    return str(assigned.get("annotator") or info.name) if isinstance(assigned, Mapping) else info.name


def _report(folder: Path, known: Sequence[float], shared: Sequence[float]) -> Progress:
    names = read_package(folder).names
    metas = {name: read_meta(folder, name) for name in names}
    journal = list(read_journal(folder))
    statuses = Counter(meta.status for meta in metas.values())
    done = statuses["reviewed"] + statuses["rejected"] + statuses["gold"]
    minutes = sum(decision.seconds or 0.0 for decision in journal) / 60
    words = {name: len(split_words(read_text(folder, name))) for name in names}
    return Progress(
        annotator=name_person(folder),
        pages=len(names),
        done=done,
        rejected=statuses["rejected"],
        put_off=sum(bool(meta.extra.get("later")) for meta in metas.values()),
        left=len(names) - done,
        minutes=round(minutes, 1),
        per_hour=round(60 * done / minutes, 1) if minutes else None,
        too_fast=sum(1 for _ in find_hasty((a for a in list_approved(journal) if a.document in words), words)),
        known=len(known),
        known_f1=_mean(known),
        shared=len(shared),
        shared_f1=_mean(shared),
    )


def _score_known(folder: Path, package: Path, collected: frozenset[str]) -> list[float]:
    agreement = _compare((folder, package), collected)
    return [there.f1[0] for there in agreement.documents] if agreement else []


def _score_shared(packages: Sequence[Path]) -> dict[int, list[float]]:
    """Score, by number of the package, each of its pages with the others who did it: the mean F1."""
    agreement = _compare(packages) if len(packages) > 1 else None
    found: dict[int, list[float]] = {}
    for document in agreement.documents if agreement else ():
        pairs = dict(zip(combinations(document.who, 2), document.f1, strict=True))
        for who in document.who:
            with_others = [f1 for pair, f1 in pairs.items() if who in pair]
            found.setdefault(who, []).append(sum(with_others) / len(with_others))
    return found


def _compare(folders: Sequence[Path], without: Set[str] = frozenset()) -> Agreement | None:
    try:
        return compare_packages(folders, without=without)
    except InputError:  # nobody shares a finished page yet
        return None


def _mean(values: Sequence[float]) -> float | None:
    return round(sum(values) / len(values), 4) if values else None
