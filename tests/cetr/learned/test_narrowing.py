"""Narrowing: an article among lists of other articles keeps its own text; a list alone and a sure answer stay."""

from __future__ import annotations

import numpy as np
import pytest

from cetr.learned import choose_blocks, read_page, to_probability
from cetr.learned.narrowing import NAMES, narrow, survey_parts

TITLE = "Night ferry returns after eleven years"
HEAD = f"<title>{TITLE} | The Ledger</title>"
PARAGRAPH = "<p>" + " ".join(f"word{i}" for i in range(60)) + ".</p>"
ARTICLE = f"<div class=story><h1>{TITLE}</h1><div class=text>{PARAGRAPH * 4}</div></div>"
TEASER = (
    "<li><a href=/{0}>Another headline of another article {0}</a><p>The lead of another article tells in a few words "
    "what article {0} is about, and says little more than that.</p></li>"
)
TEASERS = "<ul class=other>" + "".join(TEASER.format(i) for i in range(30)) + "</ul>"


def choose(html: str, story: float, other: float) -> set[str]:
    """Which kinds of blocks with running text are chosen, given the log-odds of the article's and of all others."""
    page = read_page(html)
    texts = [html[a:b] for a, b in zip(page.blocks.start, page.blocks.end, strict=True)]
    kinds = np.array(["story" if "word1 " in t else "other" if "lead" in t else "short" for t in texts])
    odds = np.where(kinds == "story", story, other)
    narrowed = narrow(odds, page.blocks, page.tags, page.extents, page.headline)
    chosen, _ = choose_blocks(to_probability(narrowed), page.blocks.words)
    return set(kinds[chosen].tolist()) - {"short"}


def test_lists_of_other_articles_around_an_article_are_left_out() -> None:
    """Although the choice by expected F1 alone takes blocks that are as likely content as not."""
    assert choose(HEAD + TEASERS + ARTICLE + TEASERS, 2.5, 0.0) == {"story"}


def test_an_article_is_found_although_the_model_prefers_the_lists() -> None:
    """What is below the headline and has no links is the article, if all else looks like teasers."""
    assert choose(HEAD + TEASERS + ARTICLE + TEASERS, -4.0, 1.0) == {"story"}


def test_the_lead_between_headline_and_text_stays() -> None:
    """It is often in a container of its own, and at another place than the text."""
    lead = f"<div class=intro>{PARAGRAPH}</div>"
    article = f"<div><h1>{TITLE}</h1></div>{lead}<div class=text>{PARAGRAPH * 4}</div>"
    page = read_page(HEAD + TEASERS + article + TEASERS)
    odds = np.where(page.blocks.words == 60, 2.5, 0.0)
    narrowed = narrow(odds, page.blocks, page.tags, page.extents, page.headline)
    assert (narrowed == 2.5).sum() == 5
    assert (narrowed == -3.0).sum() == 120


def test_nothing_is_narrowed_without_a_headline() -> None:
    """The same page under the title of a section."""
    assert choose("<title>Latest news</title>" + TEASERS + ARTICLE + TEASERS, 2.5, 0.0) == {"story", "other"}


def test_a_list_below_its_own_headline_stays() -> None:
    """The page of a section is a list, whatever its title."""
    assert choose(f"{HEAD}<h1>{TITLE}</h1>{TEASERS}", 0.0, 0.5) == {"other"}


def test_content_of_which_the_model_is_sure_stays_as_it_is() -> None:
    """As the posts of a thread stay below the first."""
    assert choose(HEAD + TEASERS + ARTICLE + TEASERS, 6.0, 3.5) == {"story", "other"}


def test_blocks_outside_the_part_are_refused_but_not_forgotten() -> None:
    """The rule for titles may still add one of them. The part begins with the headline, which keeps its log-odds."""
    page = read_page(HEAD + TEASERS + ARTICLE + TEASERS)
    odds = np.where(page.blocks.words == 60, 2.5, 0.0)
    narrowed = narrow(odds, page.blocks, page.tags, page.extents, page.headline)
    assert sorted(set(narrowed.tolist())) == [-3.0, 0.0, 2.5]


@pytest.mark.parametrize("size", [1, 40])
def test_every_feature_of_every_part_is_finite(size: int) -> None:
    """Whatever the log-odds, and if nothing is outside a part."""
    page = read_page(HEAD + ARTICLE + TEASERS * size)
    for odds in (np.full(len(page.blocks), -30.0), np.linspace(-30, 0.5, len(page.blocks))):
        assert page.headline is not None
        parts = survey_parts(odds, page.blocks, page.tags, page.extents, page.headline)
        assert len(parts) > 0
        assert parts.features.shape == (len(parts), len(NAMES))
        assert np.isfinite(parts.features).all()
        assert (parts.start >= page.headline).all()
        assert (parts.stop > parts.start).all()
