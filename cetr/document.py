"""The document model: one string, one set of offsets.

Everything that marks content in a page marks it as spans (`cetr.spans`) over the string of the HTML document. From
spans plain text is derived (`cetr.derivation`), a text is cut into words (`cetr.words`), and plain text is aligned back
to spans (`cetr.alignment`); `cetr.lexing` and `cetr.pieces` cut the page for them. Nothing else in the project turns
HTML into text for scoring. Whoever is not a part of the model imports it from here.
"""

from __future__ import annotations

from cetr.alignment import Alignment, align_text, cover_words, mark_matched, match_words
from cetr.derivation import LocatedText, derive_text, locate_text
from cetr.lexing import Kind, Tokens, lex
from cetr.pieces import BLOCK_TAGS, CELL_TAGS, PREFORMATTED_TAGS
from cetr.spans import Span, Spans, clip_spans, intersect_spans, mark_inside, normalize_spans, subtract_spans
from cetr.tagnames import pack_name
from cetr.words import LocatedWords, locate_words, place_words, split_words

__all__ = [
    "BLOCK_TAGS",
    "CELL_TAGS",
    "PREFORMATTED_TAGS",
    "Alignment",
    "Kind",
    "LocatedText",
    "LocatedWords",
    "Span",
    "Spans",
    "Tokens",
    "align_text",
    "clip_spans",
    "content_spans",
    "content_text",
    "cover_words",
    "derive_text",
    "intersect_spans",
    "lex",
    "locate_text",
    "locate_words",
    "mark_inside",
    "mark_matched",
    "match_words",
    "normalize_spans",
    "pack_name",
    "place_words",
    "split_words",
    "subtract_spans",
]


def content_text(html: str, content: Spans | str) -> str:
    """What an extractor returned, text or spans in any order, as text."""
    return content if isinstance(content, str) else derive_text(html, normalize_spans(content, len(html)))


def content_spans(html: str, content: Spans | str, tokens: Tokens | None = None) -> Spans:
    """What an extractor returned, text or spans in any order, as normalised spans."""
    return align_text(html, content, tokens).spans if isinstance(content, str) else normalize_spans(content, len(html))
