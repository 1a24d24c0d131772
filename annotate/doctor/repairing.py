"""Putting back what can be given back, with a copy of what stood there before."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from annotate.doctor.diagnosing import Injury, check_folder, diagnose
from cetr.console import replacing
from evaluate.package import refuse_link
from evaluate.package.committing import write_lasting, writing

BEFORE = ".before-repair"
"""Folder of the package in which there are copies of what was mended, in one folder for each repair."""


def repair(folder: Path) -> tuple[list[Injury], Path | None]:
    """Mend what can be mended; returns what was found, and the folder with the files as they were, if any was mended.

    Nobody else writes meanwhile. Raises `PackageError` as `diagnose` does, and where a link stands in the way.
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
        for name, data in mended.items():
            with replacing(folder / name) as staged:
                write_lasting(staged, data)
    return found, kept
