"""Links beside headings, which `learned` takes for no part of the text."""

from __future__ import annotations

import numpy as np
import pytest

from cetr.document import derive_text
from cetr.learned import find_blocks, join_blocks
from cetr.structure import read_blocks, write_html, write_markdown

EDIT = '<span class="mw-editsection"><span>[</span><a href="/edit">edit</a><span>]</span></span>'


@pytest.mark.parametrize(
    "heading",
    [
        '<h2>Uses<a class="headerlink" href="#uses" title="Link to this heading">¶</a></h2>',
        '<h2>Uses<a href="#uses">&para;</a></h2>',
        '<h2><a href="#uses" class="anchor"> # </a>Uses</h2>',
        '<h2 id="uses"><a class="doc-anchor" href="#uses">§</a>Uses</h2>',
        f'<h2><span class="mw-headline" id="Uses">Uses</span>{EDIT}</h2>',
        f'<div class="mw-heading mw-heading2"><h2 id="Uses">Uses</h2>{EDIT}</div>',
        '<h2><span class="editsection">[<a href="/edit">edit</a>]</span> Uses</h2>',
    ],
)
def test_links_beside_headings_are_left_out(heading: str) -> None:
    """Of text, Markdown and HTML alike; what stands beside them, an image too, stays."""
    html = f'<p>Before</p>{heading}<img src="/a.png" alt=""><p>After</p>'
    spans = join_blocks(find_blocks(html), np.ones(len(find_blocks(html)), dtype=np.bool_))
    assert derive_text(html, spans) == "Before\nUses\nAfter"
    assert write_markdown(read_blocks(html, spans)).strip() == "Before\n\n## Uses\n\n![](/a.png)\n\nAfter"
    assert "edit" not in write_html(html, spans).casefold().replace("editsection", "")


@pytest.mark.parametrize(
    "html",
    [
        '<p>See <a href="#a">#4</a>, C<a href="/sharp">#</a> and § 3</p>',
        '<p>The class <span class="mw-editsection-visualeditor">editsection</span> and [edit]</p>',
        '<p>Never closed: <span class="mw-editsection">[edit]</p>',
    ],
)
def test_other_links_and_signs_are_kept(html: str) -> None:
    """Only a link that leads to a place in a page and consists of a sign is one of those beside headings."""
    assert join_blocks(find_blocks(html), np.ones(1, dtype=np.bool_)) == ((3, len(html) - 4),)


@pytest.mark.parametrize(("end", "taken"), [("¶", 'Uses <a href="#uses">¶'), ("", "Uses")])
def test_a_link_that_the_page_ends_in_is_none_of_them(end: str, taken: str) -> None:
    """It may go on."""
    html = f'<p>Uses <a href="#uses">{end}'
    assert join_blocks(find_blocks(html), np.ones(1, dtype=np.bool_)) == ((3, 3 + len(taken)),)
