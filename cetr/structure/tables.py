"""Tables that contain data, and their cells. Tables that only lay out a page do not count as tables."""

from __future__ import annotations

from cetr.structure.nodes import Node, Text

_SECTIONS = frozenset("thead tbody tfoot".split())
_CELLS = frozenset(("td", "th"))
_PARTS = _SECTIONS | {"tr", "caption"}
_HEAVY = frozenset("form article section aside nav header footer".split())


def find_rows(table: Node) -> list[tuple[Node, bool]]:
    """Find the rows of a table, without those of nested tables, each with whether it belongs to the head."""
    rows: list[tuple[Node, bool]] = []
    for child in table.children:
        if isinstance(child, Node):
            if child.name == "tr":
                rows.append((child, False))
            elif child.name in _SECTIONS:
                rows += [(row, child.name == "thead") for row in child.named("tr")]
    return [(row, head) for row, head in rows if find_cells(row) and row.text.strip()]


def find_cells(row: Node) -> list[Node]:
    """Find the cells of a row."""
    return row.named("td", "th")


def find_caption(table: Node) -> Node | None:
    """Find the caption of a table."""
    return next((child for child in table.named("caption") if child.text.strip()), None)


def is_data(table: Node) -> bool:
    """Return whether a table contains data: it has a caption, a head or header cells, or looks like a grid of short
    texts. A table that contains another table, headings or forms, or one cell in each row, with or without a picture
    beside all of them, only lays something out.
    """
    if table.attributes.get("role") in ("presentation", "none"):
        return False
    rows = [find_cells(row) for row, _ in find_rows(table)]
    headed = bool(table.named("thead"))
    if not rows or (max(map(len, rows)) < 2 and not headed):
        return False
    beside = rows[0][0]
    is_narrow = len(rows) > 1 >= max(len(rows[0]) - 1, *map(len, rows[1:]))
    if is_narrow and read_size(beside, "rowspan") >= len(rows) and not beside.text.strip():
        return False
    if _has_loose_text(table) or any(child.name == "table" for child in table.walk()):
        return False
    named = any(cell.name == "th" for row in rows for cell in row) or find_caption(table) is not None
    if any(child.name in _HEAVY or child.level for child in table.walk()):
        return named and len(rows) > 2
    if named or headed:
        return True
    widths = [len(row) for row in rows]
    lengths = [len(cell.text.strip()) for row in rows for cell in row]
    return len(rows) > 1 and widths.count(max(widths)) * 2 > len(widths) and sum(lengths) < 200 * len(lengths)


def _has_loose_text(table: Node) -> bool:
    """Return whether a table has text outside its cells and its caption."""
    holders = [table, *table.named(*_SECTIONS)]
    rows = [row for holder in holders for row in holder.named("tr")]
    places = [(holder, _PARTS) for holder in holders] + [(row, _CELLS) for row in rows]
    return any(
        child.text.strip() and (isinstance(child, Text) or child.name not in parts)
        for place, parts in places
        for child in place.children
    )


def read_size(cell: Node, key: str) -> int:
    """Read how many columns or rows a cell spans: 1 to 1000."""
    written = cell.attributes.get(key, "").strip()
    return min(max(int(written), 1), 1000) if written.isascii() and written.isdigit() and len(written) < 8 else 1


def read_align(cell: Node) -> str:
    """Read how a cell is aligned: 'left', 'center', 'right' or, if it does not say, ''."""
    style = cell.attributes.get("style", "").replace(" ", "").lower()
    for side in ("left", "center", "right"):
        if f"text-align:{side}" in style or cell.attributes.get("align", "").lower() == side:
            return side
        if not {f"text-{side}", f"has-text-align-{side}"}.isdisjoint(cell.classes):
            return side
    return ""
