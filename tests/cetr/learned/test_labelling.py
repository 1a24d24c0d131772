"""Which blocks the gold marks as content."""

from __future__ import annotations

from cetr.learned import find_blocks, label_blocks


def test_a_headline_is_the_one_on_the_page() -> None:
    """A gold text's headline is found in the page's heading, although the page's title has the same words."""
    html = "<title>Rain is late - News</title><h1>Rain is late</h1><p>By Ann</p><p>It will rain on Sunday.</p><p>More"
    labels = label_blocks(find_blocks(html), "Rain is late\nIt will rain on Sunday.")
    assert labels.share.tolist() == [1, 0, 1, 0]
    assert labels.coverage == 1
