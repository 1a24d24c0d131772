"""Narrowing: an article among lists of other articles keeps its own text; a list alone and a sure answer stay."""

from __future__ import annotations

import math

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


PAGE = (
    f"<nav><a>Home</a></nav><h1>Late night ferry returns</h1><div class=text><p>{'word ' * 40}<p>Ad<p>{'word ' * 20}"
    f"</div><ul><li><a>Another story today</a><p>{'word ' * 40}</ul>"
)


def describe_parts(*odds: float) -> dict[tuple[int, int], dict[str, float]]:
    """The features of the parts of that page below its headline, with what they are raised by."""
    page = read_page(PAGE)
    parts = survey_parts(np.array(odds), page.blocks, page.tags, page.extents, 1)
    rows = [dict(zip(NAMES, row, strict=True)) for row in parts.features.tolist()]
    described = [{"raised": raised, **row} for raised, row in zip(parts.raised.tolist(), rows, strict=True)]
    return dict(zip(zip(parts.start.tolist(), parts.stop.tolist(), strict=True), described, strict=True))


def test_a_part_is_described_by_the_chosen_blocks_in_it_and_outside() -> None:
    """All but the ad are chosen. A part begins with the headline."""
    found = describe_parts(0.3, 7, 2, -4, 0.5, 0.2, 0.4)
    assert sorted(found) == [(1, 3), (1, 5), (1, 7)]
    inside, outside, running = 4 + 40 + 20, 1 + 3 + 40, 160 + 80 + 160
    assert found[1, 5] == pytest.approx(
        {
            "raised": 0,
            "gap": math.log1p(1),
            "in_odds": (4 * 5 + 40 * 2 + 20 * 0.5) / inside,
            "out_odds": (1 * 0.3 + 3 * 0.2 + 40 * 0.4) / outside,
            "in_link": 0,
            "out_link": (1 + 3) / outside,
            "in_repeats": 60 / inside * math.log(3),
            "in_running": 60 / inside,
            "out_long": 40 / outside,
            "running": math.log1p(160 + 80),
            "headline_words": math.log(4),
            "headline_h1": 1,
            "before": 1 / (inside + outside),
            "page_link": (4 + 17) / (4 + 21 + 2 + 17 + running),
            "page_blocks": math.log1p(7),
            "page_paragraphs": math.log1p(2),
            "page_teasers": 160 / running,
        }
    )


def test_the_blocks_of_a_part_that_is_not_chosen_are_raised() -> None:
    """Until its best running text is as probable as content is, so that those that are then chosen describe it."""
    found = describe_parts(1, 1, -3, -6, -1, 1, 1)[1, 5]
    assert (found["raised"], found["in_odds"]) == (2, pytest.approx((4 * 1 - 20 * 1) / 24))
    assert found["in_repeats"] == pytest.approx(20 / 24 * math.log(3))
    assert (1, 5) not in describe_parts(1.5, -5, -3.1, -6, -4, 1.5, 1.5)


def test_a_part_with_all_that_is_chosen_is_no_choice() -> None:
    """One word outside makes it one."""
    assert (1, 5) not in describe_parts(-5, 7, 2, 0.5, 0.5, -5, -5)
    assert describe_parts(0.3, 7, 2, 0.5, 0.5, -5, -5)[1, 5]["out_odds"] == pytest.approx(0.3)


def find_parts(html: str) -> list[tuple[int, int]]:
    """The parts of a page whose first block is the headline, all of whose blocks are as probable."""
    page = read_page(f"<h1>Late night ferry returns</h1>{html}")
    parts = survey_parts(np.zeros(len(page.blocks)), page.blocks, page.tags, page.extents, 0)
    return sorted(zip(parts.start.tolist(), parts.stop.tolist(), strict=True))


@pytest.mark.parametrize(("between", "parts"), [(7, [(0, 9), (0, 10), (0, 11)]), (8, [(0, 12), (9, 11)])])
def test_a_part_begins_with_the_headline_if_few_blocks_are_between(between: int, parts: list[tuple[int, int]]) -> None:
    """Seven are few. The first paragraph and the whole page are parts, too."""
    text = f"<div>{PARAGRAPH}{PARAGRAPH}</div>"
    assert [part for part in find_parts(f"{'<p>Ad' * between}{text}<p>More") if part[1] - part[0] > 1] == parts


def test_sixty_parts_are_compared() -> None:
    """Those with most running text: the page, and the longest 59 of 70 texts, each longer than the one before."""
    found = find_parts("".join(f"<p>{'word ' * length}" for length in range(40, 110)))
    assert sorted(stop for _, stop in found) == [*range(13, 72), 71]


def test_running_text_at_the_top_is_no_teaser() -> None:
    """No link is before it."""
    page = read_page(f"{PARAGRAPH}<h1>Late night ferry returns</h1>{PARAGRAPH}<p>More")
    parts = survey_parts(np.zeros(4), page.blocks, page.tags, page.extents, 1)
    assert set(parts.features[:, NAMES.index("page_teasers")].tolist()) == {0}
