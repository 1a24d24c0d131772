"""Which files a package has, by their names and kinds."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from evaluate.package.meta import PackageError

INFO = "package.toml"
HTML, TEXT, META = ".html", ".txt", ".json"
SOURCE, LAYOUT, SCREENSHOT, EXCHANGE = ".source.html", ".layout.json.gz", ".png", ".warc.gz"
ATTACHMENTS = (SOURCE, LAYOUT, SCREENSHOT, EXCHANGE)
"""What may stand beside a captured page."""
SUFFIXES = (HTML, TEXT, META, *ATTACHMENTS)


def check_file(path: Path) -> None:
    """Refuse a file for which a reader could wait for ever.

    Links are followed, as stores of large data keep the files themselves elsewhere. Raises `PackageError` for what is
    no regular file, `OSError` where nothing is.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise PackageError(f"{path}: is no regular file; remove it, or put a regular file there")


def resolve_folder(folder: Path) -> Path:
    """The folder by its absolute path, without links. One that leads to itself stays: its reader says what it is.

    `Path.resolve` raises `RuntimeError` for such a link before Python 3.13.
    """
    return Path(os.path.realpath(folder))
