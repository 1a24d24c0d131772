"""The hashes of element paths: what of a page they tell apart."""

from __future__ import annotations

import pytest

from cetr.learned import read_page
from cetr.learned.templates import KINDS, shorten_paths


def find_alike(one: str, other: str) -> set[str]:
    """The kinds of paths that the only blocks of two pages have in common."""
    hashes = [read_page(html).paths[:, 0].tolist() for html in (one, other)]
    return {kind for kind, a, b in zip(KINDS, *hashes, strict=True) if a == b}


def nest(change: str = "section class=b", at: int | None = None) -> str:
    """A word inside eight elements, one of which, counted from inside, may be another."""
    tags = ["section class=a"] * 8
    if at is not None:
        tags[at] = change
    return "".join(f"<{tag}>" for tag in reversed(tags)) + "word"


@pytest.mark.parametrize(
    ("at", "alike"),
    [
        (0, {"names"}),
        (1, {"names"}),
        (2, {"near", "names"}),
        (3, {"near", "names"}),
        (4, {"near", "middle", "form", "names"}),
        (5, {"near", "middle", "form", "names"}),
        (6, set(KINDS)),
        (7, set(KINDS)),
    ],
)
def test_paths_are_of_two_four_and_six_elements(at: int, alike: set[str]) -> None:
    """A class counts in all of them but one, which has the names of elements alone, and six of them."""
    assert find_alike(nest(), nest(at=at)) == alike
    assert find_alike(nest(), nest("article class=a", at)) == (alike if at >= 6 else alike - {"names"})


def test_the_order_of_names_in_an_element_does_not_count() -> None:
    """Nor does the number in one."""
    assert find_alike("<p class='a b1' id=c>word", "<p id=c class='b22 a'>word") == set(KINDS)
    assert find_alike("<p class='a b'>word", "<p class='a c'>word") == {"names"}


WORDS = "one two three four five six seven eight nine ten".split()
MANY = " ".join(WORDS * 2)


@pytest.mark.parametrize(
    ("one", "other", "different"),
    [
        ("one two three", "four five six", set()),
        ("one two three", "one two three four", {"form"}),
        (" ".join(WORDS[:8]), " ".join(WORDS[:9]), {"form", "names"}),
        (" ".join(WORDS[:9]), MANY, set()),
        (MANY, f"{MANY} one", {"form"}),
        ("one two", "one two.", {"form"}),
        ("one two", "one, two", set()),
        ("one two", "one <a>two</a>", set()),
        ("one two", "one <a>four</a>", {"form", "names"}),
        ("one two", "one <b>two</b>", set()),
        ("one two", "one <b>four</b>", {"form"}),
        ("one <a>four</a>", "one <b>four</b>", {"form", "names"}),
        ("one <a>four</a>", "one <a><b>four</b></a>", {"form"}),
    ],
)
def test_texts_have_forms(one: str, other: str, different: set[str]) -> None:
    """By how many words they have, how they end, and whether more than half of them is linked or bold."""
    assert find_alike(f"<p>{one}", f"<p>{other}") == set(KINDS) - different


def test_hashes_stay_what_they_are() -> None:
    """Models and memories of sites that were written before have them."""
    page = read_page('<div class="post b7" id=x><p lang=en>one <a><b>two three</b></a>.')
    assert shorten_paths(page.paths)[:, 0].tolist() == [3005862171, 784315598, 4187901020, 3803356907, 1327989633]


def test_different_kinds_of_paths_are_different() -> None:
    """Also where the paths are the same, because there are no more elements."""
    assert len(set(shorten_paths(read_page("word").paths)[:, 0].tolist())) == len(KINDS)
