"""The headline: the block with the words of the page's title, a heading above text rather than a link to it."""

from __future__ import annotations

import pytest

from cetr.learned import read_page

TITLE = "<title>Night ferry returns after eleven years - The Ledger</title>"
TEXT = "<p>" + "The last ferry will once again leave at a quarter to midnight. " * 4 + "</p>"


def find(html: str) -> str | None:
    """The text of the headline, with its tags."""
    page = read_page(html)
    if page.headline is None:
        return None
    return html[page.blocks.start[page.headline] : page.blocks.end[page.headline]]


@pytest.mark.parametrize("element", ["h1", "h2", "div", "p"])
def test_a_block_with_the_words_of_the_title_is_the_headline(element: str) -> None:
    """Whatever its element, and although the title also names the site."""
    headline = f"<{element}>Night ferry returns after eleven years</{element}>"
    assert find(f"{TITLE}<div>The Ledger</div>{headline}{TEXT}") == "Night ferry returns after eleven years"


def test_a_heading_goes_before_a_line_of_text() -> None:
    """As breadcrumbs end with the headline."""
    crumbs, heading = (
        "<div>Night ferry returns after eleven years</div>",
        "<h1>Night ferry returns after eleven YEARS</h1>",
    )
    assert find(TITLE + crumbs + heading + TEXT) == "Night ferry returns after eleven YEARS"


def test_of_two_the_one_with_text_below_it_is_the_headline() -> None:
    """A headline may come again, as in a list of what was read most."""
    again = "<h2>Night ferry returns after eleven YEARS</h2>"
    short = "<p>Weather</p>" * 14
    for above in ("", TEXT):
        assert find(TITLE + above + again + short + "<h2>Night ferry returns after eleven years</h2>" + TEXT) == (
            "Night ferry returns after eleven years"
        )


def test_of_two_the_one_with_more_of_the_title_is_the_headline() -> None:
    """A section may have some of its words."""
    assert find(f"{TITLE}<h2>Night ferry returns after</h2><h2>Night ferry returns after eleven years</h2>{TEXT}") == (
        "Night ferry returns after eleven years"
    )


@pytest.mark.parametrize(
    "block",
    [
        "<h1><a href=/1>Night ferry returns after eleven years</a></h1>",
        "<h1>Night ferry returns</h1>",
        "<h1>The council says that a night ferry returns after eleven long and dark years</h1>",
        "",
    ],
)
def test_links_few_words_and_other_words_are_no_headline(block: str) -> None:
    """A page without a headline is one of a section, or its title says something else."""
    assert find(TITLE + block + TEXT) is None


def test_a_page_without_title_has_no_headline() -> None:
    """Nothing says which heading is the page's."""
    assert find(f"<h1>Night ferry returns after eleven years</h1>{TEXT}") is None
