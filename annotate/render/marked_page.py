"""A copy of a saved page with marks drawn into its source, for looking at: never saved into a package."""

from __future__ import annotations

import html as html_entities
import re
from collections.abc import Iterator, Mapping
from itertools import chain, pairwise

from cetr.document import Kind, Spans, clip_spans, lex, pack_name

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; media-src data:"
"""Nothing is fetched and no script runs, whichever browser shows the copy."""

STYLE = """
[data-cetr-mark] { color: #000 !important; background: transparent; text-decoration: none; }
[data-cetr-mark~=gold] { background: #b7f0c1 !important; border-bottom: 3px solid #16803a !important; }
[data-cetr-mark~=optional] { outline: 2px dashed #555 !important; }
[data-cetr-mark~=prediction] { border-top: 3px dotted #b45309 !important; }
#cetr-legend { position: fixed; right: 8px; bottom: 8px; z-index: 2147483647; padding: 6px 10px; font: 14px sans-serif;
  color: #000; background: #fff; border: 2px solid #000; }
"""

_UNMARKABLE = ("title", "textarea", "select", "svg", "math", "noscript", "template", "iframe", "xmp", "plaintext")
_REFRESH = re.compile(r"<meta\b[^>]*http-equiv\s*=\s*[\"']?\s*refresh[^>]*>", re.IGNORECASE)


# A character reference reads differently in two halves.
_REFERENCE = re.compile(r"&[#a-zA-Z][0-9a-zA-Z]{0,40};?")


def draw_marks(html: str, marks: Mapping[str, Spans]) -> str:
    """The page with the text of normalised spans wrapped: ``marks`` maps 'gold', 'optional', 'prediction' to spans.

    Scripts stay where they are, but the policy that is put in keeps them, and all that comes from elsewhere, out.
    """
    inserted: list[tuple[int, str]] = []
    for start, end in _markable_text(html):
        for a, b, names in _overlay(html, start, end, marks):
            if not html[a:b].isspace():
                inserted += [(a, f'<mark data-cetr-mark="{" ".join(names)}">'), (b, "</mark>")]
    pieces, at = [], 0
    for place, tag in inserted:
        pieces += [html[at:place], tag]
        at = place
    marked = "".join([*pieces, html[at:]])
    head = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}"><style>{STYLE}</style>'
    split = _end_of_doctype(html)
    legend = f'<div id="cetr-legend">{html_entities.escape(_describe(marks))}</div>'
    return marked[:split] + head + _REFRESH.sub("", marked[split:]) + legend


def _end_of_doctype(html: str) -> int:
    """Where the doctype ends, 0 if there is none: before it nothing may be put, or the page is laid out differently."""
    for start, end, kind, _ in lex(html).walk():
        if kind == Kind.COMMENT and html[start : start + 9].lower() == "<!doctype":
            return end
        if kind != Kind.COMMENT and not html[start:end].isspace():
            break
    return 0


def _describe(marks: Mapping[str, Spans]) -> str:
    looks = {
        "gold": "green, underlined: gold",
        "optional": "dashed: optional",
        "prediction": "dotted above: prediction",
    }
    return " · ".join(looks[name] for name in marks)


def _markable_text(html: str) -> Iterator[tuple[int, int]]:
    """Stretches of text into which an element may be put."""
    closed_to = {pack_name(name) for name in _UNMARKABLE}
    inside: list[int] = []
    for start, end, kind, name in lex(html).walk():
        if kind == Kind.TEXT and not inside:
            yield start, end
        elif kind == Kind.OPEN and name in closed_to and not html[start:end].endswith("/>"):
            inside.append(name)
        elif kind == Kind.CLOSE and name in inside:
            del inside[inside.index(name) :]


def _overlay(html: str, start: int, end: int, marks: Mapping[str, Spans]) -> Iterator[tuple[int, int, list[str]]]:
    """Cut an interval where any of the spans begin or end; yields what is marked, and with what."""
    cuts = {start, end}
    for spans in marks.values():
        cuts.update(chain.from_iterable(clip_spans(spans, start, end)))
    for reference in _REFERENCE.finditer(html, start, end):
        cuts.difference_update(range(reference.start() + 1, reference.end()))
    for a, b in pairwise(sorted(cuts)):
        names = [name for name, spans in marks.items() if clip_spans(spans, a, a + 1)]
        if names:
            yield a, b, names
