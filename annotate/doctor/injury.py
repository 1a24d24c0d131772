"""What is damaged in a package, and what would repair it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

OWN_SIDE = "your side; a copy of the old file is kept"
KEPT = "what can be read of it; a copy of the old file is kept"


@dataclass(frozen=True)
class Injury:
    """A damaged ``file`` of the package, what is wrong with it, and what would help.

    ``mended`` maps the names of files to their right contents, or to None where a file is to go; it is None itself if
    only a person can help.
    """

    file: str
    problem: str
    cure: str
    mended: Mapping[str, bytes | None] | None = field(default=None, repr=False)


def shorten(error: Exception, path: Path) -> str:
    """Remove the path, which has a column of its own, from an error's message."""
    said = (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
    return said.removeprefix(f"{path}: ").removeprefix(f"{path.parent}: ")
