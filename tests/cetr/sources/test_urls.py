"""URLs as people write them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cetr.console import InputError
from cetr.sources.urls import quote_url, read_urls, spell_url


@pytest.mark.parametrize("text", ["<!doctype html>\n<p>a", '\ufeff\n{"html": "<p>a"}\n', '[{"html": "<p>a"}]'])
def test_pages_are_no_list_of_urls(tmp_path: Path, text: str) -> None:
    """The message quotes none of them, but says how they are named."""
    file = tmp_path / "a.jsonl"
    file.write_text(text, encoding="utf-8")
    told = f"^{re.escape(str(file))}: is HTML or JSON, not a list of URLs; name it without --urls$"
    with pytest.raises(InputError, match=told):
        read_urls(str(file))


def test_hosts_of_any_alphabet() -> None:
    """They are asked for by the names that the net knows them by."""
    assert quote_url("http://M\xfcnchen.example:8080/") == "http://xn--mnchen-3ya.example:8080/"
    assert quote_url("http://stra\xdfe.example/") == "http://xn--strae-oqa.example/"  # not strasse.example
    assert quote_url("https://[::1]/a?b") == "https://[::1]/a?b"


def test_a_password_is_not_told() -> None:
    """It is not sent either."""
    with pytest.raises(InputError, match=r"^x\.example: its URL has a user name or a password"):
        quote_url("http://me:secret@x.example/")


@pytest.mark.parametrize(
    ("url", "spelled"),
    [
        ("http://x.example/caf%c3%a9?q=%e9#top", "http://x.example/caf%C3%A9?q=%E9"),
        ("http://x.example/caf\xe9?q=\xe9", "http://x.example/caf%C3%A9?q=%C3%A9"),
        ("http://x.example/%7Eme/%41%2d%2E%2e/", "http://x.example/~me/A-%2E%2E/"),
        ("http://x.example/100%?a%2Fb%26c", "http://x.example/100%?a%2Fb%26c"),
        ("HTTPS://X.example:443", "https://x.example/"),
        ("http://x.example/a?", "http://x.example/a"),
        ("http://x.example/a?b?c=d;e", "http://x.example/a?b?c=d;e"),
        ("a page", "a page"),
    ],
)
def test_two_urls_of_one_page_are_spelled_alike(url: str, spelled: str) -> None:
    """What is escaped and stands for something else than the sign itself stays escaped."""
    assert spell_url(url) == spell_url(spelled) == spelled
