"""Blocks as HTML inside Markdown, for tables that pipes cannot hold."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from cetr.structure.blocks import Block, Inline

_TAGS = {
    "strong": "strong", "emphasis": "em", "deleted": "del", "superscript": "sup", "subscript": "sub", "code": "code",
    "quote": "blockquote", "item": "li", "definitions": "dl", "term": "dt", "definition": "dd", "figure": "figure",
    "caption": "figcaption", "details": "details", "summary": "summary", "row": "tr", "paragraph": "p",
}  # fmt: skip


def write_table(block: Block) -> list[str]:
    """Write a table as lines of HTML, without empty lines, which would end it."""
    lines = ["<table>"]
    for row in block.blocks:
        lines += ["<tr>", *(_write_cell(cell) for cell in row.blocks), "</tr>"]
    return "\n".join([*lines, "</table>"]).replace("\n\n", "\n&#10;").split("\n")


def _write_cell(cell: Block) -> str:
    name = "th" if cell.header else "td"
    facts = [("colspan", cell.columns), ("rowspan", cell.rows)]
    attributes = "".join(f' {key}="{value}"' for key, value in facts if value > 1)
    attributes += f' align="{cell.align}"' if cell.align else ""
    only = cell.blocks[0] if len(cell.blocks) == 1 else None
    inner = write_inlines(only.inlines) if only and only.kind == "paragraph" else _write_blocks(cell.blocks)
    return f"<{name}{attributes}>{inner}</{name}>"


def _write_blocks(blocks: Iterable[Block]) -> str:
    """Write blocks as HTML."""
    return "".join(map(_write_block, blocks))


def _write_block(block: Block) -> str:
    if block.kind == "rule":
        return "<hr>"
    if block.kind == "code":
        return f"<pre><code>{escape(block.text, quote=False)}</code></pre>"
    if block.kind == "formula":
        return f"<p>$${escape(block.text, quote=False)}$$</p>"
    if block.kind == "table":
        return "".join(write_table(block))
    if block.kind == "heading":
        name = f"h{block.level}"
    elif block.kind == "list":
        name = "ul" if block.number is None else "ol"
        start = f' start="{block.number}"' if block.number not in (None, 1) else ""
        return f"<{name}{start}>{_write_blocks(block.blocks)}</{name}>"
    else:
        name = _TAGS.get(block.kind, "div")
    return f"<{name}>{write_inlines(block.inlines)}{_write_blocks(block.blocks)}</{name}>"


def write_inlines(inlines: Iterable[Inline]) -> str:
    """Write inlines as HTML."""
    return "".join(map(_write_inline, inlines))


def _write_inline(inline: Inline) -> str:
    inner = escape(inline.text, quote=False) + write_inlines(inline.inlines)
    match inline.kind:
        case "text":
            return inner
        case "break":
            return "<br>"
        case "formula":
            return f"${inner}$"
        case "note":
            return f"[^{inner}]"
        case "image":
            return f'<img src="{escape(inline.target)}" alt="{escape(inline.text)}">'
        case "link":
            return f'<a href="{escape(inline.target)}">{inner}</a>'
        case _:
            name = _TAGS[inline.kind]
            return f"<{name}>{inner}</{name}>"
