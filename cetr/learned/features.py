"""The features of a page's blocks as columns of one matrix: text, tags, place, containers, page."""

from __future__ import annotations

import html as html_entities
import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from cetr.document import Kind, pack_name
from cetr.learned import blocks as b
from cetr.learned.blocks import Blocks, Floats, hash_all_words
from cetr.learned.containers import MARKED, Ints, mark_bits
from cetr.learned.hashes import Hashes, find_changes, sort_different
from cetr.learned.names import mark_names, number_name
from cetr.learned.tags import Head, Tags

Matrix = npt.NDArray[np.float32]

LEVELS = 4
"""How many containers around a block are described; one that holds the same blocks as its child is passed over."""


@dataclass(frozen=True)
class Extents:
    """Which blocks each container holds: ``first : stop`` (n containers,).

    ``outer`` (n containers,) is the outermost container around each that holds the same blocks. ``levels``
    (LEVELS, n blocks) is the chain of containers around each block, innermost first, each with more blocks than the one
    before.
    """

    first: Ints
    stop: Ints
    outer: Ints
    levels: Ints


def find_extents(blocks: Blocks) -> Extents:
    """Where each container's blocks begin and stop, and the chain of growing containers around each block."""
    containers = blocks.containers
    first = np.searchsorted(blocks.event, containers.opened)
    stop = np.maximum(np.searchsorted(blocks.event, containers.closed), first)
    first[0], stop[0] = 0, len(blocks)
    outer = find_outer(containers.parent, stop - first)
    levels = [blocks.container]
    for _ in range(LEVELS - 1):
        levels.append(containers.parent[outer[levels[-1]]])
    return Extents(first, stop, outer, np.stack(levels))


def find_outer(parent: Ints, size: Ints) -> Ints:
    """The container around each, at most eight levels up, that is the outermost to hold no more blocks than it."""
    same = size[parent] == size
    same[0] = False
    outer = np.where(same, parent, np.arange(len(parent)))
    for _ in range(3):
        outer = outer[outer]
    return outer


def shift(values: Floats, steps: int) -> Floats:
    """The values (..., n) of the blocks ``steps`` before (after, if negative); 0 beyond the page."""
    moved = np.zeros_like(values)
    if abs(steps) < values.shape[-1]:
        if steps > 0:
            moved[..., steps:] = values[..., :-steps]
        else:
            moved[..., :steps] = values[..., -steps:]
    return moved


def average(values: Floats, radius: int) -> Floats:
    """The mean of values (..., n) over the blocks at most ``radius`` away."""
    size = values.shape[-1]
    # Sums up to each block, as from so far before the page to so far after it: windows are then differences of slices.
    sums = np.zeros((*values.shape[:-1], size + 2 * radius + 1))
    np.cumsum(values, axis=-1, out=sums[..., radius + 1 : radius + 1 + size])
    sums[..., radius + 1 + size :] = sums[..., radius + size : radius + size + 1]
    place = np.arange(size)
    count = np.minimum(place + radius + 1, size) - np.maximum(place - radius, 0)
    mean: Floats = (sums[..., 2 * radius + 1 :] - sums[..., :size]) / count
    return mean


def accumulate(values: Floats) -> Floats:
    """Sums of values (..., n) over the blocks before each and over all, (..., n + 1)."""
    sums = np.zeros((*values.shape[:-1], values.shape[-1] + 1))
    np.cumsum(values, axis=-1, out=sums[..., 1:])
    return sums


def _since(marked: npt.NDArray[np.bool_]) -> Floats:
    """How many blocks ago the last marked one was; the number of blocks where there was none."""
    place = np.arange(len(marked))
    last = np.maximum.accumulate(np.where(marked, place, -len(marked)))
    return np.minimum(place - last, len(marked)).astype(np.float64)


Columns = dict[str, Floats]
"""Features by name, each (n,); or, for speed, several as rows (k, n) by their k names with spaces between."""

