"""A site that was built anew with other names in its attributes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from cetr.document import derive_text
from cetr.learned import Labels, load_model
from cetr.learned.templates import KINDS, NAMES, post, sample_paths
from cetr.site import GOLD, RENAMED, SITE, Memory, Trace, gather_evidence, remember, see, suggest_among, trace
from cetr.site.renaming import find_renamed
from cetr.site.signatures import Signature
from cetr.site.traces import make_trace
from cetr.site.wholes import Nesting
from tests.cetr.site.pages import list_comments, write_commented, write_paragraphs


def rename(html: str) -> str:
    """The page with other classes and ids."""
    return re.sub(r"\b(class|id)=(\w+)", r"\1=former-\2", html)


def label(html: str, seed: str) -> Trace:
    """The trace of such a page whose gold has its text and the comments on it."""
    return trace(see(html, load_model()), "\n".join([*write_paragraphs(seed), *list_comments(seed)]))


def test_a_label_outlives_the_names_of_elements() -> None:
    """If the model is in doubt, the paths of tag names say what is content, and what is the menu."""
    page = see(write_commented("a"), load_model())
    page = replace(page, odds=np.zeros(len(page.odds)))
    found = suggest_among(page, remember(Memory(), label(rename(write_commented("b")), "b")))
    texts = [derive_text(write_commented("a"), spans) for spans in (suggest_among(page, Memory()).spans, found.spans)]
    assert [[part in text for part in (*write_paragraphs("a"), *list_comments("a"))] for text in texts] == [
        [True] * 9
    ] * 2
    assert ["Part 1" in text for text in texts] == [True, False]
    assert (found.pages, found.labelled) == (1, 0)


def test_a_label_with_the_present_names_is_enough() -> None:
    """Then gold of pages with other names does not count."""
    page = see(write_commented("a"), load_model())
    old, new = label(rename(write_commented("b")), "b"), label(write_commented("c"), "c")
    columns = [
        gather_evidence(
            remember(Memory(), *traces), page.key, page.signature, page.page.blocks.words, page.odds
        ).columns
        for traces in ([old], [new], [old, new])
    ]
    assert [bool(found[:, -len(RENAMED) :].any()) for found in columns] == [True, False, False]
    assert np.array_equal(columns[1], columns[2])


def spread(names: Sequence[int], tags: Sequence[int]) -> np.ndarray[tuple[int, int], np.dtype[np.uint32]]:
    """The paths of a page: those of four kinds with names, and that of tag names, for each of its blocks."""
    return np.array([[100 * kind + name for name in names] for kind in range(len(KINDS) - 1)] + [tags], dtype=np.uint32)


@pytest.mark.parametrize(
    ("names", "tags", "renamed"),
    [
        (range(20, 40), range(900, 920), True),
        (range(20, 40), range(910, 930), True),
        (range(20, 40), range(911, 931), False),
        (range(19, 39), range(900, 920), True),
        (range(18, 38), range(900, 920), False),
        (range(19, 39), range(910, 930), False),
    ],
)
def test_renamed_pages_share_half_of_their_tags_and_hardly_a_name(
    names: Sequence[int], tags: Sequence[int], renamed: bool
) -> None:
    """Less than a tenth of the one part of the other."""
    other = np.unique(spread(names, tags))
    page = spread(range(20), range(900, 920))
    assert find_renamed(post([(other, ())], 0), 1, page).tolist() == [renamed]


def test_of_large_pages_samples_are_compared() -> None:
    """Both keep the paths with the smallest hashes."""
    page = np.arange(0, 30_000, 10, dtype=np.uint32).reshape(-1, len(KINDS)).T
    other = np.concatenate((page[:NAMES] + np.uint32(5), page[NAMES:]))
    assert find_renamed(post([(sample_paths(other), ())], 0), 1, page).tolist() == [True]


def test_a_page_without_text_has_no_paths() -> None:
    """None is shared, and nothing is divided by their number."""
    with np.errstate(all="raise"):
        assert find_renamed(post([(np.arange(9, dtype=np.uint32), ())], 0), 1, spread([], [])).tolist() == [False]


@pytest.mark.parametrize("labelled", [(True,), (False,), (True, False)])
def test_a_page_with_other_names_does_not_count_as_labelled(labelled: tuple[bool, ...]) -> None:
    """However much it shares by tag names. Without gold it says as much as any page that shares so much."""
    nothing, words = np.zeros(3, dtype=np.uint32), np.full(3, 9.0)
    nesting = Nesting(nothing[:1], np.zeros(1, dtype=np.int64), np.zeros(3, dtype=np.int64))
    old, new = (
        Signature(nothing, nothing, spread([name] * 3, [900, 901, 902]), np.zeros(3, dtype=np.bool_), 0, nesting)
        for name in (1, 2)
    )
    labels, odds = Labels(np.array([1.0, 0, 1]), np.ones(3), 1.0), np.array([2.0, -2, 2])
    traces = [make_trace(key, old, words, odds, labels if has_gold else None) for key, has_gold in enumerate(labelled)]
    evidence = gather_evidence(remember(Memory(), *traces), 2, new, words, np.zeros(3))
    found = dict(zip((*SITE, *GOLD, *RENAMED), np.sign(evidence.columns).T.tolist(), strict=True))
    assert (evidence.pages, evidence.labelled) == (len(labelled), 0)
    assert found["gold_renamed"] == ([1, -1, 1] if True in labelled else [0, 0, 0])
    assert found["path_names"] == ([1, -1, 1] if False in labelled else [0, 0, 0])
    assert found["gold_names"] == [0, 0, 0]
