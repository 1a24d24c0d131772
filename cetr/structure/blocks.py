"""The parts of content: blocks, which follow one another, and inlines, which make up a line."""

from __future__ import annotations

from collections.abc import Sequence
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
    """A stretch of a line. ``text`` is the text, the code, the TeX of a formula, the alternative text of an image, or
    the label of the note that it refers to. ``target`` is the URL of a link or an image, and ``title`` its title.
    """

    kind: InlineKind
    text: str = ""
    inlines: tuple[Inline, ...] = ()
    target: str = ""
    title: str = ""


class Block(NamedTuple):
    """A block of content.

    Paragraphs, headings, terms, captions and summaries have ``inlines``; code and formulas ``text``; all others
    ``blocks``. ``start`` and ``end`` are the place of its element in the page, or of its text. ``level`` is the level
    of a heading, 1 to 6; ``language`` is that of code. ``number`` is the first number of a numbered list, None for
    bullets. ``checked`` says whether the task of an item is done; it is None for other items. ``label`` belongs to
    notes; ``header``, ``columns``, ``rows`` and ``align`` belong to cells.
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
    """Return the text of inlines as a reader sees it, without alternative texts of images and labels of notes."""
    texts: list[str] = []
    _add_texts(inlines, texts)
    return "".join(texts)


def _add_texts(inlines: Sequence[Inline], texts: list[str]) -> None:
    for inline in inlines:
        if inline.kind == "break":
            texts.append("\n")
        elif inline.text and inline.kind not in ("image", "note"):
            texts.append(inline.text)
        if inline.inlines:
            _add_texts(inline.inlines, texts)
