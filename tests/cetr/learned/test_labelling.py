"""Which blocks the gold marks as content."""

from __future__ import annotations

import pytest

from cetr.learned import find_blocks, label_blocks


def test_a_headline_is_the_one_on_the_page() -> None:
    """A gold text's headline is found in the page's heading, although the page's title has the same words."""
    html = "<title>Rain is late - News</title><h1>Rain is late</h1><p>By Ann</p><p>It will rain on Sunday.</p><p>More"
    labels = label_blocks(find_blocks(html), "Rain is late\nIt will rain on Sunday.")
    assert labels.share.tolist() == [1, 0, 1, 0]
    assert labels.coverage == 1


@pytest.mark.parametrize(("optional", "counted"), [("one", 1), ("one two", 0)])
def test_a_block_counts_unless_half_of_it_is_optional(optional: str, counted: int) -> None:
    """Its share is that of its words in the gold; a sign has none. Words outside blocks are missed by the gold."""
    html = "<title>Rain</title><p>one two three four</p><p>€</p>"
    start, gold = html.index("one"), html.index("four")
    found = label_blocks(find_blocks(html), ((7, 11), (gold, gold + 4)), ((start, start + len(optional)),))
    assert (found.share.tolist(), found.counted.tolist(), found.coverage) == ([0.25, 0], [counted, 1], 0.5)
