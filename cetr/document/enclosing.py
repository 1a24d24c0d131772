"""Find the tokens inside an element from its tags alone, without a tree."""

from __future__ import annotations

import numpy as np

from cetr.document.arrays import Bools, Ints, find_true
from cetr.document.tagnames import pack_name
from cetr.document.tokens import Kind, Tokens


def find_tags(tokens: Tokens, name: str) -> Ints:
    """Find the indices of the opening and closing tags of a name."""
    return find_true(tokens.name == np.uint64(pack_name(name)))


def follow_opening(tokens: Tokens, tags: Ints, places: Ints | None = None) -> Bools:
    """Mark the tokens before which the last of the tags is an opening one, for elements that do not nest. Shape
    (places,).

    ``tags`` and ``places`` (default: all) are indices of tokens; ``tags`` is sorted. A tag is not before itself.
    """
    return _carry(tokens, tokens.kind[tags] == np.uint8(Kind.OPEN), tags, places)


def stand_inside(tokens: Tokens, tags: Ints, places: Ints | None = None) -> Bools:
    """Mark the tokens before which more of the tags have opened than closed; unmatched end tags count as nothing.

    For elements that nest. Indices and shape are those of `follow_opening`.
    """
    depth = np.cumsum(np.where(tokens.kind[tags] == np.uint8(Kind.OPEN), 1, -1))
    lowest = np.minimum(np.minimum.accumulate(depth), 0)
    return _carry(tokens, depth > lowest, tags, places)


def _carry(tokens: Tokens, states: Bools, tags: Ints, places: Ints | None) -> Bools:
    """Carry the state after each tag, one value per tag, to the places that follow it; before the first tag it is
    false.
    """
    states = np.append(False, states)
    if places is None:
        # Ten times as fast as looking up every token.
        return np.repeat(states, np.diff(tags + 1, prepend=0, append=len(tokens.start)))
    carried: Bools = states[tags.searchsorted(places)]
    return carried
