"""Tag names as integers, so that all names of a page are compared and looked up at once.

Every name has a packed form. A name in `KNOWN_NAMES` also has a small number, by which a table of 256 entries gives its
meaning.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import count

import numpy as np
import numpy.typing as npt

from cetr.document.arrays import Bools

Names = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.uint8]

LETTERS = 8
"""How many letters of a name count. Different tag names of HTML differ within these."""

KNOWN_NAMES = (
    "#literal a abbr acronym address annotation area article aside audio b base basefont bdi bdo bgsound big"
    " blockquote body br button canvas caption center circle cite clippath code col data datalist dd defs del details"
    " dfn dialog dir div dl dt ellipse em embed fieldset figcaption figure font footer form frame frameset g h1 h2 h3"
    " h4 h5 h6 head header hgroup hr html i iframe image img input ins kbd keygen label legend li line lineargradient"
    " link listing maction main map mark mask math menclose menu merror meta meter mfenced mfrac mi mmultiscripts mn"
    " mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr"
    " munder munderover nav nobr noembed noframes noscript object ol optgroup option output p param path picture"
    " plaintext polygon polyline pre progress q radialgradient rb rect rp rt rtc ruby s samp script search section"
    " select semantics slot small source span stop strike strong style sub summary sup svg symbol table tbody td"
    " template text textarea tfoot th thead time title tr track tspan tt u ul use var video wbr xmp"
).split()
"""The names that have a number, which is their place in this list, from 1."""


def pack_name(name: str) -> int:
    """Pack the first eight characters of a lower-case tag name into one integer."""
    shown = name.lower().replace("\0", "?").encode("ascii", "replace")[:LETTERS]
    return int.from_bytes(shown.ljust(LETTERS, b"\0"), "big")


@lru_cache(maxsize=1024)
def unpack_name(packed: int) -> str:
    """Return the first eight characters of a packed tag name."""
    return packed.to_bytes(LETTERS, "big").rstrip(b"\0").decode("ascii")


@lru_cache(maxsize=1)
def _numbers() -> dict[str, int]:
    return {name[:LETTERS]: number for number, name in enumerate(KNOWN_NAMES, start=1)}


def number_name(name: str) -> int:
    """Return the number of a name in `KNOWN_NAMES`. Raises `KeyError` for any other name."""
    return _numbers()[name[:LETTERS]]


def number_names(packed: Names) -> Numbers:
    """Return the numbers of packed names, shape (n,); 0 for unknown names."""
    table = known_table()
    places = ((packed * table.multiplier) >> table.shift).view(np.int64)
    numbers: Numbers = table.numbers[places]
    numbers *= table.names[places] == packed
    return numbers


def tabulate_meanings(meanings: Mapping[str, int]) -> Numbers:
    """Make a table by the number of a name, shape (256,), of the meanings (0 to 255) of some names; 0 for others."""
    table = np.zeros(256, dtype=np.uint8)
    for name, meaning in meanings.items():
        table[number_name(name)] = meaning
    table.flags.writeable = False
    return table


@lru_cache(maxsize=256)
def mark_names(*names: str) -> Bools:
    """Make a table by the number of a name, shape (256,), that is true for some names."""
    table: Bools = tabulate_meanings(dict.fromkeys(names, 1)).view(np.bool_)
    return table


@dataclass(frozen=True)
class NameTable:
    """The numbers of packed tag names: a hash table without collisions.

    The slot of a name is its product with ``multiplier``, shifted right by ``shift`` bits. ``names`` and ``numbers``
    have one item per slot and are 0 in empty slots.
    """

    multiplier: np.uint64
    shift: np.uint64
    names: Names
    numbers: Numbers


_GOLDEN = 0x9E3779B97F4A7C15
_BITS = 12
"""With 2 ** 12 slots, a multiplier for 200 names is soon found."""


@lru_cache(maxsize=1)
def known_table() -> NameTable:
    """Make the table of the numbers of `KNOWN_NAMES`."""
    shift = np.uint64(64 - _BITS)
    names = np.array([pack_name(name) for name in _numbers()], dtype=np.uint64)
    # The first odd multiple of the golden ratio that separates all names.
    for odd in count(1, 2):
        multiplier = np.uint64(odd * _GOLDEN % (1 << 64))
        places = (names * multiplier) >> shift
        if len(set(places.tolist())) == len(names):
            break
    table = NameTable(multiplier, shift, np.zeros(1 << _BITS, dtype=np.uint64), np.zeros(1 << _BITS, dtype=np.uint8))
    table.names[places] = names
    table.numbers[places] = list(_numbers().values())
    return table
