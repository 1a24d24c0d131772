"""What `annotate check` finds, for walking it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from evaluate.package import read_package

if TYPE_CHECKING:
    from annotate.check import Finding


def find_suspects(folder: Path) -> dict[str, tuple[Finding, ...]]:
    """The findings in each document that has any, in the order of their places."""
    from tqdm import tqdm

    from annotate.check import check_package
    from cetr.console import count_cores

    names = read_package(folder).names
    by_document: dict[str, list[Finding]] = {}
    with tqdm(total=len(names), desc="check", unit=" pages", disable=None) as bar:
        for finding in check_package(folder, jobs=count_cores(), watch=lambda _: bar.update()):
            by_document.setdefault(finding.document, []).append(finding)
    return {name: tuple(sorted(found, key=lambda f: f.start or 0)) for name, found in by_document.items()}
