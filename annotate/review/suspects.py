"""The findings of `annotate check`, to walk through."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cetr.console import count_cores
from evaluate.package import read_meta, read_package

if TYPE_CHECKING:
    from annotate.check import Finding


BETWEEN = ("near-duplicate", "hasty")
"""Kinds of findings that need more than one document."""


def check_again(folder: Path, name: str, known: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings that remain in a document after a decision on it, and new ones."""
    from annotate.check import check_document, choose_extractors, is_dismissed

    meta = read_meta(folder, name)
    found = list(check_document(folder, choose_extractors(), name).findings)
    if meta.status != "rejected":
        found += [finding for finding in known if finding.code in BETWEEN]
    return tuple(sorted((f for f in found if not is_dismissed(meta.extra, f)), key=lambda f: f.start or 0))


def find_suspects(folder: Path) -> dict[str, tuple[Finding, ...]]:
    """Return the findings of each document that has any, in the order of their places."""
    from tqdm import tqdm

    from annotate.check import check_package

    names = read_package(folder).names
    by_document: dict[str, list[Finding]] = {}
    with tqdm(total=len(names), desc="check", unit=" pages", disable=None) as bar:
        for finding in check_package(folder, jobs=count_cores(), watch=lambda _: bar.update()):
            by_document.setdefault(finding.document, []).append(finding)
    return {name: tuple(sorted(found, key=lambda f: f.start or 0)) for name, found in by_document.items()}
