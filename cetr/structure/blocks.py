"""The parts of content: blocks, which follow one another, and inlines, which make up a line."""

from __future__ import annotations

from typing import Literal, NamedTuple

InlineKind = Literal[
    "text", "break", "strong", "emphasis", "deleted", "superscript", "subscript", "code", "link", "image", "formula",
    "note",
]  # fmt: skip
BlockKind = Literal[
    "paragraph", "heading", "list", "item", "quote", "code", "table", "row", "cell", "definitions", "term",
    "definition", "figure", "caption", "details", "summary", "formula", "notes", "note", "rule",
]  # fmt: skip


class Inline(NamedTuple):  # a page has hundreds, and a frozen dataclass takes twice as long to make
    """A stretch of a line. ``text`` is that of text, code and formulas (TeX), the alternative of an image, or the
    label of a note that is referred to; ``target`` the address of a link or an image, ``title`` what they add.
    """

    kind: InlineKind
    text: str = ""
    inlines: tuple[Inline, ...] = ()
    target: str = ""
    title: str = ""


class Block(NamedTuple):
    """A block of content.

    Paragraphs, headings, terms, captions and summaries have ``inlines``; code and formulas ``text``; all others
    ``blocks``. ``start`` and ``end`` are where its element stands in the page, or its first and last character.
    ``level`` is a heading's, 1 to 6; ``language`` that of code. ``number`` is the first of a numbered list, None for
    bullets; ``checked`` says whether the task of an item is done, None for an item that is none. ``label`` is a note's.
    ``header``, ``columns``, ``rows`` and ``align`` are a cell's.
    """

    kind: BlockKind
    start: int
    end: int
    level: int = 0
    inlines: tuple[Inline, ...] = ()
    blocks: tuple[Block, ...] = ()
    text: str = ""
    language: str = ""
    number: int | None = None
    checked: bool | None = None
    label: str = ""
    header: bool = False
    columns: int = 1
    rows: int = 1
    align: str = ""


def plain_text(inlines: tuple[Inline, ...]) -> str:
    """The text of inlines as a reader gets it: without the alternatives of images and the labels of notes."""
    return "".join(
        {"break": "\n", "image": "", "note": ""}.get(inline.kind, inline.text) + plain_text(inline.inlines)
        for inline in inlines
    )
