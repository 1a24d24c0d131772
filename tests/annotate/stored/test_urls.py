"""The URLs of stored pages: however a crawler, a list or a page writes them, they are found."""

from __future__ import annotations

import json
from pathlib import Path
from unittest.mock import Mock

import pytest

from annotate.stored import Response, Stored, list_wanted, open_stored
from annotate.stored.holdings import Holdings, gather
from cetr.sources import spell_url


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("HTTP://A.example/", "http://a.example/"),
        ("http://a.example", "http://a.example/"),
        ("http://a.example?q", "http://a.example/?q"),
        ("http://a.example:80/x", "http://a.example/x"),
        ("https://a.example:443/x", "https://a.example/x"),
        ("https://a.example:80/x", "https://a.example:80/x"),
        ("http://b\xfccher.example/\xe4 b#part", "http://xn--bcher-kva.example/%C3%A4%20b"),
        ("http://a.example/l'an?l'an", "http://a.example/l'an?l%27an"),
        ("http://a.example/%e4%2fb", "http://a.example/%E4%2Fb"),
        ("http://[::1", "http://[::1"),
        ("http://a.example/\ud800", "http://a.example/\ud800"),
    ],
)
def test_a_stored_page_has_the_url_for_which_browsers_ask(tmp_path: Path, written: str, asked: str) -> None:
    """But for the escapes; and is found by each way to write it. What is no URL stays as it is."""
    file = tmp_path / "a.jsonl"
    file.write_text(json.dumps({"url": written, "html": "<p>x"}), "utf-8")
    with open_stored([file]) as stored:
        assert stored.pages == (asked,)
        for url in (written, asked):
            response = stored.find(url)
            assert response is not None and response.body == b"<p>x"


def test_a_page_of_which_browsers_ask_otherwise_comes_first(tmp_path: Path) -> None:
    """What is put in place of a stored response is found by the URL that the browser writes, whatever its signs."""
    ours, theirs = Response(200, "OK", (), b"ours"), Response(200, "OK", (), b"theirs")
    asked = "http://a.example/a|b"
    assert spell_url(asked) != asked
    assert Stored((asked,), {spell_url(asked): lambda: theirs, asked: lambda: ours}).find(asked) == ours


def test_a_list_names_stored_pages_as_people_write_them(tmp_path: Path) -> None:
    """Each is listed once, in the order of the list; what is stored and no page is listed, too, such as a redirect."""
    responses = {f"http://a.example/{path}": lambda: Response(200, "OK", (), b"") for path in ("1", "2", "old")}
    stored = Stored(("http://a.example/1", "http://a.example/2"), responses)
    file = tmp_path / "urls"
    lines = ("\ufeff# a list", "", "http://A.example/2#part", "http://a.example/3", "http://a.example/old")
    file.write_text("\r\n".join((*lines, "http://a.example:80/2", "http://a.example/1")), "utf-8")
    found = [f"http://a.example/{path}" for path in ("2", "old", "1")]
    assert list_wanted(stored, str(file)) == (found, ["http://a.example/3"])
    assert list_wanted(stored, None) == (["http://a.example/1", "http://a.example/2"], [])


def test_a_url_that_is_listed_often_is_followed_once() -> None:
    """A list of a hundred thousand lines that lead in a circle took minutes."""
    read = Mock(return_value=Response(301, "Moved", (("Location", "/circle"),), b""))
    url = "http://a.example/circle"
    assert gather([Holdings(readers={url: read}, listed=[url] * 5)]).pages == {}
    assert read.call_count == 20
