"""Visual blocks drawn over the screenshot."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import TYPE_CHECKING

from cetr.console import InputError
from cetr.document import read_layout_file, read_page
from cetr.visual.layout import Layout, read_layout
from cetr.visual.segmentation import Block, segment_page

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COHERENCE = 6
"""Blocks less coherent than this are divided further, as by the default of `vips`."""

COLOURS = ("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
"""One colour for each depth of nesting, in turns; people with colour blindness can distinguish them."""

DOTS = 100
"""Pixels of the page in an inch of the figure."""


def draw_page(html: str, page: Path) -> Figure:
    """Draw the visual blocks of a document in a test package over the screenshot beside its HTML file."""
    picture = page.with_name(f"{page.name.removesuffix('.html')}.png")
    parsed = read_page(html)
    try:
        layout = read_layout(parsed.tree, read_layout_file(page))
    except InputError as error:
        raise InputError(f"{page}: {error}") from error
    return draw_blocks(segment_page(parsed, layout, COHERENCE), layout, picture if picture.exists() else None)


MOST_PIXELS = 60_000_000
"""The most pixels of a screenshot to draw on; a larger one would take more than a gigabyte."""


def check_pixels(picture: Path) -> None:
    """Refuse a PNG with more than `MOST_PIXELS`, which may be only a few bytes large. Raises `InputError`."""
    with picture.open("rb") as file:
        head = file.read(24)
    if len(head) < 24 or head[12:16] != b"IHDR":  # others may stand before it, and hide how many pixels there are
        raise InputError(f"{picture}: is not a PNG file: it cannot be drawn on")
    width, height = struct.unpack(">II", head[16:24])
    if width * height > MOST_PIXELS:
        raise InputError(
            f"{picture}: has {width} x {height} pixels, more than {MOST_PIXELS}: it is too large to be drawn on"
        )


def draw_blocks(root: Block, layout: Layout, picture: Path | None = None) -> Figure:
    """Draw the outline of each block, coloured by depth, over the screenshot (PNG).

    Blocks that contain others are dashed; the others show their degree of coherence in the corner.
    """
    from matplotlib.figure import Figure
    from matplotlib.image import imread
    from matplotlib.patches import Rectangle

    width, height = min(layout.width, 16_384), min(layout.height, 16_384)
    figure = Figure(figsize=(width / DOTS, height / DOTS), dpi=DOTS)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, width), ylim=(height, 0))
    axes.axis("off")
    if picture:
        check_pixels(picture)
        pixels = imread(picture)
        axes.imshow(pixels, extent=(0, pixels.shape[1], pixels.shape[0], 0), alpha=0.6, aspect="auto")
        axes.set(xlim=(0, width), ylim=(height, 0))
    for depth, block in root.walk():
        left, top, right, bottom = block.box
        colour, style = COLOURS[depth % len(COLOURS)], "dashed" if block.children else "solid"
        shape = Rectangle((left, top), right - left, bottom - top)
        shape.set(fill=False, edgecolor=colour, linestyle=style, linewidth=1.4)
        axes.add_patch(shape)
        if not block.children:
            axes.text(left + 3, top + 3, str(block.coherence), color=colour, fontsize=8, va="top", clip_on=True)
    return figure
