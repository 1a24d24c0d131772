"""What is left of a package, rows, results or a report: whether it is whole, and what it says."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from annotate.doctor.diagnosing import diagnose
from cetr.console import InputError
from evaluate.package import check_fragments, read_document, read_journal, read_package
from evaluate.package.files import INFO, LAYOUT, SCREENSHOT

_TIMES = ("seconds", "fastest", "slowest", "cpu", "seconds_per_kb")


@dataclass(frozen=True)
class Kept:
    """A package before something is done to it: nothing of this may be lost."""

    names: frozenset[str]
    decisions: tuple[str, ...]


def keep(folder: Path) -> dict[Path, Kept]:
    """The packages in a folder as a reader sees them."""
    return {
        package: Kept(frozenset(read_package(package).names), tuple(one.id for one in read_journal(package)))
        for package in list_packages(folder)
    }


def list_packages(folder: Path) -> list[Path]:
    """The packages in a folder."""
    return sorted(path.parent for path in folder.glob(f"*/{INFO}"))


def find_lost(kept: dict[Path, Kept]) -> Iterator[str]:
    """Documents and decisions that were there and are not any more."""
    for package, before in kept.items():
        try:
            names, decisions = set(read_package(package).names), [one.id for one in read_journal(package)]
        except InputError as error:
            yield str(error)
            continue
        for name in sorted(before.names - names):
            yield f"{package.name}/{name}: was there and is gone"
        if tuple(decisions[: len(before.decisions)]) != before.decisions:
            yield f"{package.name}: the journal does not begin as it did"


def find_faults(folder: Path) -> Iterator[str]:
    """What is not whole of the packages in a folder, as a reader sees them, and of the files beside them."""
    for package in list_packages(folder):
        try:
            yield from _check_package(package)
        except InputError as error:
            yield str(error)
    for report in folder.glob("[!.]*.html"):
        if not report.read_text("utf-8").rstrip().endswith("</html>"):
            yield f"{report.name}: half a report"


def _check_package(package: Path) -> Iterator[str]:
    decisions = list(read_journal(package))
    if len({one.id for one in decisions}) != len(decisions):
        yield f"{package.name}: a decision is in the journal twice"
    for name in read_package(package).names:
        document = read_document(package, name, verify=True)
        if not all(check.exact for check in check_fragments(document.html, document.meta.fragments)):
            yield f"{package.name}/{name}: its fragments are not where they should be"
        picture, layout = document.path(SCREENSHOT), document.path(LAYOUT)
        if picture.exists() and not picture.read_bytes().endswith(b"IEND\xaeB`\x82"):
            yield f"{package.name}/{name}: half a picture"
        if layout.exists():
            json.loads(gzip.decompress(layout.read_bytes()))
    if not any((package / ".pending").glob("*")):
        # What is committed and not yet published is whole for a reader; the doctor looks at the files alone.
        yield from (f"{package.name}/{injury.file}: {injury.problem}" for injury in diagnose(package))


def describe(path: Path) -> object:
    """What a command has made, less what differs from run to run; None where there is nothing."""
    if (path / INFO).exists():
        documents = [read_document(path, name) for name in read_package(path).names]
        return sorted(
            (one.name, one.meta.url, one.html, one.text, one.spans, one.meta.status, str(one.meta.extra))
            for one in documents
        )
    if path.is_dir():
        return [(str(one.relative_to(path)), describe(one)) for one in sorted(path.rglob("*")) if one.is_file()]
    if not path.exists():
        return None
    if path.suffix == ".tsv":
        head, *rows = (line.split("\t") for line in path.read_text("utf-8").splitlines())
        kept = [place for place, name in enumerate(head) if name not in _TIMES]
        return [[row[place] for place in kept] for row in rows]
    if path.suffix == ".jsonl":
        return sorted(path.read_text("utf-8").splitlines())
    if path.suffix == ".parquet":
        import pyarrow.parquet as pq

        return sorted(map(str, pq.read_table(path).to_pylist()))
    if path.name in ("run.json", "summary.json"):
        return None  # times, and means that the rows have, too
    return sha256(path.read_bytes()).hexdigest()
