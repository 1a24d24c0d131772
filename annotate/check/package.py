"""The check of a whole package."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from annotate.check.dismissal import is_dismissed
from annotate.check.document import check_document
from annotate.check.findings import Finding, Report
from annotate.team import find_hasty, list_approved
from annotate.texts.near_duplicates import Duplicate, Sketch, find_duplicates
from cetr.console import InputError, Limits, map_within
from evaluate.extractors import find_extractor
from evaluate.package import read_journal, read_meta, read_package
from evaluate.package.files import HTML, META, SOURCE

LIMITS = Limits(timeout=300)
"""What the check of one document may take."""

GOOD = ("cetr", "cetr-modern", "learned")
"""The extractors to ask unless others are named."""


def choose_extractors(names: Sequence[str] | None = None) -> tuple[str, ...]:
    """Choose the extractors to ask: the named ones, or `GOOD`. Raises `InputError` for an unknown one."""
    if names is None:
        return GOOD
    for name in names:
        find_extractor(name)
    return tuple(names)


def check_package(
    folder: Path,
    *,
    extractors: Sequence[str] | None = None,
    jobs: int = 1,
    watch: Callable[[Report], object] = lambda _: None,
    dismissed: bool = False,
) -> Iterator[Finding]:
    """Find everything suspicious in a package, document by document, then between documents.

    Findings that a person has ``dismissed`` in the reviewer are left out by default. ``extractors`` are those to
    compare with (default: `GOOD`; none with an empty list). ``watch`` receives the report of each document. Raises
    `InputError` if the folder is not a package.
    """
    names = read_package(folder).names
    documents = frozenset(names)
    extra: dict[str, dict[str, Any]] = {}
    for finding in _find_all(folder, names, extractors, jobs, watch):
        if finding.document in documents and finding.code != "unreadable" and not dismissed:
            if finding.document not in extra:
                extra[finding.document] = read_meta(folder, finding.document).extra
            if is_dismissed(extra[finding.document], finding):
                continue
        yield finding


def _find_all(
    folder: Path, names: Sequence[str], extractors: Sequence[str] | None, jobs: int, watch: Callable[[Report], object]
) -> Iterator[Finding]:
    yield from _find_unlisted(folder, names)
    sketches: dict[str, Sketch] = {}
    words: dict[str, int] = {}
    check = partial(check_document, folder, choose_extractors(extractors))
    for report in map_within(LIMITS, check, names, jobs, _give_up):
        watch(report)
        yield from report.findings
        words[report.document] = report.rendered[1]
        if report.sketch is not None:
            sketches[report.document] = report.sketch
    nearest: dict[str, Duplicate] = {}
    for pair in find_duplicates(sketches):
        nearest[pair.other] = max(nearest.get(pair.other, pair), pair, key=lambda one: one.similarity)
    for pair in nearest.values():
        message = f"main content is {pair.similarity:.0%} the same as that of {pair.one}"
        yield Finding(pair.other, "near-duplicate", message, "keep the better one and reject the other")
    try:
        approved = list_approved(read_journal(folder))
    except InputError as error:
        yield Finding("", "journal", str(error), "correct the line, or remove it")
        return
    for hasty, speed in find_hasty((a for a in approved if a.document in words), words):
        who = hasty.annotator or "somebody"
        message = f"approved by {who} after {hasty.seconds:.1f} s: {speed:.0f} words of main content a second"
        yield Finding(hasty.document, "hasty", message, "check it again, or let somebody else do it")


def _give_up(name: str, why: str) -> Report:
    """The report of a document that broke a limit."""
    fix = "check the page, and remove the document if nobody can work with it"
    return Report(name, (Finding(name, "not-checked", f"{why} to be checked", fix),))


def _find_unlisted(folder: Path, names: Sequence[str]) -> Iterator[Finding]:
    """Find pages and metadata that no command reads."""
    documents = {name + suffix for name in names for suffix in (META, HTML, SOURCE)}
    for file in sorted(path.name for path in folder.iterdir()):
        if file.endswith((META, HTML)) and file not in documents and not file.startswith("."):
            shown = os.fsencode(file).decode("utf-8", "replace")
            fix = "a document has a .json, and a name of letters, digits, '-' and '_'; rename or remove the file"
            yield Finding("", "unlisted", f"{shown} belongs to no document", fix)
