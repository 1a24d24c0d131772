"""Headings that several pages of a site have."""

from __future__ import annotations

from cetr.learned import load_model
from cetr.site import SITE, Memory, gather_evidence, remember, see, trace
from tests.cetr.site.pages import ABOUT, write_article, write_paragraphs


def test_a_heading_is_repeated_as_far_as_the_text_below_it() -> None:
    """The second of two headings in a row speaks for both; one without text below it is repeated."""
    first, other = (
        write_article(seed)
        .replace(f"<p>{ABOUT}</p>", f"<h2>About us</h2><p>{ABOUT}</p>")
        .replace(
            f"<p>{write_paragraphs(seed)[1]}</p>",
            f"<h2>Chapter two</h2><h3>The answers</h3><p>{write_paragraphs(seed)[1]}</p>",
        )
        .replace("<div class=foot>", "<h2>The end</h2><div hidden></div></body></html><!--")
        for seed in "ab"
    )
    page = see(first, load_model())
    memory = remember(Memory(), trace(see(other, load_model())))
    blocks = page.page.blocks
    evidence = gather_evidence(memory, page.key, page.signature, blocks.words, page.odds)
    repeated = evidence.columns[:, SITE.index("repeated")]
    texts = [first[start:end] for start, end in zip(blocks.start.tolist(), blocks.end.tolist(), strict=True)]
    found = {text: value > 0 for text, value in zip(texts, repeated.tolist(), strict=True)}
    headings = {"About us": True, "Chapter two": False, "The answers": False, "The end": True}
    assert {text: found[text] for text in headings} == headings
