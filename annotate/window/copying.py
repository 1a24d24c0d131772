"""The copy of a saved page that is shown: frames hold their contents, because nothing is fetched, closed shadow roots
are open, and no redirect leads away.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import escape

from cetr.document import Kind, lex, pack_name, resolve_references
from cetr.structure import read_attributes, read_frame_base

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; media-src data:"
"""The policy of the copy: nothing is fetched and no script runs, in any browser."""

RECORDED_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline' http: https:; img-src http: https: data:;"
    " font-src http: https: data:; media-src data:"
)
"""The same if styles and pictures come from what was recorded with the page."""

MOST = 100
"""How many frames of a page become documents of their own; each takes the window about 80 ms, an empty one 20 ms."""

DEEPEST = 5
"""How many frames may stand in one another as documents; the text of each is escaped in the one around it."""

_IFRAME, _FRAME, _NOFRAMES, _FRAMESET = map(pack_name, ("iframe", "frame", "noframes", "frameset"))
_IMG, _META, _NOSCRIPT, _STYLE, _TEMPLATE = map(pack_name, ("img", "meta", "noscript", "style", "template"))
_BOX = '<div{}{} style="overflow: auto; border: 1px solid #999"><template shadowrootmode="open">'
_FILLING = ' style="width: 100%; height: 100%; box-sizing: border-box; border: 1px solid #999"'
_SIZE = re.compile(r"(\d{0,5})(?:\.\d*)?\s*([*%]?)", re.ASCII)
_ORDER = re.compile("refresh|content-security-policy", re.IGNORECASE)
_NAME = re.compile(r"<[a-zA-Z][^\s/>]*")


@dataclass
class _Frame:
    """A frame that is open, or the page: its number, and the name of its end tag.

    ``pieces`` is what is written of its contents, ``first`` and ``rest`` are attributes of it, and ``base`` is a tag.
    ``framesets`` and ``others`` are how many framesets, and ``<noframes>`` without a frame, are open in it.
    """

    number: int = 0
    ending: int = 0
    first: str = ""
    rest: str = ""
    base: str = ""
    pieces: list[str] = field(default_factory=list)
    framesets: int = 0
    others: int = 0


def copy_page(html: str, attribute: str = "") -> str:
    """Return the page with the contents of each frame as a document in it (``srcdoc``), and with the attributes of
    `_put_first`.

    The contents of a ``<frame>`` stand in the ``<noframes>`` that follows it. A frameset gives way to a plain element,
    because a browser shows no other frames in one. So do frames after many, and those deep in others; their styles
    still count for them alone. If ``attribute`` is given, each element says in it where its start tags are in ``html``
    (that of a ``<frame>`` also has its ``<noframes>``), so that it is found again however a browser rearranges the
    elements.
    """
    frames = [_Frame()]
    at = number = made = 0
    framed, ended, rest, base = -1, -1, "", ""  # where the last <frame> begins and ends, and what it has
    for start, end, kind, name in lex(html).walk():
        frame = frames[-1]
        if kind == Kind.CLOSE:
            if name == _NOFRAMES and frame.others:
                frame.others -= 1
            elif name == frame.ending and len(frames) > 1:
                frame.pieces.append(html[at:start])
                made += _close(frames, made)
                at = end
            elif name == _FRAMESET and frame.framesets:
                frame.framesets -= 1
                frame.pieces += [html[at:start], "</div>"]
                at = end
            elif name == _NOSCRIPT and frame.number:
                frame.pieces += [html[at:start], "</template>"]
                at = end
        elif kind == Kind.OPEN:
            marks = _mark(attribute, start)
            named = _NAME.match(html, start, end)
            begun = start if named is None else named.end()
            if name in (_IFRAME, _FRAME):
                rest, base = html[begun:end], _make_base(html[start:end])
                if name == _FRAME and frame.framesets:
                    rest = _FILLING + rest
            if name == _IFRAME or (name == _NOFRAMES and ended == start):
                frame.pieces.append(html[at:start])
                number += 1
                first = marks if name == _IFRAME else _mark(attribute, framed, start)
                _open(frames, _Frame(number, name, first, rest, base))
            elif name == _FRAME:
                frame.pieces.append(html[at:start])
                framed, ended = start, end
            elif name == _FRAMESET:
                frame.pieces += [html[at:start], f"<div{marks}{_arrange(html[start:end], bool(frame.framesets))}>"]
                frame.framesets += 1
            elif name == _NOSCRIPT and frame.number:
                # Nothing in a template is seen, but in a sandbox what is for browsers without scripts would be.
                frame.pieces += [html[at:start], f"<template{marks}>"]
            else:
                frame.others += name == _NOFRAMES
                marks += _put_first(html, start, end, name, frame.number)
                if marks:
                    frame.pieces += [html[at:begun], marks]
                    at = begun
                continue
            at = end
    frames[-1].pieces.append(html[at:])
    while len(frames) > 1:
        made += _close(frames, made)
    return "".join(frames[0].pieces)


def _mark(attribute: str, *places: int) -> str:
    return f' {attribute}="{" ".join(map(str, places))}"' if attribute else ""


def _open(frames: list[_Frame], frame: _Frame) -> None:
    if len(frames) > DEEPEST:
        frame.pieces = frames[-1].pieces  # else each level would be copied into the one around it
        frame.pieces.append(_BOX.format(frame.first, frame.rest[:-1]))
    frames.append(frame)


def _close(frames: list[_Frame], made: int) -> bool:
    """End the innermost frame, after so many that became documents; returns whether it becomes one."""
    frame = frames.pop()
    pieces = frames[-1].pieces
    if frame.pieces is pieces:
        pieces.append("</template></div>")
        return False
    contents = "".join(frame.pieces)
    if made == MOST:
        pieces += [_BOX.format(frame.first, frame.rest[:-1]), contents, "</template></div>"]
        return False
    inside = (frame.base + contents).replace("&", "&amp;").replace('"', "&quot;")
    # Of two attributes with one name the first counts. In a sandbox no script runs, whatever the policy.
    own = f'{frame.first} srcdoc="{inside}" sandbox="allow-same-origin" loading="eager"'
    pieces.append(f"<iframe{own}{frame.rest}</iframe>")
    return True


def _put_first(html: str, start: int, end: int, name: int, number: int) -> str:
    """Return what to put before the attributes of a start tag; of two with one name the first counts.

    It opens closed shadow roots, so that scripts of ours look into them, and disables redirects in the page, and its
    policies: they name styles by what scripts knew, and ours is stricter. Pictures that were recorded come at once, as
    nobody scrolls to them. Style sheets that are known by a number get that of their frame, too, because others may
    have the same.
    """
    if name == _TEMPLATE and "shadowrootmode" in html[start:end].lower():
        return ' shadowrootmode="open"'
    if name == _IMG and "loading" in html[start:end].lower():
        return ' loading="eager"'
    if name == _META and _ORDER.search(resolve_references(html[start:end])):
        return ' http-equiv=""'
    if name == _STYLE and number and (known := read_attributes(html, start, end).get("data-adoptedstylesheet")):
        return f' data-adoptedstylesheet="{number} {escape(known)}"'
    return ""


def _make_base(tag: str) -> str:
    """Make the tag of a frame's base; empty if it has that of the page around it."""
    source = read_frame_base(read_attributes(tag, 0, len(tag)))
    return f'<base href="{escape(source)}">' if source else ""


def _arrange(tag: str, inner: bool) -> str:
    """Make the style with which a plain element arranges its contents as a frameset arranges frames."""
    attributes = read_attributes(tag, 0, len(tag))
    rows, columns = (_measure(attributes.get(side, "")) for side in ("rows", "cols"))
    place = "min-width: 0; min-height: 0" if inner else "position: fixed; inset: 0"
    return f' style="{place}; display: grid; grid-template: {rows} / {columns}"'


def _measure(sizes: str) -> str:
    """Translate the rows or columns of a frameset: pixels, percent, or shares (``*``). If none is a share, all are."""
    tracks = []
    for size in sizes.split(",")[:99]:
        found = _SIZE.fullmatch(size.strip())
        number, unit = found.groups() if found else ("", "")
        is_share = not number or unit == "*" or "*" not in sizes
        tracks.append(f"minmax(0, {number or 1}fr)" if is_share else number + (unit or "px"))
    return " ".join(tracks)
