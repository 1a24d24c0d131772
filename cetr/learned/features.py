"""The features of a page's blocks as columns of one matrix: text, tags, place, page."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np
import numpy.typing as npt

from cetr.document import Bools, Floats, Ints, Kind, mark_names, number_name, resolve_references
from cetr.learned import characters as c
from cetr.learned.blocks import Blocks, find_running, hash_words, mark_headings
from cetr.learned.columns import Columns, Describe, join_descriptions, repeat_values
from cetr.learned.containers import MARKED
from cetr.learned.extents import Extents
from cetr.learned.hashes import Hashes, find_changes, group_same, sort_different
from cetr.learned.heads import Head
from cetr.learned.surroundings import survey_containers
from cetr.learned.tags import Tags

FARTHEST = 5000
"""The place of a block is measured in so many letters before and after it. Late on most pages come comments and
footers, but late in a long manual comes more of the manual.
"""


def _since(marked: Bools) -> npt.NDArray[np.int32]:
    """Count how many blocks ago the last marked one was; the number of blocks if there was none."""
    place = np.arange(len(marked), dtype=np.int32)
    last = np.maximum.accumulate(np.where(marked, place, -len(marked)))
    return np.minimum(place - last, len(marked)).astype(np.int32)


@dataclass(frozen=True)
class Shared:
    """How many of each block's words (n,) are in the title or description of the page, which has ``known`` words."""

    words: Ints
    known: int

    def share(self, part: slice = slice(None)) -> Floats:
        """Return them as a share of the known words, for some blocks; at most 2, as a block may repeat them."""
        share: Floats = np.minimum(self.words[part] / max(self.known, 1), 2)
        return share


def compare_head(blocks: Blocks, head: Head) -> tuple[Shared, Shared]:
    """Compare the words of each block with the page's title and its description."""
    title, description = (sort_different(hash_words(resolve_references(t))) for t in (head.title, head.description))
    return _count_shared(blocks, title), _count_shared(blocks, description)


def _count_shared(blocks: Blocks, known: Hashes) -> Shared:
    found = blocks.word_block[_find_words(blocks.word_hash, known)]
    return Shared(np.bincount(found, minlength=len(blocks)), len(known))


def survey_blocks(blocks: Blocks, tags: Tags, title: Shared, description: Shared, extents: Extents) -> Describe:
    """Survey a page of n > 0 blocks as a whole; the result computes the features of parts of them."""
    running, copies = find_running(blocks), _count_copies(blocks)
    is_heading = mark_headings(blocks)
    describe_containers, repeats = survey_containers(blocks, tags, extents, running, copies, is_heading)
    return partial(
        join_descriptions,
        (
            _survey_text(blocks, {"title": title, "description": description}, copies),
            _survey_tags(blocks, tags),
            _survey_place(blocks, running, is_heading, _find_title(blocks, title)),
            describe_containers,
            _survey_page(blocks, running, copies, repeats),
        ),
    )


def _find_title(blocks: Blocks, title: Shared) -> int | None:
    """Find the first block that shares many of its words with the page's title."""
    is_title = (title.words > 0.6 * blocks.words) & (title.share() > 0.4) & (blocks.words > 1)
    return _find_first(is_title)


def _find_first(marked: Bools) -> int | None:
    place = int(np.argmax(marked))
    return place if marked[place] else None


def _survey_text(blocks: Blocks, shared: Mapping[str, Shared], copies: Ints) -> Describe:
    def describe(part: slice) -> Columns:
        columns: dict[str, Floats] = {}
        width, words = blocks.width[part], blocks.words[part]
        counts = np.ascontiguousarray(blocks.counts[part].T, dtype=np.float64)
        wide, many = np.maximum(width, 1), np.maximum(words, 1)
        letters = np.maximum(counts[c.LOWER : c.IDEOGRAPH + 1].sum(axis=0), 1)
        columns["width"], columns["words"] = np.log1p(width), np.log1p(words)
        columns["word_length"] = np.minimum(width / many, 20)
        columns["link strong label time span em code"] = blocks.flagged[part].T
        columns["upper"], columns["digit"] = counts[c.UPPER] / letters, counts[c.DIGIT] / letters
        columns["ideograph"] = counts[c.IDEOGRAPH] / letters
        marks = counts[[c.STOP, c.COMMA]]
        columns["stops commas"] = np.log1p(marks)
        columns["stop_share comma_share"] = np.minimum(marks / wide * 50, 10)
        columns["money"] = np.minimum(counts[c.MONEY], 3)
        columns["separators"] = np.log1p(counts[c.SEPARATOR])
        columns["separator_share"] = np.minimum(counts[c.SEPARATOR] / letters, 3)
        columns["punctuation"] = np.log1p(counts[c.PUNCTUATION])
        first, last, code = blocks.edge[part].T
        for name, values in (
            ("ends_sentence", last == c.STOP),
            ("ends_comma", last == c.COMMA),
            ("ends_colon", (code == ord(":")) | (code == ord("："))),
            ("ends_question", (code == ord("?")) | (code == ord("？"))),
            ("begins_upper", first == c.UPPER),
            ("begins_digit", first == c.DIGIT),
            ("begins_separator", first == c.SEPARATOR),
        ):
            columns[name] = values.astype(np.float64)
        columns["texts"] = np.log1p(blocks.last[part] - blocks.first[part])
        for name, found in shared.items():
            columns[f"in_{name}"] = found.words[part] / many
            columns[f"of_{name}"] = found.share(part)
        columns["copies"] = np.log1p(copies[part] - 1)
        return columns

    return describe


