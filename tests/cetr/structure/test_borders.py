"""What parts two texts of the content that are not in blocks of their own."""

from __future__ import annotations

from cetr.document import Spans, normalize_spans
from cetr.structure import read_blocks, write_html, write_markdown


def _find(html: str, *texts: str) -> Spans:
    return normalize_spans([(html.index(text), html.index(text) + len(text)) for text in texts], len(html))


def test_an_end_tag_outside_the_content_brings_nothing_with_it() -> None:
    """Neither the item before, nor the one after, which has only the end tag of a paragraph, belongs to the content."""
    html = "<ul><li>x<li></p></ul><h2></p>One</h2><ul><li></p>y</ul>"
    assert write_html(html, _find(html, "One")) == "<h2>One</h2>"


def test_labels_are_words_of_their_own_also_in_code() -> None:
    """In it a script draws the diagram that it describes; also where only the texts of labels are marked."""
    html = "<pre>a<svg><text>b</text><text>c</text></svg></pre><p>d <code>e<text>f</text></code>"
    blocks = read_blocks(html, ((0, len(html)),))
    assert write_markdown(blocks) == "```\na b c\n```\n\nd `e f`"
    assert write_html(html, _find(html, "b", "c")) == "<pre>b c</pre>"
