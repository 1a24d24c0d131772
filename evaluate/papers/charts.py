"""The papers' charts: bars for systems on packages, lines over the length of pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from evaluate.papers.tabulate import ALL, PAPER, Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLUMNS = 2
"""Panels side by side."""


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
            panel.bar([j + (i + 0.5) * width - 0.4 for j in range(len(groups))], heights, width=width, label=name)
        panel.set_xticks(range(len(groups)), groups, fontsize=8)
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=7, fontsize=8)
    return figure


def draw_lines(table: Table, title: str, columns: Sequence[str]) -> Figure:
    """Draw a panel for each column: a line for each system over the lengths of pages (``words``)."""
    figure, panels = _make_panels(title, columns)
    rows = [row for row in table if row["words"] not in (PAPER, ALL)]
    lengths = sorted({str(row["words"]) for row in rows}, key=lambda words: int(words.partition("-")[0]))
    names = list(dict.fromkeys(str(row["extractor"]) for row in rows))
    for panel, column in zip(panels, columns, strict=True):
        for name, marker in zip(names, "os^Dv" * len(names), strict=False):
            of_one = {str(row["words"]): float(row[column] or 0.0) for row in rows if row["extractor"] == name}
            panel.plot(list(map(lengths.index, of_one)), list(of_one.values()), marker=marker, markersize=4, label=name)
        panel.set_xticks(range(len(lengths)), lengths, fontsize=7, rotation=30)
        panel.set_xlabel("words on the page", fontsize=8)
        panel.set_ylim(0, 1.02)
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=5, fontsize=8)
    return figure


def _make_panels(title: str, columns: Sequence[str]) -> tuple[Figure, list[Axes]]:
    from matplotlib.figure import Figure

    rows = -(-len(columns) // COLUMNS)
    figure = Figure(figsize=(5.0 * COLUMNS, 0.8 + 2.8 * rows), dpi=120, layout="constrained")
    panels = list(figure.subplots(rows, COLUMNS, squeeze=False).ravel())
    for panel in panels[len(columns) :]:
        panel.remove()
    for panel, column in zip(panels, columns, strict=False):
        panel.set_title(column, fontsize=9, loc="left")
        panel.spines[["top", "right"]].set_visible(False)
    figure.suptitle(title, fontsize=10, parse_math=False)
    return figure, panels[: len(columns)]
