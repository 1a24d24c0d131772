"""Pages as they were served, and the same pages as a browser has them."""

from __future__ import annotations

import numpy as np

from cetr.learned import read_page
from cetr.learned.templates import find_implied
from cetr.site import sign_page

SERVED = "<table><tr><td><p>First words.</p><p>Second words.</p><tr><td class=side>Third.</table><p>Fourth.</p>Fifth."
CAPTURED = (
    '<html lang="en"><head></head><body><table><tbody><tr><td><p>First words.</p><p>Second words.</p></td></tr><tr>'
    '<td class="side">Third.</td></tr></tbody></table><p>Fourth.</p>Fifth.</body></html>'
)


def test_a_served_page_has_the_paths_of_the_captured_one() -> None:
    """What a browser adds does not count, so gold of a captured page serves the pages of a crawl."""
    served, captured = (sign_page(read_page(html)).paths for html in (SERVED, CAPTURED))
    assert served.shape == (5, 5)
    assert np.array_equal(served, captured)


def test_what_has_a_name_counts() -> None:
    """A browser gives no class to what it adds, so a body and a table's body with one belong to the template."""
    html = '<html><body class="a"><table><tbody id="b"><tr><td>One.</table><table><tbody><tr><td>Two.</table>'
    page = read_page(html)
    assert find_implied(page.blocks, page.tags).nonzero()[0].tolist() == [1, 8]
