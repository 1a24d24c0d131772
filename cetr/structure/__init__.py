"""The structure of the content that spans mark: headings, lists, tables, code, formulas and links.

Spans become a tree of the content (`nodes`, made by `cutting` and `growing`). The tree becomes blocks (defined in
`blocks`; made by `reading`, `inlines`, `folding`, `lists`, `definitions`, `listings`, `tables`, `formulas`, `notes`,
`addresses` and `frames`), and these become Markdown (`markdown`, `escaping`, `markup`). HTML is cut out of the page
and made harmless (`cleaning`). See docs/structure.md.
"""

from __future__ import annotations

from cetr.structure.addresses import Addresses, find_addresses, find_base
from cetr.structure.blocks import Block, Inline, plain_text
from cetr.structure.cleaning import write_html
from cetr.structure.frames import read_frame_base
from cetr.structure.inlines import SIGN_LINKS
from cetr.structure.markdown import write_markdown
from cetr.structure.nodes import read_attributes
from cetr.structure.reading import read_blocks

__all__ = [
    "SIGN_LINKS",
    "Addresses",
    "Block",
    "Inline",
    "find_addresses",
    "find_base",
    "plain_text",
    "read_attributes",
    "read_blocks",
    "read_frame_base",
    "write_html",
    "write_markdown",
]
