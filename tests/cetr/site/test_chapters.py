"""Chapters that some pages of a manual share."""

from __future__ import annotations

from cetr.learned import load_model
from cetr.site import SITE, Memory, gather_evidence, remember, see, trace
from tests.cetr.site.pages import ABOUT, write_article, write_paragraphs


def test_a_chapter_is_repeated_as_far_as_pages_have_it() -> None:
    """One of nine other pages shares half of a page's text, and all of them one paragraph at another path."""
    own, shared = write_paragraphs("0"), write_paragraphs("chapter 0")
    htmls = [write_article(f"{n}", write_paragraphs(f"{n}") + write_paragraphs(f"chapter {n % 5}")) for n in range(10)]
    page, *others = (see(html, load_model()) for html in htmls)
    memory = remember(Memory(), *map(trace, others))
    blocks = page.page.blocks
    evidence = gather_evidence(memory, page.key, page.signature, blocks.words, page.odds)
    texts = [htmls[0][start:end] for start, end in zip(blocks.start.tolist(), blocks.end.tolist(), strict=True)]
    found = dict(zip(texts, evidence.columns[:, SITE.index("repeated")].tolist(), strict=True))
    assert {text: found[text] for text in [ABOUT, *own, *shared]} == {
        ABOUT: 1.0,
        **dict.fromkeys(own, 0.0),
        **dict.fromkeys(shared, 0.1),
    }
