"""Layout files of pages that no browser has drawn."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping

Box = tuple[int, int, int, int, int]
"""Left, top, width, height; 1 for visible."""

IN_VIEW: Box = (0, 0, 9, 9, 1)


def pack_layout(html: str, boxes: Mapping[str, Box]) -> bytes:
    """The bytes of a layout in which an element has the box of the beginning of its start tag, or one in view."""
    starts = [at for at in range(len(html)) if html[at] == "<" and html[at + 1] not in "/!"]
    rows = [next((box for tag, box in boxes.items() if html.startswith(tag, at)), IN_VIEW) for at in starts]
    columns = dict(zip(("x", "y", "width", "height", "visible"), map(list, zip(*rows, strict=True)), strict=True))
    same = {"font_size": 16, "font_weight": 400, "background": 0}
    columns |= {"start": starts} | {name: [value] * len(rows) for name, value in same.items()}
    layout = {"schema": 1, "page": [9, 9], "colours": ["white"], "elements": columns}
    return gzip.compress(json.dumps(layout).encode(), mtime=0)
