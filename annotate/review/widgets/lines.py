"""The lines of a document: drawn when they become visible, and kept until they change."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.cache import LRUCache
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from annotate.review.model.view import View
from annotate.review.symbols import UNICODE, Symbols
from annotate.review.widgets.linedrawing import (
    Brush,
    Columns,
    arrange_columns,
    draw_line,
    head_columns,
    scale_bars,
    split_line,
)
from cetr.document import Ints


class LineView(ScrollView, can_focus=True):
    """A document's lines, with a cursor. Rows are the lines that are shown: those with text, or all."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "lines--number",
        "lines--bar",
        "lines--tag",
        "lines--text",
        "lines--gold",
        "lines--mark",
        "lines--extra",
        "lines--missing",
        "lines--contested",
        "lines--cursor",
        "lines--selected",
        "lines--match",
    }

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j,down", "move(1)", "Next line", id="down"),
        Binding("k,up", "move(-1)", "Previous line", id="up"),
        Binding("pagedown,ctrl+f", "page(1)", "Next screenful", id="page-down"),
        Binding("pageup,ctrl+b", "page(-1)", "Previous screenful", id="page-up"),
        Binding("ctrl+d", "page(0.5)", "Half a screen down", id="half-down"),
        Binding("ctrl+u", "page(-0.5)", "Half a screen up", id="half-up"),
        Binding("g,home", "first", "First line", id="first"),
        Binding("G,end", "last", "Last line", id="last"),
        Binding("right", "sideways(1)", "The end of long lines", id="scroll-right"),
        Binding("left", "sideways(-1)", "Back to their beginning", id="scroll-left"),
    ]

    cursor: reactive[int] = reactive(0)
    """The row the cursor is on."""

    class Moved(Message):
        """The cursor is on another row."""

    class Toggled(Message):
        """The mark of a line was clicked."""

    class Resized(Message):
        """The columns may have moved."""

    def __init__(self, symbols: Symbols = UNICODE, **kwargs: str) -> None:
        super().__init__(**kwargs)  # type: ignore[arg-type]  # Textual's own keyword arguments
        self.symbols = symbols
        self.view: View | None = None
        self.shown: Ints = np.zeros(0, dtype=np.int64)
        self.range_start: int | None = None
        self.pattern = ""
        self.show_empty = False
        self.shift = 0
        self.blind = False
        self.undecided: Ints | None = None
        self._scale = 1.0
        self._strips: LRUCache[tuple[object, ...], Strip] = LRUCache(2000)
        self._version = 0
        self._drag: int | None = None
        self._dragged = False

    def open(self, view: View, undecided: Ints | None = None) -> None:
        """Show another document from its first line on."""
        self.view, self.undecided = view, undecided
        self.range_start, self.shift = None, 0
        self._scale = scale_bars(view)
        self.choose_lines(0)

    def choose_lines(self, line: int) -> None:
        """Choose which lines are shown, and put the cursor on the one at or after ``line``."""
        assert self.view is not None
        page = self.view.page
        has_text = page.last > page.first
        self.shown = np.arange(len(page)) if self.show_empty or not has_text.any() else np.flatnonzero(has_text)
        self._strips.clear()
        self.virtual_size = Size(0, len(self.shown))
        row = self.row_of(line)
        self.set_reactive(LineView.cursor, row)
        self.scroll_to(y=max(0, row - self.size.height // 2), animate=False, force=True)
        self.refresh()

    def update_view(self, view: View, undecided: Ints | None) -> None:
        """Show the same document after a change; only rows that changed are drawn again."""
        top = int(self.scroll_offset.y)
        lines = self.shown[top : top + self.size.height].tolist()
        before = [self._facts(line) for line in lines]
        if self.view is not None and self.view.state.spans != view.state.spans:
            self._version += 1
        other_gauge = self.view is None or self.view.rate is not view.rate
        self.view, self.undecided = view, undecided
        if other_gauge:
            self.redraw()
            self.post_message(self.Resized())
            return
        changed = [top + i for i, line in enumerate(lines) if self._facts(line) != before[i]]
        if changed:
            self.refresh_lines(changed[0], changed[-1] - changed[0] + 1)

    def _facts(self, line: int) -> tuple[int, ...]:
        """Return the facts of a line's appearance that a decision or a prediction can change."""
        view = self.view
        assert view is not None
        gold, total = int(view.gold.count[line]), int(view.gold.total[line])
        return (
            gold,
            int(view.optional.count[line]),
            *(-1 if column is None else int(column.count[line]) for column in view.columns),
            int(view.difference.extra[line]),
            int(view.difference.missing[line]),
            int(view.contest[line]),
            0 if self.undecided is None else int(self.undecided[line]),
            # In a line that is marked in part, other words may be marked now.
            self._version if 0 < gold < total else 0,
        )

    def redraw(self) -> None:
        """Draw all lines again."""
        self._strips.clear()
        self.refresh()

    @property
    def line(self) -> int:
        """The number of the line under the cursor; 0 in a document without lines."""
        return int(self.shown[self.cursor]) if len(self.shown) else 0

    @property
    def chosen(self) -> list[int]:
        """The lines of the selected range, or the one under the cursor; none in a document without lines."""
        rows = self._selected()
        return [int(line) for line in self.shown[rows.start : rows.stop]]

    def _selected(self) -> range:
        """Return the rows of the selected range, or the one under the cursor."""
        other = self.cursor if self.range_start is None else self.range_start
        return range(min(self.cursor, other), max(self.cursor, other) + 1)

    def go_to(self, row: int) -> None:
        """Put the cursor on a row, or on the nearest one, and scroll to it."""
        self.cursor = row

    def row_of(self, line: int) -> int:
        """Return the row of a line, or of the next line that is shown."""
        return self.validate_cursor(int(np.searchsorted(self.shown, line)))

    def validate_cursor(self, cursor: int) -> int:
        """Keep the cursor on a row."""
        return min(max(cursor, 0), max(len(self.shown) - 1, 0))

    def watch_cursor(self, old: int, new: int) -> None:
        """Draw the rows that changed, and scroll if the cursor left the screen."""
        first, last = sorted((old, new))
        if self.range_start is not None:
            first, last = min(first, self.range_start), max(last, self.range_start)
        if last - first > 200:
            self.refresh()
        else:
            self.refresh_lines(first, last - first + 1)
        self._bring_into_sight(new, jump=abs(new - old) > 1)
        self.post_message(self.Moved())

    def _bring_into_sight(self, row: int, *, jump: bool) -> None:
        """Scroll by as little as needed; after a jump off the screen, show the lines around the row."""
        top, height = int(self.scroll_offset.y), max(self.size.height, 1)
        if jump and not top <= row < top + height:
            self.scroll_to(y=max(0, row - height // 3), animate=False, force=True, immediate=True)
        else:
            self.scroll_to_region(Region(0, row, 1, 1), animate=False, force=True, immediate=True)

    def action_move(self, step: int) -> None:
        """Move the cursor by rows."""
        self.go_to(self.cursor + step)

    def action_page(self, screens: float) -> None:
        """Move the cursor by screenfuls."""
        self.go_to(self.cursor + round(screens * max(self.size.height - 1, 1)))

    def action_first(self) -> None:
        """Go to the first row."""
        self.go_to(0)

    def action_last(self) -> None:
        """Go to the last row."""
        self.go_to(len(self.shown) - 1)

    def action_sideways(self, step: int) -> None:
        """Scroll the text of the lines by half the width of the screen; their numbers and marks stay."""
        longest = 0
        if self.view is not None and len(self.shown):
            top = int(self.scroll_offset.y)
            lines = self.shown[top : top + self.size.height].tolist()
            longest = max(sum(cell_len(text) for text, _, _ in split_line(self.view, line)) for line in lines)
        room = max(self.size.width - self._columns().text, 1)
        self.shift = min(max(self.shift + step * max(room // 2, 1), 0), max(longest - room // 2, 0))
        self.redraw()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Remember where a drag may begin."""
        row = int(event.y + self.scroll_offset.y)
        self._drag, self._dragged = row if event.button == 1 and row < len(self.shown) else None, False

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Drag a range over the lines."""
        row = self.validate_cursor(int(event.y + self.scroll_offset.y))
        if self._drag is None or (row == self._drag and not self._dragged):
            return
        if not self._dragged:
            self.capture_mouse()
            self._dragged, self.range_start = True, self._drag
        self.go_to(row)
        self.redraw()

    def on_mouse_up(self) -> None:
        """Mark or unmark what was dragged over."""
        if self._dragged:
            self.release_mouse()
            self.post_message(self.Toggled())
        self._drag = None

    def on_click(self, event: events.Click) -> None:
        """Put the cursor where the mouse is; a click on the marks, or a second one, toggles the line."""
        row = int(event.y + self.scroll_offset.y)
        if row >= len(self.shown) or self._dragged:
            return
        again = row == self.cursor and event.chain > 1
        self.go_to(row)
        if again or event.x in range(mark := self._columns().mark, mark + 2):
            self.post_message(self.Toggled())

    def on_resize(self) -> None:
        """Draw again for another width."""
        self._strips.clear()
        self.post_message(self.Resized())

    def _columns(self) -> Columns:
        return arrange_columns(self.view, self.size.width, blind=self.blind)

    def header(self) -> str:
        """Return the headings of the columns, which are shown above the lines."""
        return head_columns(self._columns(), self.symbols, rated=self.view is not None and self.view.rate is not None)

    def render_line(self, y: int) -> Strip:
        """Draw one row of the screen."""
        row = y + int(self.scroll_offset.y)
        width = self.scrollable_content_region.width
        if self.view is None or row >= len(self.shown):
            return Strip.blank(width, self.rich_style)
        selected = self.range_start is not None and row in self._selected()
        cursor = row == self.cursor
        key = (row, width, cursor, selected, *self._facts(int(self.shown[row])))
        strip = self._strips.get(key)
        if strip is None:
            strip = draw_line(self._brush(self.view), int(self.shown[row]), width, cursor=cursor, selected=selected)
            self._strips[key] = strip
        return strip

    def _brush(self, view: View) -> Brush:
        return Brush(
            view,
            self.symbols,
            self._columns(),
            lambda name: self.get_component_rich_style(f"lines--{name}", partial=True),
            self.rich_style,
            self._scale,
            self.undecided,
            self.pattern,
            self.shift,
        )
