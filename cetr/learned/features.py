"""The features of a page's blocks as columns of one matrix: text, tags, place, containers, neighbours, page."""

from __future__ import annotations

import html as html_entities
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cetr.document import Kind, pack_name
from cetr.learned import blocks as b
from cetr.learned.blocks import Blocks, Floats, hash_text
from cetr.learned.containers import MARKED, Ints, mark_bits
from cetr.learned.tags import Head, Tags

Matrix = npt.NDArray[np.float32]

LEVELS = 6
"""How many containers around a block are described; one that holds the same blocks as its child is passed over."""


@dataclass(frozen=True)
class Extents:
    """Which blocks each container holds: ``first : stop`` (n containers,), and sums over them (n containers, k).

    ``levels`` (LEVELS, n blocks) is the chain of containers around each block, innermost first, each with more blocks
    than the one before.
    """

    first: Ints
    stop: Ints
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
    return Extents(first, stop, np.stack(levels))


def find_outer(parent: Ints, size: Ints) -> Ints:
    """The outermost container around each that holds no more blocks than it."""
    outer = np.arange(len(parent))
    for _ in range(8):
        above = parent[outer]
        same = (size[above] == size[outer]) & (outer > 0)
        if not same.any():
            break
        outer = np.where(same, above, outer)
    return outer


def shift(values: Floats, steps: int) -> Floats:
    """The values of the blocks ``steps`` before (after, if negative); 0 beyond the page."""
    moved = np.zeros_like(values)
    if abs(steps) < len(values):
        if steps > 0:
            moved[steps:] = values[:-steps]
        else:
            moved[:steps] = values[-steps:]
    return moved


def average(values: Floats, radius: int) -> Floats:
    """The mean over the blocks at most ``radius`` away."""
    sums = np.concatenate(([0.0], np.cumsum(values)))
    place = np.arange(len(values))
    low, high = np.maximum(place - radius, 0), np.minimum(place + radius + 1, len(values))
    mean: Floats = (sums[high] - sums[low]) / (high - low)
    return mean


def _since(marked: npt.NDArray[np.bool_]) -> Floats:
    """How many blocks ago the last marked one was; the number of blocks where there was none."""
    place = np.arange(len(marked))
    last = np.maximum.accumulate(np.where(marked, place, -len(marked)))
    return np.minimum(place - last, len(marked)).astype(np.float64)


_TAG_GROUPS = ("div", "p", "li", "td", "h1", "h2", "h3", "h4 h5 h6", "dt dd", "blockquote", "pre", "section",
               "article main", "th", "figcaption", "button", "span")  # fmt: skip
_COUNTED = ("img", "br", "input select textarea")
_GOOD_WIDTH, _GOOD_LINKS = 60, 0.35
"""A block of running text is at least this wide and at most so much of it links."""


def measure_blocks(blocks: Blocks, tags: Tags, head: Head, extents: Extents) -> dict[str, Floats]:
    """The features, by name; each (n,) for a page of n > 0 blocks. What depends on a page alone is repeated."""
    columns: dict[str, Floats] = {}
    running = _measure_text(blocks, head, columns)
    _measure_tags(blocks, tags, columns)
    _measure_place(blocks, running, columns)
    _measure_containers(blocks, tags, extents, running, columns)
    _measure_neighbours(blocks, running, columns)
    _measure_page(blocks, tags, running, columns)
    return columns


