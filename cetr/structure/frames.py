"""Which parts of a page come from other documents, by whose addresses their relative ones are resolved.

A captured page has the contents of a frame in its ``<iframe>``, or in the ``<noframes>`` after its ``<frame>``, and
the base of its addresses in ``data-baseuri`` if that is not where ``src`` leads.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from urllib.parse import urljoin

import numpy as np

from cetr.document import Kind, Tokens, find_tags, pack_name
from cetr.structure.nodes import read_attributes

_IFRAME, _FRAME = pack_name("iframe"), pack_name("frame")

_Frame = tuple[int, int, str]
"""Where the contents of a frame begin and end in the page, and the address of its document."""


def find_bases(html: str, base: str, tokens: Tokens) -> tuple[tuple[int, str], ...]:
    """Find the places in a page, ascending, from which on another base than before holds, each with that base.

    ``base`` is the page's own, which holds until the first place.
    """
    bases = [base]
    changes = []
    for place, begins, inner in _sort_ends(_find_frames(html, base, tokens)):
        if begins:
            bases.append(inner)
        else:
            bases.pop()
        changes.append((place, bases[-1]))
    return tuple(changes)


def _sort_ends(frames: Iterable[_Frame]) -> list[tuple[int, bool, str]]:
    """Sort the ends of frames that are not empty: place, whether a frame begins there, and its address."""
    return sorted(
        end for start, stop, address in frames if start < stop for end in ((start, True, address), (stop, False, ""))
    )


def _find_frames(html: str, base: str, tokens: Tokens) -> list[_Frame]:
    """Find the frames that are closed, the inner ones before those around them."""
    tags = np.sort(np.concatenate([find_tags(tokens, name) for name in ("iframe", "frame", "noframes")]))
    found: list[_Frame] = []
    around: list[tuple[int, int, str]] = []
    last = (-1, "")
    columns = (tokens.start[tags], tokens.end[tags], tokens.kind[tags] == np.uint8(Kind.OPEN), tokens.name[tags])
    for start, end, opens, name in zip(*(column.tolist() for column in columns), strict=True):
        outer = around[-1][2] if around else base
        if opens and name == _FRAME:
            last = (end, _join(outer, read_attributes(html, start, end)))
        elif opens and name == _IFRAME:
            around.append((name, end, _join(outer, read_attributes(html, start, end))))
        elif opens:
            # One that stands by itself is for browsers without frames.
            around.append((name, end, last[1] if last[0] == start else outer))
        elif around and around[-1][0] == name:
            _, begin, address = around.pop()
            found.append((begin, start, address))
    return found


def read_frame_base(attributes: Mapping[str, str]) -> str:
    """Read what a frame's tag says of the base of its addresses; "" if that is the base of the page around it."""
    named = "" if "srcdoc" in attributes else attributes.get("src") or attributes.get("data")
    return attributes.get("data-baseuri") or named or ""


def _join(base: str, attributes: Mapping[str, str]) -> str:
    """The base of a frame's document; that of the document around it if it has none of its own on the web."""
    written = read_frame_base(attributes)
    try:
        address = urljoin(base, written.strip())
    except ValueError:
        return base
    return address if address.lower().startswith(("http://", "https://")) else base
