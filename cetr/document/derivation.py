"""From spans to text: the plain text of a document as a reader gets it, with the place of each character if you ask."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from cetr.document.arrays import Ints, find_true
from cetr.document.entities import resolve_references
from cetr.document.lexing import lex
from cetr.document.pieces import BREAK, SEPARATORS, find_pieces
from cetr.document.spans import Spans
from cetr.document.tokens import Tokens
from cetr.document.unseen import drop_unseen


def derive_text(html: str, spans: Spans | None = None, tokens: Tokens | None = None, *, unseen: bool = True) -> str:
    """Derive the plain text of normalised spans (default: the whole document).

    Character references are resolved. Block elements, and line breaks in preformatted text, separate lines. Table
    cells, labels of pictures, and text that is cut out, except readings above characters, separate words. Runs of white
    space collapse. Script, style and comments are left out. Preformatted text keeps its indentation, its runs of white
    space and its inner empty lines; no other line is empty. ``unseen`` keeps soft hyphens and characters without width,
    as the document has them.
    """
    spans = ((0, len(html)),) if spans is None else spans
    tokens = lex(html) if tokens is None else tokens
    pieces = find_pieces(html, spans, tokens)
    sources = pieces.source
    for i in [i for i, source in enumerate(sources) if "&" in source]:
        if not pieces.literal[i]:
            sources[i] = _REFERENCE.sub(_resolve, sources[i])
    preformatted = set(find_true(pieces.preformatted).tolist())
    for i in preformatted:
        sources[i] = sources[i].replace("\r\n", "\n").translate(_SPACES)
    for i in find_true(pieces.separator == SEPARATORS.index(" ")).tolist():
        sources[i] = " " + sources[i]
    # Line by line, because folding a text of megabytes as a whole would copy it twice more.
    breaks = find_true(pieces.separator == SEPARATORS.index(BREAK)).tolist()
    lines: list[str] = []
    for start, end in zip([0, *breaks], [*breaks, len(sources)], strict=True):
        line = sources[start] if end - start == 1 else "".join(sources[start:end])
        if start in preformatted:
            lines += _keep((line if unseen else drop_unseen(line)).split("\n"))
            continue
        line = line.strip()
        # Of all white space only the space itself is printable; to look is faster than to split and join.
        if not line.isprintable() or "  " in line:
            line = " ".join((line if unseen else drop_unseen(line)).split())
        if line:
            lines.append(line)
    return "\n".join(lines)


_SPACES = {13: 10} | {ord(c): " " for c in "\v\f\x1c\x1d\x1e\x1f\x85\xa0\u2028\u2029"}
"""How white space changes in preformatted text: a return becomes a line break, and anything but line breaks and tabs
becomes a space.
"""


def _keep(lines: list[str]) -> list[str]:
    """Return the lines of a preformatted text without trailing white space and without empty lines at both ends."""
    lines = [line.rstrip() for line in lines]
    filled = [number for number, each in enumerate(lines) if each]
    return lines[filled[0] : filled[-1] + 1] if filled else []


# What html.unescape() reads as a character reference.
_REFERENCE = re.compile(r"&(?:#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f <&#;]{1,32};?)")

_unescape = lru_cache(maxsize=1024)(resolve_references)


def _resolve(reference: re.Match[str]) -> str:
    return _unescape(reference[0])


@dataclass(frozen=True)
class LocatedText:
    """Unfolded text with the place of every character in the document.

    ``text`` has n characters, with white space as in the source. ``start`` and ``end``, both (n,), give the interval of
    the document that each character comes from. A separator has an empty interval.
    """

    text: str
    start: Ints
    end: Ints


def locate_text(html: str, spans: Spans | None = None, tokens: Tokens | None = None) -> LocatedText:
    """Derive the text of normalised spans (default: the whole document) with the offsets of its characters."""
    spans = ((0, len(html)),) if spans is None else spans
    texts: list[str] = []
    starts: list[Ints] = []
    ends: list[Ints] = []

    def add(text: str, start: Ints, end: Ints) -> None:
        texts.append(text)
        starts.append(start)
        ends.append(end)

    def add_plain(text: str, offset: int) -> None:
        places = np.arange(offset, offset + len(text))
        add(text, places, places + 1)

    last = 0
    tokens = lex(html) if tokens is None else tokens
    pieces = find_pieces(html, spans, tokens)
    for number, offset, source, preformatted, literal in zip(
        *(column.tolist() for column in (pieces.separator, pieces.offset)),
        pieces.source,
        *(column.tolist() for column in (pieces.preformatted, pieces.literal)),
        strict=True,
    ):
        if separator := SEPARATORS[number]:
            add(separator, np.full(1, last), np.full(1, last))
        last = offset + len(source)
        source = source.replace(BREAK, " ")
        if preformatted:
            source = source.replace("\n", BREAK)
        at = 0
        for match in _REFERENCE.finditer(source) if "&" in source and not literal else ():
            resolved = resolve_references(match[0])
            if resolved == match[0]:
                continue  # a literal ampersand
            add_plain(source[at : match.start()], offset + at)
            size = len(resolved)
            add(resolved, np.full(size, offset + match.start()), np.full(size, offset + match.end()))
            at = match.end()
        add_plain(source[at:], offset + at)
    nothing = np.zeros(0, dtype=np.int64)
    return LocatedText("".join(texts), np.concatenate([nothing, *starts]), np.concatenate([nothing, *ends]))