def _measure_text(blocks: Blocks, head: Head, columns: dict[str, Floats]) -> Floats:
    width, words, counts = blocks.width, blocks.words, blocks.counts
    wide, many = np.maximum(width, 1), np.maximum(words, 1)
    letters = np.maximum(counts[:, b.LOWER : b.IDEOGRAPH + 1].sum(axis=1), 1)
    links = blocks.flagged[:, 0]
    columns["width"], columns["words"] = np.log1p(width), np.log1p(words)
    columns["word_length"] = np.minimum(width / many, 20)
    for i, name in enumerate(("link", "strong", "label", "time", "span", "em", "code")):
        columns[name] = blocks.flagged[:, i]
    columns["upper"], columns["digit"] = counts[:, b.UPPER] / letters, counts[:, b.DIGIT] / letters
    columns["ideograph"] = counts[:, b.IDEOGRAPH] / letters
    columns["stops"], columns["commas"] = np.log1p(counts[:, b.STOP]), np.log1p(counts[:, b.COMMA])
    columns["stop_share"] = np.minimum(counts[:, b.STOP] / wide * 50, 10)
    columns["comma_share"] = np.minimum(counts[:, b.COMMA] / wide * 50, 10)
    columns["money"] = np.minimum(counts[:, b.MONEY], 3)
    columns["separators"] = np.log1p(counts[:, b.SEPARATOR])
    columns["separator_share"] = np.minimum(counts[:, b.SEPARATOR] / letters, 3)
    columns["punctuation"] = np.log1p(counts[:, b.PUNCTUATION])
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
    for name, text in (("title", head.title), ("description", head.description)):
        known = hash_text(html_entities.unescape(text)) if text else np.zeros(0, dtype=np.uint64)
        shared = np.bincount(blocks.word_block, weights=np.isin(blocks.word_hash, known), minlength=len(blocks))
        columns[f"in_{name}"] = shared / many
        columns[f"of_{name}"] = np.minimum(shared / max(len(known), 1), 2)
    columns["copies"] = np.log1p(_count_copies(blocks) - 1)
    good = (width > _GOOD_WIDTH) & (links < _GOOD_LINKS)
    return np.where(good, width, 0.0)


def _count_copies(blocks: Blocks) -> Floats:
    """How many blocks of the page have the same words."""
    mixed = blocks.word_hash * (blocks.word_hash >> np.uint64(7) | np.uint64(1))
    begins = np.searchsorted(blocks.word_block, np.arange(len(blocks)))
    has_words = blocks.words > 0
    key = np.zeros(len(blocks), dtype=np.uint64)
    if has_words.any():
        key[has_words] = np.add.reduceat(mixed, begins[has_words])
    _, inverse, count = np.unique(key, return_inverse=True, return_counts=True)
    return count[inverse].astype(np.float64)


def _measure_tags(blocks: Blocks, tags: Tags, columns: dict[str, Floats]) -> None:
    containers = blocks.containers
    name, marks = containers.name[blocks.container], containers.marks[blocks.container]
    for group in _TAG_GROUPS:
        packed = [pack_name(n) for n in group.split()]
        found = name == packed[0]
        for other in packed[1:]:
            found |= name == other
        columns[f"tag_{group.split()[0]}"] = found.astype(np.float64)
    for i, mark in enumerate(MARKED):
        if mark not in ("select", "option", "textarea", "title", "head"):
            columns[f"inside_{mark}"] = (marks >> i & 1).astype(np.float64)
    columns["hidden"] = tags.hidden[blocks.container].astype(np.float64)
    columns["depth"] = np.minimum(containers.depth[blocks.container], 40).astype(np.float64)


