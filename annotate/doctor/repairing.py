"""Restore what can be restored, with copies of the earlier files."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from annotate.doctor.diagnosing import Injury, check_folder, diagnose
from evaluate.package import refuse_link
from evaluate.package.committing import write_lasting, writing
from evaluate.package.files import META
from evaluate.package.journal import JOURNAL

BEFORE = ".before-repair"
"""The folder of the package that holds copies of repaired files, in one folder for each repair."""

_NEW = ".new"
"""A file in such a folder, which then replaces the damaged one."""


def repair(folder: Path) -> tuple[list[Injury], Path | None]:
    """Repair what can be repaired; returns the injuries, and the folder with the earlier files if any was repaired.

    Locks the package meanwhile. Raises `PackageError` as `diagnose` does, and if a link is in the way.
    """
    check_folder(folder)
    refuse_link(folder / BEFORE)
    with writing(folder):
        found = list(diagnose(folder))
        mended = {name: data for injury in found for name, data in (injury.mended or {}).items()}
        if not mended:
            return found, None
        kept = folder / BEFORE / datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
        kept.mkdir(parents=True)
        for name in mended:
            path = folder / name
            if path.is_file() and not path.is_symlink():
                write_lasting(kept / name, path.read_bytes())
        # What shows an injury comes after all that depends on it, so that a repair that is killed can be made again.
        for name in sorted(mended, key=lambda name: name == JOURNAL or name.endswith(META)):
            write_lasting(kept / _NEW, mended[name])
            (kept / _NEW).replace(folder / name)
    return found, kept
