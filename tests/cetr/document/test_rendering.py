"""The parts of a document that a browser does not show."""

from __future__ import annotations

import pytest

from cetr.document import find_unrendered, lex


def write_unrendered(html: str, *, captured: bool = False) -> list[str]:
    """Those parts, as written."""
    return [html[start:end] for start, end in find_unrendered(lex(html), captured=captured)]


@pytest.mark.parametrize(
    ("html", "unrendered"),
    [
        ("<head><title>a</title></head><p>b", ["<head><title>a</title></head>"]),
        ("<head><meta><body>b", ["<head><meta>"]),
        ("<p>a<title>b</title>c", ["<title>b</title>"]),
        ("<noscript>a</noscript>b<noscript>c", ["<noscript>a</noscript>"]),
        ("<noframes>a<noframes>b</noframes>c</noframes>", ["<noframes>a<noframes>b</noframes>"]),
        ("<annotation>a<annotation>b</annotation>c", ["<annotation>b</annotation>"]),
        (
            "<rp>(</rp>a<iframe>b</iframe><template>c</template>",
            ["<rp>(</rp>", "<iframe>b</iframe><template>c</template>"],
        ),
        ("a</template>b<body>c</body>", []),
        ("", []),
    ],
)
def test_what_is_not_rendered(html: str, unrendered: list[str]) -> None:
    """From a start tag to the next end tag, or to the body; what is never closed, or never opened, is no element."""
    assert write_unrendered(html) == unrendered


@pytest.mark.parametrize(
    ("html", "shown"),
    [
        ("<template ShadowRootMode=open>a</template>", True),
        ("<template class=open>a<p>b</template>", False),
        ("<iframe><p>a</p></iframe>", True),
        ("<noframes><p>a</noframes>", True),
        ("<iframe>a</iframe><p>b", False),
        ("<noscript><p>a</noscript>", False),
    ],
)
def test_a_capture_shows_shadow_roots_and_frames(html: str, shown: bool) -> None:
    """A frame, if elements are in it; as it was served, nothing of that is shown."""
    first = html.removesuffix("<p>b")
    assert (write_unrendered(html), write_unrendered(html, captured=True)) == ([first], [] if shown else [first])