def _measure_place(blocks: Blocks, running: Floats, columns: dict[str, Floats]) -> None:
    tokens, size = blocks.tokens, len(blocks)
    is_tag = (tokens.kind == Kind.OPEN) | (tokens.kind == Kind.CLOSE)
    before = np.concatenate(([0], np.cumsum(is_tag)))
    gap = before[blocks.first] - np.concatenate(([0], before[blocks.last[:-1]]))
    inner = before[blocks.last] - before[blocks.first]
    columns["gap"], columns["inner"] = np.log1p(gap), np.log1p(inner)
    columns["tag_ratio"] = np.log1p(blocks.width / (1 + gap + inner))
    for names in _COUNTED:
        found = np.zeros(len(tokens.kind), dtype=np.bool_)
        for one in names.split():
            found |= tokens.name == pack_name(one)
        before = np.concatenate(([0], np.cumsum(found & is_tag)))
        since = before[blocks.first] - np.concatenate(([0], before[blocks.last[:-1]]))
        columns[f"{names.split()[0]}_before"] = np.log1p(since)
        columns[f"{names.split()[0]}_after"] = np.log1p(np.append(since[1:], before[-1] - before[blocks.last[-1]]))
    source = blocks.start - np.concatenate(([0], blocks.end[:-1]))
    columns["source_gap"] = np.log1p(np.maximum(source, 0))
    place = np.arange(size)
    columns["place"], columns["from_start"], columns["from_end"] = (
        place / size, np.log1p(place), np.log1p(size - 1 - place))  # fmt: skip
    columns["text_place"] = (np.cumsum(blocks.width) - blocks.width) / max(blocks.width.sum(), 1)
    total = max(running.sum(), 1)
    columns["running_before"] = (np.cumsum(running) - running) / total
    columns["running_after"] = 1 - np.cumsum(running) / total
    columns["since_running"] = np.log1p(_since(running > 0))
    columns["until_running"] = np.log1p(_since(running[::-1] > 0)[::-1])
    marks = blocks.containers.marks[blocks.container]
    heading = np.zeros(size, dtype=np.bool_)
    for level in ("h1", "h2", "h3", "h4"):
        heading |= (marks & mark_bits()[pack_name(level)]) > 0
    columns["heading"] = heading.astype(np.float64)
    columns["since_heading"] = np.log1p(_since(heading))
    _since_first(columns, "h1", (marks & mark_bits()[pack_name("h1")]) > 0)
    titles = (columns["in_title"] > 0.6) & (columns["of_title"] > 0.4) & (blocks.words > 1)
    _since_first(columns, "title", titles)


def _since_first(columns: dict[str, Floats], name: str, marked: npt.NDArray[np.bool_]) -> None:
    place = np.arange(len(marked))
    found = np.flatnonzero(marked)
    away = place - found[0] if len(found) else np.zeros(len(marked))
    columns[f"after_{name}"] = np.sign(away) if len(found) else np.full(len(marked), -2.0)
    columns[f"since_{name}"] = np.log1p(np.maximum(away, 0))


def _measure_containers(
    blocks: Blocks, tags: Tags, extents: Extents, running: Floats, columns: dict[str, Floats]
) -> None:
    width, links, counts = blocks.width, blocks.flagged[:, 0], blocks.counts
    is_p = blocks.containers.name[blocks.container] == pack_name("p")
    linked, copied = links > 0.6, columns["copies"] > 0
    values = np.stack(
        (width, width * links, running, counts[:, b.STOP], counts[:, b.COMMA], counts[:, b.DIGIT], counts[:, b.MONEY],
         copied, is_p * width, linked, columns["heading"], blocks.words), axis=1)  # fmt: skip
    sums = np.concatenate((np.zeros((1, values.shape[1])), np.cumsum(values, axis=0)))
    inside = sums[extents.stop] - sums[extents.first]
    size = (extents.stop - extents.first).astype(np.float64)
    repeats, alike, group_width, group_links, children = _count_siblings(blocks, tags, size, inside)
    total, all_running = max(width.sum(), 1), max(running.sum(), 1)
    levels = extents.levels
    text, link, run, stops, commas, digits, money, copies, paragraphs, linked_blocks, headings, _ = inside[levels].T
    text, link, run, stops, commas, digits, money, copies, paragraphs, linked_blocks, headings = (
        column.T for column in (text, link, run, stops, commas, digits, money, copies, paragraphs, linked_blocks,
                                headings))  # fmt: skip
    wide, count = np.maximum(text, 1), np.maximum(size[levels], 1)
    described = {
        "width": np.log1p(text), "share": text / total, "link": link / wide, "blocks": np.log1p(count),
        "running": run / all_running, "running_share": run / wide, "mean": np.log1p(text / count),
        "repeats": np.log1p(repeats[levels]), "alike": np.log1p(alike[levels]), "group": group_width[levels] / total,
        "group_link": group_links[levels], "children": np.log1p(children[levels]),
        "stops": np.minimum(stops / wide * 50, 10), "commas": np.minimum(commas / wide * 50, 10),
        "digits": digits / wide, "copies": copies / count, "paragraphs": paragraphs / wide,
        "linked": linked_blocks / count, "money": np.minimum(money / count, 3), "headings": headings / count,
        "place": (np.arange(len(blocks)) - extents.first[levels]) / count,
    }  # fmt: skip
    for name, value in described.items():
        for level in range(LEVELS):
            columns[f"{name}_{level}"] = value[level]


