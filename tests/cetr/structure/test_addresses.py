"""Addresses of links and images: against which they are resolved, and where they stand."""

from __future__ import annotations

import pytest

import cetr
from cetr.document import lex
from cetr.structure.addresses import find_addresses
from tests.work import taking_at_most


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


INNER = "<a href=q>In</a><img src=i.png>"


@pytest.mark.parametrize(
    ("frame", "inside"),
    [
        (f'<iframe src="https://f.example/d/p"><html><body>{INNER}</iframe>', "https://f.example/d/"),
        (f"<iframe src=d/p><body>{INNER}</iframe>", "https://o.example/d/"),
        (f'<frame src="https://f.example/d/p"><noframes><body>{INNER}</noframes>', "https://f.example/d/"),
        (f'<frame data="https://f.example/d/p"><noframes><body>{INNER}</noframes>', "https://f.example/d/"),
        (f"<iframe src=//f.example/><frame src=e/><noframes>{INNER}</noframes></iframe>", "https://f.example/e/"),
        (f"<iframe src=//f.example/><frame src=e/><noframes></noframes>{INNER}</iframe>", "https://f.example/"),
        (f"<frame src=d/p><noframes></noframes> <noframes>{INNER}</noframes>", "https://o.example/"),
        (f"<iframe srcdoc=x><body>{INNER}</iframe>", "https://o.example/"),
        (f"<iframe srcdoc=x src=d/p><body>{INNER}</iframe>", "https://o.example/"),
        (f"<iframe srcdoc=x src=d/p data-baseuri='//f.example/e/?'>{INNER}</iframe>", "https://f.example/e/"),
        (f"<iframe src='about:blank'><body>{INNER}</iframe>", "https://o.example/"),
        (f"<iframe src='https://[/'><body>{INNER}</iframe>", "https://o.example/"),
        (f"<iframe src=d/p>{INNER}", "https://o.example/"),
        (f"</iframe><iframe src=d/p></noframes>{INNER}</iframe>", "https://o.example/d/"),
    ],
)
def test_links_in_a_frame_are_resolved_against_its_document(frame: str, inside: str) -> None:
    """Those after it against the page again; a frame without an address on the web has that of the page around it."""
    html, url = f"<p><a href=b>Out</a></p>{frame}<p><a href=c>Out</a>", "https://o.example/"
    markdown = cetr.extract(html, "plain", format="markdown", url=url)
    assert f"[In]({inside}q)" in markdown and f"![]({inside}i.png)" in markdown
    assert "[Out](https://o.example/b)" in markdown and "[Out](https://o.example/c)" in markdown
    cleaned = cetr.extract(html, "plain", format="html", url=url)
    assert f'href="{inside}q"' in cleaned and f'src="{inside}i.png"' in cleaned


@pytest.mark.parametrize("frame", ["<iframe src=d/p>{}</iframe>", "<frame src=d/p><noframes>{}</noframes>"])
def test_the_base_of_a_frame_is_not_that_of_the_page(frame: str) -> None:
    """Nor is one that says only where links open."""
    html = frame.format("<body><base href=//f.example/>") + "<base target=_top><base href='e/'><a href=b>Out</a>"
    assert cetr.extract(html, "plain", format="markdown", url="https://o.example/") == "[Out](https://o.example/e/b)"


def test_a_link_around_blocks_in_a_frame() -> None:
    """It is resolved as one around words."""
    html = "<iframe src=d/p><body><a href=q><p>In</p></a></iframe>"
    markdown = cetr.extract(html, "plain", format="markdown", url="https://o.example/")
    assert markdown == "[In](https://o.example/d/q)"


def test_an_image_of_a_frame_repeats_none_of_another_document() -> None:
    """A picture for browsers without scripts is of the same document as the one that it stands for."""
    html = "<p><img src=/i.png></p><iframe src=//f.example/><body><noscript><img src=/i.png></noscript>Text</iframe>"
    markdown = cetr.extract(html, "plain", format="markdown", url="https://o.example/")
    assert markdown.split() == ["![](https://o.example/i.png)", "![](https://f.example/i.png)", "Text"]


def test_many_frames_beside_many_links_take_linear_time() -> None:
    """The frames are not gone through for each link."""
    html = "<iframe src=d/p><a href=q>In</a></iframe><a href=b>Out</a>" * 20_000
    addresses = find_addresses(html, "https://o.example/", lex(html))
    with taking_at_most(2):
        bases = [addresses.at(place).base for place in range(30, len(html), len(html) // 20_000)]
    assert set(bases) == {"https://o.example/d/p"}
