"""Crunch, FE, KFE, LP and CETD on pages small enough to work out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from cetr.classic import composite_density, count_inside, extract_dense
from cetr.classic.cetd import cetd, text_density
from cetr.classic.crunch import crunch
from cetr.classic.debnath import cluster_values, fe, kfe
from cetr.classic.lp import lp
from cetr.console import InputError
from cetr.document import build_tree, derive_text, read_page

MENU = "<ul>" + "".join(f"<li><a href=/{i}>entry {i}</a></li>" for i in range(9)) + "</ul>"
SENTENCE = "This is a sentence of the article, and it has a number of words."
PROSE = f"<div><h1>Head line</h1><p>{SENTENCE}</p><p>{SENTENCE} {SENTENCE}</p></div>"
PAGE = f"<html><head><title>Title</title></head><body><div>{MENU}</div>{PROSE}<div>{MENU}</div></body></html>"


def text_of(html: str, method: object) -> str:
    """The text that a method takes."""
    assert callable(method)
    return derive_text(html, method(html))


@pytest.mark.parametrize("method", [crunch, fe, kfe, lp, cetd])
def test_menus_go_and_prose_stays(method: object) -> None:
    """Each method finds the longest paragraph between two menus, and nothing of the menus."""
    text = text_of(PAGE, method)
    assert f"{SENTENCE} {SENTENCE}" in text
    assert "entry" not in text


@pytest.mark.parametrize("method", [crunch, fe, kfe, lp, cetd])
@pytest.mark.parametrize("html", ["", "<p></p>", "<title>a</title>", "<style>a</style>"])
def test_a_page_without_text_has_no_content(method: object, html: str) -> None:
    """Nothing rendered, nothing extracted."""
    assert text_of(html, method) == ""


@pytest.mark.parametrize("method", [crunch, fe, kfe, lp, cetd])
def test_nesting_has_no_limit(method: object) -> None:
    """Ten thousand nested elements are no deeper than others."""
    assert text_of("<div>" * 10_000 + SENTENCE, method) == SENTENCE


@pytest.mark.parametrize(
    ("name", "clutter"),
    [
        ("link list", "<ul><li><a>one</a><li><a>two</a> x</ul>"),
        ("text list", "<ul><li>Home<li>About us<li>Contact</ul>"),
        ("link-heavy block", "<div>see <a>here</a> or <a>there</a></div>"),
        ("banner", "<p><a href=//x.doubleclick.net/1>a long text that would else be content</a>"),
        ("form", "<form>Search for <select><option>something</select></form>"),
    ],
)
def test_crunch_takes_out(name: str, clutter: str) -> None:
    """Each heuristic of Crunch takes out what it is for and leaves the text beside it."""
    assert text_of(f"<div><p>{SENTENCE}</p>{clutter}</div>", crunch) == SENTENCE


@pytest.mark.parametrize(
    "content",
    [
        "<ul><li>Home is where it is.<li>About<li>Contact</ul>",
        "<div>Five words beside <a>a link</a>.</div>",
        "<ul><li>short<li>items</ul>",
    ],
)
def test_crunch_leaves(content: str) -> None:
    """Lists with sentences, blocks with few links and lists of two short items stay."""
    assert text_of(content, crunch) == derive_text(content)


def test_crunch_judges_from_the_inside() -> None:
    """A container with more links than words stays when its links are in a list that goes."""
    html = f"<div>Three plain words{MENU}</div>"
    assert text_of(html, crunch) == "Three plain words"


def test_fe_takes_one_block_and_kfe_a_cluster() -> None:
    """FE's winner is the block of pure text with the most words; KFE takes all blocks like it."""
    half = "<p>Some words here with <a>some words there</a></p>"
    html = f"<p>{SENTENCE}</p><p>{SENTENCE} {SENTENCE}</p>{half}"
    assert text_of(html, fe) == f"{SENTENCE} {SENTENCE}"
    assert text_of(html, kfe) == f"{SENTENCE}\n{SENTENCE} {SENTENCE}"


def test_values_cluster_by_their_means() -> None:
    """K-means in one dimension puts the greatest values into the last cluster; equal values into one."""
    assert cluster_values(np.array([0.5, 0.52, 0.7, 0.72, 0.98, 1.0]), 3).tolist() == [0, 0, 1, 1, 2, 2]
    assert cluster_values(np.array([1.0, 1.0]), 3).tolist() == [2, 2]


def test_the_largest_pagelet_has_no_child_with_three_links() -> None:
    """Two links in a child leave the parent a pagelet; three make the child's children the candidates."""
    two = f"<div id=a><p>{SENTENCE}</p><p><a>x</a><a>y</a></p></div>"
    assert text_of(f"<body>{two}</body>", lp) == f"{SENTENCE}\nxy"
    three = f"<div><p>{SENTENCE}</p><p><a>x</a> <a>y</a> <a>z</a></p></div>"
    assert text_of(f"<body>{three}</body>", lp) == SENTENCE


def test_densities_follow_the_formulas() -> None:
    """Formulas (1) and (2), worked by hand for a body with a paragraph and a link."""
    html = "<body><div><p>aaaaaaaaaa</p></div><p>bbbb<a>cc</a></p></body>"
    counts = count_inside(read_page(html))
    assert counts.characters.tolist() == [16, 16, 10, 10, 6, 2]
    assert counts.tags.tolist() == [5, 4, 1, 0, 1, 0]
    assert counts.link_characters.tolist() == [2, 2, 0, 0, 2, 2]
    assert counts.link_tags.tolist() == [1, 1, 0, 0, 1, 0]
    assert text_density(counts).tolist() == [3.2, 4, 10, 10, 6, 2]
    share = 2 / 16
    body = 4 * np.log(8 * 4) / np.log(np.log(16 / 14 * 2 + share * 16 + np.e))
    first = 10 * np.log(10) / np.log(np.log(share * 10 + np.e))
    second = 6 * np.log(3) / np.log(np.log(6 / 4 * 2 + share * 6 + np.e))
    assert composite_density(counts)[1:] == pytest.approx([body, first, first, second, 0])


def test_without_links_the_composite_density_is_the_text_density() -> None:
    """The logarithm's base would be 1."""
    counts = count_inside(read_page("<body><p>aaa</p><p>b</p></body>"))
    assert composite_density(counts).tolist() == text_density(counts).tolist()


def test_the_threshold_is_the_least_density_on_the_way_to_the_body() -> None:
    """Algorithm 2: the densest sum's element is content, and in every other dense enough element its densest."""
    tree = build_tree("<body><div><p>1</p><p>2</p></div><div><p>3</p></div><i>4</i></body>")
    # body, div, p, p, div, p, i
    density = np.array([0.0, 2.0, 3.0, 5.0, 5.0, 2.5, 4.0, 1.0])
    chosen = tree.owner[extract_dense(tree, density, 1)]
    # div (sum 10), body's own sum is 6.5; the second div is over the threshold of 2, i under it.
    assert sorted(set(chosen.tolist())) == [2, 3, 4, 5, 6]


def test_an_unknown_density_is_a_wrong_option() -> None:
    """The error names the option and its values."""
    with pytest.raises(InputError, match="density: 'dense' is neither 'composite' nor 'text'"):
        cetd("<p>a", density="dense")
