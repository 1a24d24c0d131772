"""The keys that a page takes from a person who knows the gold: `python -m benchmarks.review --oracle`.

Begins with `A` (the prediction), then goes to what is wrong by the cheapest of the keys that move (`j` `k` `}` `{`
`PgDn` `PgUp` `Ctrl+D` `Ctrl+U` `g` `G`, and `n` through what is in doubt), and mends it with the key that mends most: a
line (`Space`), a block (`b`), a stretch that the model doubts (`r`), all lines of a kind (`*`), a range (`v`, keys that
move, `Space`); then `a`. A line is right if at least half of its words are marked, or not, as in the gold. The same
functions decide as in the reviewer; to count keys takes no terminal. `benchmarks.typed` presses them in one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from annotate.review.model.doubt import Rated, doubt_marks, find_alike, find_doubted, rate_lines
from annotate.review.model.marks import LineMarks, mark_lines
from annotate.review.model.page import Page, build_page
from cetr.document import (
    Bools,
    Floats,
    Ints,
    Spans,
    find_unrendered,
    locate_words,
    mark_inside,
    mark_matched,
    split_words,
)

ROWS = 36
"""Lines of a document that are on the screen."""
MOST_KEYS = 400
REMAINING = 4
"""Keys that a stretch which is still wrong is expected to take; what is mended first follows from it."""


def count_keys(html: str, gold: str, prediction: Spans, rated: Rated) -> int:
    """The keys that a page takes, at most `MOST_KEYS`."""
    page = build_page(html)
    shown = np.flatnonzero(page.last > page.first)
    start = mark_lines(page, prediction)
    marked = 2 * start.count >= np.maximum(start.total, 1)
    wanted = find_wanted(page, gold, marked)
    rate, seen = rate_lines(page, rated), np.zeros(len(page), dtype=np.bool_)
    keys, row = 1, 0
    while (wrong := (marked != wanted)[shown]).any() and keys < MOST_KEYS:
        marks = LineMarks(np.where(marked, start.total, 0), start.total)
        steps = walk(row, page.block[shown])
        doubted = find_doubted(doubt_marks(rate, marks), marks, shown, seen)
        led = {int(np.searchsorted(shown, first)): n for n, (first, _) in enumerate(doubted, 1)}
        reach = np.array([min(int(step), led.get(r, MOST_KEYS)) for r, step in enumerate(steps)])
        best = choose_mend(page, shown, marked, wrong, reach, rate)
        keys += best.keys
        if led.get(best.row, MOST_KEYS) < steps[best.row]:
            for first, last in doubted[: led[best.row]]:
                seen[first:last] = True
        row = best.row
        lines = shown[best.rows]
        marked[lines], seen[lines] = ~marked[lines], True
    return min(keys + 1, MOST_KEYS)


def find_wanted(page: Page, gold: str, otherwise: Bools) -> Bools:
    """Which lines are gold, (n,); a line without a word of its own is as it is."""
    words = locate_words(page.html)
    line = np.searchsorted(page.start, words.start, side="right") - 1
    counted = (line >= 0) & ~mark_inside(words.start, find_unrendered(page.tokens))
    sizes = np.bincount(line[counted], minlength=len(page))
    shares = np.bincount(line[counted & mark_matched(words.words, split_words(gold))], minlength=len(page))
    return np.where(sizes > 0, 2 * shares >= sizes, otherwise)


def walk(row: int, blocks: Ints) -> Ints:
    """The keys that it takes from a row to each, (rows,); ``blocks`` are the numbers of the rows' blocks."""
    targets = list_moves(blocks)
    steps = np.full(len(blocks), MOST_KEYS)
    steps[row] = distance = 0
    there = np.array([row])
    while len(there):
        distance += 1
        reached = np.unique(targets[:, there])
        there = reached[steps[reached] > distance]
        steps[there] = distance
    return steps


MOVES = ("down", "up", "page-down", "page-up", "half-down", "half-up", "next-block", "previous-block", "first", "last")
"""The reviewer's names of the keys that move."""


def list_moves(blocks: Ints) -> Ints:
    """Where each of `MOVES` leads from each row, (moves, rows)."""
    count, page = len(blocks), ROWS - 1
    after, own = np.searchsorted(blocks, blocks, side="right"), np.searchsorted(blocks, blocks)
    rows = np.arange(count)
    before = np.where(own < rows, own, own[np.maximum(own - 1, 0)])
    half = round(page / 2)
    moves = (rows + 1, rows - 1, rows + page, rows - page, rows + half, rows - half, after, before)
    ends = np.zeros(count, dtype=np.int64), np.full(count, count - 1)
    targets: Ints = np.clip(np.stack((*moves, *ends)), 0, count - 1)
    return targets


def find_path(row: int, goal: int, blocks: Ints) -> list[str]:
    """The fewest of `MOVES` that lead from one row to another."""
    targets, steps = list_moves(blocks), walk(row, blocks)
    path: list[str] = []
    while goal != row:
        moves, rows = np.nonzero((targets == goal) & (steps == steps[goal] - 1))
        path.insert(0, MOVES[int(moves[0])])
        goal = int(rows[0])
    return path


@dataclass(frozen=True)
class Mend:
    """A key, by the reviewer's name of it, that turns over rows; ``keys`` are all that it takes to press it at its row.

    A range ends at its row.
    """

    key: str
    keys: int
    row: int
    rows: Sequence[int] | Ints

    def cost(self, wrong: Bools) -> tuple[int, int]:
        """The keys with those that are expected for what is wrong then."""
        left = wrong.copy()
        left[self.rows] = ~left[self.rows]
        return self.keys + REMAINING * int((np.diff(left.astype(np.int8), prepend=0) == 1).sum()), int(left.sum())


def choose_mend(page: Page, shown: Ints, marked: Bools, wrong: Bools, reach: Ints, rate: Floats) -> Mend:
    """What to do next; ``reach``, (rows,), are the keys that it takes to get to each row."""
    total = mark_lines(page, ()).total
    marks = LineMarks(np.where(marked, total, 0), total)
    return min(_list_mends(page, shown, marked, wrong, reach, marks, rate), key=lambda mend: mend.cost(wrong))


def _list_mends(
    page: Page, shown: Ints, marked: Bools, wrong: Bools, reach: Ints, marks: LineMarks, rate: Floats
) -> Iterator[Mend]:
    """What could be done next, each of which makes more right than wrong."""
    blocks, kinds, now = page.block[shown], page.kinds[shown], marked[shown]
    edges = np.flatnonzero(np.diff(np.concatenate(([0], wrong.astype(np.int8), [0])))).reshape(-1, 2)
    # Of many wrong stretches the nearest come first for a person, too.
    for first, last in sorted(edges.tolist(), key=lambda e: int(reach[e[0]]))[:12]:
        for row in {first, last - 1, int(first + np.argmin(reach[first:last]))}:
            inside = np.flatnonzero(blocks == blocks[row])
            candidates = {"toggle": np.array([row])}
            candidates["same-kind"] = np.flatnonzero((kinds == kinds[row]) & (now == now[row]))
            if (now[inside] == now[row]).all():
                candidates["block"] = inside
            candidates["turn-over"] = np.searchsorted(shown, find_alike(rate, marks, int(shown[row]), shown))
            for key, rows in candidates.items():
                if 2 * int(wrong[rows].sum()) > len(rows):
                    yield Mend(key, int(reach[row]) + 1, row, rows)
        if last - first > 1 and (now[first:last] == now[first]).all():
            through = int(walk(first, blocks)[last - 1])
            yield Mend("range", int(reach[first]) + 2 + through, last - 1, np.arange(first, last))
