"""The copy of a saved page that is shown: frames hold their contents, because nothing is fetched, closed shadow roots
are open, and no redirect leads away.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from cetr.document import Kind, lex, pack_name, resolve_references
from cetr.structure import read_attributes

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; media-src data:"
"""The policy of the copy: nothing is fetched and no script runs, in any browser."""

RECORDED_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline' http: https:; img-src http: https: data:;"
    " font-src http: https: data:; media-src data:"
)
"""The same if styles and pictures come from what was recorded with the page."""

MOST = 50
"""How many frames of a page become documents of their own; each takes the window about 60 ms."""

_IFRAME, _FRAME, _NOFRAMES, _FRAMESET = map(pack_name, ("iframe", "frame", "noframes", "frameset"))
_META, _TEMPLATE = map(pack_name, ("meta", "template"))
_BOX = '<div style="overflow: auto; border: 1px solid #999">'
_LARGE = ' style="display: block; width: 100%; height: 80vh; border: 1px solid #999">'


class _Framed(NamedTuple):
    """A frame from ``start`` to ``stop``, its contents between ``first`` and ``last``, its attributes, its address."""

    start: int
    first: int
    last: int
    stop: int
    attributes: str
    source: str


def copy_page(html: str) -> str:
    """Return the page with the contents of each frame as a document in it (``srcdoc``), and with other tags as
    `put_first` changes them.

    The contents of a ``<frame>`` stand in the ``<noframes>`` that follows it. A frameset gives way to a plain element,
    because a browser shows nothing else beside one; so do frames that are empty, those in other frames, and those after
    many.
    """
    pieces: list[str] = []
    at = made = 0
    for frame in _find_frames(html):
        contents = _rewrite(html[frame.first : frame.last])
        if not contents.strip():
            shown = f"{_BOX}</div>"
        elif made == MOST:
            shown = f'{_BOX}<template shadowrootmode="open">{contents}</template></div>'
        else:
            base = f'<base href="{escape(frame.source)}">' if frame.source else ""
            # Of two attributes with one name the first counts. In a sandbox no script runs, whatever the policy.
            shown = f'<iframe srcdoc="{escape(base + contents)}" sandbox="allow-same-origin" loading="eager"'
            shown += f"{frame.attributes}</iframe>"
            made += 1
        pieces += [_rewrite(html[at : frame.start]), shown]
        at = frame.stop
    return "".join([*pieces, _rewrite(html[at:])])


def put_first(html: str, start: int, end: int, name: int) -> str:
    """Return what to put before the attributes of a start tag; of two with one name the first counts.

    It opens closed shadow roots, so that scripts of ours look into them, and disables redirects in the page.
    """
    if name == _TEMPLATE and "shadowrootmode" in html[start:end].lower():
        return ' shadowrootmode="open"'
    if name == _META and "refresh" in resolve_references(html[start:end]).lower():
        return ' http-equiv=""'
    return ""


def _find_frames(html: str) -> Iterator[_Framed]:
    """Find the frames that are in no other frame."""
    begun: _Framed | None = None
    inner = framed = 0  # frames that are open in it; where the last <frame> ends
    source = ""
    ending = _IFRAME
    for start, end, kind, name in _find_tags(html):
        if name == _FRAME:
            framed, source = end, _read_source(html[start:end])
        elif begun is not None and name == _IFRAME and (kind == Kind.OPEN or inner):
            inner += 1 if kind == Kind.OPEN else -1
        elif begun is not None and name == ending and kind == Kind.CLOSE:
            yield begun._replace(last=start, stop=end)
            begun, inner = None, 0
        elif begun is None and kind == Kind.OPEN and name == _IFRAME:
            tag, ending = html[start:end], name
            begun = _Framed(start, end, len(html), len(html), tag[len("<iframe") :], _read_source(tag))
        elif begun is None and kind == Kind.OPEN and name == _NOFRAMES and framed == start:
            ending = name
            begun = _Framed(start, end, len(html), len(html), _LARGE, source)
    if begun is not None:
        yield begun


def _rewrite(html: str) -> str:
    """Replace the tags of frames and framesets by those of plain elements, and change others as `put_first` says."""
    pieces: list[str] = []
    at = opened = 0
    for start, end, kind, name in _find_tags(html):
        if name in (_META, _TEMPLATE) and kind == Kind.OPEN and (first := put_first(html, start, end, name)):
            before = start + len("<meta" if name == _META else "<template")
            pieces += [html[at:before], first]
            at = before
        if name in (_NOFRAMES, _META, _TEMPLATE) or (kind == Kind.CLOSE and not opened):
            continue
        opened += 0 if name == _FRAME else 1 if kind == Kind.OPEN else -1
        tag = _BOX if name == _IFRAME else "<div>"
        pieces += [html[at:start], "" if name == _FRAME else tag if kind == Kind.OPEN else "</div>"]
        at = end
    return "".join([*pieces, html[at:]])


def _find_tags(html: str) -> Iterator[tuple[int, int, int, int]]:
    """Find the tags of frames, framesets, shadow roots and redirects."""
    names, kinds = (_IFRAME, _FRAME, _NOFRAMES, _FRAMESET, _META, _TEMPLATE), (Kind.OPEN, Kind.CLOSE)
    return (tag for tag in lex(html).walk() if tag[3] in names and tag[2] in kinds)


def _read_source(tag: str) -> str:
    """Return the address of a frame's document; empty if the document stands in the tag."""
    attributes = read_attributes(tag, 0, len(tag))
    return "" if "srcdoc" in attributes else attributes.get("src", "")
