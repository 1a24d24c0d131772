"""How `benchmarks.threads` cuts a thread in two, and what one half says of the other."""

from __future__ import annotations

import numpy as np

from benchmarks.threads import Half, cut, find_agreement, measure, number_posts
from cetr.learned import label_blocks, load_model
from cetr.site import see
from tests.cetr.site.pages import write_paragraphs

POSTS = [write_paragraphs(f"post {number}", 2) for number in range(6)]


def make_thread(gold: list[list[str]]) -> tuple[Half, list[int] | None]:
    """A thread with a menu, whose gold has some of its posts, and the number of each block's post."""
    menu = "".join(f'<li><a href="/{i}">Part {i}</a></li>' for i in range(8))
    posts = "".join(f"<div class=post><p>{one}</p><p>{two}</p></div><hr>" for one, two in POSTS)
    html = f"<html><body><ul>{menu}</ul><div class=thread>{posts}</div><div class=foot>All rights.</div></body></html>"
    seen = see(html, load_model())
    blocks = seen.page.blocks
    labels = label_blocks(blocks, "\n".join(text for post in gold for text in post))
    number = number_posts(blocks, blocks.words * labels.share)
    return Half(seen.key, seen.signature, blocks.words, seen.odds, labels), None if number is None else number.tolist()


def test_posts_are_numbered_and_what_is_around_them_is_not() -> None:
    """Two blocks for each of six posts, between a menu of eight and a foot; too few posts are no thread."""
    assert make_thread(POSTS)[1] == [-1] * 8 + [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5] + [-1]
    assert make_thread(POSTS[:3])[1] is None


def test_one_half_says_what_is_gold_in_the_other() -> None:
    """Halves whose gold has all posts agree, and the label makes the answer right; with other gold they disagree."""
    thread, number = make_thread(POSTS)
    posts = np.array(number)
    first, second = (cut(thread, (posts < 0) | (posts % 2 == part), part) for part in (0, 1))
    assert (len(first.words), len(second.words)) == (15, 15)
    assert find_agreement(first, second) == 1
    row = measure(first, second)
    assert (row["1-shot"], row["limit"], row["agrees"]) == (1, 1, 1)
    other = make_thread(POSTS[::2])[0]
    assert measure(first, cut(other, (posts < 0) | (posts % 2 == 1), 1))["agrees"] == 0
