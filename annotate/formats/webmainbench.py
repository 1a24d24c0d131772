"""WebMainBench: JSON Lines of pages in which elements of the main content carry ``cc-select="true"``.

The attributes of the annotation tool are removed from the page. The text is derived; if no element is marked, as in the
public sample, the gold is the text of ``main_html`` or of the calibrated Markdown. That Markdown and the facts under
``meta`` are kept under ``extra``. Source: github.com/opendatalab/WebMainBench.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from annotate.formats.marked import cut_html, find_attributes, wrap_text
from annotate.formats.records import Omission, Record
from annotate.formats.streams import create_stream, read_lines
from annotate.formats.structured import to_html, to_markdown
from annotate.markup.marked_elements import find_marked
from cetr.console import TOO_LONG, InputError
from cetr.document import Kind, Spans, Tokens, derive_text, lex, normalize_spans, pack_name
from evaluate.outputs import declare, read_as_text
from evaluate.package import Document
from evaluate.parsing import parse_json

_SELECTED = re.compile(r"""\scc-select\s*=\s*["']?true""", re.IGNORECASE)
_HIDDEN = re.compile(r"""\sstyle\s*=\s*["'][^"']*display:\s?none""", re.IGNORECASE)
_TOOL = re.compile(
    r"""(?<!\s)\s+(?:cc-select|data-anno-uid)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+))?"""
    r"""|(?<!\s)\s+class\s*=\s*(?:"mark-selected"|'mark-selected')"""
    r"""|(?<=["'\s])mark-selected\s+(?=[\w-])|(?<!\s)\s+mark-selected(?=["'\s])""",
    re.IGNORECASE,
)
INSERTED = '<span cc-select="true" data-cetr-gold="inserted">'
"""The tag that our own export puts around text. It is removed as a whole when read again."""


class Row(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A line of the data set."""

    track_id: str
    html: str
    url: str | None = None
    main_html: str | None = None
    convert_main_content: str | None = None
    groundtruth_content: str | None = None
    meta: dict[str, Any] | None = {}


def read(source: Path) -> Iterator[Record | Omission]:
    """Read pages of a file, which may be compressed."""
    for number, line in read_lines(source):
        if line is None:
            yield Omission(f"row {number}", TOO_LONG)
            continue
        try:
            yield _make_record(parse_json(line, Row, f"row {number}"))
        except InputError as error:
            if number == 1:
                raise InputError(f"{source}: is not WebMainBench in JSON Lines: {error}") from error
            yield Omission(f"row {number}", str(error))


def _make_record(row: Row) -> Record | Omission:
    tokens = lex(row.html)
    spans = find_marked(row.html, tokens, _is_marked)
    cuts = [*find_attributes(row.html, tokens, _TOOL), *_find_inserted(row.html, tokens)]
    html, moved = cut_html(row.html, normalize_spans(cuts, len(row.html)), spans)
    text, meta = None, row.meta or {}
    if not spans:
        if row.main_html:
            text = derive_text(row.main_html)
        elif row.groundtruth_content:
            text = read_as_text(declare(row.groundtruth_content, "markdown"))
        else:
            return Omission(row.track_id, "has no element with cc-select, main_html or groundtruth_content: no gold")
    language, style = meta.get("language"), meta.get("style")
    return Record(
        id=row.track_id,
        html=html,
        text=text,
        spans=moved if spans else None,
        url=row.url or "",
        language=language if isinstance(language, str) else None,
        page_type=style.lower() if isinstance(style, str) else None,
        extra={"webmainbench": meta}
        | ({"groundtruth_content": row.groundtruth_content} if row.groundtruth_content else {}),
    )


def _is_marked(tag: str, inherited: bool | None) -> bool | None:
    """Whether text of an element is marked: it is selected, or inside a selected one and not hidden by its style.

    What our own export marks is gold even if it is hidden, such as the folded answer to a question.
    """
    if tag == INSERTED:
        return True
    if inherited or inherited is None:
        return inherited
    return None if _HIDDEN.search(tag) else bool(_SELECTED.search(tag))


def _find_inserted(html: str, tokens: Tokens) -> Spans:
    """Find the tags of our own export."""
    found, open_spans = [], []
    name = pack_name("span")
    for i in (tokens.name == name).nonzero()[0].tolist():
        start, end = int(tokens.start[i]), int(tokens.end[i])
        if tokens.kind[i] == Kind.OPEN:
            open_spans.append(html[start:end] == INSERTED)
            if open_spans[-1]:
                found.append((start, end))
        elif open_spans and open_spans.pop():
            found.append((start, end))
    return normalize_spans(found, len(html))


def write(documents: Iterable[Document], target: Path) -> None:
    """Write lines in which elements around its text mark the main content."""
    with create_stream(target) as file:
        file.writelines(_format_row(document) for document in documents)


def _format_row(document: Document) -> bytes:
    meta = document.meta
    known = meta.extra.get("webmainbench")
    row = Row(
        track_id=str(meta.extra.get("id", document.name)),
        html=wrap_text(document.html, document.spans, INSERTED),
        url=meta.url or None,
        main_html=to_html(document) if document.spans else "",
        convert_main_content=to_markdown(document) if document.spans else document.text,
        groundtruth_content=meta.extra.get("groundtruth_content"),
        meta=(known if isinstance(known, dict) else {}) | {"language": meta.language, "style": meta.page_type},
    )
    return msgspec.json.encode(row) + b"\n"
