"""How far each person of a team is, how fast, and how well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from annotate.agree import Agreement, compare_packages
from annotate.team.assigning import ASSIGNED
from annotate.team.pace import find_hasty, list_approved
from cetr.console import InputError
from cetr.document import split_words
from evaluate.package import read_journal, read_meta, read_package, read_text


@dataclass(frozen=True)
class Progress:
    """One person's package: pages, of them approved or rejected, rejected, put off and left; minutes spent; pace.

    ``per_hour`` counts the pages done per hour spent, ``too_fast`` approvals faster than one can read. ``known`` is how
    many pages with a known answer are done, ``known_f1`` the mean F1 of them; ``shared`` how many others have done,
    too, ``shared_f1`` the mean F1 with them. None where there is nothing to count.
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
    """A row for each person's package; ``folder`` is the one that pages were assigned from."""
    known = [_score_known(folder, package) for package in packages]
    shared = _score_shared(packages)
    return [_report(package, known[i], shared.get(i, [])) for i, package in enumerate(packages)]


def name_person(folder: Path) -> str:
    """Whose package it is."""
    info = read_package(folder).info
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


def _score_known(folder: Path, package: Path) -> list[float]:
    agreement = _compare((folder, package))
    return [document.f1[0] for document in agreement.documents] if agreement else []


def _score_shared(packages: Sequence[Path]) -> dict[int, list[float]]:
    """By number of the package, the mean F1 of each of its pages with the others who did it."""
    agreement = _compare(packages) if len(packages) > 1 else None
    found: dict[int, list[float]] = {}
    for document in agreement.documents if agreement else ():
        pairs = dict(zip(combinations(document.who, 2), document.f1, strict=True))
        for who in document.who:
            with_others = [f1 for pair, f1 in pairs.items() if who in pair]
            found.setdefault(who, []).append(sum(with_others) / len(with_others))
    return found


def _compare(folders: Sequence[Path]) -> Agreement | None:
    try:
        return compare_packages(folders)
    except InputError:  # nothing is done in common yet
        return None


def _mean(values: Sequence[float]) -> float | None:
    return round(sum(values) / len(values), 4) if values else None
