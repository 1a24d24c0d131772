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


LINKS = "CETR_GOLD_LINKS"
"""Environment variable: folders to which the links of a package may lead, separated as in PATH."""


def check_file(path: Path) -> None:
    """Refuse a file for which a reader could wait for ever, or which is not the package's own.

    Links are followed within the package, and into folders that the user names, as stores of large data keep the files
    themselves elsewhere: a link in a package of a stranger could lead to anything that the user alone may read. Raises
    `PackageError` for what is not a regular file or leads elsewhere, `OSError` where nothing is.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise PackageError(f"{path}: is not a regular file; remove it, or put a regular file there")
    if path.is_symlink() and not _may_lead(path):
        raise PackageError(
            f"{path}: is a link that leaves the package; put the file itself there, or name the folder to which it"
            f" leads in the environment variable {LINKS}"
        )


def _may_lead(link: Path) -> bool:
    goal = resolve_folder(link)
    named = (Path(folder) for folder in os.environ.get(LINKS, "").split(os.pathsep) if folder)
    return any(goal.is_relative_to(resolve_folder(folder)) for folder in (link.parent, *named))


def refuse_link(path: Path) -> None:
    """Refuse a link where a package has a folder or a file that is written to. Raises `PackageError`."""
    if path.is_symlink():
        raise PackageError(f"{path}: is a link, and is not followed: the package has been tampered with; remove it")


def resolve_folder(folder: Path) -> Path:
    """The folder by its absolute path, without links. One that leads to itself stays: its reader says what it is.

    `Path.resolve` raises `RuntimeError` for such a link before Python 3.13.
    """
    return Path(os.path.realpath(folder))


def is_own_folder(path: Path) -> bool:
    """Whether a path is a folder that stands there itself."""
    try:
        return stat.S_ISDIR(path.lstat().st_mode)
    except FileNotFoundError:
        return False
