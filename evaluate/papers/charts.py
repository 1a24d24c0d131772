"""The papers' charts: bars for systems on packages, lines over the length of pages."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from evaluate.papers.tabulate import ALL, PAPER, Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLUMNS = 2
"""Panels side by side."""

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#4d4d4d")
"""For systems; told apart by everybody (Okabe & Ito)."""

LONGEST = 22
"""Letters of a package's name that are shown."""

_FIGURES = {"f1": "F1", "f1_std": "deviation of F1", "ms_per_kb": "ms per kB"}


def draw_bars(table: Table, title: str, columns: Sequence[str]) -> Figure:
    """Draw a panel for each column: groups of bars for the packages (``data``), one bar per system."""
    figure, panels = _make_panels(title, columns)
    groups = list(dict.fromkeys(str(row["data"]) for row in table))
    names = list(dict.fromkeys(str(row["extractor"]) for row in table))
    width = 0.8 / len(names)
    for panel, column in zip(panels, columns, strict=True):
        for i, name in enumerate(names):
            of_one = {row["data"]: row[column] for row in table if row["extractor"] == name}
            heights = [float(of_one[group] or 0.0) for group in groups]
            places = [j + (i + 0.5) * width - 0.4 for j in range(len(groups))]
            panel.bar(places, heights, width=width, color=COLOURS[i % len(COLOURS)], label=name)
        panel.set_xticks(range(len(groups)), map(_cut_short, groups), fontsize=8)
        if sum(map(len, groups)) > 40:
            panel.tick_params("x", labelrotation=20)
        if column.endswith((".f1", ".precision", ".recall")):
            panel.set_ylim(0, 1)
    _add_legend(figure, panels)
    return figure


def draw_lines(table: Table, title: str, columns: Sequence[str]) -> Figure:
    """Draw a panel for each column: a line for each system over the lengths of pages (``words``)."""
    figure, panels = _make_panels(title, columns)
    rows = [row for row in table if row["words"] not in (PAPER, ALL)]
    lengths = sorted({str(row["words"]) for row in rows}, key=lambda words: int(words.partition("-")[0]))
    names = list(dict.fromkeys(str(row["extractor"]) for row in rows))
    # On a scale from 0, lines of good systems would lie on one another.
    lowest = math.floor(10 * min(float(row[column] or 0.0) for row in rows for column in columns)) / 10
    for panel, column in zip(panels, columns, strict=True):
        for i, name in enumerate(names):
            of_one = {str(row["words"]): float(row[column] or 0.0) for row in rows if row["extractor"] == name}
            x, y = list(map(lengths.index, of_one)), list(of_one.values())
            panel.plot(x, y, color=COLOURS[i % len(COLOURS)], marker="os^Dv"[i % 5], markersize=4, label=name)
        panel.set_xticks(range(len(lengths)), lengths, fontsize=8, rotation=20)
        panel.set_xlabel("words on the page", fontsize=8)
        panel.set_ylim(lowest - 0.02, 1.02)
    _add_legend(figure, panels)
    return figure


def _add_legend(figure: Figure, panels: Sequence[Axes]) -> None:
    handles, names = panels[0].get_legend_handles_labels()
    figure.legend(handles, names, loc="outside lower center", ncols=7, fontsize=8, frameon=False)


def _cut_short(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}\N{HORIZONTAL ELLIPSIS}"


def _name_column(column: str) -> str:
    """The title of a column's panel: "F1, words" for ``words.f1``."""
    measure, _, figure = column.rpartition(".")
    return ", ".join(filter(None, (_FIGURES.get(figure, figure), measure)))


def _make_panels(title: str, columns: Sequence[str]) -> tuple[Figure, list[Axes]]:
    from matplotlib.figure import Figure

    rows = -(-len(columns) // COLUMNS)
    figure = Figure(figsize=(5.0 * COLUMNS, 0.8 + 2.8 * rows), dpi=120, layout="constrained")
    panels = list(figure.subplots(rows, COLUMNS, squeeze=False).ravel())
    for panel in panels[len(columns) :]:
        panel.remove()
    for panel, column in zip(panels, columns, strict=False):
        panel.set_title(_name_column(column), fontsize=9, loc="left")
        panel.tick_params("y", labelsize=8)
        panel.spines[["top", "right"]].set_visible(False)
    figure.suptitle(title, fontsize=10, parse_math=False)
    return figure, panels[: len(columns)]
