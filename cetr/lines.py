"""The line model: a document cut into lines, with the text and the tags counted on each.

Source: Weninger & Hsu, ANNIE 2008, algorithm 1; Weninger, Hsu & Han, "CETR", WWW 2010, for the wrapping. Tags,
comments and scripts are found on the whole document before it is cut, so they may span lines.
"""

from __future__ import annotations

import html as html_entities
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from cetr.document import Ints, Kind, Span, Spans, Tokens, lex, normalize_spans, pack_name, subtract_spans
from cetr.histogram import Floats

Bools = npt.NDArray[np.bool_]
Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Lines:
    """The n lines of a document that are not empty.

    ``start`` and ``end`` are offsets in the source, ``text`` counts characters outside tags and ``tags`` the tags that
    start on the line; all have shape (n,). Script, style and comments that stand in a line count as nothing.
    """

    html: str
    tokens: Tokens
    start: Ints
    end: Ints
    text: Ints
    tags: Ints

    @property
    def ratio(self) -> Floats:
        """The text-to-tag ratio, shape (n,), at least 0: characters per tag; where no tag is, characters."""
        return self.text / np.maximum(self.tags, 1)

    def __len__(self) -> int:
        return len(self.start)


def cut_lines(html: str, *, wrap: int = 60, tokens: Tokens | None = None) -> Lines:
    """Cut a document into lines.

    A line ends at a line break; one longer than twice ``wrap`` characters is wrapped after every ``wrap``, at the next
    space if there is one near, and never inside a tag; 0 leaves lines as they are. Script, style and comments are taken
    out first and lines that are empty then are dropped. White space around a line, and all but the first of a run in
    it, is not counted.
    """
    if wrap < 0:
        raise ValueError("wrap is negative")
    tokens = lex(html) if tokens is None else tokens
    code = _narrow(html)
    dropped = _is_dropped(tokens)
    breaks = np.flatnonzero((code == 10) | (code == 13))
    breaks = breaks[~_inside(breaks, tokens.start[dropped], tokens.end[dropped])]
    starts = np.concatenate(([0], breaks + 1))
    ends = np.concatenate((breaks, [len(html)]))
    if wrap:
        starts, ends = _wrap(html, tokens, dropped, starts, ends, wrap)
    lengths = tokens.end - tokens.start
    solid = (code > 32) & (code != 160)
    after_solid = np.concatenate(([False], solid[:-1])) & (code != 10) & (code != 13)
    is_text = np.repeat(tokens.kind == Kind.TEXT, lengths)
    counted = (solid | after_solid) & is_text
    text = _running_sum(counted)
    kept = _running_sum(solid & np.repeat(~dropped, lengths))
    is_tag = ~dropped & ((tokens.kind == Kind.OPEN) | (tokens.kind == Kind.CLOSE))
    tags = np.diff(np.searchsorted(tokens.start[is_tag], np.append(starts, len(html))))
    keep = kept[ends] > kept[starts]
    starts, ends = starts[keep], ends[keep]
    around = (counted & ~solid)[starts] + (is_text & ~solid)[ends - 1].astype(np.int64)
    return Lines(html, tokens, starts, ends, np.maximum(text[ends] - text[starts] - around, 0), tags[keep])


def _narrow(html: str) -> Bytes:
    """One byte per code point: its number, or that of '?' above 255; an ideographic space is a space."""
    return np.frombuffer(html.replace("\u3000", " ").encode("latin-1", "replace"), dtype=np.uint8)


def _running_sum(flags: Bools) -> npt.NDArray[np.int32]:
    """How many flags are set before each position; shape (n + 1,)."""
    sums = np.zeros(len(flags) + 1, dtype=np.int32)
    np.cumsum(flags, out=sums[1:])
    return sums


def _is_dropped(tokens: Tokens) -> Bools:
    """Which tokens are script, style or comment, their tags included."""
    scripts = [pack_name("script"), pack_name("style")]
    dropped: Bools = (tokens.kind >= Kind.COMMENT) | (tokens.name == scripts[0]) | (tokens.name == scripts[1])
    return dropped


def _inside(positions: Ints, start: Ints, end: Ints) -> Bools:
    """Which sorted positions lie in disjoint sorted intervals."""
    marks = np.zeros(len(positions) + 1, dtype=np.int32)
    np.add.at(marks, np.searchsorted(positions, start), 1)
    np.add.at(marks, np.searchsorted(positions, end), -1)
    inside: Bools = np.cumsum(marks[:-1]) > 0
    return inside


def _wrap(html: str, tokens: Tokens, dropped: Bools, starts: Ints, ends: Ints, wrap: int) -> tuple[Ints, Ints]:
    """Cut lines that are longer than twice ``wrap`` after every ``wrap`` characters, what is dropped not counted."""
    long = ends - starts > 2 * wrap
    if not long.any():
        return starts, ends
    first = np.searchsorted(tokens.start, starts[long], side="right") - 1
    token_end = tokens.end.tolist()
    kind, gone = (tokens.kind == Kind.TEXT).tolist(), dropped.tolist()
    cuts: list[int] = []
    for start, end, i in zip(starts[long].tolist(), ends[long].tolist(), first.tolist(), strict=True):
        at, room = start, wrap
        while at < end:
            stop = min(token_end[i], end)
            if kind[i]:
                while stop - at > room:
                    at = _near_space(html, at + room, stop, wrap)
                    if at < stop:
                        cuts.append(at)
                    room = wrap
                room -= stop - at
            elif not gone[i]:
                room -= stop - at
                if room <= 0 and stop < end:
                    cuts.append(stop)
                    room = wrap
            at = stop
            i += 1
    return np.union1d(starts, cuts).astype(np.int64), np.union1d(ends, cuts).astype(np.int64)


