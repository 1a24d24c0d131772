"""The document model: one string, one set of offsets.

From bytes to the string (`sniffing`, `decoding`); the string cut into `tokens` (`narrowing`, `lexing`, `tagnames`,
`entities`), elements (`tree`, `enclosing`) and pages (`page`, `rendering`). Everything that marks content in a page
marks it as `spans` over the string. From spans plain text is derived (`pieces`, `derivation`, `textcache`), a text is
cut into `words`, and plain text is aligned back to spans (`alignment`, `content`). Nothing else in the project turns
HTML into text for scoring. `hosts` says to which site a page belongs, `languages` which language a tag names.
"""

from __future__ import annotations

from cetr.document.alignment import Alignment, align_text, cover_words, mark_matched, match_words
from cetr.document.arrays import Bools, Bytes, Floats, Ints, find_true
from cetr.document.content import content_spans, content_text
from cetr.document.decoding import HTML_TYPES, UNKNOWN_TYPES, decode_html, parse_content_type
from cetr.document.derivation import LocatedText, derive_text, locate_text
from cetr.document.enclosing import find_tags, follow_opening, stand_inside
from cetr.document.entities import resolve_references
from cetr.document.hosts import find_host, spell_host, split_host
from cetr.document.languages import find_language
from cetr.document.lexing import lex
from cetr.document.page import (
    FALLBACK_TAGS,
    Page,
    PageSequence,
    count_characters,
    count_words,
    cut_spans,
    join_tokens,
    mark_links,
    read_page,
    read_sequence,
)
from cetr.document.pieces import (
    BLOCK_TAGS,
    BREAK,
    CELL_TAGS,
    LABEL_TAG,
    PREFORMATTED_TAGS,
    SEPARATES,
    mark_readings,
)
from cetr.document.recorded import read_field, read_layout_file, read_metadata_file, read_url
from cetr.document.rendering import UNRENDERED_TAGS, find_unrendered
from cetr.document.sniffing import begins_as_html, name_binary, refuse_location
from cetr.document.spans import (
    Span,
    Spans,
    check_spans,
    clip_spans,
    intersect_spans,
    mark_inside,
    mark_touched,
    normalize_spans,
    subtract_spans,
)
from cetr.document.tagnames import (
    Names,
    Numbers,
    mark_names,
    number_name,
    pack_name,
    unpack_name,
)
from cetr.document.textcache import TextCache
from cetr.document.threads import on_one_thread
from cetr.document.tokens import LITERAL, Kind, Tokens
from cetr.document.tree import VOID_TAGS, Tree, build_tree, find_blocks
from cetr.document.unseen import UNSEEN, drop_unseen
from cetr.document.words import (
    LocatedWords,
    find_words,
    fold,
    join_words,
    locate_words,
    place_words,
    remove_unseen,
    split_words,
)

__all__ = [
    "BLOCK_TAGS",
    "BREAK",
    "CELL_TAGS",
    "FALLBACK_TAGS",
    "HTML_TYPES",
    "LABEL_TAG",
    "LITERAL",
    "PREFORMATTED_TAGS",
    "SEPARATES",
    "UNKNOWN_TYPES",
    "UNRENDERED_TAGS",
    "UNSEEN",
    "VOID_TAGS",
    "Alignment",
    "Bools",
    "Bytes",
    "Floats",
    "Ints",
    "Kind",
    "LocatedText",
    "LocatedWords",
    "Names",
    "Numbers",
    "Page",
    "PageSequence",
    "Span",
    "Spans",
    "TextCache",
    "Tokens",
    "Tree",
    "align_text",
    "begins_as_html",
    "build_tree",
    "check_spans",
    "clip_spans",
    "content_spans",
    "content_text",
    "count_characters",
    "count_words",
    "cover_words",
    "cut_spans",
    "decode_html",
    "derive_text",
    "drop_unseen",
    "find_blocks",
    "find_host",
    "find_language",
    "find_tags",
    "find_true",
    "find_unrendered",
    "find_words",
    "fold",
    "follow_opening",
    "intersect_spans",
    "join_tokens",
    "join_words",
    "lex",
    "locate_text",
    "locate_words",
    "mark_inside",
    "mark_links",
    "mark_matched",
    "mark_names",
    "mark_readings",
    "mark_touched",
    "match_words",
    "name_binary",
    "normalize_spans",
    "number_name",
    "on_one_thread",
    "pack_name",
    "parse_content_type",
    "place_words",
    "read_field",
    "read_layout_file",
    "read_metadata_file",
    "read_page",
    "read_sequence",
    "read_url",
    "refuse_location",
    "remove_unseen",
    "resolve_references",
    "spell_host",
    "split_host",
    "split_words",
    "stand_inside",
    "subtract_spans",
    "unpack_name",
]
