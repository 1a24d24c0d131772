"""Which parts of a page come from other documents, by whose addresses their relative ones are resolved.

A captured page has the contents of a frame in its ``<iframe>``, or in the ``<noframes>`` after its ``<frame>``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import urljoin

import numpy as np

from cetr.document import Kind, Tokens, find_tags, pack_name
from cetr.structure.nodes import read_attributes

_IFRAME, _FRAME = pack_name("iframe"), pack_name("frame")


@dataclass(frozen=True)
class Frame:
    """The contents of a frame, from ``start`` to ``end`` of the page, and the address of its document."""

    start: int
    end: int
    base: str


def find_frames(html: str, base: str, tokens: Tokens) -> tuple[Frame, ...]:
    """Find the frames of a page whose own base is ``base``, the inner ones before those around them."""
    tags = np.sort(np.concatenate([find_tags(tokens, name) for name in ("iframe", "frame", "noframes")]))
    found: list[Frame] = []
    around: list[tuple[int, Frame]] = []
    last = (-1, "")
    columns = (tokens.start[tags], tokens.end[tags], tokens.kind[tags] == np.uint8(Kind.OPEN), tokens.name[tags])
    for start, end, opens, name in zip(*(column.tolist() for column in columns), strict=True):
        outer = around[-1][1].base if around else base
        if opens and name == _FRAME:
            last = (end, _join(outer, read_attributes(html, start, end)))
        elif opens and name == _IFRAME:
            around.append((name, Frame(end, end, _join(outer, read_attributes(html, start, end)))))
        elif opens:
            # One that stands by itself is for browsers without frames.
            around.append((name, Frame(end, end, last[1] if last[0] == start else outer)))
        elif around and around[-1][0] == name:
            found.append(replace(around.pop()[1], end=start))
    return tuple(found)


def _join(base: str, attributes: Mapping[str, str]) -> str:
    """The address of a frame's document; that of the document around it if it has none of its own on the web."""
    written = attributes.get("src") or attributes.get("data") or ""
    try:
        address = urljoin(base, written.strip())
    except ValueError:
        return base
    return address if address.lower().startswith(("http://", "https://")) else base
