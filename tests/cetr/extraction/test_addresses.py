from __future__ import annotations

import gzip
import io
import json
import lzma
import os
from pathlib import Path

import pytest

from cetr.cli import cetr
from cetr.console import run
from cetr.extraction.addresses import find_canonical, find_url
from cetr.extraction.grouping import Grouping
from cetr.sources import SourcePage

HEAD = (
    '<head><meta property="og:url" content="http://news.example/a?share=1">'
    f"<style>{'p { margin: 0 }' * 10_000}</style><link rel=canonical href=https://news.example/a/>"
)


@pytest.mark.parametrize(
    ("head", "url"),
    [
        (HEAD, "https://news.example/a/"),
        ("<link href=https://news.example/a rel=canonical>", "https://news.example/a"),
        ('<link rel="canonical" href="/a"><meta property="og:url" content="https://news.example/a">',
         "https://news.example/a"),
        ('<link rel="canonical"href="https://news.example/a">', "https://news.example/a"),
        ("<meta name='og:url' content='https://news.example/a'>", "https://news.example/a"),
        ('<link rel="stylesheet" href="https://news.example/a">', None),
    ],
)  # fmt: skip
def test_the_canonical_link_of_a_page_counts_most(head: str, url: str | None) -> None:
    """Also if Open Graph comes first, after a long style sheet, and without quotes."""
    assert find_canonical(head.encode()) == url


def test_a_page_has_the_same_url_alone_and_among_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """So links are absolute in both, and for standard input; --url counts more."""
    page = f'{HEAD}<p>A paragraph with <a href="b">a link</a> that is long enough to be the main content.'
    for name in ("a.html", "b.html"):
        (tmp_path / name).write_text(page)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(page.encode())))

    def output(*arguments: str) -> str:
        assert run(cetr, ["extract", "--method", "plain", "--format", "json", *arguments]) == 0
        return capsys.readouterr().out

    alone = json.loads(output(str(tmp_path / "a.html")))
    first, _ = map(json.loads, output(str(tmp_path)).splitlines())
    assert alone["url"] == first["url"] == "https://news.example/a/"
    assert "[a link](https://news.example/a/b)" in alone["markdown"]
    assert alone["markdown"] == first["markdown"]
    assert json.loads(output("-")) == alone
    assert json.loads(output(str(tmp_path / "a.html"), "--url", "https://x.example/"))["url"] == "https://x.example/"


@pytest.mark.parametrize("name", ["a.html", "a.source.html", "a.html.gz", "a.html.xz", "a.html.bz2"])
def test_json_beside_a_page_says_its_url_and_site(tmp_path: Path, name: str) -> None:
    """Also if the page is packed."""
    (tmp_path / "a.json").write_text('{"url": "http://x.example/", "extra": {"shelf": 3}}')
    page = SourcePage(str(tmp_path / name), 0)
    assert (find_url(page), Grouping(field="shelf").find_site(page)) == ("http://x.example/", "3")


def test_a_page_within_a_file_may_say_its_url() -> None:
    """If the file does not; its own counts more."""
    assert find_url(SourcePage("a.jsonl", 0, data=HEAD.encode())) == "https://news.example/a/"
    assert find_url(SourcePage("a.jsonl", 0, "https://x.example/", HEAD.encode())) == "https://x.example/"


@pytest.mark.parametrize("data", [gzip.compress(HEAD.encode())[:-9], lzma.compress(HEAD.encode())[:-9] + bytes(9)])
def test_what_is_damaged_has_no_url(tmp_path: Path, data: bytes) -> None:
    """Who reads the page says so, and also that it is a pipe, which can be read only once."""
    (tmp_path / "a.html.gz").write_bytes(data)
    assert find_url(SourcePage(str(tmp_path / "a.html.gz"), 0)) is None
    reading, writing = os.pipe()
    os.close(writing)
    assert find_url(SourcePage(f"/dev/fd/{reading}", 0)) is None
    os.close(reading)


SAVED = "https://x.example/a%20b/"


@pytest.mark.parametrize("options", [["--by-site"], ["--method", "plain"]])
@pytest.mark.parametrize("url", [SAVED, "HTTPS://x.example:443/a b?q=1#top"])
def test_the_files_of_a_folder_have_the_url_that_it_was_saved_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], url: str, options: list[str]
) -> None:
    """With their paths in it, whatever the page says; packed or not, and if they are to help each other, too."""
    folder = tmp_path / "saved"
    (folder / "deep").mkdir(parents=True)
    page = "<link rel=canonical href=https://other.example/><p>Some words of a page.</p>"
    (folder / "one two.html").write_text(page)
    (folder / "deep" / "three.html.gz").write_bytes(gzip.compress(page.encode()))
    assert run(cetr, ["extract", str(folder), "--url", url, *options]) == 0
    rows = list(map(json.loads, capsys.readouterr().out.splitlines()))
    assert {row["url"] for row in rows} == {f"{SAVED}one%20two.html", f"{SAVED}deep/three.html"}


def test_a_folder_is_saved_from_the_web(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Other URLs are refused, and so is one without a scheme."""
    (tmp_path / "a.html").write_text("<p>Words</p>")
    for url in ("x.example", "file:///x/"):
        assert run(cetr, ["extract", str(tmp_path), "--url", url]) == 2
        assert capsys.readouterr().err == f"cetr: --url: {url}: is not a URL that begins with https:// or http://\n"
