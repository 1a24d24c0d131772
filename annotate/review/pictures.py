"""The part of a page's screenshot that shows a line, for terminals that can show pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cetr.console import InputError, name_install
from cetr.document import Floats, Ints, build_tree, read_layout_file
from cetr.visual import read_layout
from evaluate.package import Document
from evaluate.package.files import HTML, SCREENSHOT

if TYPE_CHECKING:
    from PIL.Image import Image

LARGEST = 60_000_000
"""The most pixels of a screenshot: each takes four bytes."""


def hint_install() -> str:
    """Say how to install the extra that shows pictures."""
    return f"pictures in the terminal need an extra: {name_install('pictures')}"


@dataclass(frozen=True)
class PagePicture:
    """A page's screenshot, with the places of its n tokens.

    ``boxes``, (n, 4), are left, top, right and bottom of the element around each token, in pixels of the screenshot;
    the box of an invisible element is empty. ``start``, (n,), are the tokens' offsets.
    """

    image: Image
    boxes: Floats
    start: Ints

    def cut_out(self, start: int, shape: tuple[float, float]) -> Image:
        """Cut out the part around the text at an offset, as wide as the page, in the shape (width, height), with a
        frame.
        """
        from PIL import ImageDraw

        token = int(np.searchsorted(self.start, start, side="right")) - 1
        left, top, right, bottom = (float(side) for side in self.boxes[max(token, 0)])
        width, height = self.image.size
        tall = max(1, min(height, round(width * shape[1] / max(shape[0], 1))))
        upper = min(max(0, round((top + min(bottom, top + tall)) / 2 - tall / 2)), height - tall)
        part = self.image.crop((0, upper, width, upper + tall))
        if right > left and bottom > top:
            frame = (left - 4, top - upper - 4, right + 4, bottom - upper + 4)
            ImageDraw.Draw(part).rectangle(frame, outline=(29, 95, 168), width=max(3, width // 300))
        return part


def read_picture(document: Document) -> PagePicture:
    """Read screenshot and layout of a document.

    Raises `InputError` if one is missing, damaged or too large, or if the extra is not installed.
    """
    try:
        from PIL import Image
    except ImportError as error:
        raise InputError(hint_install()) from error
    path = document.path(SCREENSHOT)
    recorded = read_layout_file(document.path(HTML))
    if recorded is None or not path.is_file():
        raise InputError(f"{document.name}: has no screenshot or no layout; 'annotate render' adds both")
    tree = build_tree(document.html)
    layout = read_layout(tree, recorded)
    try:
        with Image.open(path, formats=("PNG",)) as opened:
            if opened.width * opened.height > LARGEST:
                raise InputError(f"{path}: {opened.width} × {opened.height} pixels are too many")
            image = opened.convert("RGB")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise InputError(f"{path}: cannot be read: {error}") from error
    scale = image.width / max(float(recorded["page"][0]), 1.0)
    boxes = np.where(layout.shown[:, None], layout.box, 0.0)[tree.owner] * scale
    return PagePicture(image, boxes, tree.tokens.start)