def _find_words(words: Hashes, known: Hashes) -> Ints:
    """Find which of some words, given by their hashes, are among sorted known ones, as indices."""
    # A table of their last bits leaves few words to look up.
    bits = np.uint64(4095)
    table = np.zeros(4096, dtype=np.bool_)
    table[known & bits] = True
    likely = np.flatnonzero(table[words & bits])
    place = np.minimum(np.searchsorted(known, words[likely]), len(known) - 1)
    found: Ints = likely[known[place] == words[likely]]
    return found


def _count_copies(blocks: Blocks) -> Ints:
    """Count for each block how many blocks of the page have the same words."""
    mixed = blocks.word_hash * (blocks.word_hash >> np.uint64(7) | np.uint64(1))
    key = np.zeros(len(blocks), dtype=np.uint64)
    begins = np.flatnonzero(find_changes(blocks.word_block))
    key[blocks.word_block[begins]] = np.add.reduceat(mixed, begins)
    group, count = group_same(key)
    copies: Ints = count[group]
    return copies


_TAG_GROUPS = ("div", "p", "li", "td", "h1", "h2", "h3", "h4 h5 h6", "dt dd", "blockquote", "pre", "section",
               "article main", "th", "figcaption", "button", "span")  # fmt: skip
_AROUND = tuple(name for name in MARKED if name not in ("select", "option", "textarea", "title", "head"))
_TAG_COLUMNS = " ".join(f"tag_{group.split()[0]}" for group in _TAG_GROUPS)
_AROUND_COLUMNS = " ".join(f"inside_{name}" for name in _AROUND)


@lru_cache(maxsize=1)
def _tag_table() -> Floats:
    """Tabulate which numbers of names belong to each of the groups, (groups, 256)."""
    return np.stack([mark_names(*group.split()) for group in _TAG_GROUPS]).astype(np.float64)


def _survey_tags(blocks: Blocks, tags: Tags) -> Describe:
    containers, shifts = blocks.containers, np.array([[MARKED.index(name)] for name in _AROUND])

    def describe(part: slice) -> Columns:
        at = blocks.container[part]
        return {
            _TAG_COLUMNS: _tag_table().take(containers.number[at], axis=1),
            _AROUND_COLUMNS: (containers.marks[at] >> shifts & 1).astype(np.float64),
            "hidden": tags.hidden[at].astype(np.float64),
            "depth": np.minimum(containers.depth[at], 40).astype(np.float64),
        }

    return describe


_COUNTED = ("img", "br", "input select textarea")
_COUNTED_COLUMNS = " ".join(f"{names.split()[0]}_{side}" for names in _COUNTED for side in ("before", "after"))


@lru_cache(maxsize=1)
def _counted_table() -> Bools:
    return np.stack([mark_names(*names.split()) for names in _COUNTED])


