"""Figures as files."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from cetr.console.errors import InputError
from cetr.console.files import replacing

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def check_picture(path: Path) -> None:
    """Check that a figure can be drawn to a file before the work for it begins; raises `InputError` if not."""
    if path.suffix not in (".png", ".svg", ".pdf"):
        raise InputError(f"{path}: name a file that ends with .png, .svg or .pdf")
    if find_spec("matplotlib") is None:
        raise InputError("drawing to a file needs matplotlib: pip install 'cetr-gold[plot]'")


def write_picture(figure: Figure, path: Path) -> None:
    """Write a figure in the format that the file name ends with."""
    with replacing(path) as staged:
        figure.savefig(staged)
