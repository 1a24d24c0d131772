"""Blocks as Markdown: CommonMark with GitHub's tables, task lists, notes and strikethrough. See docs/structure.md."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from cetr.structure.blocks import Block, Inline
from cetr.structure.escaping import (
    FORMULA_EDGE,
    LITERAL_DOLLAR,
    escape_line_start,
    escape_text,
    is_punctuation,
    settle_dollars,
)
from cetr.structure.markup import write_inlines, write_table

_DELIMITERS = {"strong": ("**", "strong"), "emphasis": ("*", "em"), "deleted": ("~~", "del")}
_TAGS = {"superscript": "sup", "subscript": "sub"}
_MISREAD = re.compile(r"(?<!\\)(?:\\\\)+\|")
"""A pipe that some parsers take for the border of a cell: after a backslash in code or in a formula."""
_FLAT = frozenset(("paragraph", "formula"))


def write_markdown(blocks: Iterable[Block]) -> str:
    """Write blocks as Markdown, with one empty line between two of them and none at the end."""
    return "\n".join(_write_blocks(blocks))


def _write_blocks(blocks: Iterable[Block], tight: bool = False) -> list[str]:
    lines: list[str] = []
    last: Block | None = None
    other = False
    for block in blocks:
        other = _continues(last, block) and not other
        written = _write_block(block, other)
        if not written:
            continue
        if lines and not tight:
            lines.append("")
        lines += written
        last = block
    return lines


def _continues(last: Block | None, block: Block) -> bool:
    """Return whether two lists would be read as one if they had the same markers."""
    return last is not None and last.kind == block.kind == "list" and (last.number is None) == (block.number is None)


def _write_block(block: Block, other: bool) -> list[str]:
    match block.kind:
        case "paragraph" | "caption" | "summary" | "term":
            return write_lines(block.inlines)
        case "heading":
            text = " ".join(write_lines(block.inlines, one_line=True))
            return [f"{'#' * block.level} " + re.sub(r"(?<!\S)(#+)$", r"\\\1", text)]
        case "list":
            return _write_list(block, other)
        case "quote":
            return [f"> {line}".rstrip() for line in _write_blocks(block.blocks)]
        case "code":
            return _write_code(block)
        case "formula":
            return ["$$", *(line for line in block.text.split("\n") if line.strip()), "$$"]
        case "rule":
            return ["---"]
        case "table":
            return _write_table(block)
        case "definitions":
            return _write_definitions(block)
        case "details":
            return _write_details(block)
        case "notes":
            return _write_notes(block)
        case _:
            return _write_blocks(block.blocks)


def _indent(lines: Sequence[str], first: str, width: int) -> list[str]:
    rest = (" " * width + line if line else "" for line in lines[1:])
    return [(first + lines[0]).rstrip(), *rest] if lines else []


def _is_tight(block: Block) -> bool:
    for item in block.blocks:
        first, *rest = item.blocks
        if any(part.kind != "list" or part.number not in (None, 1) or first.kind != "paragraph" for part in rest):
            return False
        if not all(_is_tight(part) for part in item.blocks if part.kind == "list"):
            return False
    return True


def _write_list(block: Block, other: bool) -> list[str]:
    tight = _is_tight(block)
    lines: list[str] = []
    for number, item in enumerate(block.blocks, start=block.number or 0):
        mark = ("*" if other else "-") if block.number is None else f"{number}{')' if other else '.'}"
        inner = _write_blocks(item.blocks, tight)
        if item.blocks[0].kind == "rule":
            inner[0] = "***" if mark != "*" else "___"
        if item.checked is not None:
            inner = [f"[{'x' if item.checked else ' '}] {inner[0]}", *inner[1:]]
        if lines and not tight:
            lines.append("")
        lines += _indent(inner, f"{mark} ", len(mark) + 1)
    return lines


def _write_code(block: Block) -> list[str]:
    runs = re.findall(r"^\s*(`{3,})", block.text, re.MULTILINE)
    fence = "`" * max([3, *(len(run) + 1 for run in runs)])
    return [fence + block.language, *block.text.split("\n"), fence]


def _write_definitions(block: Block) -> list[str]:
    lines: list[str] = []
    for is_term, parts in groupby(block.blocks, key=lambda part: part.kind == "term"):
        if is_term:
            # Several definitions have one line of terms.
            line = _write_on_line([part.inlines for part in parts])
            lines += [*([""] if lines else []), escape_line_start(line, first=True)]
        else:
            lines += [line for part in parts for line in _indent(_write_blocks(part.blocks), ":   ", 4)]
    return lines


def _write_details(block: Block) -> list[str]:
    summary, *rest = block.blocks
    lines = _write_blocks(rest)
    title = f"<summary>{write_inlines(summary.inlines)}</summary>"
    return ["<details>", title, "", *lines, *([""] if lines else []), "</details>"]


def _write_notes(block: Block) -> list[str]:
    lines: list[str] = []
    for note in block.blocks:
        if lines:
            lines.append("")
        lines += _indent(_write_blocks(note.blocks), f"[^{note.label}]: ", 4)
    return lines


def _write_table(block: Block) -> list[str]:
    cells = [cell for row in block.blocks for cell in row.blocks]
    plain = all(cell.columns == cell.rows == 1 and all(part.kind in _FLAT for part in cell.blocks) for cell in cells)
    if not plain:
        return write_table(block)
    rows = [[_write_cell(cell) for cell in row.blocks] for row in block.blocks]
    if any(_MISREAD.search(cell) for row in rows for cell in row):
        return write_table(block)
    width = max(map(len, rows))
    first = block.blocks[0]
    has_head = first.header or all(cell.header for cell in first.blocks) or _looks_like_head(block.blocks)
    aligns = [_find_align(block, column) for column in range(width)]
    head, body = (rows[0], rows[1:]) if has_head else ([""] * width, rows)
    rule = [{"left": ":--", "center": ":-:", "right": "--:"}.get(align, "---") for align in aligns]
    return ["| " + " | ".join([*row, *[""] * (width - len(row))]) + " |" for row in (head, rule, *body)]


def _looks_like_head(rows: Sequence[Block]) -> bool:
    """Return whether all of the first row of a table is bold, but not all of the second."""
    return len(rows) > 1 and _is_bold(rows[0]) and not _is_bold(rows[1])


def _is_bold(row: Block) -> bool:
    parts = [part for cell in row.blocks for part in cell.blocks]
    inlines = [inline for part in parts for inline in part.inlines if inline.kind != "break"]
    return bool(inlines) and all(inline.kind == "strong" for inline in inlines)


def _find_align(block: Block, column: int) -> str:
    aligns = {row.blocks[column].align for row in block.blocks if column < len(row.blocks)} - {""}
    return aligns.pop() if len(aligns) == 1 else ""


def _write_cell(cell: Block) -> str:
    parts = [(Inline("formula", part.text),) if part.kind == "formula" else part.inlines for part in cell.blocks]
    return _write_on_line(parts).replace("|", "\\|")


def _write_on_line(parts: Sequence[Sequence[Inline]]) -> str:
    """Write paragraphs on one line, because dollar signs in two of them may be read as the edges of a formula."""
    inlines = [inline for part in parts for inline in (Inline("break"), *part)][1:]
    return "<br>".join(_write_inline_lines(inlines))


def write_lines(inlines: Sequence[Inline], one_line: bool = False) -> list[str]:
    """Write the lines of a paragraph; unless ``one_line``, all but the last end with the backslash of a hard break."""
    lines = _write_inline_lines(inlines)
    if one_line:
        return [" ".join(line for line in lines if line)]
    lines = [escape_line_start(line, not number) for number, line in enumerate(filter(None, lines))]
    return [line + "\\" for line in lines[:-1]] + lines[-1:]


def _write_inline_lines(inlines: Sequence[Inline]) -> list[str]:
    return [line.strip() for line in settle_dollars(_write_inlines(inlines)).split("\n")]


def _write_inlines(inlines: Sequence[Inline], in_link: bool = False) -> str:
    """Write inlines as Markdown; a hard break is a line break."""
    written = [_write_inline(inline, in_link) for inline in inlines]
    last = "\n"
    for i, inline in enumerate(inlines):
        if inline.kind in _DELIMITERS:
            following = next((text for text in written[i + 1 :] if text), "\n")
            written[i] = _mark(written[i], *_DELIMITERS[inline.kind], last, following[0])
        elif i and written[i][:1] == "[" and written[i - 1][-1:] in ("!", "^"):
            # With it, the bracket would begin an image, or a note in the line.
            written[i - 1] = f"{written[i - 1][:-1]}\\{written[i - 1][-1]}"
        last = (written[i] or last)[-1]
    return "".join(written)


def _mark(text: str, delimiter: str, tag: str, before: str, after: str) -> str:
    """Write emphasised text: between delimiters if they are read as such (CommonMark, 6.2), otherwise between tags."""
    sign = delimiter[0]
    inner = text.strip(sign)
    first, last = (inner[:1] or sign), (inner[-1:] or sign)
    opens = not first.isspace() and (not is_punctuation(first) or before.isspace() or is_punctuation(before))
    closes = not last.isspace() and (not is_punctuation(last) or after.isspace() or is_punctuation(after))
    clashes = sign in (before, after) or (inner != text and text.count(sign) > 4)
    if opens and closes and not clashes and inner:
        return f"{delimiter}{text}{delimiter}"
    return f"<{tag}>{text}</{tag}>"


def _write_inline(inline: Inline, in_link: bool) -> str:
    match inline.kind:
        case "text":
            return escape_text(inline.text, in_link=in_link)
        case "break":
            return "\n"
        case "code":
            return _write_code_span(inline.text)
        case "formula":
            return FORMULA_EDGE + " ".join(inline.text.split()).replace("$", LITERAL_DOLLAR) + FORMULA_EDGE
        case "note":
            return f"[^{inline.text}]"
        case "image":
            return f"![{escape_text(inline.text, in_link=True)}]({_write_target(inline)})"
        case "link":
            text = _write_inlines(inline.inlines, in_link=True)
            if inline.target == _plain(inline) and re.match(r"(?:https?|ftp)://[^\s<>%]*$", inline.target):
                return f"<{inline.target}>"
            return f"[{text}]({_write_target(inline)})"
        case "superscript" | "subscript":
            tag = _TAGS[inline.kind]
            return f"<{tag}>{_write_inlines(inline.inlines, in_link)}</{tag}>"
        case _:
            return _write_inlines(inline.inlines, in_link)


def _plain(inline: Inline) -> str:
    return inline.inlines[0].text if len(inline.inlines) == 1 and inline.inlines[0].kind == "text" else ""


def _write_code_span(text: str) -> str:
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}".replace("$", LITERAL_DOLLAR)


def _write_target(inline: Inline) -> str:
    target = re.sub(r"[<>\\\s]", lambda match: f"%{ord(match[0]):02X}" if ord(match[0]) < 128 else "", inline.target)
    if ("(" in target or ")" in target) and not _is_balanced(target):
        target = target.replace("(", "%28").replace(")", "%29")
    target = target.replace("$", LITERAL_DOLLAR)
    title = inline.title.replace("$", LITERAL_DOLLAR).replace("\\", "\\\\").replace('"', '\\"')
    return f'{target} "{title}"' if title else target


def _is_balanced(text: str) -> bool:
    depth = 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if depth < 0 or depth > 20:
            return False
    return depth == 0
