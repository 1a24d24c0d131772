"""The blocks to compare: of spans by their page, of Markdown and HTML by their markup, of text by its lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

from cetr.document import Spans, fold, locate_text, subtract_spans
from cetr.structure import Block, Inline, plain_text, read_blocks
from evaluate.measures.optional import find_optional
from evaluate.outputs import NESTING, as_output, limit_quotes

if TYPE_CHECKING:
    from markdown_it import MarkdownIt


def read_spans(html: str, spans: Spans, optional: Spans) -> tuple[Block, ...]:
    """Read the blocks of normalised spans without the optional ones."""
    return read_blocks(html, subtract_spans(spans, optional))


def read_output(text: str, page: str = "", optional: Spans = ()) -> tuple[Block, ...]:
    """Read the blocks of a text by its declared type; if undeclared, each line is a paragraph.

    Markdown is CommonMark with the tables, task lists and strikethrough of GFM, notes, definition lists and formulas in
    dollars. It and HTML lose what is in the ``optional`` spans of their ``page``.
    """
    kind = as_output(text).type
    if kind == "text":
        lines = (line for line in str(text).split("\n") if line.strip())
        return tuple(Block("paragraph", 0, 0, inlines=(Inline("text", line.strip()),)) for line in lines)
    html = str(text) if kind == "html" else _make_parser().render(limit_quotes(text))
    gone = find_optional(page, locate_text(html), optional) if optional else ()
    return read_blocks(html, subtract_spans(((0, len(html)),), gone))


@cache
def _make_parser() -> MarkdownIt:
    from markdown_it import MarkdownIt
    from mdit_py_plugins.deflist import deflist_plugin
    from mdit_py_plugins.dollarmath import dollarmath_plugin
    from mdit_py_plugins.footnote import footnote_plugin
    from mdit_py_plugins.tasklists import tasklists_plugin

    parser = MarkdownIt("commonmark", {"maxNesting": NESTING}).enable(["table", "strikethrough"])
    parser.use(deflist_plugin).use(footnote_plugin).use(tasklists_plugin)
    parser.use(dollarmath_plugin, allow_space=False, allow_digits=False, renderer=_write_formula)
    # Render notes without the line above them.
    parser.add_render_rule("footnote_block_open", lambda *_: '<section class="footnotes"><ol>')
    return parser


def _write_formula(tex: str, options: Mapping[str, object]) -> str:
    mode = "; mode=display" if options.get("display_mode") else ""
    # A script has no character references. What would end it means the same in TeX with a space.
    return f'<script type="math/tex{mode}">{tex.strip().replace("</", "< /")}</script>'


def walk(blocks: tuple[Block, ...]) -> Iterator[Block]:
    """Yield all blocks in document order, including nested ones."""
    for block in blocks:
        yield block
        yield from walk(block.blocks)


def walk_inlines(block: Block) -> Iterator[Inline]:
    """Yield all inlines of a block in order, including nested ones, but not those of the blocks in it."""
    pending = list(reversed(block.inlines))
    while pending:
        inline = pending.pop()
        yield inline
        pending.extend(reversed(inline.inlines))


def read_text(block: Block) -> str:
    """Read the text of a block and of all blocks in it, case-folded, with single spaces."""
    texts = [
        f"{part.text} {''.join(' ' if i.kind == 'break' else i.text for i in walk_inlines(part) if i.kind != 'image')}"
        for part in walk((block,))
    ]
    return " ".join(fold(" ".join(texts)).split())


def read_link(link: Inline) -> tuple[str, str]:
    """Read the URL of a link, without the sign of an empty fragment, and its text, case-folded."""
    return link.target.removesuffix("#"), " ".join(fold(plain_text(link.inlines)).split())
