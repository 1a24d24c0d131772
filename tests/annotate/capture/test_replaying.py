"""The headers with which a browser gets stored responses."""

from __future__ import annotations

import pytest

from annotate.capture.replaying import keep_headers, name_utf8

UMLAUT = "<p>\u00fc".encode()


def test_headers_that_no_browser_accepts_are_left_out() -> None:
    """One of them would cost the response; neither do those come along that tell of codings which are undone."""
    headers = [(":status", "200"), ("a b", "c"), ("", "c"), ("X", "a\r\nb"), ("Content-Encoding", "br")]
    kept = [("Set-Cookie", "a"), ("set-cookie", "\u00fc"), ("X-Empty", "")]
    assert keep_headers([*headers, *kept]) == kept


@pytest.mark.parametrize("kind", ["text/html", "text/html; charset=iso-8859-1", ""])
def test_utf8_is_named(kind: str) -> None:
    """If the server does not say so, says something else, or nothing."""
    headers = [("content-type", kind)] if kind else []
    assert name_utf8([*headers, ("X", "y")], UMLAUT) == [("X", "y"), ("Content-Type", "text/html; charset=utf-8")]


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("text/html; charset=iso-8859-1", "<p>\u00fc".encode("latin-1")),
        ("text/html; charset=windows-1251", b"<p>x"),
        ("text/plain", UMLAUT),
        ("", b"\x89PNG"),
    ],
)
def test_other_documents_keep_their_headers(kind: str, body: bytes) -> None:
    """What is no HTML, and what is decoded as it says, or needs no decoding."""
    assert name_utf8([("Content-Type", kind)], body) == [("Content-Type", kind)]
