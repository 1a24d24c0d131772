"""The list of documents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from annotate.review.documents import Entry
from annotate.review.model.linetext import clean
from annotate.review.symbols import UNICODE, Symbols, fits

TAIL = 4
"""How many characters are kept of the end of a name that is cut."""
TAG = 5
"""The most characters of a language that are shown."""


class DocumentList(ScrollView, can_focus=True):
    """Documents with status, language and F1; the open one is marked, the cursor may be on another."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"documents--open", "documents--cursor", "documents--quiet"}

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j,down", "move(1)", "Next document", id="list-down"),
        Binding("k,up", "move(-1)", "Previous document", id="list-up"),
        Binding("pagedown", "page(1)", "Next screenful", id="list-page-down"),
        Binding("pageup", "page(-1)", "Previous screenful", id="list-page-up"),
        Binding("g,home", "go(0)", "First document", id="list-first"),
        Binding("G,end", "go(1000000000)", "Last document", id="list-last"),
        Binding("enter,space", "open", "Open the document", id="list-open"),
    ]

    cursor: reactive[int] = reactive(0)

    class Chosen(Message):
        """A document was chosen."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    def __init__(self, symbols: Symbols = UNICODE, **kwargs: str) -> None:
        super().__init__(**kwargs)  # type: ignore[arg-type]  # Textual's own keyword arguments
        self.symbols = symbols
        self.entries: Mapping[str, Entry] = {}
        self.names: list[str] = []
        self.open_name = ""
        self._tag_width = 0
        self._scored = False

    def show(self, entries: Mapping[str, Entry], names: list[str], open_name: str, *, scored: bool) -> None:
        """Show documents in this order, and which one is open; ``scored`` ones have an F1, or will have one."""
        languages = {entries[name].language for name in names}
        tag_width = max((cell_len(clean(language)[:TAG]) for language in languages), default=0)
        moved = (
            names != self.names or open_name != self.open_name or (tag_width, scored) != (self._tag_width, self._scored)
        )
        seen = self._seen()
        self._tag_width, self._scored = tag_width, scored
        self.entries, self.names, self.open_name = dict(entries), names, open_name
        self.virtual_size = Size(0, len(names))
        if moved and open_name in names:
            self.cursor = names.index(open_name)
        if moved or self._seen() != seen:
            self.refresh()

    def _seen(self) -> list[Entry]:
        """Return the visible documents."""
        top = int(self.scroll_offset.y)
        return [self.entries[name] for name in self.names[top : top + self.size.height]]

    def validate_cursor(self, cursor: int) -> int:
        """Keep the cursor on a document."""
        return min(max(cursor, 0), max(len(self.names) - 1, 0))

    def watch_cursor(self) -> None:
        """Scroll to the cursor."""
        self.refresh()
        self.scroll_to_region(Region(0, self.cursor, 1, 1), animate=False, force=True, immediate=True)

    def action_move(self, step: int) -> None:
        """Move the cursor."""
        self.cursor += step

    def action_page(self, screens: int) -> None:
        """Move the cursor by screenfuls."""
        self.cursor += screens * max(self.size.height - 1, 1)

    def action_go(self, row: int) -> None:
        """Put the cursor on a row."""
        self.cursor = row

    def action_open(self) -> None:
        """Open the document under the cursor."""
        if self.names:
            self.post_message(self.Chosen(self.names[self.cursor]))

    def on_click(self, event: events.Click) -> None:
        """Open the document that was clicked."""
        row = int(event.y + self.scroll_offset.y)
        if row < len(self.names):
            self.cursor = row
            self.action_open()

    def render_line(self, y: int) -> Strip:
        """Draw one row."""
        row, width = y + int(self.scroll_offset.y), self.scrollable_content_region.width
        if row >= len(self.names):
            return Strip.blank(width, self.rich_style)
        entry = self.entries[self.names[row]]
        style = self.rich_style
        if entry.name == self.open_name:
            style = style + self._style("open")
        elif entry.done:
            style = style + self._style("quiet")
        if row == self.cursor and self.has_focus:
            style = style + self._style("cursor")
        lead = self.symbols.cursor if entry.name == self.open_name else " "
        flags = (self.symbols.finding if entry.findings else "") + (self.symbols.flag if entry.note else "")
        # The columns stand where they are; the name takes what is blank in front of the first that says something.
        figures = f"{flags:>2} {clean(entry.language)[:TAG]:>{self._tag_width}} {self._figure(entry)}".strip()
        room = max(width - len(figures) - 3, TAIL + 2)
        known, beside = name_entry(entry, room)
        space = " " * (room - cell_len(known) - cell_len(beside))
        segments = [
            Segment(f"{lead}{self._status(entry)}{known}", style),
            Segment(beside, style + Style(dim=True)),
            Segment(f"{space} {figures}", style),
        ]
        return Strip(segments).adjust_cell_length(width, style)

    def _style(self, name: str) -> Style:
        return self.get_component_rich_style(f"documents--{name}", partial=True)

    def _status(self, entry: Entry) -> str:
        return str(getattr(self.symbols, entry.status)) if entry.status else " "

    def _figure(self, entry: Entry) -> str:
        if not self._scored:
            return ""
        if entry.failed:
            return "fail"
        if entry.f1 is None:
            return f"{self.symbols.none * 2:>4}"
        return f"{'-':>4}" if entry.unmarked else f"{entry.f1 * 100:4.0f}"


def name_entry(entry: Entry, room: int) -> tuple[str, str]:
    """Fit title and name, or name and URL, of a document into some cells.

    People know a page by its title; its name may be a hash.
    """
    title, least = clean(entry.title), TAIL + 2
    if title:
        title = fits(title, max(room - min(len(entry.name), least) - 1, least))
        left = room - cell_len(title) - 1
        return title, f" {fits_ends(entry.name, left)}" if left >= min(len(entry.name), least) else ""
    name = fits_ends(entry.name, room)
    left = room - cell_len(name)
    return name, fits(f" {clean(entry.url)}", left) if entry.url and left > 4 else ""


def fits_ends(name: str, width: int) -> str:
    """Cut a name in the middle, because documents of one site differ in the number at the end."""
    return name if len(name) <= width else f"{name[: width - 1 - TAIL]}…{name[-TAIL:]}"
