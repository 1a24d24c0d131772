"""URLs as people write them."""

from __future__ import annotations

import pytest

from cetr.console import InputError
from cetr.sources.urls import quote_url


def test_hosts_of_any_alphabet() -> None:
    """They are asked for by the names that the net knows them by."""
    assert quote_url("http://M\xfcnchen.example:8080/") == "http://xn--mnchen-3ya.example:8080/"
    assert quote_url("http://stra\xdfe.example/") == "http://xn--strae-oqa.example/"  # not strasse.example
    assert quote_url("https://[::1]/a?b") == "https://[::1]/a?b"


def test_a_password_is_not_told() -> None:
    """It is not sent either."""
    with pytest.raises(InputError, match=r"^x\.example: its URL has a user name or a password"):
        quote_url("http://me:secret@x.example/")
