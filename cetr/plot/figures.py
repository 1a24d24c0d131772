"""The papers' pictures: the histogram of a page, smoothed, its derivative, and both against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cetr.console import disarm
from cetr.document import Bools, Floats
from cetr.tagratio import LineModel

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

AXIS_LABELS = {
    "histogram": "text-to-tag ratio",
    "smoothed": "smoothed ratio h'",
    "slope": "slope",
    "derivative": "derivative g'",
}

# Distinguishable by everybody, also in grey.
CONTENT, REST, LINE = "#d55e00", "#9aa5b1", "#0072b2"


def picture_values(model: LineModel, what: str) -> Floats:
    """Return the values over the lines that a picture shows, shape (n,)."""
    values = {
        "histogram": model.ratio,
        "smoothed": model.smoothed,
        "slope": model.slope,
        "derivative": model.derivative,
    }
    return values[what]


def draw_figure(model: LineModel, what: str, *, title: str, gold: Bools | None = None) -> Figure:
    """Draw one of `cetr.plot.PICTURES` as a matplotlib figure, with ``gold`` labels (n,) in a second panel."""
    from matplotlib.figure import Figure

    panels = [("predicted", model.labels)] if gold is None else [("predicted", model.labels), ("gold", gold)]
    is_scatter = what == "scatter"
    rows, columns = (1, len(panels)) if is_scatter else (len(panels), 1)
    size = (5.2 * columns, 4.6) if is_scatter else (9.0, 0.6 + 2.7 * rows)
    figure = Figure(figsize=size, dpi=120, layout="constrained")
    axes = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False).ravel()
    for panel, (name, labels) in zip(axes, panels, strict=True):
        if is_scatter:
            _draw_scatter(panel, model, labels)
        else:
            _draw_bars(panel, model, labels, what)
        panel.set_title(f"{name}: {int(labels.sum())} of {len(labels)} lines are content", fontsize=9, loc="left")
        panel.spines[["top", "right"]].set_visible(False)
    # In a panel, the legend would cover bars or marks.
    figure.legend(handles=_make_keys(model, what), frameon=False, fontsize=8, ncols=3, loc="outside lower right")
    for panel in axes if is_scatter else axes[-1:]:
        panel.set_xlabel("smoothed ratio h'" if is_scatter else "line")
    figure.suptitle(_make_printable(title), fontsize=10, parse_math=False)
    return figure


def _make_printable(title: str) -> str:
    """Remove from a title, which contains a file name, the characters that no font and no XML has."""
    return " ".join(disarm(title).split()).encode("utf-8", "replace").decode("utf-8")


def _draw_bars(axes: Axes, model: LineModel, labels: Bools, what: str) -> None:
    from matplotlib.ticker import MaxNLocator

    values, numbers = picture_values(model, what), np.arange(1, len(labels) + 1)
    for chosen, colour in ((~labels, REST), (labels, CONTENT)):
        # Outlined steps stay visible where there are more lines than pixels.
        axes.bar(numbers[chosen], values[chosen], width=1.0, color=colour, edgecolor=colour, linewidth=0.3)
    if what == "smoothed" and model.threshold is not None:
        axes.axhline(model.threshold, color=LINE, linewidth=1, linestyle="--")
    axes.set_ylabel(AXIS_LABELS[what])
    axes.xaxis.set_major_locator(MaxNLocator("auto", integer=True))
    axes.set_xlim(0.5, max(len(labels), 1) + 0.5)
    if what != "slope":
        axes.set_ylim(bottom=0)


def _draw_scatter(axes: Axes, model: LineModel, labels: Bools) -> None:
    x, y = model.smoothed, model.derivative
    axes.scatter(x[~labels], y[~labels], s=14, marker="x", color=REST, linewidths=0.9)
    axes.scatter(x[labels], y[labels], s=16, marker="o", facecolors="none", edgecolors=CONTENT)
    axes.set_ylabel("derivative g'")


def _make_keys(model: LineModel, what: str) -> list[Artist]:
    """Make the legend: both kinds of lines, even if one does not occur, and the threshold if it is drawn.

    The parts of the picture cannot be used, because a part without any bar or mark has no colour.
    """
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    if what == "scatter":
        other, content = (Line2D([], [], linestyle="none", markersize=4, color=c) for c in (REST, CONTENT))
        other.set(marker="x", label="other")
        content.set(marker="o", markerfacecolor="none", label="content")
        return [other, content]
    keys: list[Artist] = [Patch(color=REST, label="other"), Patch(color=CONTENT, label="content")]
    if what == "smoothed" and model.threshold is not None:
        keys.append(Line2D([], [], color=LINE, linewidth=1, linestyle="--", label="threshold"))
    return keys