_GOOD_WIDTH, _GOOD_LINKS = 60, 0.35
"""A block of running text is at least this wide and at most so much of it links."""


def measure_blocks(blocks: Blocks, tags: Tags, head: Head, extents: Extents) -> Columns:
    """The features of a page of n > 0 blocks. What depends on a page alone is repeated."""
    columns: Columns = {}
    running = _measure_text(blocks, head, columns)
    _measure_tags(blocks, tags, columns)
    _measure_place(blocks, running, columns)
    _measure_containers(blocks, tags, extents, running, columns)
    _measure_page(blocks, running, columns)
    return columns


def _measure_text(blocks: Blocks, head: Head, columns: Columns) -> Floats:
    width, words, counts = blocks.width, blocks.words, np.ascontiguousarray(blocks.counts.T)
    wide, many = np.maximum(width, 1), np.maximum(words, 1)
    letters = np.maximum(counts[b.LOWER : b.IDEOGRAPH + 1].sum(axis=0), 1)
    columns["width"], columns["words"] = np.log1p(width), np.log1p(words)
    columns["word_length"] = np.minimum(width / many, 20)
    columns["link strong label time span em code"] = blocks.flagged.T
    columns["upper"], columns["digit"] = counts[b.UPPER] / letters, counts[b.DIGIT] / letters
    columns["ideograph"] = counts[b.IDEOGRAPH] / letters
    marks = counts[[b.STOP, b.COMMA]]
    columns["stops commas"] = np.log1p(marks)
    columns["stop_share comma_share"] = np.minimum(marks / wide * 50, 10)
    columns["money"] = np.minimum(counts[b.MONEY], 3)
    columns["separators"] = np.log1p(counts[b.SEPARATOR])
    columns["separator_share"] = np.minimum(counts[b.SEPARATOR] / letters, 3)
    columns["punctuation"] = np.log1p(counts[b.PUNCTUATION])
    first, last, code = blocks.edge.T
    for name, values in (
        ("ends_sentence", last == b.STOP),
        ("ends_comma", last == b.COMMA),
        ("ends_colon", (code == ord(":")) | (code == ord("："))),
        ("ends_question", (code == ord("?")) | (code == ord("？"))),
        ("begins_upper", first == b.UPPER),
        ("begins_digit", first == b.DIGIT),
        ("begins_separator", first == b.SEPARATOR),
    ):
        columns[name] = values.astype(np.float64)
    columns["texts"] = np.log1p(blocks.last - blocks.first)
    for name, known in zip(("title", "description"), _hash_head(head), strict=True):
        shared = np.bincount(blocks.word_block[find_words(blocks.word_hash, known)], minlength=len(blocks))
        columns[f"in_{name}"] = shared / many
        columns[f"of_{name}"] = np.minimum(shared / max(len(known), 1), 2)
    columns["copies"] = np.log1p(_count_copies(blocks) - 1)
    return find_running(blocks)


def find_running(blocks: Blocks) -> Floats:
    """The width of the blocks of running text, 0 for the others, (n,)."""
    return np.where((blocks.width > _GOOD_WIDTH) & (blocks.flagged[:, 0] < _GOOD_LINKS), blocks.width, 0.0)


def _hash_head(head: Head) -> tuple[Hashes, Hashes]:
    """The hashes of the different words of title and description."""
    title, description = html_entities.unescape(head.title), html_entities.unescape(head.description)
    start, hashes = hash_all_words(f"{title}\n{description}")
    parts = np.searchsorted(start, len(title))
    return sort_different(hashes[:parts]), sort_different(hashes[parts:])


