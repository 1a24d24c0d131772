"""Visual blocks drawn over the screenshot, as SVG."""

from __future__ import annotations

import base64
import html as html_entities

from cetr.visual.layout import Layout
from cetr.visual.segmentation import Block

_COLOURS = ("#d62728", "#1f77b4", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf")


def draw_blocks(root: Block, layout: Layout, picture: bytes | None = None) -> str:
    """An SVG of the page's size: its screenshot (PNG), if there is one, and each block's outline and coherence.

    The colour of an outline says how deep the block is nested. A block with nothing nested in it has a solid one.
    """
    width, height = round(layout.width), round(layout.height)
    shapes = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    if picture:
        data = base64.b64encode(picture).decode("ascii")
        shapes.append(f'<image width="{width}" href="data:image/png;base64,{data}" opacity="0.55"/>')
    for depth, block in root.walk():
        left, top, right, bottom = block.box
        colour = _COLOURS[depth % len(_COLOURS)]
        dashes = ' stroke-dasharray="6 4"' if block.children else ""
        title = html_entities.escape(f"depth {depth}, coherence {block.coherence}")
        shapes.append(
            f'<rect x="{left:g}" y="{top:g}" width="{right - left:g}" height="{bottom - top:g}" fill="none"'
            f' stroke="{colour}" stroke-width="2"{dashes}><title>{title}</title></rect>'
        )
        if not block.children:
            shapes.append(
                f'<text x="{left + 3:g}" y="{top + 13:g}" font-family="sans-serif" font-size="12"'
                f' fill="{colour}">{block.coherence}</text>'
            )
    return "\n".join([*shapes, "</svg>", ""])
