"""Comments: all of them are left out if they are rather not content, however long they are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from cetr.document import Floats
from cetr.learned import (
    Model,
    choose_blocks,
    list_terms,
    load_model,
    read_page,
    score_blocks,
    score_page,
    to_probability,
)
from cetr.learned.comments import leave_out_comments
from cetr.learned.predict import find_discussions
from cetr.learned.training import adapt, make_example

COMMENTED = np.array([False, False, True, True, False])


def leave_out(odds: list[float], words: list[float]) -> list[float]:
    """The log-odds of a title, a text, two comments and a footer after the rule."""
    left: Floats = leave_out_comments(np.array(odds), np.array(words), COMMENTED)
    return left.tolist()


def test_a_long_discussion_below_a_short_article_is_left_out() -> None:
    """Although taking all of it has the best expected F1 if each part is judged by itself."""
    odds, words = [2.0, 3.0, -0.4, -0.2, -4.0], [6.0, 120.0, 900.0, 800.0, 20.0]
    chosen, _ = choose_blocks(to_probability(np.array(odds)), np.array(words))
    assert chosen.tolist() == [True, True, True, True, False]
    assert leave_out(odds, words) == [2.0, 3.0, -3.0, -3.0, -4.0]


def test_comments_that_are_rather_content_stay() -> None:
    """As they do below the questions of a forum; longer comments count for more."""
    stays = [2.0, 3.0, -0.4, 0.4, -4.0]
    assert leave_out(stays, [6.0, 120.0, 900.0, 1000.0, 20.0]) == stays
    assert leave_out(stays, [6.0, 120.0, 1000.0, 900.0, 20.0]) == [2.0, 3.0, -3.0, -3.0, -4.0]


def test_only_what_would_be_taken_decides() -> None:
    """Bylines and buttons below a comment that is content do not speak against it."""
    odds = [2.0, 3.0, 1.0, -5.0, -4.0]
    assert leave_out(odds, [6.0, 120.0, 40.0, 500.0, 20.0]) == odds


def test_comments_stay_if_hardly_anything_else_is_content() -> None:
    """They may be all that the page has: here, twenty words decide."""
    odds = [2.0, 3.0, -0.4, -0.2, -4.0]
    assert leave_out(odds, [1.0, 18.0, 900.0, 800.0, 20.0]) == odds
    assert leave_out(odds, [1.0, 19.0, 900.0, 800.0, 20.0]) == [2.0, 3.0, -3.0, -3.0, -4.0]


def test_what_counts_against_comments_is_added_for_the_decision_alone() -> None:
    """Comments with a date each are left out although the model takes them. Otherwise they keep its log-odds."""
    odds, words = np.array([2.0, 3.0, 0.6, 0.9, -4.0]), np.array([6.0, 120.0, 900.0, 800.0, 20.0])
    assert leave_out_comments(odds, words, COMMENTED, 0.5).tolist() == odds.tolist()
    assert leave_out_comments(odds, words, COMMENTED, 1.0).tolist() == [2.0, 3.0, -3.0, -3.0, -4.0]


def test_what_is_surer_than_the_rule_stays_as_it_is() -> None:
    """A block that the model is sure of is not made more probable."""
    assert leave_out([2.0, 3.0, -0.2, -7.0, -4.0], [6.0, 120.0, 900.0, 3.0, 20.0])[3] == -7.0


def test_comments_that_would_not_be_taken_change_nothing() -> None:
    """The log-odds are those that came in."""
    odds = [2.0, 3.0, -6.0, -6.0, -4.0]
    assert leave_out(odds, [6.0, 120.0, 9.0, 8.0, 20.0]) == odds


STORY = "<p>" + "The night ferry returns to the harbour after eleven years, says the town council. " * 3 + "</p>"
SAID = "<p>" + "I have waited for this at the pier with two bags, a dog and no hope at all. " * 3 + "</p>"
HEAD = "<title>Night ferry returns after eleven years</title><h1>Night ferry returns after eleven years</h1>"


def doubt(html: str, least: float) -> tuple[Model, Floats]:
    """The shipped model with a bias by which it gives the paragraphs after the second log-odds below ``least``."""
    page, model = read_page(html), load_model()
    odds = score_blocks(page, list_terms(page.tags, model.paths.terms), model)
    model = replace(model, bias=model.bias + least - float(odds[3:].max()))
    return model, score_blocks(page, list_terms(page.tags, model.paths.terms), model)


NAMED = f"{HEAD}<div>{STORY * 2}</div><ol class=comments>{f'<li>{SAID}</li>' * 40}</ol>"
STAMPED = f"{HEAD}<div>{STORY * 2}</div><ol class=box>{f'<li><h4>Anna, 3 May 2010 10:12</h4>{SAID}</li>' * 40}</ol>"


@pytest.mark.parametrize(("html", "least"), [(NAMED, -0.1), (STAMPED, 2.4)], ids=["named", "stamped"])
def test_a_page_is_scored_with_the_rule(html: str, least: float) -> None:
    """Of a long discussion that the model doubts, nothing is left."""
    model, odds = doubt(html, least)
    page = read_page(html)
    chosen, _ = choose_blocks(to_probability(odds), page.blocks.words)
    assert chosen[3:].sum() > 20
    scored = score_page(page, model)
    assert scored[:3].tolist() == odds[:3].tolist()
    assert scored[3:].max() == -3.0


@pytest.mark.parametrize("html", [NAMED, STAMPED], ids=["named", "stamped"])
def test_discussions_in_a_forum_are_not_comments(html: str) -> None:
    """Its posts are what the page is about."""

    def count(html: str) -> tuple[int, int]:
        page, model = read_page(html), load_model()
        named, stamped = find_discussions(page, list_terms(page.tags, model.paths.terms), model)
        return int(named.sum()), int(stamped.sum())

    assert count(html) == ((40, 0) if html == NAMED else (0, 80))
    assert count(html.replace("<ol", "<div class=forum><ol")) == (0, 0)


def test_a_correction_can_teach_that_comments_are_content() -> None:
    """It is fitted to the log-odds of comments that are not left out yet, and decides before they are."""
    model, _ = doubt(NAMED, -0.1)
    text = (0, len(NAMED))
    examples = [make_example(f"{NAMED}<p>{number}", (text,), f"site{number}") for number in range(4)]
    adapted = adapt(model, examples, {})
    assert adapted.prior[0][3:43].max() == pytest.approx(-0.1, abs=0.05)
    assert score_page(read_page(NAMED), model)[3:].max() == -3.0
    assert score_page(read_page(NAMED), adapted.model)[3:].min() > 0
