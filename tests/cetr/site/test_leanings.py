"""Inline elements that gold treats otherwise than the rest of their block."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from cetr.document import Spans, derive_text
from cetr.learned import Inlines, find_blocks, find_inlines, label_words
from cetr.learned.templates import post
from cetr.site import Sites
from cetr.site.leanings import ask_leanings, compare_inlines, drop_left_out, follow_leanings
from tests.cetr.site.pages import write_article, write_credited, write_paragraphs

SITE = "https://www.example.org/"


def mark(html: str, *texts: str) -> Spans:
    """The spans of texts, each the only one of its kind on the page, in order."""
    return tuple(sorted((html.index(text), html.index(text) + len(text)) for text in texts))


def extract(seed: str, sites: Sites) -> str:
    """The text of the content of a page of the site."""
    html = write_credited(seed)
    return derive_text(html, sites.extract(html, SITE + seed))


def observe(sites: Sites, seed: str, *, credit: bool) -> None:
    """Show a page whose gold takes all credits, or none."""
    html = write_credited(seed)
    added = ["", "", f" <span class=credit>Photo: {seed}</span>", " <span>Photo: Agency</span>"]
    texts = [text + part * credit for text, part in zip(write_paragraphs(seed), added, strict=True)]
    sites.observe(html, SITE + seed, gold=mark(html, *texts))


def test_a_part_that_gold_leaves_out_is_left_out(tmp_path: Path) -> None:
    """On other pages of the site, too, and also if the memory comes from a file; only where gold is of one mind."""
    sites = Sites()
    observe(sites, "Ann", credit=False)
    expected = "\n".join(write_paragraphs("Bob"))
    assert extract("Bob", sites) == expected
    sites.save(tmp_path / "sites")
    again = Sites()
    again.load(tmp_path / "sites")
    assert extract("Bob", again) == expected
    observe(sites, "Cem", credit=True)
    first, second, third, fourth = write_paragraphs("Bob")
    taken = "\n".join((first, second, f"{third} Photo: Bob", f"{fourth} Photo: Agency"))
    assert extract("Bob", sites) == taken
    assert extract("Bob", Sites()).endswith(taken)


def test_a_part_that_gold_takes_alone_is_taken() -> None:
    """Of a block that other pages leave out but for the part."""
    pages = {
        seed: write_article(seed).replace("<li>", f"<li>By <b class=author>{seed} Smith</b> in the house</li><li>", 1)
        for seed in ("Ann", "Bob")
    }
    sites = Sites()
    sites.observe(pages["Ann"], f"{SITE}a", gold=mark(pages["Ann"], "Ann Smith", *write_paragraphs("Ann")))
    text = derive_text(pages["Bob"], sites.extract(pages["Bob"], f"{SITE}b"))
    assert text == "\n".join(("Bob Smith", *write_paragraphs("Bob")))


def test_the_rest_of_a_block_says_what_it_is() -> None:
    """A caption that is gold but for its credit is content, whatever the model says of captions."""
    pages = {
        seed: write_article(seed).replace(
            "<div class=text>",
            f"<div class=text><figcaption>The pier of {seed} <span class=credit>Photo: The Agency</span></figcaption>",
        )
        for seed in ("Ann", "Bob")
    }
    sites = Sites()
    sites.observe(pages["Ann"], f"{SITE}a", gold=mark(pages["Ann"], "The pier of Ann", *write_paragraphs("Ann")))
    text = derive_text(pages["Bob"], sites.extract(pages["Bob"], f"{SITE}b"))
    assert text == "\n".join(("The pier of Bob", *write_paragraphs("Bob")))
    assert "The pier" not in derive_text(pages["Bob"], Sites().extract(pages["Bob"], f"{SITE}b"))


@pytest.mark.parametrize(
    ("gold", "optional", "leaning"),
    [
        ("one two", "", 0),
        ("three", "", 1),
        ("one two three", "", 0.5),
        ("one three", "", 0.75),
        ("one", "", 0.25),
        ("one two", "three", None),
        ("three", "one two", None),
        ("", "one two three", None),
    ],
)
@pytest.mark.parametrize("html", ["<p>one two <i class=x>three</i></p>", "<p><i class=x>three</i> one two</p>"])
def test_leanings(html: str, gold: str, optional: str, leaning: float | None) -> None:
    """From the shares of a part and of the rest of its block; unknown where either answer is right."""
    blocks = find_blocks(html)
    words = label_words(blocks, mark(html, *gold.split()), mark(html, *optional.split()))
    inlines = find_inlines(blocks, np.zeros(1, dtype=np.uint32))
    codes, leanings = compare_inlines(inlines, words, 1)
    assert dict(zip(codes.tolist(), leanings.tolist(), strict=True)) == (
        {} if leaning is None else {inlines.code[0]: leaning}
    )


def test_elements_of_one_kind_lean_as_one() -> None:
    """Each counts by its words."""
    html = "<p>one two <i class=x>three</i></p><p>four <i class=x>five six seven</i></p>"
    blocks = find_blocks(html)
    words = label_words(blocks, mark(html, "one two", "four", "five six seven"))
    codes, leanings = compare_inlines(find_inlines(blocks, np.zeros(2, dtype=np.uint32)), words, 2)
    assert (len(codes), leanings.tolist()) == (1, [0.375])


def test_only_parts_that_gold_leaves_out_say_nothing_about_their_block() -> None:
    """Their words have no label; those of other parts have."""
    html = "<p>one two <i>three</i> <b>four</b></p>"
    blocks = find_blocks(html)
    inlines = find_inlines(blocks, np.zeros(1, dtype=np.uint32))
    words = label_words(blocks, mark(html, "one two"))
    kept = drop_left_out(words, inlines, inlines.code, np.array([1 / 10, 0.15]), len(html))
    assert kept.start.tolist() == [html.index(word) for word in ("one", "two", "four")]
    assert (kept.block.tolist(), kept.gold.tolist(), kept.optional.tolist()) == (
        [0] * 3,
        [True, True, False],
        [False] * 3,
    )


def test_pages_are_asked_that_have_an_element_and_count() -> None:
    """Their mean counts; of an element that none has, nothing is known."""
    pages = [([2, 5], [0.0, 1.0]), ([2, 7], [0.5, 0.0]), ([2], [1.0])]
    postings = post([(np.array(codes, dtype=np.uint32), (np.array(found),)) for codes, found in pages], 1)
    teachers = np.array([True, True, False])
    assert ask_leanings(postings, teachers, np.array([9, 5, 2, 7, 9], dtype=np.uint32)).tolist() == [
        0.5,
        1,
        0.25,
        0,
        0.5,
    ]


def test_gold_decides_only_where_it_is_sure() -> None:
    """An element is cut, or added; in between, the content stays as it is."""
    inlines = Inlines(np.array([10, 30]), np.array([20, 40]), np.array([0, 0]), np.array([1, 2], dtype=np.uint32))
    for leanings, spans in (
        ((0.05, 0.95), ((0, 10), (20, 25), (30, 40))),
        ((1 / 10, 9 / 10), ((0, 10), (20, 25), (30, 40))),
        ((0.15, 0.85), ((0, 25),)),
        ((0.95, 0.05), ((0, 25),)),
    ):
        assert follow_leanings(((0, 25),), inlines, np.array(leanings), 50) == spans
