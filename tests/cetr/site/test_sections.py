"""Manuals whose sections have ids of their own."""

from __future__ import annotations

import numpy as np

from cetr.learned import read_page
from cetr.learned.templates import forget_section_ids
from cetr.site import Sites, sign_page
from tests.cetr.site.pages import write_paragraphs

ENTRY = '<dl class="entry"><dt id="{name}.open">{name}.open()<a href="#{name}.open">#</a></dt><dd>{text}</dd></dl>'
SECTION = '<section id="{name}"><h2>About {name}<a href="#{name}">#</a></h2><p>{text}</p>{entries}</section>'


def write_manual(*names: str) -> str:
    """A page of a manual: a menu, and a section of each name with three entries."""
    sections = "".join(
        SECTION.format(
            name=name,
            text=write_paragraphs(name, 1)[0],
            entries="".join(
                ENTRY.format(name=f"{name}{part}", text=write_paragraphs(name + part)[0]) for part in "abc"
            ),
        )
        for name in names
    )
    return f'<body><ul><li><a href="/">Start</a></li></ul><div id="text">{sections}</div></body>'


def test_sections_of_two_pages_have_the_same_paths() -> None:
    """The ids of sections and entries are on no other page, so they do not count."""
    one, other = (read_page(write_manual(*names)) for names in (("files", "clocks"), ("mail",)))
    signed = [sign_page(page).paths for page in (one, other)]
    assert [len(np.unique(paths)) for paths in signed] == [25, 25]
    assert set(signed[0].ravel()) == set(signed[1].ravel())
    assert len(set(one.paths.ravel()) & set(other.paths.ravel())) == 10


def test_other_ids_count() -> None:
    """Ids that no link on the page leads to, those of numbered posts, and classes stay; a page without links to its
    ids stays as it is.
    """
    page = read_page(
        '<a href="#why">Reasons</a><div id="main"><div id="post-7"><a href="#post-7">7</a> First.</div>'
        '<p class="lead" id="why">Why?</p></div>'
    )
    known, kept = page.tags, forget_section_ids(page.blocks, page.tags)
    spelled = known.sources.spell()
    lost = {owner: np.isin(known.attributes.hash[known.attributes.owner == owner], kept.attributes.hash).tolist()
            for owner in range(len(spelled))}  # fmt: skip
    assert [spelled[owner] for owner, there in lost.items() if not all(there)] == ['<p class="lead" id="why">']
    plain = read_page('<div id="main"><p>Text.</p></div>')
    assert forget_section_ids(plain.blocks, plain.tags) is plain.tags


def test_gold_of_one_page_teaches_the_entries_of_another() -> None:
    """What the gold of one page leaves out in its sections is left out in the sections of another page."""
    labelled, page = write_manual("files", "clocks"), write_manual("mail", "sound")
    gold = [(labelled.index(text), labelled.index(text) + len(text)) for name in ("files", "clocks")
            for text in write_paragraphs(name, 1)]  # fmt: skip
    sites = Sites()
    sites.observe(labelled, "https://manual.example/files", gold=gold)
    found = "".join(page[start:end] for start, end in sites.extract(page, "https://manual.example/mail"))
    assert all(text in found for name in ("mail", "sound") for text in write_paragraphs(name, 1))
    assert not any(write_paragraphs(name + part)[0] in found for name in ("mail", "sound") for part in "abc")
