"""The evidence about three blocks of a page, and what it weighs, worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

import numpy as np
import pytest

from cetr.document import Floats
from cetr.learned import Labels
from cetr.learned.templates import KINDS, MIDDLE, NEAR
from cetr.site import (
    GOLD,
    RENAMED,
    SITE,
    Evidence,
    Memory,
    Nesting,
    Signature,
    Trace,
    gather_evidence,
    make_trace,
    remember,
    weigh,
)

WORDS = np.array([4.0, 200.0, 10.0])
EVEN = np.zeros(3)


def sign(
    texts: Sequence[int], title: int = 0, *, paths: Sequence[int] = (0, 0, 1), headings: Sequence[int] = ()
) -> Signature:
    """The hashes of blocks with these texts at these paths, of which those are headings; all are in one container."""
    hashes = np.array([[10 * kind + path for path in paths] for kind in range(len(KINDS))], dtype=np.uint32)
    text = np.array(texts, dtype=np.uint32)
    innermost = np.zeros(len(texts), dtype=np.int64)
    nesting = Nesting(np.array([1], dtype=np.uint32), np.array([0]), innermost)
    return Signature(text, text + 1000 * hashes[1], hashes, np.isin(np.arange(len(texts)), headings), title, nesting)


def remember_page(
    key: int, texts: Sequence[int], odds: float = 0.0, gold: Sequence[float] | None = None, title: int = 0
) -> Trace:
    """The trace of a page with these texts, which the model judges by these log-odds, but the last by the contrary."""
    labels = None if gold is None else Labels(np.array(gold), np.ones(3), 1.0)
    return make_trace(key, sign(texts, title), WORDS, odds * np.array([1, 1, -1]), labels)


def gather(
    *traces: Trace, texts: Sequence[int] = (1, 2, 3), words: Floats = WORDS, odds: Floats = EVEN, title: int = 0
) -> tuple[dict[str, list[float]], Evidence]:
    """The evidence about a page with these texts, by its names, and all of it."""
    evidence = gather_evidence(remember(Memory(), *traces), 0, sign(texts, title), words, odds)
    return dict(zip((*SITE, *GOLD, *RENAMED), evidence.columns.T.tolist(), strict=True)), evidence


def test_what_two_pages_say() -> None:
    """The first text is on both, the second on one, the last on none; the model takes 3/4 at the first path, 1/4 below.

    Surely repeated is 2 of 2 + 1, or the mean of the text at the path: of 204 words, 4 count fully and 200 half, 26/51,
    which is more than 1/3. The logarithm of 201 is over 5. The expectation at the first path is
    (2 * .75 + .5 * .5) / 2.5 = .7, at the other .3; on this page alone it is .5.
    """
    traces = remember_page(1, [1, 8, 9], log(3)), remember_page(2, [1, 2, 7], log(3))
    found, evidence = gather(*traces, remember_page(0, [1, 2, 3]))
    assert (evidence.pages, evidence.labelled, evidence.empty) == (2, 0, False)
    assert evidence.sure.tolist() == [0, 0, 0]
    assert found["same_place"] == [1, 0.5, 0]
    assert found["repeated"] == pytest.approx([2 / 3, 26 / 51, 0])
    assert found["repeated_long"] == pytest.approx([2 / 3 * log(5), 26 / 51 * 5, 0])
    for kind in KINDS:
        assert found[f"path_{kind}"] == pytest.approx([log(7 / 3), log(7 / 3), -log(7 / 3)])
    assert all(found[name] == [0, 0, 0] for name in GOLD)


def test_what_a_page_says_like_the_others_is_no_evidence() -> None:
    """It has as much content at each path; a text of its own is not repeated, though the one before it is."""
    found, _ = gather(remember_page(1, [1, 8, 9], log(3)), odds=log(3) * np.array([1, 1, -1]))
    assert found["repeated"] == [0.5, 0, 0]
    for kind in KINDS:
        assert found[f"path_{kind}"] == pytest.approx([0, 0, 0])


def test_what_gold_takes_whole_counts_where_no_path_is_known() -> None:
    """The second block has new paths, those after it have at least one that is known; a page without content does not
    count.
    """
    taken, empty = remember_page(1, [1, 8, 9], gold=[1, 1, 1]), remember_page(2, [4, 5, 6], gold=[0, 0, 0])
    signature = sign(range(5), paths=(0, 5, 6, 7, 8))
    for block, kind in ((2, NEAR), (3, MIDDLE)):
        signature.paths[kind, block] = signature.paths[kind, 0]
    signature.paths[:, 4] = signature.paths[:, 0]
    evidence = gather_evidence(remember(Memory(), taken, empty), 0, signature, np.ones(5), np.zeros(5))
    assert evidence.columns[:, [*SITE, *GOLD].index("gold_around")].tolist() == [0, 1, 0, 0, 0]


def test_what_gold_says() -> None:
    """All at the first path is gold, 1.1 of 1.2, and nothing at the other, .1 of 1.2: the log-odds are ln 11.

    The first text is gold, the second is another one there, and the last stands where the gold leaves it out.
    """
    found, evidence = gather(remember_page(1, [1, 8, 3], gold=[1, 1, 0]), remember_page(2, [4, 5, 6]))
    assert (evidence.pages, evidence.labelled) == (2, 1)
    for kind in KINDS:
        assert found[f"gold_{kind}"] == pytest.approx([log(11), log(11), -log(11)])
    assert (found["text_in_gold"], found["text_not_in_gold"]) == ([1, 0, 0], [0, 0, 1])
    assert evidence.sure.tolist() == [1, 1, -1]
    again, _ = gather(remember_page(1, [1, 2, 3], gold=[1, 1, 0]), odds=np.array([1.0, 1, -1]))
    assert again["gold_near"] == found["gold_near"]


def test_gold_in_doubt_and_optional_text() -> None:
    """.85 of 1.2 is not sure, and few words that are surely left out stay so; optional text is neither in nor out."""
    _, evidence = gather(remember_page(1, [7, 8, 9], gold=[0.75, 0.75, 0]))
    assert evidence.sure.tolist() == [0, 0, -1]
    labels = Labels(np.array([1.0, 1, 0]), np.array([1.0, 1, 0]), 1.0)
    found, evidence = gather(make_trace(1, sign([1, 8, 3]), WORDS, EVEN, labels))
    assert (found["text_not_in_gold"], evidence.sure.tolist()) == ([0, 0, 0], [1, 1, 0])
    labels = Labels(np.array([0.5, 0, 0]), np.array([1.0, 0, 1]), 1.0)
    found, _ = gather(make_trace(1, sign([1, 8, 3]), WORDS, EVEN, labels))
    assert (found["text_in_gold"], found["text_not_in_gold"]) == ([0, 0, 0], [1, 0, 1])
    assert found["gold_near"] == pytest.approx([0, 0, -log(11)])


def test_pages_that_share_a_tenth_of_their_paths_count() -> None:
    """Of three kinds of paths 2 of 4 are on a page without content, 1 of 10 on one with: it is of neither's kind."""
    empty = make_trace(1, sign([4, 5, 6], paths=(0, 1, 3)), WORDS, EVEN, Labels(EVEN, np.ones(3), 1.0))
    known, far = (
        make_trace(
            2,
            sign(range(10, 18 + more), paths=(0, *range(3, 10 + more))),
            np.ones(8 + more),
            np.zeros(8 + more),
            Labels(np.ones(8 + more), np.ones(8 + more), 1.0),
        )
        for more in (0, 1)
    )
    memory = remember(Memory(), empty, known)
    evidence = gather_evidence(memory, 0, sign([1, 2, 3], paths=(0, 1, 2)), WORDS, EVEN)
    assert (evidence.pages, evidence.labelled, evidence.empty) == (2, 1, False)
    for other in (Memory(), remember(Memory(), far)):
        nothing = gather_evidence(other, 0, sign([1, 2, 3], paths=(0, 1, 2)), WORDS, EVEN)
        assert (nothing.pages, nothing.labelled, nothing.columns.any()) == (0, 0, False)


