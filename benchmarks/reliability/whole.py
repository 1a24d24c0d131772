"""What is left of a package, rows, results or a report: whether it is whole, and what it says."""

from __future__ import annotations

import gzip
import io
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from warcio.archiveiterator import ArchiveIterator
from warcio.exceptions import ArchiveLoadFailed

from annotate.doctor.diagnosing import diagnose
from cetr.console import InputError
from evaluate.package import Document, check_fragments, read_document, read_journal, read_package
from evaluate.package.files import EXCHANGE, INFO, LAYOUT, SCREENSHOT

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
        yield from (f"{package.name}/{problem}" for problem in _check_attached(document))
    if not any((package / ".pending").glob("*")):
        # What is committed and not yet published is whole for a reader; the doctor looks at the files alone.
        yield from (f"{package.name}/{injury.file}: {injury.problem}" for injury in diagnose(package))


def _check_attached(document: Document) -> Iterator[str]:
    """The files beside a document that end too early."""
    for suffix, is_whole in ((SCREENSHOT, _is_picture), (LAYOUT, _is_layout), (EXCHANGE, _is_exchange)):
        path = document.path(suffix)
        if not path.exists():
            continue
        try:
            whole = is_whole(path, document)
        except (OSError, EOFError, ValueError, zlib.error, ArchiveLoadFailed):
            whole = False
        if not whole:
            yield f"{path.name}: is not whole"


def _is_picture(path: Path, _: Document) -> bool:
    return path.read_bytes().endswith(b"IEND\xaeB`\x82")


def _is_layout(path: Path, _: Document) -> bool:
    return bool(json.loads(gzip.decompress(path.read_bytes())))


def _is_exchange(path: Path, document: Document) -> bool:
    return document.meta.url in dict(read_exchange(path))


def read_exchange(path: Path) -> list[tuple[str, str]]:
    """The address of each response in a WARC file, with the hash of its body; the file is read to its end.

    Raises `zlib.error` or `EOFError` where the file is cut off.
    """
    data = gzip.decompress(path.read_bytes())
    responses = (one for one in ArchiveIterator(io.BytesIO(data)) if one.rec_type == "response")
    return sorted(
        (one.rec_headers["WARC-Target-URI"], sha256(one.content_stream().read()).hexdigest()) for one in responses
    )


def describe(path: Path) -> object:
    """What a command has made, less what differs from run to run; None where there is nothing.

    What a killed command has staged is hidden, and no result.
    """
    if (path / INFO).exists():
        return sorted(map(_describe_document, (read_document(path, name) for name in read_package(path).names)))
    if path.is_dir():
        files = (one for one in sorted(path.rglob("*")) if one.is_file() and not one.name.startswith(".cetr-gold-"))
        return [(str(one.relative_to(path)), describe(one)) for one in files]
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


def _describe_document(one: Document) -> tuple[object, ...]:
    loaded = one.path(EXCHANGE)
    said = (one.name, one.meta.url, one.html, one.text, one.spans, one.meta.status, str(one.meta.extra))
    return (*said, read_exchange(loaded) if loaded.exists() else [])