def find_words(words: Hashes, known: Hashes) -> Ints:
    """Which words, by their hashes, are among sorted known ones."""
    # A table of their last bits leaves few words to look up.
    bits = np.uint64(4095)
    table = np.zeros(4096, dtype=np.bool_)
    table[known & bits] = True
    likely = np.flatnonzero(table[words & bits])
    if not len(likely):
        return likely
    place = np.minimum(np.searchsorted(known, words[likely]), len(known) - 1)
    found: Ints = likely[known[place] == words[likely]]
    return found


def _count_copies(blocks: Blocks) -> Floats:
    """How many blocks of the page have the same words."""
    mixed = blocks.word_hash * (blocks.word_hash >> np.uint64(7) | np.uint64(1))
    key = np.zeros(len(blocks), dtype=np.uint64)
    if len(mixed):
        begins = np.flatnonzero(find_changes(blocks.word_block))
        key[blocks.word_block[begins]] = np.add.reduceat(mixed, begins)
    _, inverse, count = np.unique(key, return_inverse=True, return_counts=True)
    return count[inverse].astype(np.float64)


_TAG_GROUPS = ("div", "p", "li", "td", "h1", "h2", "h3", "h4 h5 h6", "dt dd", "blockquote", "pre", "section",
               "article main", "th", "figcaption", "button", "span")  # fmt: skip
_AROUND = tuple(name for name in MARKED if name not in ("select", "option", "textarea", "title", "head"))
_TAG_COLUMNS = " ".join(f"tag_{group.split()[0]}" for group in _TAG_GROUPS)
_AROUND_COLUMNS = " ".join(f"inside_{name}" for name in _AROUND)


@lru_cache(maxsize=1)
def _tag_table() -> Floats:
    """Which numbers of names belong to each of the groups, (groups, 256)."""
    return np.stack([mark_names(*group.split()) for group in _TAG_GROUPS]).astype(np.float64)


def _measure_tags(blocks: Blocks, tags: Tags, columns: Columns) -> None:
    containers = blocks.containers
    columns[_TAG_COLUMNS] = _tag_table().take(containers.number[blocks.container], axis=1)
    shifts = np.array([[MARKED.index(name)] for name in _AROUND])
    columns[_AROUND_COLUMNS] = (containers.marks[blocks.container] >> shifts & 1).astype(np.float64)
    columns["hidden"] = tags.hidden[blocks.container].astype(np.float64)
    columns["depth"] = np.minimum(containers.depth[blocks.container], 40).astype(np.float64)


_COUNTED = ("img", "br", "input select textarea")
_COUNTED_COLUMNS = " ".join(f"{names.split()[0]}_{side}" for names in _COUNTED for side in ("before", "after"))


@lru_cache(maxsize=1)
def _counted_table() -> npt.NDArray[np.bool_]:
    return np.stack([mark_names(*names.split()) for names in _COUNTED])


def _measure_place(blocks: Blocks, running: Floats, columns: Columns) -> None:
    tokens, size = blocks.tokens, len(blocks)
    is_tag = tokens.kind - np.uint8(Kind.OPEN) <= Kind.CLOSE - Kind.OPEN
    counted = np.concatenate((is_tag[np.newaxis], _counted_table().take(blocks.names, axis=1)))
    before = np.cumsum(counted, axis=1, dtype=np.int32)
    at_first, at_last = before[:, blocks.first], before[:, blocks.last]
    since, inner = at_first.copy(), at_last[0] - at_first[0]
    since[:, 1:] -= at_last[:, :-1]
    gap = since[0]
    columns["gap"], columns["inner"] = np.log1p(gap), np.log1p(inner)
    columns["tag_ratio"] = np.log1p(blocks.width / (1 + gap + inner))
    until = np.concatenate((since[:, 1:], before[:, -1:] - at_last[:, -1:]), axis=1)
    columns[_COUNTED_COLUMNS] = np.log1p(np.stack((since[1:], until[1:]), axis=1)).reshape(-1, size)
    source = blocks.start - np.concatenate(([0], blocks.end[:-1]))
    columns["source_gap"] = np.log1p(np.maximum(source, 0))
    place = np.arange(size)
    columns["place"], columns["from_start"], columns["from_end"] = (
        place / size, np.log1p(place), np.log1p(size - 1 - place))  # fmt: skip
    columns["text_place"] = (np.cumsum(blocks.width) - blocks.width) / max(blocks.width.sum(), 1)
    total, so_far = max(running.sum(), 1), np.cumsum(running)
    columns["running_before"] = (so_far - running) / total
    columns["running_after"] = 1 - so_far / total
    columns["since_running"] = np.log1p(_since(running > 0))
    columns["until_running"] = np.log1p(_since(running[::-1] > 0)[::-1])
    marks = blocks.containers.marks[blocks.container]
    bits = [mark_bits()[pack_name(level)] for level in ("h1", "h2", "h3", "h4")]
    heading = (marks & sum(bits)) > 0
    columns["heading"] = heading.astype(np.float64)
    columns["since_heading"] = np.log1p(_since(heading))
    _since_first(columns, "h1", (marks & bits[0]) > 0)
    titles = (columns["in_title"] > 0.6) & (columns["of_title"] > 0.4) & (blocks.words > 1)
    _since_first(columns, "title", titles)


