"""Sitemaps and feeds: the pages that a site lists, and which of them are wanted."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from annotate.queue.sitemap import choose_urls, find_template, parse_sitemap, read_sitemap
from cetr.console import InputError

MAP = """<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc> http://a.example/1 </loc></url><url><loc>file:///etc/passwd</loc></url><url><loc>/etc/passwd</loc></url>
<url><loc>http://a.example/2</loc></url></urlset>"""
LISTS = """<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<sitemap><loc>http://a.example/map.xml.gz</loc></sitemap><sitemap><loc>http://a.example/lists.xml</loc></sitemap>
<sitemap><loc>/etc/passwd</loc></sitemap></sitemapindex>"""
RSS = "<rss><channel><link>http://a.example/</link><item><link>http://a.example/3</link></item></channel></rss>"
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><link href="http://a.example/"/><entry>
<link rel="self" href="http://a.example/4.atom"/><link href="http://a.example/4"/></entry></feed>"""


def test_a_sitemap_and_the_lists_of_a_list_are_read() -> None:
    """Each once, whatever leads in a circle; what is not on the web is in no list."""
    served = {
        "http://a.example/lists.xml": LISTS.encode(),
        "http://a.example/map.xml.gz": gzip.compress(MAP.encode()),
    }
    found = read_sitemap("http://a.example/lists.xml", fetch=served.__getitem__)
    assert found == ["http://a.example/1", "http://a.example/2"]


@pytest.mark.parametrize(("feed", "url"), [(RSS, "http://a.example/3"), (ATOM, "http://a.example/4")])
def test_a_feed_lists_its_entries(feed: str, url: str, tmp_path: Path) -> None:
    """Not the site, nor where the feed itself is; from a file, too."""
    (tmp_path / "feed").write_text(feed, "utf-8")
    assert read_sitemap(str(tmp_path / "feed")) == [url]


def test_a_list_that_unpacks_without_end_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is named, rather than read in part."""
    monkeypatch.setattr("annotate.queue.sitemap.MOST_BYTES", 1000)
    with pytest.raises(InputError, match=r"^http://a\.example/x: is larger than"):
        read_sitemap("http://a.example/x", fetch=lambda url: gzip.compress(b" " * 1001))


@pytest.mark.parametrize(
    "data",
    [b"<html><p>", b"no list", b"\x1f\x8bdamaged", b'<!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;</x>'],
)
def test_what_is_no_list_is_named(data: bytes) -> None:
    """The error is one line."""
    with pytest.raises(InputError, match=r"^http://a\.example/x: is "):
        parse_sitemap(data, "http://a.example/x")


def test_a_list_that_is_not_there_is_named(tmp_path: Path) -> None:
    """The error gives the reason."""
    with pytest.raises(InputError, match=r"none\.xml: cannot be read: .*No such file"):
        read_sitemap(str(tmp_path / "none.xml"))


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("http://127.0.0.1:1/\xfc.xml", "http://127.0.0.1:1/\xfc.xml: cannot be read: Connection refused"),
        ("http://me:secret@x.example/", "x.example: its URL has a user name or a password, which is not sent"),
    ],
)
def test_a_list_is_asked_for_as_a_page_is(url: str, message: str) -> None:
    """Its URL may have letters of any alphabet, but no password."""
    with pytest.raises(InputError, match=f"^{re.escape(message)}"):
        read_sitemap(url)


def test_pages_are_chosen_by_patterns_and_drawn_by_template() -> None:
    """The same pages are drawn each time, in their order."""
    news = [f"http://a.example/news/2024/{i:02}/title-{i}" for i in range(1, 9)]
    tags = [f"http://a.example/tag/{i}" for i in range(4)]
    other = ["http://b.example/news/2024/01/x"]
    assert choose_urls([*news, *tags, *other], ["*/news/*"], ["http://b*"]) == news
    drawn = choose_urls([*news, *tags, *other], sample=2)
    assert drawn == choose_urls([*news, *tags, *other], sample=2) == sorted(drawn)
    assert [len([url for url in drawn if url in group]) for group in (news, tags, other)] == [2, 2, 1]
    assert find_template(news[0]) == ("a.example", "/news/0/0/*")


def test_patterns_match_escapes_however_they_are_written() -> None:
    """Crawls and lists write them with capitals or without, and browsers with both; people write the letters."""
    urls = ["http://a/caf%C3%A9/1", "http://a/caf%c3%a9/2", "http://a/tea/3"]
    assert choose_urls(urls, ["*/caf%c3%A9/*"]) == urls[:2]
    assert choose_urls(urls, ["*/caf\xe9/*"]) == urls[:2]
    assert choose_urls(urls, ["*caf%c3%A9/*"]) == choose_urls(urls, ["*caf\xe9*"]) == urls[:2]
    assert choose_urls(urls, ["*Tea*"]) == []
    assert choose_urls(["http://a/CAF\xc9"], ["*CAF\xc9*"]) == ["http://a/CAF\xc9"]
    assert choose_urls(urls, leave_out=["*/caf%C3%A9/*"]) == urls[2:]
    assert choose_urls(["http://xn--caf-dma.example/1"], ["http://Caf\xe9.example/*"]) == [
        "http://xn--caf-dma.example/1"
    ]


def test_half_a_character_matches_nothing() -> None:
    """JSON can write one, and a shell can pass one."""
    assert choose_urls(["http://a/i", "http://a/\ud800"], ["http://a/[i]", "http://a/\udcff"]) == ["http://a/i"]
