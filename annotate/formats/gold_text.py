"""Gold files of others: plain text, CleanEval's marks, or HTML; and our gold written in the same way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cetr.document import Kind, Spans, clip_spans, decode_html, derive_text, lex, pack_name
from evaluate.package import Document

_MARK = re.compile(r"<(/?)([phl])\s*>", re.IGNORECASE)
_HTML = re.compile(r"</[a-z][a-z0-9]*\s*>|<(?:p|br|div|span|a|img|html|body|table|ul|h[1-6])\b[^<>]*>", re.IGNORECASE)
_URL = re.compile(r"\A\s*URL:[ \t]*(\S*)[^\n]*\n?")


@dataclass(frozen=True)
class MarkedText:
    """CleanEval's gold: ``lines`` without their marks, a letter of ``marks`` per line (p, h, l), and the page's URL."""

    url: str
    lines: tuple[str, ...]
    marks: str

    @property
    def text(self) -> str:
        """The lines as one text."""
        return "\n".join(self.lines)


def decode_gold(data: bytes, language: str | None = None) -> str:
    """Decode a gold file as UTF-8, or in the encoding that is usual for the language."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    if language == "zh":
        return data.decode("gb18030", "replace")
    return decode_html(data)[0]


def parse_marks(text: str) -> MarkedText:
    """Parse CleanEval's gold: a line ``URL: ...``, then paragraphs that begin with ``<p>``, ``<h>`` or ``<l>``.

    Each paragraph becomes one line. Without any marks, the lines stay as they are, and ``marks`` is empty.
    """
    url = _URL.match(text)
    body = text[url.end() :] if url else text
    found = list(_MARK.finditer(body))
    address = url[1] if url else ""
    if not found:
        return MarkedText(address, (body.strip(),) if body.strip() else (), "")
    ends = [*(m.start() for m in found[1:]), len(body)]
    pieces = [("p", body[: found[0].start()])]
    pieces += [("p" if m[1] else m[2].lower(), body[m.end() : e]) for m, e in zip(found, ends, strict=True)]
    kept = [(mark, " ".join(piece.split())) for mark, piece in pieces if piece.strip()]
    return MarkedText(address, tuple(line for _, line in kept), "".join(mark for mark, _ in kept))


def read_gold_text(text: str) -> str:
    """Read the plain text of a gold file that may be HTML."""
    return derive_text(text) if _HTML.search(text) else text


_HEADINGS = frozenset(pack_name(f"h{i}") for i in range(1, 7))
_ITEM = pack_name("li")


def mark_lines(html: str, spans: Spans) -> Iterator[tuple[str, str]]:
    """Yield (mark, line) for each line of the spans' text: 'h' in a heading, 'l' in a list item, else 'p'."""
    for mark, start, end in _find_regions(html):
        moved = tuple((s - start, e - start) for s, e in clip_spans(spans, start, end))
        if moved:
            yield from ((mark, line) for line in derive_text(html[start:end], moved).split("\n") if line)


def _find_regions(html: str) -> Iterator[tuple[str, int, int]]:
    mark, at = "p", 0
    heading = items = 0
    for start, _, kind, name in lex(html).walk():
        if name != _ITEM and name not in _HEADINGS:
            continue
        step = 1 if kind == Kind.OPEN else -1
        if name == _ITEM:
            items = max(0, items + step)
        else:
            heading = max(0, heading + step)
        now = "h" if heading else "l" if items else "p"
        if now != mark:
            yield mark, at, start
            mark, at = now, start
    yield mark, at, len(html)


def mark_gold(document: Document) -> list[tuple[str, str]]:
    """Yield (mark, line) of a document's gold: with the marks it was imported with, else by its markup, else as
    paragraphs.
    """
    lines = [line for line in document.text.split("\n") if line.strip()]
    known = document.meta.extra.get("marks")
    if isinstance(known, str) and len(known) == len(lines):
        return list(zip(known, lines, strict=True))
    derived = list(mark_lines(document.html, document.spans))
    if [line for _, line in derived] == lines:
        return derived
    return [("p", line) for line in lines]
