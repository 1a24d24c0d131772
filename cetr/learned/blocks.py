"""The blocks of a page: stretches of text between block-level tags, with counts of their characters and words."""

from __future__ import annotations

import html as html_entities
import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TypeVar

import numpy as np

from cetr.compiled import IN_USE
from cetr.document import Bools, Floats, Ints, Kind, Numbers, Tokens, lex, mark_names, pack_name
from cetr.learned.characters import DIGIT, IDEOGRAPH, LOWER
from cetr.learned.containers import Containers, find_containers, is_break, mark_bits
from cetr.learned.hashes import Hashes, find_changes
from cetr.learned.texts import Counts

if IN_USE:
    from cetr.learned.measuring import measure_texts
else:
    from cetr.learned.texts import measure_texts

Summed = TypeVar("Summed", Floats, Counts)

IDEOGRAPH_WIDTH = 3.0
"""How many letters an ideograph or syllable counts for, so that lengths compare across scripts."""


@dataclass(frozen=True)
class Blocks:
    """The n blocks of a page in document order.

    ``start`` and ``end`` (n,) are offsets into the document from the first visible character to after the last, tags
    between included. ``counts`` (n, CLASSES) are the numbers of characters by class, ``width`` (n,) those of letters
    and digits with ideographs weighted, ``words`` (n,) those of words. ``flagged`` (n, len(FLAGS)) is the share of the
    width in each kind of inline element. ``first`` and ``last`` (n,) are the first and the last token of text,
    ``container`` (n,) is the innermost container, ``event`` (n,) the container tag before. ``word_block`` and
    ``word_hash`` (w,) are the block and the hash of each word of the page. ``edge`` (n, 3): class of the first and of
    the last character, code of the last.
    """

    html: str
    tokens: Tokens
    containers: Containers
    start: Ints
    end: Ints
    counts: Counts
    width: Floats
    words: Floats
    flagged: Floats
    first: Ints
    last: Ints
    container: Ints
    event: Ints
    word_block: Ints
    word_hash: Hashes
    edge: Counts

    def __len__(self) -> int:
        return len(self.start)


FLAGS = (("a",), ("b", "strong"), ("label",), ("time",), ("span", "font"), ("em", "i"), ("code",))
"""Inline elements whose share of a block's text is counted."""

SKIPPED = ("select", "option", "textarea", "title")
"""Containers whose text is in no block."""

_RUNNING_WIDTH, _MOST_LINKS = 60, 0.35
"""A block of running text has more than this width, and less than this share of links."""


def hash_words(text: str) -> Hashes:
    """Hash the words of a text, in order."""
    return measure_texts(text, np.array([len(text)])).word_hash


def find_inside(tokens: Tokens, at: Ints) -> Bools:
    """Mark the tokens inside each element of `FLAGS`, (len(FLAGS), n): those after which its last tag is an opening
    one.
    """
    numbers = _flag_numbers()[tokens.number]
    tags = np.flatnonzero(numbers)
    is_open = np.append(False, tokens.kind[tags] == np.uint8(Kind.OPEN))
    own = numbers[tags] == np.arange(1, len(FLAGS) + 1, dtype=np.uint8)[:, np.newaxis]
    # How many tags there are up to the last of each element's own.
    last = np.zeros((len(FLAGS), len(tags) + 1), dtype=np.int32)
    np.maximum.accumulate(own * np.arange(1, len(tags) + 1, dtype=np.int32), axis=1, out=last[:, 1:])
    found: Bools = is_open[last[:, tags.searchsorted(at)]]
    return found


@lru_cache(maxsize=1)
def _flag_numbers() -> Numbers:
    table = np.zeros(256, dtype=np.uint8)
    for flag, names in enumerate(FLAGS, start=1):
        table[mark_names(*names)] = flag
    return table


@dataclass(frozen=True)
class _Texts:
    """The m texts of a page that blocks may contain, neither blank nor in `SKIPPED` containers; all arrays (m,).

    ``token`` are their indices; ``container`` and ``event`` are as in `Blocks`. Texts of one ``group`` have no break
    between them. ``parted`` are those after which a word cannot continue.
    """

    token: Ints
    container: Ints
    event: Ints
    group: Ints
    parted: Bools


