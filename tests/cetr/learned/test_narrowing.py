"""Narrowing: an article beside lists of other articles keeps its own text, a list alone and a sure answer stay."""

from __future__ import annotations

import numpy as np

from cetr.learned import choose_blocks, read_page, to_probability
from cetr.learned.narrowing import narrow

PARAGRAPH = "<p>" + " ".join(f"word{i}" for i in range(60)) + ".</p>"
TEASER = '<li><a href="/{0}">Another headline {0} and the lead of another article, {0}.</a></li>'
TEASERS = "<ul class=other>" + "".join(TEASER.format(i) for i in range(30)) + "</ul>"
ARTICLE = f"<div class=story>{PARAGRAPH * 4}</div>"


def choose(html: str, story: float, other: float) -> set[str]:
    """Which of both kinds of blocks are chosen, given their log-odds."""
    page = read_page(html)
    kinds = np.where(["word1 " in html[a:b] for a, b in zip(page.blocks.start, page.blocks.end, strict=True)],
                     "story", "other")  # fmt: skip
    odds = narrow(np.where(kinds == "story", story, other), page.blocks, page.tags, page.extents)
    chosen, _ = choose_blocks(to_probability(odds), page.blocks.words)
    return set(kinds[chosen].tolist())


def test_a_list_of_other_articles_below_an_article_is_left_out() -> None:
    """Although the choice by expected F1 alone takes blocks that are as likely content as not."""
    assert choose(ARTICLE + TEASERS, 2.5, 0.0) == {"story"}


def test_a_list_stays_where_there_is_no_article() -> None:
    """The page of a section is a list."""
    assert choose(TEASERS, 0.0, 0.5) == {"other"}


def test_content_of_which_the_model_is_sure_stays_as_it_is() -> None:
    """As the posts of a thread stay below the first."""
    assert choose(ARTICLE + TEASERS, 5.0, 4.0) == {"other", "story"}
