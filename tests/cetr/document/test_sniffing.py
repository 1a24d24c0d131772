"""Whether bytes can be a page."""

from __future__ import annotations

from codecs import BOM_UTF8

import pytest

from cetr.document import begins_as_html, name_binary


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"%PDF-1.4", "a PDF"),
        (BOM_UTF8 + b"%PDF-1.4", "a PDF"),
        (b"\x89PNG\r\n", "an image"),
        (b"PK\x03\x04", "a ZIP archive"),
        (b"From: <Saved by Blink>", "an MHTML archive"),
        (b"<p>%PDF-", ""),
        ("<p>a".encode("utf-16"), ""),
        ("<p>a".encode("utf-16-be"), ""),
        (b"", ""),
        (b"text", ""),
        (b"text\x01", "binary data"),
        (b"text\x01<p>", ""),
        (b"<p>" + b"\x01" * 16, ""),
        (b"<p>" + b"\x01" * 17, "binary data"),
        (b"<p>" + b"\x01" * 20 + b"a" * 377, ""),
        (b"<p>" + b"\x01" * 20 + b"a" * 376, "binary data"),
        (b"a" * 1445 + b"\x01", ""),
        (b"a" * 1444 + b"\x01", "binary data"),
    ],
)
def test_what_bytes_are(data: bytes, name: str) -> None:
    """By how they begin; or by bytes that no text has: any without markup, more than 16 and one in twenty with some."""
    assert name_binary(data) == name


@pytest.mark.parametrize(
    ("data", "is_html"),
    [
        (b"<!DOCTYPE html>", True),
        (BOM_UTF8 + b"\n<?xml version='1.0'?>\n<HTML lang=en>", True),
        (b" <!-- a", True),
        (b"<p>", True),
        (b"<pre>", False),
        (b"<p", False),
        (b"<?xml version='1.0'?><rss>", False),
        (b"text <p>", False),
    ],
)
def test_how_html_begins(data: bytes, is_html: bool) -> None:
    """With one of the tags by which browsers tell, after a declaration of XML or none."""
    assert begins_as_html(data) == is_html