@pytest.mark.parametrize(
    ("empty", "known", "found"),
    [(10, 11, (2, 1, True)), (11, 12, (2, 1, False)), (10, 10, (2, 1, False)), (10, 0, (1, 0, False))],
)
def test_a_page_is_of_the_kind_of_empty_ones(empty: int, known: int, found: tuple[int, int, bool]) -> None:
    """If it has seven of the ten paths of one, and fewer of those of pages with content, of which one must be known;
    what is known of itself does not count.
    """

    def label(key: int, size: int, share: float) -> Trace:
        each = np.ones(size)
        return make_trace(key, sign(range(size), paths=range(size)), each, each, Labels(share * each, each, 1.0))

    memory = remember(Memory(), label(0, 7, 1), label(1, empty, 0), *([label(2, known, 1)] if known else []))
    evidence = gather_evidence(memory, 0, sign(range(7), paths=range(7)), np.ones(7), np.ones(7))
    assert (evidence.pages, evidence.labelled, evidence.empty) == found
    assert evidence.columns.any() != evidence.empty


def test_a_heading_is_repeated_in_part() -> None:
    """As 200 of the 210 words below it are; one without text below it is repeated like any text."""
    memory = remember(Memory(), remember_page(1, [1, 2, 9]))
    evidence = gather_evidence(memory, 0, sign([1, 2, 3], headings=[0]), WORDS, EVEN)
    assert evidence.columns[:, SITE.index("same_place")].tolist() == pytest.approx([200 / 210, 1, 0])
    evidence = gather_evidence(memory, 0, sign([1, 2, 3], headings=[0, 1, 2]), WORDS, EVEN)
    assert evidence.columns[:, SITE.index("same_place")].tolist() == [1, 1, 0]