def _find_texts(tokens: Tokens, breaks: Bools, containers: Containers) -> _Texts:
    texts = tokens.texts
    event = np.searchsorted(containers.events, texts) - 1
    container = np.append(containers.current, 0)[event]
    skipped = sum(mark_bits()[pack_name(name)] for name in SKIPPED)
    kept = (containers.marks[container] & skipped) == 0
    texts, event, container = texts[kept], event[kept], container[kept]

    # Most texts are white space between two tags; it matters only in that it parts the words before and after.
    solid = np.flatnonzero(np.maximum.reduceat(tokens.code, tokens.start)[texts] > ord(" "))
    parted = np.append(solid[1:], len(texts))[: len(solid)] - solid > 1
    group = np.cumsum(breaks)[texts[solid]]
    parted[:-1] |= group[1:] != group[:-1]
    return _Texts(texts[solid], container[solid], event[solid], group, parted)


def find_blocks(html: str) -> Blocks:
    """Cut a page into blocks; a page without visible text has none."""
    tokens = lex(html)
    breaks = is_break(tokens)
    containers = find_containers(tokens, breaks)
    found = _find_texts(tokens, breaks, containers)
    texts = found.token
    start = tokens.start[texts]
    text = _join_texts(html, start, tokens.end[texts], found.parted)
    length = tokens.end[texts] - start + found.parted
    stop = np.cumsum(length)
    begin = stop - length
    measured = measure_texts(text, stop)
    visible, counts = measured.visible, measured.counts

    shown = texts[visible]
    first = np.flatnonzero(find_changes(found.group[visible]))
    last = np.append(first[1:], len(shown))[: len(first)] - 1
    width: Floats = counts[:, LOWER : DIGIT + 1].sum(axis=1) + IDEOGRAPH_WIDTH * counts[:, IDEOGRAPH]
    block_width = _sum_runs(width, first)
    flagged: Floats = np.add.reduceat(find_inside(tokens, shown) * width, first, axis=1)
    flagged /= np.maximum(block_width, 1)
    head_text, tail_text = visible[first], visible[last]
    word_block = np.repeat(np.arange(len(first)), last - first + 1)[measured.word_text]
    return Blocks(
        html=html,
        tokens=tokens,
        containers=containers,
        start=measured.head[first] + (start - begin)[head_text],
        end=measured.end[last] + (start - begin)[tail_text],
        counts=_sum_runs(counts, first),
        width=block_width,
        words=np.bincount(word_block, minlength=len(first)).astype(np.float64),
        flagged=flagged.T,
        first=shown[first],
        last=shown[last],
        container=found.container[head_text],
        event=found.event[head_text],
        word_block=word_block,
        word_hash=measured.word_hash,
        edge=np.column_stack((measured.edge[first, 0], measured.edge[last, 1:])),
    )


def find_running(blocks: Blocks) -> Floats:
    """Return the width of each block of running text, 0 for other blocks, (n,)."""
    return np.where((blocks.width > _RUNNING_WIDTH) & (blocks.flagged[:, 0] < _MOST_LINKS), blocks.width, 0.0)


def mark_headings(blocks: Blocks, levels: int = 4) -> Bools:
    """Mark the containers that are headings of these highest levels, or inside one, (n containers,)."""
    bits = sum(mark_bits()[pack_name(f"h{level}")] for level in range(1, levels + 1))
    marked: Bools = (blocks.containers.marks & bits) > 0
    return marked


def _sum_runs(values: Summed, first: Ints) -> Summed:
    return np.add.reduceat(values, first, axis=0, dtype=values.dtype)


_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,24});")


def _join_texts(html: str, start: Ints, end: Ints, parted: Bools) -> str:
    """Join stretches of a document, with a space after those that are ``parted`` (n,) from the next, and resolve
    entities. The length of each stretch stays the same: an entity becomes the character that it counts as, and U+0000
    for the rest.
    """
    texts = [html[a:b] for a, b in zip(start.tolist(), end.tolist(), strict=True)]
    texts = [_ENTITY.sub(_pad_entity, text) if "&" in text else text for text in texts]
    spaces = [" " if is_parted else "" for is_parted in parted.tolist()]
    return "".join(chain.from_iterable(zip(texts, spaces, strict=True)))


def _pad_entity(match: re.Match[str]) -> str:
    return _resolve(match[0])


@lru_cache(maxsize=4096)
def _resolve(entity: str) -> str:
    return (html_entities.unescape(entity) or "\ufffd")[0].ljust(len(entity), "\0")
