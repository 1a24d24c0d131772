"""Cut lines in a few passes of NumPy over what is kept of a document: the reference for the compiled loop."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cetr.document import Bools, Bytes, Ints, Kind, Tokens, find_true, mark_names

_TEXT, _COMMENT = np.uint8(Kind.TEXT), np.uint8(Kind.COMMENT)
IS_COUNTED = ~mark_names("script", "style")
"""A table by the number of a name, shape (256,): which tags count."""


def measure_lines(tokens: Tokens, wrap: int) -> tuple[Ints, Ints, Ints, Ints]:
    """Cut a document into the n lines of `Lines`: their starts, ends, text and tags, all (n,)."""
    kept = _take_kept(tokens)
    code = kept.read()
    breaks = find_true((code == 10) | (code == 13))
    starts = np.zeros(len(breaks), dtype=np.int64)
    starts[1:] = breaks[:-1] + 1
    # On some pages most lines are empty, and all that follows would take memory for each.
    not_empty = find_true(breaks > starts)
    starts, ends = starts[not_empty], breaks[not_empty]
    if wrap:
        starts, ends = _wrap(kept, code, starts, ends, wrap)
    solid = _is_solid(code)
    del code
    filled = find_true(np.logical_or.reduceat(solid, starts))
    text = _count_text(kept, solid, starts, ends, breaks)[filled]
    tag = kept.start[:-1][~kept.is_text]
    before = np.empty(len(starts) + 1, dtype=np.int64)
    before[:-1] = tag.searchsorted(starts)
    before[-1] = len(tag)
    tags = (before[1:] - before[:-1])[filled]
    starts, ends = starts[filled], ends[filled]
    return kept.locate(starts), kept.locate(ends - 1) + 1, text, tags


def count_text(tokens: Tokens) -> Ints:
    """Count the characters of each token that are text, shape (len(tokens.start),); 0 for markup and white space."""
    kept = _take_kept(tokens)
    text = find_true(kept.is_text)
    starts, ends, no_breaks = kept.start[text], kept.start[text + 1], np.zeros(0, dtype=np.int64)
    counts = np.zeros(len(tokens.start), dtype=np.int64)
    counts[kept.kept[text]] = _count_text(kept, _is_solid(kept.read()), starts, ends, no_breaks)
    return counts


def _is_solid(code: Bytes) -> Bools:
    """What is not white space."""
    solid: Bools = code > 32
    solid &= code != 0x85  # NEXT LINE
    solid &= code != 0xA0  # NO-BREAK SPACE
    return solid


def _count_text(kept: _Kept, solid: Bools, starts: Ints, ends: Ints, breaks: Ints) -> Ints:
    """Count the text of the stretches from each start to the next, shape (n,), each less what is blank at its ends.

    White space counts where it follows something solid; ``breaks`` never do. Writes over ``solid``, to save memory.
    """
    # Without the last line break, which is no part of the document.
    is_text = kept.is_text.repeat(kept.start[1:] - kept.start[:-1])
    blank_before, blank_after = ~solid[starts], is_text[ends - 1] & ~solid[ends - 1]
    counted = solid[:-1]
    counted[1:] |= counted[:-1]
    counted[breaks[:-1]] = False
    counted &= is_text
    del is_text
    blank_before &= counted[starts]
    # NumPy casts all that it sums: narrow numbers save memory.
    sizes = ends - starts
    narrow_sum = np.uint8 if sizes.max(initial=0) < 1 << 8 else np.uint16
    text = np.add.reduceat(counted.view(np.uint8), starts, dtype=narrow_sum).astype(np.int64)
    for i in find_true(sizes >= 1 << 16).tolist():
        text[i] = np.count_nonzero(counted[starts[i] : ends[i]])
    trimmed: Ints = np.maximum(text - blank_before - blank_after, 0)
    return trimmed


@dataclass(frozen=True)
class _Kept:
    """A document without its script, style and comments, and a line break at its end.

    ``start``, shape (m + 1,), are the places in it of its m tokens and of its end. ``is_text`` (m,) says which of them
    are text, and ``kept`` (m,) are their indices in the document. ``begin`` and ``source``, both of shape (r,), say
    where its r unbroken runs begin, in it and in the document, where they end at ``stop`` (r,).
    """

    tokens: Tokens
    start: Ints
    is_text: Bools
    kept: Ints
    begin: Ints
    source: Ints
    stop: Ints

    def read(self) -> Bytes:
        """The kept text and the line break as bytes that `narrow` makes."""
        code = self.tokens.code.data
        runs = [code[a:b] for a, b in zip(self.source.tolist(), self.stop.tolist(), strict=True)]
        return np.frombuffer(b"".join([*runs, b"\n"]), dtype=np.uint8)

    def locate(self, places: Ints) -> Ints:
        """The offsets in the document of sorted places in the kept text."""
        first = np.concatenate((places.searchsorted(self.begin), [len(places)]))
        located: Ints = places + (self.source - self.begin).repeat(first[1:] - first[:-1])
        return located


def _take_kept(tokens: Tokens) -> _Kept:
    """Take script, style and comments, and the tags of the first two, out of a document."""
    # With one more at either end, so that every run has a beginning and an end.
    padded = np.zeros(len(tokens.kind) + 2, dtype=np.bool_)
    keep = padded[1:-1]
    np.less(tokens.kind, _COMMENT, out=keep)
    keep &= IS_COUNTED[tokens.number]
    edges = find_true(padded[1:] != padded[:-1])
    source, stop = tokens.start[edges[::2]], tokens.end[edges[1::2] - 1]
    kept = find_true(keep)
    starts = np.zeros(len(kept) + 1, dtype=np.int64)
    (tokens.end[kept] - tokens.start[kept]).cumsum(out=starts[1:])
    sizes = stop - source
    return _Kept(tokens, starts, tokens.kind[kept] == _TEXT, kept, sizes.cumsum() - sizes, source, stop)


def _wrap(kept: _Kept, code: Bytes, starts: Ints, ends: Ints, wrap: int) -> tuple[Ints, Ints]:
    """Where lines start and end when those longer than twice ``wrap`` characters are cut."""
    long = ends - starts > 2 * wrap
    if not np.count_nonzero(long):
        return starts, ends
    cuts = _find_cuts(kept, code, starts[long], ends[long], wrap)
    # One merge of what is in order already.
    order = np.argsort(np.concatenate((starts, cuts)), kind="stable")
    first = find_true(order < len(starts))
    wrapped = np.empty(len(order), dtype=np.int64)
    wrapped[first] = starts
    wrapped[order >= len(starts)] = cuts
    wrapped_ends = np.empty(len(order), dtype=np.int64)
    wrapped_ends[:-1] = wrapped[1:]
    wrapped_ends[first[1:] - 1] = ends[:-1]
    wrapped_ends[-1] = ends[-1]
    return wrapped, wrapped_ends


def _find_cuts(kept: _Kept, code: Bytes, starts: Ints, ends: Ints, wrap: int) -> Ints:
    """Where to cut the lines from ``starts`` to ``ends`` into pieces of ``wrap`` characters."""
    counts = (ends - starts - 1) // wrap
    total = counts.cumsum()
    at = wrap * np.arange(1, int(total[-1]) + 1) + (starts - wrap * (total - counts)).repeat(counts)
    token = kept.start.searchsorted(at, side="right") - 1
    is_text = kept.is_text
    in_text = find_true(is_text[token])
    cuts = kept.start[token + 1]
    following = token[in_text] + 1
    behind = kept.start.take(following + ~is_text.take(following, mode="clip"), mode="clip")
    cuts[in_text] = _cut_text(code, at[in_text], cuts[in_text], behind, wrap // 3)
    cuts = cuts[cuts < ends.repeat(counts)]
    # A long tag stands at more than one place to cut.
    differ = np.ones(len(cuts), dtype=np.bool_)
    np.greater(cuts[1:], cuts[:-1], out=differ[1:])
    distinct: Ints = cuts[differ]
    return distinct


def _cut_text(code: Bytes, at: Ints, stop: Ints, behind: Ints, reach: int) -> Ints:
    """Where to cut texts that end at ``stop``: after the next space; where the text ends before, behind the tag there.

    Where neither is within ``reach`` characters, as it stands. A word shorter than that is split by nothing but a tag.
    """
    if not len(at):
        return at
    # What stands from each place on, one row for each; beyond the end are zeros.
    padded = np.concatenate((code, np.zeros(reach + 1, dtype=np.uint8)))
    following = np.ndarray((len(code), reach + 1), dtype=np.uint8, buffer=padded, strides=(1, 1))[at]
    space = at + (following == 32).argmax(axis=1)
    no_space = np.where(stop <= at + reach, behind, at)
    cuts: Ints = np.where((code[space] == 32) & (space < np.minimum(at + reach, stop)), space + 1, no_space)
    return cuts
