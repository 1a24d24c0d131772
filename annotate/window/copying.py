"""The copy of a saved page that is shown: what stood in frames stands in the page itself, as nothing is fetched."""

from __future__ import annotations

from cetr.document import Kind, lex, pack_name

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; media-src data:"
"""Nothing is fetched and no script runs, whichever browser shows the copy."""

RECORDED_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline' http: https:; img-src http: https: data:;"
    " font-src http: https: data:; media-src data:"
)
"""The same where styles and pictures come from what was recorded with the page."""

_FRAME = '<div style="overflow: auto; border: 1px solid #999">'


def open_frames(html: str) -> str:
    """The page with the contents of its frames, which a browser takes for what stands there instead of them."""
    iframe = pack_name("iframe")
    pieces, at = [], 0
    for start, end, kind, name in lex(html).walk():
        if name == iframe and kind in (Kind.OPEN, Kind.CLOSE):
            pieces += [html[at:start], _FRAME if kind == Kind.OPEN else "</div>"]
            at = end
    return "".join([*pieces, html[at:]])
