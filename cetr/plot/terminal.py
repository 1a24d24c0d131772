"""The same pictures as characters in a terminal."""

from __future__ import annotations

import numpy as np

from cetr.document import Bools, Floats
from cetr.plot.figures import picture_values
from cetr.tagratio import LineModel

EIGHTHS = " ▁▂▃▄▅▆▇█"
HEIGHT = 12
"""Rows of a picture, without its scale."""


def draw_text(model: LineModel, what: str, *, gold: Bools | None = None, width: int = 78) -> str:
    """Draw a picture as lines of text, ``width`` characters wide.

    A row of marks below shows the content lines, and one more row the gold.
    """
    if not len(model.lines):
        return "(no lines)\n"
    if what == "scatter":
        return _draw_scatter(model, width)
    columns = _columns(picture_values(model, what), width - 9)
    bottom = min(float(columns.min()), 0.0)
    columns = columns - bottom
    top = float(columns.max()) or 1.0
    threshold = model.threshold if what == "smoothed" else None
    out = []
    for row in range(HEIGHT, 0, -1):
        low, high = top * (row - 1) / HEIGHT, top * row / HEIGHT
        mark = "-" if threshold is not None and low < threshold <= high else " "
        level = np.clip((columns - low) / (high - low), 0, 1)
        cells = (EIGHTHS[round(float(v) * 8)] for v in level)
        scale = f"{high + bottom:7.1f} " if row in (HEIGHT, (HEIGHT + 1) // 2) else " " * 8
        out.append(scale + "│" + "".join(mark if cell == " " else cell for cell in cells))
    out.append(f"{bottom:7.1f} └" + "─" * len(columns))
    for name, labels in (("content", model.labels), ("gold", gold)):
        if labels is not None:
            shares = _columns(labels.astype(np.float64), width - 9)
            out.append(f"{name:>7s}  " + "".join("█" if v >= 0.5 else "·" for v in shares.tolist()))
    out.append(f"{'line':>7s}  1" + f"{len(model.lines)}".rjust(len(columns) - 1))
    return "\n".join(line.rstrip() for line in out) + "\n"


def _columns(values: Floats, width: int) -> Floats:
    """Reduce values over lines to at most ``width`` columns, each with its greatest value."""
    count = min(width, len(values))
    greatest: Floats = np.maximum.reduceat(values, np.arange(count) * len(values) // count)
    return greatest


def _draw_scatter(model: LineModel, width: int) -> str:
    """Plot h' to the right and g' upwards: o is content, x is not; where both fall, the more frequent one."""
    columns = width - 9
    x, y = model.smoothed, model.derivative
    right, top = float(x.max()) or 1.0, float(y.max()) or 1.0
    column = np.minimum((x / right * columns).astype(np.int64), columns - 1)
    row = np.minimum((y / top * HEIGHT).astype(np.int64), HEIGHT - 1)
    balance = np.zeros((HEIGHT, columns), dtype=np.int64)
    np.add.at(balance, (row, column), np.where(model.labels, 1, -1))
    seen = np.zeros_like(balance, dtype=np.bool_)
    seen[row, column] = True
    marks = np.where(seen, np.where(balance >= 0, "o", "x"), " ")
    out = []
    for number in range(HEIGHT - 1, -1, -1):
        scale = f"{top:7.1f} " if number == HEIGHT - 1 else " " * 8
        out.append(scale + "│" + "".join(marks[number].tolist()))
    out.append(f"{0.0:7.1f} └" + "─" * columns)
    out.append(f"{'g / h':>7s}  0.0" + f"{right:.1f}".rjust(columns - 3))
    return "\n".join(line.rstrip() for line in out) + "\n"