def _count_siblings(
    blocks: Blocks, tags: Tags, size: Floats, inside: Floats
) -> tuple[Floats, Floats, Floats, Floats, Floats]:
    """How containers repeat, each (n containers,).

    The number of siblings with the same tag and class, the number of such containers in the page, the siblings' width
    and share of links, and the number of children that hold text.
    """
    containers = blocks.containers
    kind = containers.name.astype(np.int64) * 31 + tags.style * 1_000_003
    filled = size > 0
    kind[~filled] = -np.arange(len(kind))[~filled] - 1
    key = kind * 1_000_000_007 + containers.parent
    _, group, count = np.unique(key, return_inverse=True, return_counts=True)
    repeats: Floats = count[group].astype(np.float64)
    outer = find_outer(containers.parent, size.astype(np.int64))
    np.maximum.at(most := np.ones(len(outer)), outer, repeats)
    width: Floats = np.bincount(group, weights=inside[:, 0]).astype(np.float64)[group]
    links: Floats = np.bincount(group, weights=inside[:, 1]).astype(np.float64)[group]
    _, group, count = np.unique(kind, return_inverse=True, return_counts=True)
    alike = count[group].astype(np.float64)
    children = np.bincount(containers.parent[1:][filled[1:]], minlength=len(kind)).astype(np.float64)
    return np.maximum(repeats, most[outer]), alike, width, links / np.maximum(width, 1), children


def _measure_neighbours(blocks: Blocks, running: Floats, columns: dict[str, Floats]) -> None:
    for name in ("width", "link", "ends_sentence", "heading", "gap", "digit"):
        for steps in (1, 2, -1, -2):
            columns[f"{name}@{steps}"] = shift(columns[name], steps)
    for radius in (2, 5, 12):
        width = np.maximum(average(blocks.width, radius), 1e-6)
        columns[f"width~{radius}"] = np.log1p(width)
        columns[f"link~{radius}"] = average(blocks.width * blocks.flagged[:, 0], radius) / width
        columns[f"running~{radius}"] = average(running, radius) / width
        columns[f"heading~{radius}"] = average(columns["heading"], radius)
        columns[f"tag_ratio~{radius}"] = average(columns["tag_ratio"], radius)


def _measure_page(blocks: Blocks, tags: Tags, running: Floats, columns: dict[str, Floats]) -> None:
    containers, width = blocks.containers, blocks.width
    total = max(width.sum(), 1)
    names, tokens = containers.name, blocks.tokens
    page = {
        "blocks": np.log1p(len(blocks)), "width": np.log1p(total), "link": (width * blocks.flagged[:, 0]).sum() / total,
        "widest": np.log1p(width.max()), "running": running.sum() / total, "all_running": np.log1p(running.sum()),
        "paragraphs": np.log1p(columns["tag_p"].sum()), "paragraph_text": (columns["tag_p"] * width).sum() / total,
        "items": (columns["inside_li"] * width).sum() / total,
        "tables": (columns["inside_table"] * width).sum() / total,
        "money": np.log1p(blocks.counts[:, b.MONEY].sum()), "ideographs": columns["ideograph"].mean(),
        "copies": (columns["copies"] > 0).mean(), "source": np.log1p(len(blocks.html)),
        "main": columns["inside_main"].max(), "in_article": columns["inside_article"].mean(),
        "h1": columns["inside_h1"].sum() > 0, "h2": np.log1p(columns["inside_h2"].sum()),
        "repeats": columns["repeats_2"].max(), "digits": blocks.counts[:, b.DIGIT].sum() / total,
        "articles": np.log1p((names == pack_name("article")).sum()),
        "forms": np.log1p((names == pack_name("form")).sum()),
        "times": np.log1p((tokens.name == pack_name("time")).sum()),
        "images": np.log1p((tokens.name == pack_name("img")).sum()),
    }  # fmt: skip
    for name, value in page.items():
        columns[f"page_{name}"] = np.full(len(blocks), float(value))
