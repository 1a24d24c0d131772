"""Structure: what spans mark, with its headings, lists, tables, code, formulas and links.

From (html, spans) to a tree of the content (`nodes`), from that to blocks (`reading`, `inlines`, `listings`, `tables`,
`formulas`, `notes`, `addresses`; what they are is in `blocks`), from these to Markdown (`markdown`, `escaping`,
`markup`). HTML is cut out of the page and made harmless (`cleaning`). See docs/structure.md.
"""

from __future__ import annotations

from cetr.structure.blocks import Block, Inline, plain_text
from cetr.structure.cleaning import write_html
from cetr.structure.markdown import write_markdown
from cetr.structure.nodes import read_attributes
from cetr.structure.reading import read_blocks

__all__ = ["Block", "Inline", "plain_text", "read_attributes", "read_blocks", "write_html", "write_markdown"]
