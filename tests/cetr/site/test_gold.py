"""Gold that a site's memory cannot use."""

from __future__ import annotations

import pytest

from cetr.site import Sites
from tests.cetr.site.pages import write_article, write_paragraphs


def test_gold_that_is_not_on_the_page_is_not_used_and_a_warning_says_so(caplog: pytest.LogCaptureFixture) -> None:
    """A text of another page says nothing about this one, which then counts as a page without gold."""
    sites = Sites()
    sites.observe(write_article("a"), "https://example.org/a", gold="\n".join(write_paragraphs("a")))
    sites.observe(write_article("b"), "https://example.org/b", gold="\n".join(write_paragraphs("c")))
    sites.observe(write_article("e"), "https://other.example/e")
    sites.observe(write_article("e"), "https://other.example/e", gold="")
    assert caplog.messages == [
        "https://example.org/b: the gold is not used, because its words are not on the page",
    ]
    found = sites.suggest(write_article("d"), "https://example.org/d")
    assert (found.pages, found.labelled) == (2, 1)


@pytest.mark.parametrize(("gold", "labelled"), [("one two three four five", 1), ("one two four five six", 0)])
def test_gold_is_used_if_three_of_five_words_are_on_the_page(gold: str, labelled: int) -> None:
    """With fewer, it rather is the gold of another page, or of what a script loads."""
    sites = Sites()
    sites.observe("<p>one two three</p>", "https://example.org/a", gold)
    assert sites.suggest("<p>two three four</p>", "https://example.org/b").labelled == labelled
