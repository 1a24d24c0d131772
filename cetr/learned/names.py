"""The tag names that matter, as small numbers: a page's tags are compared as bytes and looked up in short tables."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from cetr.document import Bools, Names, NameTable, Numbers, look_up, tabulate_names

INLINE = (
    "a abbr acronym annotati area audio b bdi bdo big canvas cite circle clippath code data datalist defs del dfn"
    " ellipse em embed font g i image img input ins kbd label line linearg link maction map mark mask math menclose"
    " merror meta meter mfenced mfrac mi mmultisc mn mo mover mpadded mphantom mprescri mroot mrow ms mspace msqrt"
    " mstyle msub msubsup msup mtable mtd mtext mtr munder munderov nobr noembed object output param path picture"
    " polygon polyline progress q radialgr rect rp rt ruby s samp script semantic slot small source span stop strike"
    " strong style sub sup svg symbol text time track tspan tt u use var wbr"
).split()
"""Names whose tags do not end a block, after eight letters; any other, custom elements too, is a container."""

_BLOCK = (
    "address article aside blockquote body br button caption center dd details dialog div dl dt fieldset figcaption"
    " figure footer form h1 h2 h3 h4 h5 h6 head header hr html legend li main menu nav noscript ol optgroup option p"
    " pre search section select table tbody td template textarea tfoot th thead title tr ul"
).split()


@lru_cache(maxsize=1)
def _numbers() -> dict[str, int]:
    return {name: number for number, name in enumerate((*INLINE, *_BLOCK), start=1)}


def number_name(name: str) -> int:
    """The number of a name, from 1; inline ones are the first."""
    return _numbers()[name]


@lru_cache(maxsize=256)
def mark_names(*names: str) -> Bools:
    """A table over all numbers, (256,), that is true for those of the names."""
    table = np.zeros(256, dtype=np.bool_)
    table[[number_name(name) for name in names]] = True
    table.flags.writeable = False
    return table


@lru_cache(maxsize=1)
def _table() -> NameTable:
    return tabulate_names(_numbers(), bits=12)


def number_names(packed: Names) -> Numbers:
    """The numbers of packed names, 0 for any other, shape (n,)."""
    return look_up(_table(), packed)