def _survey_place(blocks: Blocks, running: Floats, is_heading: Bools, title: int | None) -> Describe:
    """Survey the place of blocks. ``is_heading`` marks containers; ``title`` is the block that is the page's title."""
    tokens, size = blocks.tokens, len(blocks)
    is_tag = tokens.kind - np.uint8(Kind.OPEN) <= Kind.CLOSE - Kind.OPEN
    counted = np.concatenate((is_tag[np.newaxis], _counted_table().take(blocks.tokens.number, axis=1)))
    before = np.cumsum(counted, axis=1, dtype=np.int32)
    since, at_last = before[:, blocks.first], before[:, blocks.last]
    inner = at_last[0] - since[0]
    since[:, 1:] -= at_last[:, :-1]
    until = np.concatenate((since[1:, 1:], before[1:, -1:] - at_last[1:, -1:]), axis=1)
    source = blocks.start - np.concatenate(([0], blocks.end[:-1]))
    all_width, width_to = max(blocks.width.sum(), 1), np.cumsum(blocks.width)
    total, so_far = max(running.sum(), 1), np.cumsum(running)
    since_running, until_running = _since(running > 0), _since(running[::-1] > 0)[::-1]
    heading = is_heading[blocks.container]
    since_heading = _since(heading)
    h1 = _find_first(mark_headings(blocks, 1)[blocks.container])

    def describe(part: slice) -> Columns:
        columns: dict[str, Floats] = {}
        gap, width, place = since[0, part], blocks.width[part], np.arange(part.start, part.stop)
        columns["gap"], columns["inner"] = np.log1p(gap), np.log1p(inner[part])
        columns["tag_ratio"] = np.log1p(width / (1 + gap + inner[part]))
        counts = np.log1p(np.stack((since[1:, part], until[:, part]), axis=1))
        columns[_COUNTED_COLUMNS] = counts.reshape(-1, len(place))
        columns["source_gap"] = np.log1p(source[part])
        columns["place"], columns["from_start"], columns["from_end"] = (
            place / size, np.log1p(place), np.log1p(size - 1 - place))  # fmt: skip
        columns["text_place"], _ = _share_near(width_to[part] - width, width, all_width)
        columns["running_before"], columns["running_after"] = _share_near(
            so_far[part] - running[part], running[part], total
        )
        columns["since_running"] = np.log1p(since_running[part])
        columns["until_running"] = np.log1p(until_running[part])
        columns["heading"] = heading[part].astype(np.float64)
        columns["since_heading"] = np.log1p(since_heading[part])
        for name, first in (("h1", h1), ("title", title)):
            away = place - first if first is not None else np.zeros(len(place))
            columns[f"after_{name}"] = np.sign(away) if first is not None else np.full(len(place), -2.0)
            columns[f"since_{name}"] = np.log1p(np.maximum(away, 0))
        return columns

    return describe


def _share_near(before: Floats, here: Floats, total: float) -> tuple[Floats, Floats]:
    """Return which shares of the text around blocks are before and after them, `FARTHEST` letters on each side at most.

    ``before`` and ``here`` (n,) are the letters before and in each of n blocks, ``total`` those of the page.
    """
    after, before = np.minimum(total - before - here, FARTHEST), np.minimum(before, FARTHEST)
    near = before + here + after
    return before / near, after / near


def _survey_page(blocks: Blocks, running: Floats, copies: Ints, repeats: float) -> Describe:
    containers, width, size = blocks.containers, blocks.width, len(blocks)
    total, all_running = max(float(width.sum()), 1.0), float(running.sum())
    marks, is_p = containers.marks[blocks.container], containers.number[blocks.container] == number_name("p")
    inside = {name: marks >> MARKED.index(name) & 1 for name in ("li", "table", "main", "article", "h1", "h2")}
    counts = blocks.counts[:, c.LOWER : c.IDEOGRAPH + 1].T
    letters = np.maximum(sum(counts), 1)
    elements = np.bincount(containers.number, minlength=256)
    tags = np.bincount(blocks.tokens.number, minlength=256)
    digits, money = (int(blocks.counts[:, kind].sum()) for kind in (c.DIGIT, c.MONEY))
    page = {
        "blocks": math.log1p(size), "width": math.log1p(total), "link": float(width @ blocks.flagged[:, 0]) / total,
        "widest": math.log1p(width.max()), "running": all_running / total, "all_running": math.log1p(all_running),
        "paragraphs": math.log1p(np.count_nonzero(is_p)), "paragraph_text": float(is_p @ width) / total,
        "items": float(inside["li"] @ width) / total, "tables": float(inside["table"] @ width) / total,
        "money": math.log1p(money), "ideographs": float((counts[-1] / letters).sum()) / size,
        "copies": np.count_nonzero(copies > 1) / size, "source": math.log1p(len(blocks.html)),
        "main": float(inside["main"].any()), "in_article": float(inside["article"].sum()) / size,
        "h1": float(inside["h1"].any()), "h2": math.log1p(inside["h2"].sum()),
        "repeats": repeats, "digits": digits / total,
        "articles": math.log1p(elements[number_name("article")]), "forms": math.log1p(elements[number_name("form")]),
        "times": math.log1p(tags[number_name("time")]), "images": math.log1p(tags[number_name("img")]),
    }  # fmt: skip
    names, values = " ".join(f"page_{name}" for name in page), tuple(page.values())
    return lambda part: {names: repeat_values(values, part.stop - part.start)}
