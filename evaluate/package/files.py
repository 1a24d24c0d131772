"""Which files a package may have: regular ones, inside its folder."""

from __future__ import annotations

import stat
from pathlib import Path

from evaluate.package.meta import PackageError


def check_file(folder: Path, path: Path) -> None:
    """Refuse a file of the package ``folder`` for which a reader could wait for ever, or that brings in what is
    elsewhere.

    Raises `PackageError` for what is no regular file, and for a link out of the folder; `OSError` where nothing is.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise PackageError(f"{path}: is no regular file; remove it, or put a regular file there")
    # To resolve every path would take twice as long as to read a document.
    linked = path.is_symlink() or path.parent != folder
    if linked and not path.resolve().is_relative_to(folder.resolve()):
        raise PackageError(f"{path}: is a link out of the package; put the file itself there")
