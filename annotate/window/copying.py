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

_FRAME = '<div style="overflow: auto; border: 1px solid #999">'


def open_frames(html: str) -> str:
    """Return the page with the contents of its frames in place of the frames."""
    iframe = pack_name("iframe")
    pieces, at = [], 0
    for start, end, kind, name in lex(html).walk():
        if name == iframe and kind in (Kind.OPEN, Kind.CLOSE):
            pieces += [html[at:start], _FRAME if kind == Kind.OPEN else "</div>"]
            at = end
    return "".join([*pieces, html[at:]])
