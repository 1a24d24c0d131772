"""Links in folders of strangers, and where they may lead."""

from __future__ import annotations

import os
from pathlib import Path

LINKS = "CETR_GOLD_LINKS"
"""The environment variable for folders to which links of a stranger's folder may lead, separated as in PATH."""


def leads_out(path: Path, folder: Path) -> bool:
    """Whether a path is a link that leads neither into a folder nor into those that the user names."""
    if not path.is_symlink():
        return False
    goal = resolve_folder(path)
    named = (Path(name) for name in os.environ.get(LINKS, "").split(os.pathsep) if name)
    return not any(goal.is_relative_to(resolve_folder(allowed)) for allowed in (folder, *named))


def resolve_folder(folder: Path) -> Path:
    """Return the absolute path of a folder, without links. A link to itself stays; the reader reports it.

    `Path.resolve` raises `RuntimeError` for such a link before Python 3.13.
    """
    return Path(os.path.realpath(folder))
