"""BTE, DSC, LQF and CCB on pages small enough to work out by hand."""

from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cetr.classic.bte import bte
from cetr.classic.ccb import accb, ccb
from cetr.classic.dsc import adsc, dsc, find_plateaus
from cetr.classic.lqf import lqf_25, lqf_50, lqf_75
from cetr.document import derive_text, read_page, read_sequence, split_words
from cetr.methods import load_method

MENU = "<ul>" + "".join(f"<li><a href=/{i}>entry{i}</a></li>" for i in range(12)) + "</ul>"
PROSE = "".join(
    f"<p>{' '.join(f'word{i}x{j}' for j in range(40))} with <a href=x>a link</a> and an end{i}.</p>" for i in range(5)
)
PAGE = f"<html><head><title>Title</title></head><body>{MENU}<div>{PROSE}</div>{MENU}</body></html>"
PROSE_WORDS = split_words(derive_text(PROSE))


@pytest.mark.parametrize("method", [bte, dsc, adsc, lqf_25, lqf_50, lqf_75, ccb, accb])
def test_prose_between_menus_is_found(method: object) -> None:
    """Each method takes nearly all of the five paragraphs and next to nothing of the menus beside them."""
    assert callable(method)
    words = split_words(derive_text(PAGE, method(PAGE)))
    assert len(set(words) & set(PROSE_WORDS)) > 0.95 * len(set(PROSE_WORDS))
    assert sum(word.startswith("entry") for word in words) <= 2


@pytest.mark.parametrize("method", [bte, dsc, adsc, lqf_25, ccb, accb])
@pytest.mark.parametrize("html", ["", "<p></p>", "<title>a</title>", "<script>a</script>"])
def test_a_page_without_text_has_no_content(method: object, html: str) -> None:
    """Nothing rendered, nothing extracted."""
    assert callable(method)
    assert method(html) == ()


def naive_bte(html: str) -> int:
    """The objective of Gottron's T_ij, by trying all i and j."""
    tags = read_sequence(read_page(html)).tag.astype(int)
    n = len(tags)
    scores = [
        int(tags[:i].sum() + (1 - tags[i : j + 1]).sum() + tags[j + 1 :].sum()) for i in range(n) for j in range(i, n)
    ]
    return max(scores)


@given(st.lists(st.sampled_from(["<b>", "</b>", "<p>", "w "]), min_size=1, max_size=14).map("".join))
def test_bte_maximises_its_objective(html: str) -> None:
    """The stretch that the linear pass finds scores as much as the best of all stretches."""
    if "w" not in html:
        return
    sequence = read_sequence(read_page(html))
    (span,) = bte(html)
    inside = (sequence.start >= span[0]) & (sequence.start < span[1])
    score = int((sequence.tag & ~inside).sum() + (~sequence.tag & inside).sum())
    assert score == naive_bte(html)


def test_bte_is_linear() -> None:
    """Eight times the page takes about eight times as long."""

    def seconds(count: int) -> float:
        start = time.thread_time()
        bte(PAGE * count)
        return time.thread_time() - start

    small = min(seconds(10) for _ in range(3))
    assert any(seconds(80) < 24 * small + 0.05 for _ in range(3))


def test_bte_takes_the_link_within_but_not_the_menu() -> None:
    """What it returns is one span from the first word of the prose to its last."""
    html = "<i></i><i></i>a b c <b>d</b> e f g<i></i><i></i>h"
    assert [html[s:e] for s, e in bte(html)] == ["a b c <b>d</b> e f g"]


def test_three_low_windows_open_a_plateau_and_three_others_close_it() -> None:
    """Windows of 4 with step 2: a gap of one steep window does not end a region, a gap of three does."""
    steep = [1] * 8 + [0] * 10 + [1] * 3 + [0] * 10 + [1] * 12 + [0] * 4 + [1] * 8
    assert find_plateaus(np.array(steep, dtype=bool), 4, 0.5) == [(8, 31)]


def test_adsc_drops_words_in_links() -> None:
    """A block of long link texts has few tags: low for DSC, steep for ADSC."""
    links = "".join(f"<a href=x>{'linked ' * 60}</a>" for _ in range(4))
    html = f"<body>{'<i></i>' * 60}{links}{'<i></i>' * 60}{'word ' * 200}</body>"
    assert "linked" in derive_text(html, dsc(html))
    assert "linked" not in derive_text(html, adsc(html))
    assert "word" in derive_text(html, adsc(html))


def quota(share: int) -> str:
    """A block with that percentage of its hundred characters in a link."""
    return f"<div><a>{'l' * share}</a>{'t' * (100 - share)}</div>"


@pytest.mark.parametrize(
    ("method", "shares"), [(lqf_25, [0, 25]), (lqf_50, [0, 25, 26, 50]), (lqf_75, [0, 25, 26, 50, 51, 75])]
)
def test_blocks_over_the_quota_go(method: object, shares: list[int]) -> None:
    """A block at the threshold stays, one just over it goes."""
    assert callable(method)
    every = [0, 25, 26, 50, 51, 75, 76, 100]
    html = "".join(quota(share) for share in every)
    expected = "\n".join("l" * share + "t" * (100 - share) for share in shares)
    assert derive_text(html, method(html)) == expected


def test_nested_blocks_are_judged_for_themselves() -> None:
    """A block of links around a block of text goes without it, and a list of links in a block of text goes alone."""
    html = "<div><a>menu menu</a><p>the text</p></div><div>more text<ul><li><a>entry</a></ul></div>"
    assert derive_text(html, lqf_50(html)) == "the text\nmore text"


def test_blurring_depends_on_the_neighbourhood() -> None:
    """The same short words are content among prose and code among tags."""
    prose, tags = "prose " * 60, "<i class=abcdefghij></i>" * 20
    html = f"{prose}<b>short words</b>{prose}{tags}<b>other words</b>{tags}"
    assert "short words" in derive_text(html, ccb(html))
    assert "other words" not in derive_text(html, ccb(html))


def test_accb_ignores_link_tags() -> None:
    """Prose full of links is code to CCB and content to ACCB."""
    html = "<p>" + "".join(f"some text and <a href=/wiki/Some_long_name_of_a_page_{i}>link</a> " for i in range(30))
    assert ccb(html) == ()
    assert len(derive_text(html, accb(html))) == len(derive_text(html))


METHODS = "bte dsc adsc lqf-25 ccb accb crunch fe kfe lp mss cetd".split()


@pytest.mark.parametrize("name", METHODS)
@given(
    html=st.lists(st.sampled_from(["<p>", "</p>", "<a>", "</a>", "word ", "<td>", "&amp;", "\u4e2d", "<script>", "<"]))
)
def test_spans_are_normalised_and_rendered(name: str, html: list[str]) -> None:
    """Whatever the page, spans are sorted, disjoint, inside it, and their ends are no blanks."""
    page = "".join(html)
    spans = load_method(name)(page)
    assert not isinstance(spans, str)
    last = -1
    for start, end in spans:
        assert last < start < end <= len(page)
        assert page[start:end] == page[start:end].strip()
        last = end
