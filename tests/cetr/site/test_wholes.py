"""Containers that gold takes whole, or leaves out whole."""

from __future__ import annotations

from math import log2

import numpy as np

from cetr.document import derive_text
from cetr.learned import Labels
from cetr.learned.templates import Codes, post
from cetr.site import Nesting, Sites
from cetr.site.wholes import ask_containers, share_containers
from tests.cetr.site.pages import write_article, write_paragraphs

SITE = "https://www.example.org/"
NESTING = Nesting(
    np.array([10, 20, 30, 20, 40, 50], dtype=np.uint32), np.array([0, 0, 1, 0, 2, 0]), np.array([0, 2, 4, 3])
)
"""A document with two containers of one path, the first of which has one inside that has another inside, and an empty
one at the end; four blocks, in the document, the last two of the nested ones, and the second container.
"""


def number(*codes: int) -> Codes:
    """Codes of containers."""
    return np.array(codes, dtype=np.uint32)


def test_a_container_holds_what_is_inside_it_anywhere() -> None:
    """Containers of one path count together, optional text not at all, and few words say nothing."""
    labels = Labels(np.array([0.0, 1, 0.5, 0]), np.array([1.0, 1, 1, 0]), 1.0)
    codes, shares = share_containers(NESTING, np.array([11.0, 4, 5, 50]), labels)
    assert (codes.tolist(), shares.tolist()) == ([10, 20, 30, 40], [6.5 / 20, 6.5 / 9, 6.5 / 9, 0.5])
    codes, shares = share_containers(NESTING, np.array([10.0, 4, 4, 1]), labels)
    assert (codes.tolist(), shares.tolist()) == ([10, 20, 30], [6 / 18, 0.75, 0.75])


def test_the_innermost_known_container_decides() -> None:
    """If gold takes it whole on all pages that have it, or on none; pages that do not teach say nothing."""
    pages = [
        (number(10, 20, 40), (np.array([0.97, 0.98, 0.02]),)),
        (number(20), (np.array([1.0]),)),
        (number(20, 30), (np.array([0.0, 0.0]),)),
    ]
    postings = post(pages, 1)

    def ask(*teachers: bool) -> list[float]:
        return ask_containers(postings, np.array(teachers), NESTING).tolist()

    assert ask(False, True, False) == [0, 1, 1, 1]
    assert ask(True, True, False) == [0, log2(3), -1, log2(3)]
    assert ask(True, True, True) == [0, -1, -1, 0]
    assert ask(False, False, False) == [0, 0, 0, 0]


def test_what_no_label_knows_is_taken_with_what_is_around_it() -> None:
    """A table in an article, if no labelled page has one."""
    cells = "".join(f"<tr><td>{town}</td><td>{count}</td></tr>" for town, count in (("Bray", 12), ("Cork", 40)))
    table = f"<table class=harbours>{cells}</table>"
    page = write_article("Bob").replace("</p></div></div><div class=foot>", f"</p>{table}</div></div><div class=foot>")
    assert "Cork" not in derive_text(page, Sites().extract(page, SITE))
    sites = Sites()
    sites.observe(write_article("Ann"), SITE + "ann", gold="\n".join(write_paragraphs("Ann")))
    text = derive_text(page, sites.extract(page, SITE + "bob"))
    assert text == "\n".join((*write_paragraphs("Bob"), "Bray 12", "Cork 40"))
