"""Packages for the members of a team, each with that person's pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec

from annotate.team.copying import copy_documents, strip_marks
from annotate.team.dealing import Card, deal, list_free
from cetr.console import InputError, read_file, resolve_folder, write_file
from cetr.document import Spans, find_host
from evaluate.package import Document, Meta, PackageError, read_info, read_meta, read_package
from evaluate.package.files import INFO
from evaluate.parsing import parse_json

ASSIGNED = "assigned"
"""The key of a package's ``extra`` that says which package its pages come from, and who they are assigned to."""


SCHEMA = 1


class Plan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The names of the pages that each person gets."""

    schema: int = SCHEMA
    hands: dict[str, tuple[str, ...]]


@dataclass(frozen=True)
class Assigned:
    """The names of the pages that were added to each package, and how many drafts are with people who got none."""

    added: dict[Path, tuple[str, ...]]
    elsewhere: dict[Path, int]


def assign_pages(
    folder: Path, people: Sequence[str], *, overlap: float, known: float, on_document: Callable[[], object]
) -> Assigned:
    """Make or extend a package for each person.

    Drafts are divided; those that somebody already has stay with that person. A share ``known`` (0 to 1) of each
    person's pages are finished pages without their marks. The plan is written to disk before the first
    page is copied, so that a call after an interrupted one completes it. Raises `InputError` if there is nothing to
    assign.
    """
    package = read_package(folder)
    source = resolve_folder(folder)
    there = _find_assigned(source, package.info.name)
    own = {person: source.with_name(f"{source.name}-{person}") for person in people}
    targets = {p: t if (t / INFO).exists() else _find_package_of(p, there, t) for p, t in own.items()}
    held = {p: read_package(t).names if (t / INFO).exists() else () for p, t in targets.items()}
    others = {path: read_package(path).names for path in there if path not in targets.values()}
    metas = {name: read_meta(folder, name) for name in package.names}
    drafts = [_make_card(name, meta) for name, meta in metas.items() if meta.status in ("draft", "harvested")]
    finished = [_make_card(name, meta) for name, meta in metas.items() if meta.finished]
    if not drafts:
        raise InputError(f"{folder}: has no drafts to assign; 'annotate harvest' or 'annotate import' adds some")
    if known and not finished:
        raise InputError(f"{folder}: has no finished pages with known answers; leave out --gold")
    plan = source.with_name(f".{source.name}.assigning.json")
    planned = _read_plan(plan)
    given = {person: (*held[person], *planned.get(person, ())) for person in people}
    free = list_free(drafts, {**given, **{str(path): names for path, names in others.items()}})
    dealt = deal(free, people, overlap, list_free(finished, given), known)
    hands = {person: tuple(sorted({*planned.get(person, ()), *dealt[person]})) for person in people}
    write_file(plan, msgspec.json.encode(Plan(hands=hands)))
    known_answers = {card.name for card in finished}

    def remake(document: Document) -> tuple[Meta, Spans]:
        """Make a copy of a page: a known answer is hidden; a draft keeps the marks that it began with."""
        return strip_marks(document) if document.name in known_answers else (document.meta, document.spans)

    for person, names in hands.items():
        info = msgspec.structs.replace(
            package.info,
            title=f"{package.info.title or package.info.name}, assigned to {person}",
            extra={ASSIGNED: {"of": package.info.name, "annotator": person}},
        )
        copy_documents(dict.fromkeys(names, folder), targets[person], remake, info, on_document)
    plan.unlink()
    added = {targets[person]: tuple(n for n in names if n not in held[person]) for person, names in hands.items()}
    unfinished = {card.name for card in drafts}
    elsewhere = {path: len(unfinished.intersection(names)) for path, names in others.items()}
    return Assigned(added, {path: count for path, count in elsewhere.items() if count})


def _find_assigned(source: Path, name: str) -> dict[Path, str]:
    """Find the packages beside a package with pages assigned from it, whatever its folder was called, by person."""
    found: dict[Path, str] = {}
    for path in sorted(source.parent.glob(f"*/{INFO}")):
        with suppress(PackageError):
            assigned = read_info(path.parent).extra.get(ASSIGNED)
            if isinstance(assigned, Mapping) and assigned.get("of") == name:
                found[path.parent] = str(assigned.get("annotator"))
    return found


def _find_package_of(person: str, assigned: Mapping[Path, str], otherwise: Path) -> Path:
    return next((path for path, who in assigned.items() if who == person), otherwise)


def _make_card(name: str, meta: Meta) -> Card:
    return Card(name, find_host(meta.url), meta.page_type or "")


def _read_plan(path: Path) -> dict[str, tuple[str, ...]]:
    """The pages that a call which was killed was about to give to each person."""
    if not path.exists():
        return {}
    plan: Plan = parse_json(read_file(path), Plan, str(path), SCHEMA)
    return plan.hands