def _near_space(html: str, at: int, stop: int, wrap: int) -> int:
    """The place after the next space, if one is near; else where we are."""
    space = html.find(" ", at, min(stop, at + wrap // 3))
    return at if space < 0 else space + 1


UNRENDERED_TAGS = ("head", "title", "template", "noscript", "noframes", "noembed", "iframe")
"""Elements whose text a browser with scripting does not show."""


@lru_cache(maxsize=1)
def _unrendered_names() -> npt.NDArray[np.uint64]:
    return np.array([pack_name(n) for n in (*UNRENDERED_TAGS, "body")], dtype=np.uint64)


def find_unrendered(tokens: Tokens) -> Spans:
    """The parts of a document whose text is not rendered, normalised. A head ends at the body at the latest.

    An element that is never closed is left alone: what browsers make of it depends on what stands in it.
    """
    spans: list[Span] = []
    names = _unrendered_names()
    places = np.flatnonzero(np.isin(tokens.name, names))
    body = int(names[-1])
    opened: dict[int, int] = {}
    head = int(names[0])
    for i in places.tolist():
        name = int(tokens.name[i])
        if name == body:
            if head in opened:
                spans.append((opened.pop(head), int(tokens.start[i])))
        elif tokens.kind[i] == Kind.OPEN:
            opened.setdefault(name, int(tokens.start[i]))
        elif name in opened:
            spans.append((opened.pop(name), int(tokens.end[i])))
    return normalize_spans(spans, int(tokens.end[-1]) if len(tokens.end) else 0)


def label_spans(lines: Lines, labels: Bools) -> Spans:
    """The text of the labelled lines as normalised spans: ``labels`` has shape (n,).

    Neighbouring lines make one span, which begins and ends with text that is not white space. Text that is not
    rendered is left out.
    """
    edges = np.diff(np.concatenate(([0], np.asarray(labels, dtype=np.int8), [0])))
    first, last = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1) - 1
    runs = tuple(zip(lines.start[first].tolist(), lines.end[last].tolist(), strict=True))
    runs = subtract_spans(normalize_spans(runs, len(lines.html)), find_unrendered(lines.tokens))
    return tuple(span for run in runs if (span := _trim(lines, run)) is not None)


def _trim(lines: Lines, run: Span) -> Span | None:
    """A span cut down to its text, from the first to the last character that is not white space."""
    tokens, html = lines.tokens, lines.html
    start, end = run
    i = int(np.searchsorted(tokens.start, start, side="right")) - 1
    j = int(np.searchsorted(tokens.start, end, side="left")) - 1
    while i <= j:
        a, b = max(start, int(tokens.start[i])), min(end, int(tokens.end[i]))
        if tokens.kind[i] == Kind.TEXT and (piece := html[a:b].lstrip()):
            start = b - len(piece)
            break
        i += 1
    else:
        return None
    while True:
        a, b = max(start, int(tokens.start[j])), min(end, int(tokens.end[j]))
        if tokens.kind[j] == Kind.TEXT and (piece := html[a:b].rstrip()):
            return start, a + len(piece)
        j -= 1


def line_texts(lines: Lines) -> list[str]:
    """The text of each line, entities resolved and white space collapsed; n strings."""
    tokens, html = lines.tokens, lines.html
    first = np.searchsorted(tokens.start, lines.start, side="right") - 1
    last = np.searchsorted(tokens.start, lines.end, side="left")
    is_text = tokens.kind == Kind.TEXT
    texts: list[str] = []
    for start, end, i, j in zip(lines.start.tolist(), lines.end.tolist(), first.tolist(), last.tolist(), strict=True):
        chosen = (i + np.flatnonzero(is_text[i:j])).tolist()
        pieces = (html[max(start, tokens.start[t]) : min(end, tokens.end[t])] for t in chosen)
        texts.append(" ".join(html_entities.unescape("".join(pieces)).split()))
    return texts


def span_labels(lines: Lines, spans: Spans) -> Floats:
    """The share (0 to 1) of each line's rendered text that normalised spans cover, shape (n,); 0 where is no text."""
    html, tokens = lines.html, lines.tokens
    code = _narrow(html)
    solid = (code > 32) & (code != 160) & np.repeat(tokens.kind == Kind.TEXT, tokens.end - tokens.start)
    rendered = solid & ~_paint(find_unrendered(tokens), len(html))
    every, covered = _running_sum(rendered), _running_sum(rendered & _paint(spans, len(html)))
    total = every[lines.end] - every[lines.start]
    share: Floats = (covered[lines.end] - covered[lines.start]) / np.maximum(total, 1)
    return share


def _paint(spans: Spans, length: int) -> Bools:
    """Which of ``length`` positions lie in normalised spans."""
    inside = np.zeros(length, dtype=np.bool_)
    for start, end in spans:
        inside[start:end] = True
    return inside