def _since_first(columns: Columns, name: str, marked: npt.NDArray[np.bool_]) -> None:
    place = np.arange(len(marked))
    found = np.flatnonzero(marked)
    away = place - found[0] if len(found) else np.zeros(len(marked))
    columns[f"after_{name}"] = np.sign(away) if len(found) else np.full(len(marked), -2.0)
    columns[f"since_{name}"] = np.log1p(np.maximum(away, 0))


_CONTAINER_COLUMNS = " ".join(
    f"{name}_{level}"
    for name in ("width", "share", "link", "blocks", "running", "running_share", "mean", "repeats", "alike", "group",
                 "group_link", "children", "stops", "commas", "digits", "copies", "paragraphs", "linked", "money",
                 "headings")
    for level in range(LEVELS)
)  # fmt: skip
_REPEATS = _CONTAINER_COLUMNS.split().index("repeats_2")
_CONTAINER_PLACES = " ".join(f"place_{level}" for level in range(LEVELS))


def _measure_containers(blocks: Blocks, tags: Tags, extents: Extents, running: Floats, columns: Columns) -> None:
    """Describe each container that holds blocks, then give every block the descriptions of those around it."""
    width, links, counts = blocks.width, blocks.flagged[:, 0], blocks.counts
    is_p = blocks.containers.number[blocks.container] == number_name("p")
    values = np.stack(
        (width, width * links, running, counts[:, b.STOP], counts[:, b.COMMA], counts[:, b.DIGIT], counts[:, b.MONEY],
         columns["copies"] > 0, is_p * width, links > 0.6, columns["heading"]))  # fmt: skip
    sums = accumulate(values)
    filled = extents.stop > extents.first
    holders = np.flatnonzero(filled)
    first, stop = extents.first[holders], extents.stop[holders]
    inside = sums.take(stop, axis=1) - sums.take(first, axis=1)
    rank = np.cumsum(filled) - 1
    siblings = _count_siblings(blocks, tags, holders, rank[extents.outer[holders]], inside)
    repeats, alike, group_width, group_links = siblings
    children = np.bincount(rank[blocks.containers.parent[holders[1:]]], minlength=len(holders))
    text, link, run, stops, commas, digits, money, copies, paragraphs, linked, headings = inside
    wide, count = np.maximum(text, 1), stop - first
    total = max(width.sum(), 1)
    described = np.stack((
        np.log1p(text), text / total, link / wide, np.log1p(count), run / max(running.sum(), 1), run / wide,
        np.log1p(text / count), np.log1p(repeats), np.log1p(alike), group_width / total, group_links,
        np.log1p(children), np.minimum(stops / wide * 50, 10), np.minimum(commas / wide * 50, 10), digits / wide,
        copies / count, paragraphs / wide, linked / count, np.minimum(money / count, 3), headings / count,
    ))  # fmt: skip
    levels = rank[extents.levels]
    columns[_CONTAINER_COLUMNS] = described.take(levels.ravel(), axis=1).reshape(-1, len(blocks))
    columns[_CONTAINER_PLACES] = (np.arange(len(blocks)) - first[levels]) / count[levels]


