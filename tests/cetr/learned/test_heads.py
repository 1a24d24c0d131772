"""The head of a page: its title and its description, as written."""

from __future__ import annotations

import pytest

from cetr.learned.heads import Head, read_head


@pytest.mark.parametrize(
    ("html", "head"),
    [
        (
            "<TITLE lang=en>Ferry &amp; quay</TITLE><META NAME=Description CONTENT='the \"last\" one'>",
            ("Ferry &amp; quay", 'the "last" one'),
        ),
        ('<meta content="a" property="og:description"><meta itemprop="description" content="ab">', ("", "ab")),
        ('<meta content="aa" name="description"><meta name="description" content="b">', ("", "aa")),
        ("<head><title>Ferry</title></head>", ("Ferry", "")),
        ('<meta name="description"><meta name="twitter:description" content="no">', ("", "")),
        ('<meta name="description" content="">', ("", "")),
        ('<head></head><title>Ferry</title><meta name="description" content="no">', ("", "")),
        (f"<title>Ferry</title>{' ' * 20_000}<meta name=description content='no'>", ("Ferry", "")),
        ("", ("", "")),
    ],
)
def test_title_and_description(html: str, head: tuple[str, str]) -> None:
    """Of several descriptions, the longest counts; nothing below the head does, or far down if it has no end."""
    assert read_head(html) == Head(*head)
