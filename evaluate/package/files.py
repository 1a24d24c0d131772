"""The files of a package, by their names and kinds."""

from __future__ import annotations

import stat
from pathlib import Path

from cetr.console import LARGEST, LINKS, InputError, leads_out, read_file
from evaluate.package.meta import PackageError

INFO = "package.toml"
HTML, TEXT, META = ".html", ".txt", ".json"
SOURCE, LAYOUT, SCREENSHOT, EXCHANGE = ".source.html", ".layout.json.gz", ".png", ".warc.gz"
ATTACHMENTS = (SOURCE, LAYOUT, SCREENSHOT, EXCHANGE)
"""The files that may accompany a captured page."""
SUFFIXES = (HTML, TEXT, META, *ATTACHMENTS)


def check_file(path: Path) -> None:
    """Refuse a file that could block a reader for ever, or that does not belong to the package.

    Links are followed within the package, and into folders that the user names, because stores of large data keep files
    elsewhere. Otherwise a link in a stranger's package could lead to anything that the user may read. Raises
    `PackageError` if it is not a regular file or leads elsewhere, `OSError` if it does not exist.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise PackageError(f"{path}: is not a regular file; remove it, or put a regular file there")
    if leads_out(path, path.parent):
        raise PackageError(
            f"{path}: is a link that leads out of the package; put the file itself there, or name the folder to which"
            f" it leads in the environment variable {LINKS}"
        )


def read_regular(path: Path, limit: int = LARGEST) -> bytes:
    """Read a file that `check_file` accepts. Raises `PackageError` if it is too large, too."""
    check_file(path)
    try:
        return read_file(path, limit)
    except InputError as error:
        raise PackageError(str(error)) from error


def refuse_link(path: Path) -> None:
    """Refuse a link in place of a folder or a file that a package writes to. Raises `PackageError`."""
    if path.is_symlink():
        raise PackageError(
            f"{path}: is a link, and is not followed: somebody may have tampered with the package; remove it"
        )


def is_own_folder(path: Path) -> bool:
    """Whether a path is a folder and not a link to one."""
    try:
        return stat.S_ISDIR(path.lstat().st_mode)
    except FileNotFoundError:
        return False
