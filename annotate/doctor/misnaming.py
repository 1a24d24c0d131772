"""Files of a package whose names have letters of another case, as some file systems and archives leave them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from filecmp import cmp
from pathlib import Path

from evaluate.package.files import HTML, INFO, SUFFIXES
from evaluate.package.journal import JOURNAL


def find_misnamed(folder: Path, documents: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield the names of files that no reader finds, with their right names; ``documents`` are those of the journal."""
    there = {path.name for path in folder.iterdir() if path.is_file() and not path.is_symlink()}
    pages = (name[: -len(HTML)] for name in sorted(there) if name.lower().endswith(HTML))
    stems = {stem.lower(): stem for stem in (*pages, *documents)}
    for name in sorted(there):
        right = _find_name(name, stems)
        # A repair that was killed may have left both.
        if right != name and (right not in there or cmp(folder / right, folder / name, shallow=False)):
            yield name, right


def _find_name(name: str, stems: dict[str, str]) -> str:
    if name.lower() in (INFO, JOURNAL):
        return name.lower()
    for suffix in sorted(SUFFIXES, key=len, reverse=True):
        if name.lower().endswith(suffix):
            stem = name[: -len(suffix)]
            known = stem if stem in stems.values() else stems.get(stem.lower())
            return name if known is None else known + suffix
    return name
