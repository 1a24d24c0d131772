"""The rendered layout of a page (``NAME.layout.json.gz``), matched to the elements of its tree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from cetr.console import InputError, check_schema
from cetr.document import Bools, Floats, Ints, Tree

SCHEMA = 1
_COLUMNS = ("start", "x", "y", "width", "height", "visible", "font_size", "font_weight", "background")


@dataclass(frozen=True)
class Layout:
    """What the browser knows of each element of a tree; all arrays have shape (elements,).

    ``box`` has shape (elements, 4): left, top, right, bottom in CSS pixels of the whole page. ``shown`` marks elements
    that are visible and have an area. An element that is missing from the layout is not shown. ``background`` is the
    number of the colour behind an element's text: its own, or the nearest one around it that is not transparent.
    """

    box: Floats
    shown: Bools
    font_size: Floats
    font_weight: Floats
    background: Ints
    width: float
    height: float


def read_layout(tree: Tree, layout: Mapping[str, Any] | None) -> Layout:
    """Match a parsed layout file to a tree by the offsets of start tags.

    Raises `InputError` if there is no layout, or if it is not one.
    """
    if layout is None:
        raise InputError("needs layout; run annotate render")
    found = layout.get("schema") if isinstance(layout, Mapping) else None
    check_schema(found, SCHEMA, "layout")
    try:
        columns = {name: np.array(layout["elements"][name], dtype=np.float64) for name in _COLUMNS}
        colours = [str(colour) for colour in layout["colours"]]
        width, height = (float(size) for size in layout["page"])
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"layout: is damaged: {error}; run annotate render") from error
    if len({len(column) for column in columns.values()}) != 1:
        raise InputError("layout: is damaged: its columns differ in length; run annotate render")
    return _match(tree, columns, colours, width, height)


def _match(tree: Tree, columns: Mapping[str, Floats], colours: list[str], width: float, height: float) -> Layout:
    size = len(tree)
    starts = np.append(-1, tree.tokens.start[tree.open[1:]])
    order = np.argsort(columns["start"], kind="stable")
    sorted_starts = columns["start"][order]
    place = np.searchsorted(sorted_starts, starts)
    found = np.append(sorted_starts, np.nan)[place] == starts
    row = order[place[found]]

    def spread(column: Floats, missing: float = 0.0) -> Floats:
        values = np.full(size, missing)
        values[found] = column[row]
        return values

    left, top = spread(columns["x"]), spread(columns["y"])
    box = np.stack((left, top, left + spread(columns["width"]), top + spread(columns["height"])), axis=1)
    shown = (spread(columns["visible"]) > 0) & (box[:, 2] > box[:, 0]) & (box[:, 3] > box[:, 1])
    own = spread(columns["background"], -1).astype(np.int64).tolist()
    clear = {i for i, colour in enumerate(colours) if _is_clear(colour)} | {-1}
    background, parents = [-1] * size, tree.parent.tolist()
    for i in range(1, size):
        background[i] = background[parents[i]] if own[i] in clear else own[i]
    return Layout(
        box,
        shown,
        spread(columns["font_size"]),
        spread(columns["font_weight"], 400),
        np.array(background, dtype=np.int64),
        max(width, 1.0),
        max(height, 1.0),
    )


def _is_clear(colour: str) -> bool:
    """Return whether a CSS colour is fully transparent."""
    return colour == "transparent" or colour.replace(" ", "").endswith((",0)", "/0)"))
