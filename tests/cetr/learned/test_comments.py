"""Comments: all of them are left out if they are rather not content, however long they are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from cetr.document import Floats
from cetr.learned import choose_blocks, load_model, read_page, score_blocks, score_page, to_probability
from cetr.learned.comments import leave_out_comments

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


def test_what_is_surer_than_the_rule_stays_as_it_is() -> None:
    """A block that the model is sure of is not made more probable."""
    assert leave_out([2.0, 3.0, -0.2, -7.0, -4.0], [6.0, 120.0, 900.0, 3.0, 20.0])[3] == -7.0


def test_comments_that_would_not_be_taken_change_nothing() -> None:
    """The log-odds are those that came in."""
    odds = [2.0, 3.0, -6.0, -6.0, -4.0]
    assert leave_out(odds, [6.0, 120.0, 9.0, 8.0, 20.0]) == odds


def test_a_page_is_scored_with_the_rule() -> None:
    """A model that doubts what is called comments leaves a long discussion out."""
    story = "<p>" + "The night ferry returns to the harbour after eleven years, says the town council. " * 3 + "</p>"
    posts = "<li><p>" + "I have waited for this at the pier with two bags, a dog and no hope at all. " * 3 + "</p></li>"
    title = "Night ferry returns after eleven years"
    page = read_page(f"<title>{title}</title><h1>{title}</h1>{story * 2}<ol class=comments>{posts * 40}</ol>")
    model = replace(load_model(), comment_bias=0.0)
    odds, commented = score_blocks(page, model)
    model = replace(model, comment_bias=-0.1 - float(odds[commented].max()))
    assert np.flatnonzero(commented).tolist() == list(range(3, 43))
    odds, _ = score_blocks(page, model)
    chosen, _ = choose_blocks(to_probability(odds), page.blocks.words)
    assert chosen.sum() > 20
    assert score_page(page, model)[commented].max() == -3.0
    assert score_page(page, model)[:3].tolist() == odds[:3].tolist()
