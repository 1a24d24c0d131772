"""Addresses of links and images: against which they are resolved, and where they stand."""

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


@pytest.mark.parametrize(
    "image",
    [
        'src="data:image/svg+xml;nitro-empty" nitro-lazy-src="/a.png"',
        'data-srcset="/a.png 480w, /b.png 960w" src="/lazyloading.gif" data-lazy="on"',
        'src="/1x1.png" data-src-pc="/a.png" data-src-pin="{url}"',
        'src="/a.png" data-wpfc-original-src="/b.png"',
    ],
)
def test_the_address_of_an_image_may_be_kept_for_a_script(image: str) -> None:
    """Under whatever name; an image that is there counts before one that a script would load."""
    assert cetr.extract(f"<img {image}>", "plain", format="markdown").strip() == "![](/a.png)"