def test_the_text_below_a_heading_reaches_to_the_next() -> None:
    """Of headings in a row, each has the text below the last one."""
    signature = sign(range(1, 9), paths=[0] * 8, headings=[1, 4, 5, 7])
    other = make_trace(1, sign([1, 2, 3, 0, 5, 6, 0, 8], paths=[0] * 8), np.ones(8), np.zeros(8), None)
    words = np.array([9.0, 3, 6, 2, 3, 3, 5, 3])
    evidence = gather_evidence(remember(Memory(), other), 0, signature, words, np.zeros(8))
    assert evidence.columns[:, SITE.index("same_place")].tolist() == [1, 0.75, 1, 0, 0, 0, 0, 1]


@pytest.mark.parametrize(("last", "odds", "sure"), [(204.0, 0.0, -1), (205.0, 0.0, 0), (205.0, -1.0, -1)])
def test_gold_is_not_sure_if_it_left_out_more_than_half(last: float, odds: float, sure: int) -> None:
    """Of what the model takes; half is not more."""
    words = np.array([4.0, 200.0, last])
    _, evidence = gather(remember_page(1, [7, 8, 9], gold=[1, 1, 0]), words=words, odds=np.array([0, 0, odds]))
    assert evidence.sure.tolist() == [1, 1, sure]


@pytest.mark.parametrize(
    ("shared", "titles", "same"),
    [(95, (0, 0), True), (94, (0, 0), False), (50, (5, 5), True), (49, (5, 5), False), (50, (5, 6), False)],
)
def test_the_same_story_is_no_evidence(shared: int, titles: tuple[int, int], same: bool) -> None:
    """A page that has 95 % of the content, or half of it under the same title; no title is not the same title."""
    words, odds = np.array([shared, 100.0 - shared, 1000]), np.array([1.0, 1, -1])
    other = remember_page(1, [1, 8, 9], title=titles[1])
    found, evidence = gather(other, words=words, odds=odds, title=titles[0])
    assert (evidence.pages, found["same_place"]) == (1, [0, 0, 0] if same else [1, 0, 0])


def test_evidence_adds_to_the_log_odds() -> None:
    """By other weights if there is gold; where gold is sure, the model counts within bounds."""
    names = (*SITE, *GOLD, *RENAMED)
    each = np.eye(len(names))
    nothing = np.zeros(len(names))
    alone = dict(zip(names, weigh(nothing, Evidence(each, nothing, 1, np.array([False]))).tolist(), strict=True))
    among = dict(zip(names, weigh(nothing, Evidence(each, nothing, 1, np.array([True]))).tolist(), strict=True))
    assert (alone["same_place"], alone["repeated"], alone["repeated_long"], alone["text_in_gold"]) == (
        -0.53, -0.70, -1.79, 0,
    )  # fmt: skip
    assert (among["same_place"], among["repeated"], among["repeated_long"]) == (0, 0, -0.34)
    assert (among["text_in_gold"], among["text_not_in_gold"]) == (0.64, -2.5)
    assert (among["gold_middle"], among["gold_around"]) == (0.78, 1)
    assert {alone[f"path_{kind}"] for kind in KINDS} == {among[f"path_{kind}"] for kind in KINDS} == {0.1}
    odds, sure = np.array([-5.0, 5, -5, 5]), np.array([1.0, -1, 0, 0])
    assert weigh(odds, Evidence(np.zeros((4, len(names))), sure, 1, np.array([True]))).tolist() == [-1, 3, -5, 5]
