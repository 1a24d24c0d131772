"""Which site a URL is of."""

from __future__ import annotations

import pytest

from cetr.site import find_domain, find_host


@pytest.mark.parametrize(
    ("url", "host", "domain"),
    [
        ("https://www.news.example.co.uk/a", "news.example.co.uk", "example.co.uk"),
        ("http://example.com", "example.com", "example.com"),
        ("http://192.168.0.1:80/x", "192.168.0.1", "192.168.0.1"),
        ("http://localhost:8001/x", "localhost:8001", "localhost"),
        ("https://www.news.example.com:80/", "news.example.com:80", "example.com"),
        ("https://example.com:443", "example.com", "example.com"),
        ("https://m.example.com/a", "example.com", "example.com"),
        ("https://amp.sport.example.com/a", "sport.example.com", "example.com"),
        ("https://mobile.example.com:8080/a", "example.com:8080", "example.com"),
        ("https://m.me/a", "m.me", "m.me"),
        ("http://[::1]:8000/", "[::1]:8000", "::1"),
        ("http://[::ffff:1.2.3.4]/", "::ffff:1.2.3.4", "::ffff:1.2.3.4"),
        ("http://sport.example.de/", "sport.example.de", "example.de"),
        ("http://sport.com.example/", "sport.com.example", "com.example"),
        ("http://example.co.uk/", "example.co.uk", "example.co.uk"),
        ("http://co.uk/", "co.uk", "co.uk"),
        ("https://www.gov.uk:8080/", "gov.uk:8080", "gov.uk"),
        ("http://www.example.go.jp/", "example.go.jp", "example.go.jp"),
        ("http://www.city.example.lg.jp/", "city.example.lg.jp", "example.lg.jp"),
        ("http://www.example.gouv.fr/", "example.gouv.fr", "example.gouv.fr"),
        ("http://news.example.govt.nz/", "news.example.govt.nz", "example.govt.nz"),
        ("http://www.example.gv.at/", "example.gv.at", "example.gv.at"),
        ("http://go.example/", "go.example", "go.example"),
        ("https://alice.github.io/a", "alice.github.io", "alice.github.io"),
        ("https://www.alice.github.io/a", "alice.github.io", "alice.github.io"),
        ("http://shop.example.co.kr/", "shop.example.co.kr", "example.co.kr"),
        ("http://uk/", "uk", "uk"),
        ("http://www.example.com.:8080/", "example.com:8080", "example.com"),
        ("http://1.2.3.4./", "1.2.3.4", "1.2.3.4"),
        ("https://www.M\xfcller.example/a", "xn--mller-kva.example", "xn--mller-kva.example"),
        (f"http://{chr(0xFC) * 64}.example/", f"{chr(0xFC) * 64}.example", f"{chr(0xFC) * 64}.example"),
        ("no address", "", ""),
        ("http://:8080/", "", ""),
        ("http://[broken", "", ""),
        ("http://example.com:none/", "", ""),
    ],
)
def test_sites_of_addresses(url: str, host: str, domain: str) -> None:
    """The host without www, m, mobile or amp, with a port that is not the scheme's, and the registered domain."""
    assert (find_host(url), find_domain(url)) == (host, domain)
