"""Addresses of links: against which they are resolved."""

from __future__ import annotations

import pytest

import cetr


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://example.org/d/", "[One](https://example.org/d/x)"),
        ("HTTPS://example.org/d/", "[One](https://example.org/d/x)"),
        ("https://a\ud800.example/d/", "[One](https://a\ufffd.example/d/x)"),
        ("file:///d/page.html", "[One](x)"),
        ("", "[One](x)"),
    ],
)
def test_links_are_resolved_against_addresses_of_the_web(url: str, expected: str) -> None:
    """However their scheme is written; what no file can hold is replaced."""
    assert cetr.extract("<p><a href=x>One</a>", "plain", format="markdown", url=url) == expected
