"""Servers that do not answer."""

from __future__ import annotations

import pytest

from cetr.sources import find_server


@pytest.mark.parametrize(
    ("url", "server"),
    [
        ("http://me:secret@EXAMPLE.com:81/a", "example.com:81"),
        ("https://müller.de/", "xn--mller-kva.de"),
        ("http://[::1]:80/a", "[::1]:80"),
        ("http://[bad/", ""),
        ("folder/a.html", ""),
    ],
)
def test_the_server_of_a_url_is_its_host_with_the_port(url: str, server: str) -> None:
    """However the host is written; a file has none, nor has an invalid URL."""
    assert find_server(url) == server
