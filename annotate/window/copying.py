"""The copy of a saved page that is shown, with the contents of frames in the page itself, because nothing is
fetched.
"""

from __future__ import annotations

from cetr.document import Kind, lex, pack_name

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; media-src data:"
"""The policy of the copy: nothing is fetched and no script runs, in any browser."""

RECORDED_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline' http: https:; img-src http: https: data:;"
    " font-src http: https: data:; media-src data:"
)
"""The same if styles and pictures come from what was recorded with the page."""

_IFRAME, _FRAME_NAME, _NOFRAMES, _FRAMESET = map(pack_name, ("iframe", "frame", "noframes", "frameset"))
_FRAME = '<div style="overflow: auto; border: 1px solid #999">'


def open_frames(html: str) -> str:
    """Return the page with the contents of its frames in place of the frames.

    Those of a ``<frame>`` stand in the ``<noframes>`` that follows it. A frameset gives way to a plain element, because
    a browser shows nothing else beside one.
    """
    pieces: list[str] = []
    at = framed = 0  # where the last <frame> ends
    is_open = False
    for start, end, kind, name in lex(html).walk():
        instead = None
        if name == _IFRAME or (name == _NOFRAMES and (is_open or framed == start)):
            instead = _replace(kind, _FRAME)
            is_open = kind == Kind.OPEN if name == _NOFRAMES else is_open
        elif name == _FRAMESET:
            instead = _replace(kind, "<div>")
        elif name == _FRAME_NAME and kind == Kind.OPEN:
            instead, framed = "", end
        if instead is not None:
            pieces += [html[at:start], instead]
            at = end
    return "".join([*pieces, html[at:]])


def _replace(kind: int, opening: str) -> str | None:
    """What stands in place of a tag; None for what is no tag."""
    return opening if kind == Kind.OPEN else "</div>" if kind == Kind.CLOSE else None
