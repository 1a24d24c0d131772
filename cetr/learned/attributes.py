"""Read the attributes of tags in a few passes of NumPy over all of them: the reference for the compiled loop."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import compress

import numpy as np

from cetr.document import Bools, Ints, Names, unpack_name
from cetr.learned.hashes import Hashes
from cetr.learned.tagsources import TagSources
from cetr.learned.terms import Terms, split_values

# The look ahead and the common beginnings spare most of the time.
_ATTRIBUTE = re.compile(
    r"""[\s"'](?=[acdhirs])(class|i(?:d|temprop|temtype)|role|style|hidden|aria-hidden|data-(?:testid|component|role))"""
    r"""(?:\s*=\s*(?:"([^"\0]*)"|'([^'\0]*)'|([^\s>"'\0]+))|(?=[\s>/]))""",
    re.ASCII | re.IGNORECASE,
)
_PREFIX = {"class": ".", "id": "#", "style": "", "hidden": "", "aria-hidden": ""}
LONGEST_VALUE = 300
"""How many characters of a value are read."""


@dataclass(frozen=True)
class Attributes:
    """The attributes of d tags.

    The tags have t terms, in any order: ``owner`` (t,) is the number of the tag, ``hash`` (t,) stands for the term.
    ``style`` (d,) numbers the first two classes, 0 for none; ``hidden`` (d,) says which tags hide their element.
    """

    owner: Ints
    hash: Hashes
    style: Ints
    hidden: Bools


def gather_attributes(sources: TagSources, names: Names) -> Attributes:
    """Read the attributes of tags, given their sources and packed names."""
    terms, style, hidden = _read(sources, names)
    return Attributes(terms.owner, terms.hash, np.array(style, dtype=np.int64), np.array(hidden, dtype=np.bool_))


def find_terms(sources: TagSources, names: Names) -> Terms:
    """Find the terms of tags so that they can be spelled."""
    return _read(sources, names)[0]


def _read(sources: TagSources, names: Names) -> tuple[Terms, list[int], list[bool]]:
    found = list(map(_ATTRIBUTE.findall, sources.spell()))
    owner = np.repeat(np.arange(len(sources)), list(map(len, found))).tolist()
    attributes = [(name.lower(), double or single or bare) for tag in found for name, double, single, bare in tag]
    prefixes = [_PREFIX.get(name, "@") for name, _ in attributes]
    classes: list[tuple[str, ...]] = [()] * len(sources)
    hidden = [False] * len(sources)
    for number, prefix, (name, value) in zip(owner, prefixes, attributes, strict=True):
        if prefix == ".":
            classes[number] = tuple(value.split(None, 2)[:2])
        elif not prefix:
            hidden[number] |= hides(name, value)
    styles: dict[tuple[str, ...], int] = {(): 0}
    style = [styles.setdefault(pair, len(styles)) for pair in classes]
    owner = list(compress(owner, prefixes))
    values = [value[:LONGEST_VALUE] for _, value in compress(attributes, prefixes)]
    spelled = map(unpack_name, names.tolist())
    tags = [f"<{name} !hidden" if unseen else f"<{name}" for name, unseen in zip(spelled, hidden, strict=True)]
    return split_values(owner, "".join(prefixes), values, tags), style, hidden


def hides(name: str, value: str) -> bool:
    """Return whether an attribute (style, hidden or aria-hidden) hides its element."""
    if name == "style":
        value = value.replace(" ", "").lower()
        return "display:none" in value or "visibility:hidden" in value
    return name == "hidden" or value == "true"
