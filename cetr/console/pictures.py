"""Figures as files."""

from __future__ import annotations

import re
import warnings
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from cetr.console.errors import InputError
from cetr.console.files import replacing
from cetr.console.installing import name_install

if TYPE_CHECKING:
    from matplotlib.figure import Figure


_OTHER_SCRIPTS = re.compile("[\u0900-\u1fff\u2e80-\U0010ffff]")
"""Where matplotlib's font lacks whole scripts, from Devanagari on. It has the signs in between."""

_SCRIPTS = "Devanagari Bengali Gurmukhi Gujarati Tamil Telugu Kannada Malayalam Sinhala Thai Myanmar Khmer Ethiopic"

FONTS = (
    *("Noto Sans CJK JP", "Noto Sans CJK SC", "Microsoft YaHei", "PingFang SC", "WenQuanYi Zen Hei"),
    *(f"Noto Sans {script}" for script in _SCRIPTS.split()),
    *("Nirmala UI", "Leelawadee UI", "Arial Unicode MS"),
)
"""Fonts of many systems, for these scripts."""


def check_picture(path: Path) -> None:
    """Check that a figure can be drawn to a file before the work for it begins; raises `InputError` if not."""
    if path.suffix not in (".png", ".svg", ".pdf"):
        raise InputError(f"{path}: name a file that ends with .png, .svg or .pdf")
    if find_spec("matplotlib") is None:
        raise InputError(f"drawing to a file needs matplotlib: {name_install('plot')}")


def write_picture(figure: Figure, path: Path) -> None:
    """Write a figure in the format that the file name ends with. A character that no font here has becomes a box."""
    _add_fonts(figure)
    with replacing(path) as staged, warnings.catch_warnings():
        warnings.filterwarnings("ignore", r"Glyph \d+ ", UserWarning)
        figure.savefig(staged)


def _add_fonts(figure: Figure) -> None:
    """Let the texts of a figure take what the usual font lacks from `FONTS`, as far as these are installed.

    Other texts are left alone, because each font takes time to open.
    """
    from matplotlib.font_manager import fontManager
    from matplotlib.text import Text

    texts = [text for text in figure.findobj(Text) if isinstance(text, Text) and _OTHER_SCRIPTS.search(text.get_text())]
    if texts:
        installed = fontManager.get_font_names()
        families = ["sans-serif", *(name for name in FONTS if name in installed)]
        for text in texts:
            text.set_fontfamily(families)