def _count_siblings(
    blocks: Blocks, tags: Tags, holders: Ints, outer: Ints, inside: Floats
) -> tuple[Ints, Ints, Floats, Floats]:
    """How the containers that hold blocks repeat, each (h,); ``outer`` (h,) and ``inside`` (k, h) are of them alone.

    The number of siblings with the same tag and class, the number of such containers in the page, the siblings' width
    and share of links.
    """
    containers = blocks.containers
    kind = containers.name[holders].astype(np.int64) * 31 + tags.style[holders] * 1_000_003
    kind[0] = -1  # the page itself
    _, group, count = np.unique(kind, return_inverse=True, return_counts=True)
    alike: Ints = count[group]
    key = group * len(containers.parent) + containers.parent[holders]
    _, group, count = np.unique(key, return_inverse=True, return_counts=True)
    repeats: Ints = count[group]
    most = np.ones(len(holders), dtype=np.int64)
    np.maximum.at(most, outer, repeats)
    width, links = (np.bincount(group, weights=values).astype(np.float64)[group] for values in inside[:2])
    np.maximum(repeats, most[outer], out=repeats)
    return repeats, alike, width, links / np.maximum(width, 1)


def _measure_page(blocks: Blocks, running: Floats, columns: Columns) -> None:
    containers, width, size = blocks.containers, blocks.width, len(blocks)
    total, all_running = max(float(width.sum()), 1.0), float(running.sum())
    paragraph = columns[_TAG_COLUMNS][_TAG_GROUPS.index("p")]
    around = columns[_AROUND_COLUMNS]
    inside = dict(zip(_AROUND, around.sum(axis=1).tolist(), strict=True))
    width_in = dict(zip(_AROUND, (around @ width).tolist(), strict=True))
    repeats = columns[_CONTAINER_COLUMNS][_REPEATS]
    elements = np.bincount(containers.number, minlength=256)
    tags = np.bincount(blocks.names, minlength=256)
    digits, money = blocks.counts[:, [b.DIGIT, b.MONEY]].sum(axis=0).tolist()
    page = {
        "blocks": math.log1p(size), "width": math.log1p(total), "link": float(width @ blocks.flagged[:, 0]) / total,
        "widest": math.log1p(width.max()), "running": all_running / total, "all_running": math.log1p(all_running),
        "paragraphs": math.log1p(paragraph.sum()), "paragraph_text": float(paragraph @ width) / total,
        "items": width_in["li"] / total, "tables": width_in["table"] / total, "money": math.log1p(money),
        "ideographs": float(columns["ideograph"].sum()) / size,
        "copies": np.count_nonzero(columns["copies"]) / size, "source": math.log1p(len(blocks.html)),
        "main": float(inside["main"] > 0), "in_article": inside["article"] / size,
        "h1": float(inside["h1"] > 0), "h2": math.log1p(inside["h2"]),
        "repeats": float(repeats.max()), "digits": digits / total,
        "articles": math.log1p(elements[number_name("article")]), "forms": math.log1p(elements[number_name("form")]),
        "times": math.log1p(tags[number_name("time")]), "images": math.log1p(tags[number_name("img")]),
    }  # fmt: skip
    columns[" ".join(f"page_{name}" for name in page)] = repeat_values(page.values(), size)


def repeat_values(values: Iterable[float], size: int) -> Floats:
    """Rows (k, size) of one value each."""
    return np.repeat(np.array([*values])[:, np.newaxis], size, axis=1)
