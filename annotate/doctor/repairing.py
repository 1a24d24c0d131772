"""Restore what can be restored, with copies of the earlier files."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from annotate.doctor.diagnosing import BEFORE, check_folder, diagnose
from annotate.doctor.injury import Injury
from evaluate.package import refuse_link
from evaluate.package.committing import write_lasting, writing
from evaluate.package.files import META, read_regular
from evaluate.package.journal import JOURNAL

_NEW = ".new"
"""A file in such a folder, which then replaces the damaged one."""


def repair(folder: Path) -> tuple[list[Injury], Path | None]:
    """Repair what can be repaired; returns the injuries, and the folder with the earlier files if any was repaired.

    Locks the package meanwhile. Raises `PackageError` as `diagnose` does, and if a link is in the way.
    """
    check_folder(folder)
    refuse_link(folder / BEFORE)
    with writing(folder):
        kept = folder / BEFORE / datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
        found = list(diagnose(folder))
        renamed = [injury for injury in found if None in (injury.mended or {}).values()]
        if renamed:
            _mend(folder, found, kept)
            found = [*renamed, *diagnose(folder)]
        _mend(folder, [injury for injury in found if injury not in renamed], kept)
        return found, kept if kept.exists() else None


def _mend(folder: Path, injuries: Sequence[Injury], kept: Path) -> None:
    mended = {name: data for injury in injuries for name, data in (injury.mended or {}).items()}
    if mended:
        kept.mkdir(parents=True, exist_ok=True)
    for name in mended:
        path = folder / name
        if path.is_file() and not path.is_symlink():
            write_lasting(kept / name, read_regular(path))
    # What shows an injury comes after all that depends on it, so that a repair that is killed can be made again.
    for name in sorted(mended, key=lambda name: (mended[name] is None, name == JOURNAL or name.endswith(META))):
        data = mended[name]
        if data is None:
            (folder / name).unlink()
            continue
        write_lasting(kept / _NEW, data)
        (kept / _NEW).replace(folder / name)
