"""Lay out tables so that they fit into the width of a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import takewhile, zip_longest

NARROWEST = 20
"""The least width, in columns, into which text is wrapped. Narrower text would not be readable."""

Line = Sequence[str]


def fit_table(lines: Sequence[Line], numeric: Sequence[bool], width: int | None) -> str:
    """Fit a header and rows into ``width`` columns; names, which are text without a space, are not wrapped."""
    wanted = _measure(lines)
    if width is None:
        return _align(lines, numeric)
    prose = [any(" " in line[i] for line in lines[1:]) for i in range(len(lines[0]))]
    for most in range(max(*wanted, NARROWEST), NARROWEST - 1, -1):
        widths = [min(w, max(most, _width(h))) if p else w for w, p, h in zip(wanted, prose, lines[0], strict=True)]
        if sum(widths) + 2 * (len(widths) - 1) <= width:
            wrapped = [part for line in lines for part in _wrap_line(line, widths)]
            return _align(wrapped, numeric)
    turned = sum(max(map(_width, line)) + 2 for line in lines[1:]) + max(map(_width, lines[0]))
    return (
        ("" if turned <= width else _spread(lines, numeric, width, wanted))
        or ("" if turned <= width or any(prose) else _stack(lines, numeric, width, wanted))
        or _turn(lines, any(numeric), width)
    )


def _spread(lines: Sequence[Line], numeric: Sequence[bool], width: int, wanted: Sequence[int]) -> str:
    """Spread the columns of numbers over several tables, each with the columns before them.

    Returns nothing if these columns leave no room.
    """
    names = list(takewhile(lambda i: not numeric[i], range(len(numeric))))
    room = width - sum(wanted[i] + 2 for i in names)
    if not names or any(wanted[i] > room for i in range(len(names), len(numeric))):
        return ""
    tables: list[list[int]] = []
    left = 0
    for i in range(len(names), len(numeric)):
        if not tables or wanted[i] > left:
            tables.append([*names])
            left = room
        tables[-1].append(i)
        left -= wanted[i] + 2
    return "\n".join(
        _align([[line[i] for i in table] for line in lines], [numeric[i] for i in table]) for table in tables
    )


def _stack(lines: Sequence[Line], numeric: Sequence[bool], width: int, wanted: Sequence[int]) -> str:
    """Give each row two lines: its name, with the longest other texts if there is no room for them, above the rest.

    Returns nothing if there is but one row, or no room for the numbers.
    """
    above, below = [0], list(range(1, len(numeric)))
    while sum(wanted[i] + 2 for i in below) > width:
        texts = [i for i in below if not numeric[i]]
        if not texts:
            return ""
        longest = max(texts, key=lambda i: wanted[i])
        above.append(longest)
        below.remove(longest)
    if len(lines) == 2 or not below:
        return ""
    heads = ["  ".join(line[i] for i in above).rstrip() + "\n" for line in lines]
    header, rule, *rows = _align([[line[i] for i in below] for line in lines], [numeric[i] for i in below]).splitlines()
    pairs = zip(heads, [f"{header}\n  {rule}", *rows], strict=True)
    return "".join(f"{head}  {row}\n" for head, row in pairs)


def _turn(lines: Sequence[Line], numeric: bool, width: int) -> str:
    """Transpose the table: as many rows as fit side by side, the others below; one that stands alone is wrapped."""
    header, *rows = lines
    label = max(map(_width, header))
    room = max(width - label - 2, NARROWEST)
    tables = []
    while rows:
        count, used = 1, max(map(_width, rows[0]))
        while count < len(rows) and (used := used + 2 + max(map(_width, rows[count]))) <= room:
            count += 1
        chosen, rows = rows[:count], rows[count:]
        head, *turned = zip(header, *chosen, strict=True)
        heads = [head]
        if count == 1:
            heads = list(_wrap_line(head, (label, room)))
            turned = [part for line in turned for part in _wrap_line(line, (label, room))]
        tables.append(_align([*heads, *turned], [False, *[numeric and count > 1] * count], len(heads)))
    return "\n".join(tables)


def _wrap_line(line: Line, widths: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """Wrap a row into several, none of whose cells is wider than its width."""
    return zip_longest(*(_wrap(text, width) for text, width in zip(line, widths, strict=True)), fillvalue="")


def _wrap(text: str, width: int) -> list[str]:
    """Wrap a text into lines of at most ``width`` columns; longer words are cut."""
    lines = [""]
    for word in text.split(" "):
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if _width(joined) <= width:
            lines[-1] = joined
            continue
        if lines[-1]:
            lines.append("")
        for character in word:
            if _width(lines[-1] + character) > width:
                lines.append("")
            lines[-1] += character
    return lines


def _measure(lines: Sequence[Line]) -> list[int]:
    """Measure the width of each column."""
    return [max(map(_width, column)) for column in zip(*lines, strict=True)]


def _align(lines: Sequence[Line], numeric: Sequence[bool], heads: int = 1) -> str:
    """Pad the columns of a header of so many lines, and of rows, to one width: numbers right, text left."""
    widths = _measure(lines)
    out = []
    for line in (*lines[:heads], ["-" * width for width in widths], *lines[heads:]):
        cells = []
        for text, width, right in zip(line, widths, numeric, strict=True):
            padding = " " * (width - _width(text))
            cells.append(padding + text if right else text + padding)
        out.append("  ".join(cells).rstrip() + "\n")
    return "".join(out)


def _width(text: str) -> int:
    """Count the columns of a terminal that a text takes."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.category(c) in _NO_WIDTH else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )


_NO_WIDTH = frozenset(("Mn", "Me", "Cf"))
"""The categories of characters without a column of their own: accents, most vowel signs, joiners."""
