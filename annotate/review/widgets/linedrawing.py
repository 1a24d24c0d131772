"""How one line of a document is drawn: its number, bar and marks, and its text, as a strip of the screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import repeat
from unicodedata import normalize

import numpy as np
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from annotate.review.model.linetext import split_pieces
from annotate.review.model.marks import LineMarks
from annotate.review.model.view import View
from annotate.review.symbols import Symbols, draw_bar
from cetr.document import UNSEEN, Ints, remove_unseen

_WIDE, _NARROW = 12, 6
"""The width of the ratio bar in cells, on wide and narrow screens."""


@dataclass(frozen=True)
class Columns:
    """The widths of what stands before the text, in cells: the numbers of lines, the bar, and one per extractor."""

    number: int
    bar: int
    extractors: int

    @property
    def mark(self) -> int:
        """The cell at which the marks begin."""
        return 2 + self.number + (self.bar + 1 if self.bar else 0)

    @property
    def text(self) -> int:
        """The cell at which the text begins."""
        return self.mark + 4 + self.extractors


def arrange_columns(view: View | None, width: int, *, blind: bool) -> Columns:
    """Arrange the columns of a screen of so many cells. Without a bar if ``blind``, or if the screen is narrow."""
    bar = 0 if blind or width < 50 else _WIDE if width >= 90 else _NARROW
    return Columns(max(4, len(str(len(view.page) if view else 0))), bar, len(view.columns) if view else 0)


def head_columns(columns: Columns, symbols: Symbols, *, rated: bool) -> str:
    """Return the headings of the columns. ``rated``: the bar shows what the model gives a line, not its tag ratio."""
    gauge = "model" if rated else "ratio"
    heading = " " + "line".rjust(columns.number) + " " + (gauge.ljust(columns.bar + 1) if columns.bar else "")
    numbers = "".join(str(i + 1) for i in range(columns.extractors))
    return heading + "G" + numbers + (f" {symbols.both}" if columns.extractors else "  ")


def scale_bars(view: View) -> float:
    """Compute the ratio at the right end of the bars: high enough for most lines, and for a threshold."""
    model = view.page.model
    if not len(model.ratio):
        return 1.0
    return max(float(np.percentile(model.ratio, 98)), 2 * (model.threshold or 0.0), 1.0)


@dataclass(frozen=True)
class Brush:
    """What lines are drawn with.

    ``style`` gives the style of a part by its name, ``plain`` is that of the screen. ``scale`` is the ratio at the
    right end of the bars. ``undecided`` has a number other than 0 for each line that nobody has decided. What matches
    ``pattern`` stands out. The text begins after ``shift`` cells.
    """

    view: View
    symbols: Symbols
    columns: Columns
    style: Callable[[str], Style]
    plain: Style
    scale: float
    undecided: Ints | None = None
    pattern: str = ""
    shift: int = 0


def draw_line(brush: Brush, line: int, width: int, *, cursor: bool, selected: bool) -> Strip:
    """Draw a line, by its number, as wide as the screen."""
    view, signs, style = brush.view, brush.symbols, brush.style
    gold, difference = view.gold, view.difference
    base = plain = brush.plain
    extra, missing = bool(difference.extra[line]), bool(difference.missing[line])
    contested = bool(view.contest[line]) or (brush.undecided is not None and bool(brush.undecided[line]))
    loud = "extra" if extra else "missing" if missing else "contested" if contested else None
    if cursor or selected:
        base = base + style("cursor" if cursor else "selected")
    # Blocks of a line that stands out by being reversed would read as their opposite.
    drawn_on = plain if base.reverse else base
    lead = signs.cursor if cursor else signs.selected if selected else " "
    segments = [Segment(lead, base), Segment(f"{line + 1:>{brush.columns.number}} ", base + style("number"))]
    if brush.columns.bar:
        segments.append(Segment(_draw_share(brush, line) + " ", drawn_on + style("bar")))
    segments.append(Segment(_draw_mark(signs, gold, line), drawn_on + style("mark")))
    marks = "".join(map(_draw_column, repeat(signs), view.columns, view.columns_optional, repeat(line)))
    segments.append(Segment(marks, drawn_on + style("mark")))
    sign = signs.both if extra and missing else signs.extra if extra else signs.missing if missing else " "
    if sign == " " and contested:
        sign = signs.contested
    loud_style = base + style(loud) if loud else base
    segments.append(Segment(f" {sign}" if view.columns or sign != " " else "", loud_style))
    if view.optional.count[line]:
        segments.append(Segment(signs.optional, base + style("mark")))
    segments.append(Segment(" ", base))
    unseen = bool(view.page.unseen[line])
    if unseen:
        segments.append(Segment(f"{signs.unseen} ", base + style("tag")))
    text = Strip(_draw_text(brush, line, base, loud, "tag" if unseen else "text"))
    return Strip([*segments, *(text.crop(brush.shift) if brush.shift else text)]).adjust_cell_length(width, base)


def _draw_share(brush: Brush, line: int) -> str:
    """Draw the bar of a line: how likely it is main content, or its tag ratio, the smoothed one and the threshold."""
    view, model, scale = brush.view, brush.view.page.model, brush.scale
    if view.rate is not None:
        return draw_bar(brush.symbols, view.rate[line], None, None, brush.columns.bar)
    row = view.page.row[line]
    threshold = None if model.threshold is None else model.threshold / scale
    return draw_bar(brush.symbols, model.ratio[row] / scale, model.smoothed[row] / scale, threshold, brush.columns.bar)


def _draw_column(symbols: Symbols, marks: LineMarks | None, optional: LineMarks | None, line: int) -> str:
    if optional is not None and optional.count[line] and not (marks and marks.count[line]):
        return symbols.optional
    return _draw_mark(symbols, marks, line) if marks else " "


def _draw_mark(symbols: Symbols, marks: LineMarks, line: int) -> str:
    count, total = int(marks.count[line]), int(marks.total[line])
    if not total:
        return " "
    return symbols.none if not count else symbols.full if count == total else symbols.partial


def _draw_text(brush: Brush, line: int, base: Style, loud: str | None, name: str) -> list[Segment]:
    plain, gold, tag = (base + brush.style(n) for n in (name, "gold", "tag"))
    if loud:
        plain, gold = plain + brush.style(loud), gold + brush.style(loud)
    segments: list[Segment] = []
    for text, is_tag, marked in split_line(brush.view, line):
        segments.extend(_highlight(brush, text, tag if is_tag else gold if marked else plain))
    return segments


def split_line(view: View, line: int) -> Iterator[tuple[str, bool, bool]]:
    """Yield the pieces of a line as they are drawn, whether each is markup, and whether it is marked."""
    blank = True  # whether white space would follow white space
    for text, is_tag, marked in split_pieces(view.page, line, view.state.spans):
        shown = text.lstrip() if blank else text
        if shown:
            yield shown, is_tag, marked
            blank = shown.endswith(" ")


@lru_cache(maxsize=8)
def _compile(searched: str) -> re.Pattern[str] | None:
    """Compile what was searched for, with unseen characters anywhere in it; None if it has no other."""
    letters = normalize("NFC", remove_unseen(searched))
    return re.compile(f"[{UNSEEN}]*".join(map(re.escape, letters)), re.IGNORECASE) if letters else None


def _highlight(brush: Brush, text: str, style: Style) -> list[Segment]:
    segments, at = [], 0
    pattern = _compile(brush.pattern)
    for found in pattern.finditer(text) if pattern else ():
        segments += [Segment(text[at : found.start()], style), Segment(found[0], style + brush.style("match"))]
        at = found.end()
    return [*segments, Segment(text[at:], style)]
