"""The tokens of a page that its content needs to be read as a tree."""

from __future__ import annotations

import numpy as np

from cetr.document import VOID_TAGS, Bools, Ints, Kind, Names, Spans, Tokens, mark_names, mark_readings, pack_name

CELLS = frozenset(map(pack_name, "td th".split()))
_VOID, _IS_VOID = frozenset(map(pack_name, VOID_TAGS)), mark_names(*VOID_TAGS)


def cut_content(tokens: Tokens, spans: Spans) -> tuple[Tokens, list[int]]:
    """Cut out the tags between the last text before and the first text after the content, and the texts in it.

    The start tags that are open there come first. Also return how many texts that part words were left out before
    each.
    """
    first = int(tokens.end.searchsorted(spans[0][0], side="right"))
    last = int(tokens.start.searchsorted(spans[-1][1], side="left"))
    is_text = tokens.kind == np.uint8(Kind.TEXT)
    texts = np.flatnonzero(is_text)
    solid = texts[np.maximum.reduceat(tokens.code, tokens.start)[texts] > 32] if len(texts) else texts
    before, after = int(solid.searchsorted(first)), int(solid.searchsorted(last))
    first = int(solid[before - 1]) + 1 if before else 0
    last = int(solid[after]) if after < len(solid) else len(tokens.start)
    edges = np.array(spans, dtype=np.int64)
    following = edges[:, 1].searchsorted(tokens.start[first:last], side="right")
    marked = np.append(edges[:, 0], tokens.end[-1])[following] < tokens.end[first:last]
    text_marked = marked & is_text[first:last]
    marked[_find_needed(tokens, first, last, edges)] = True
    chosen = first + np.flatnonzero(marked)
    parts_words = is_text[first:last] & ~mark_readings(tokens, slice(first, last))
    unread = np.cumsum(parts_words & ~text_marked)[chosen - first]
    opened = np.array(_find_open(tokens, first), dtype=np.int64)
    chosen = np.concatenate((opened, chosen))
    return tokens.select(chosen), [0] * len(opened) + unread.tolist()


def _find_needed(tokens: Tokens, first: int, last: int, edges: Ints) -> list[int]:
    """Find the tags between two tokens that matter although they are in no span, as indices from the first.

    Of elements that begin and end outside the spans, only the outermost tags, and cells, are needed.
    """
    starts = tokens.start[first:last]
    outside = edges.ravel().searchsorted(starts, side="right") % 2 == 0
    tags = np.flatnonzero(outside & (tokens.name[first:last] != 0))
    gaps = edges[:, 1].searchsorted(starts[tags], side="right")
    needed: list[int] = []
    opened: list[tuple[int, int]] = []
    last_gap = -1
    opens, names = tokens.kind[first:last][tags] == np.uint8(Kind.OPEN), tokens.name[first:last][tags]
    for i, is_open, name, gap in zip(tags.tolist(), opens.tolist(), names.tolist(), gaps.tolist(), strict=True):
        if gap != last_gap:
            needed += [place for _, place in opened]
            opened, last_gap = [], gap
        if name in _VOID or name in CELLS:
            needed.append(i)
        elif is_open:
            opened.append((name, i))
        elif opened and opened[-1][0] == name:
            _, place = opened.pop()
            if not opened:
                needed += [place, i]
        else:
            needed += [place for _, place in opened]
            opened = []
            needed.append(i)
    return needed + [place for _, place in opened]


def _find_open(tokens: Tokens, before: int) -> list[int]:
    """Find the start tags of the elements that are open before a token, outermost first.

    The search goes backwards: everything between an end tag and the start tag of its name is closed.
    """
    is_open = tokens.kind[:before] == np.uint8(Kind.OPEN)
    is_tag = is_open | (tokens.kind[:before] == np.uint8(Kind.CLOSE))
    tags = _drop_pairs(np.flatnonzero(is_tag & ~_IS_VOID[tokens.number[:before]]), is_open, tokens.name)
    closed: list[int] = []
    open_tags: list[int] = []
    tags = tags[::-1]
    for i, opens, name in zip(tags.tolist(), is_open[tags].tolist(), tokens.name[tags].tolist(), strict=True):
        if not opens:
            closed.append(name)
        elif not closed:
            open_tags.append(i)
        elif name == closed[-1]:
            closed.pop()
        elif name in closed[-8:]:
            while closed.pop() != name:
                pass
    return open_tags[::-1]


def _drop_pairs(tags: Ints, is_open: Bools, names: Names) -> Ints:
    """Remove start tags that are followed directly by their end tag, and these end tags, three times."""
    for _ in range(3):
        pairs = is_open[tags[:-1]] & ~is_open[tags[1:]] & (names[tags[:-1]] == names[tags[1:]])
        kept = np.ones(len(tags), dtype=np.bool_)
        kept[:-1] &= ~pairs
        kept[1:] &= ~pairs
        tags = tags[kept]
    return tags
