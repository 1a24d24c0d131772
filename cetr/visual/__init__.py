"""Methods that use the rendered page: the place, size and style of its elements.

The recorded `layout` is matched to the page's tree. VIPS (`nodes`, `pooling`, `segmentation`, `vips`) makes blocks of
it, and `drawing` draws them over the screenshot. `hybrid` weighs text by its place.
"""

from __future__ import annotations

from cetr.visual.drawing import draw_page
from cetr.visual.layout import Layout, read_layout

__all__ = [
    "Layout",
    "draw_page",
    "read_layout",
]
