"""Families of names: which a name is of, and what they tell of the blocks below elements with such names."""

from __future__ import annotations

from cetr.learned import list_terms, read_page
from cetr.learned.families import FAMILIES, list_families, survey_families
from cetr.learned.paths import Vocabulary
from tests.cetr.learned.measured import Features, assert_features, logs, name_features

RUNNING = "<p>" + "word " * 16
TERMS = Vocabulary({".comments": 0, ".forum-nav": 1, "<p": 2})


def describe(html: str) -> Features:
    """The features of a page from the families of two classes."""
    page = read_page(html)
    tag, index = list_terms(page.tags, TERMS)
    describe = survey_families(page.blocks, page.tags, page.extents, tag, TERMS.find_families(index))
    return name_features(describe, len(page.blocks))


def test_families_of_names() -> None:
    """Names with a common part are of one family, whatever stands around it; a name may be of several."""
    bits = list_families([".commentlist", "#user-replies", "<commentbox", "@main", ".post-meta", "zebra"])
    found = [{name for i, name in enumerate(FAMILIES) if bit >> i & 1} for bit in bits.tolist()]
    assert found == [{"comment", "list"}, {"comment"}, set(), {"body"}, {"body", "meta"}, set()]


def test_families_are_known_around_blocks_and_in_the_page() -> None:
    """Comments of four blocks, and a paragraph of another part, with half of the running text each."""
    said = f"<div class=comments><h3>Said</h3><ul><li>{RUNNING}<p>Ann<li>Me</ul></div>"
    width = 4 + 64 + 3 + 2 + 64
    assert_features(
        describe(f"{said}<div class=forum-nav>{RUNNING}</div>"),
        {
            "around_comment": [1, 1, 1, 1, 0],
            "near_comment": [1, 0, 0, 0, 0],
            "outer2_comment": [0, 0, 0, 1, 0],
            "outer3_comment": [0, 1, 1, 0, 0],
            "page_comment": [73 / width] * 5,
            "around_forum": [0, 0, 0, 0, 1],
            "around_nav": [0, 0, 0, 0, 1],
            "near_nav": [0, 0, 0, 0, 1],
            "page_nav": [64 / width] * 5,
            "around_body": [0, 0, 0, 0, 0],
            "uncommented_before": [0, 0, 0, 0, 1 / 2],
            "uncommented": [1 / 2] * 5,
            "uncommented_width": logs(64) * 5,
            "forum_width": logs(64) * 5,
        },
    )


def test_of_a_page_without_running_text_nothing_is_uncommented() -> None:
    """Nothing is divided by zero, even where a sign of money is all there is."""
    assert_features(describe("<p>€"), {"uncommented": [0], "uncommented_before": [0], "page_body": [0]})
    assert_features(describe("<p class=comments>a"), {"uncommented": [0], "page_comment": [1]})
