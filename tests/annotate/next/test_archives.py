"""Candidates in WARC files."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import Mock

import pytest

from annotate.capture.warc import Exchange, write_warc
from annotate.cli import annotate
from annotate.next.pages import Page, read_crawl
from annotate.stored import open_stored, read_version
from annotate.stored.archives import index_warc
from cetr.console import run
from tests.cetr.site.pages import write_article
from tests.documents import make_document

SITE = "https://news.example/"


def respond(path: str, body: str, kind: str = "text/html; charset=windows-1252", dest: str = "document") -> Exchange:
    """The answer to a request."""
    return Exchange(
        SITE + path, "GET", {"Sec-Fetch-Dest": dest}, 200, "OK", (("Content-Type", kind),), body.encode("cp1252")
    )


@pytest.fixture
def crawl(tmp_path: Path) -> Path:
    """Three articles of a template, a page of another, and what is no page."""
    file = tmp_path / "crawl.warc.gz"
    pages = [respond(str(number), write_article(f"{number}")) for number in range(3)]
    others = [
        respond("x", "<h1>Café</h1>"),
        respond("frame", "<p>x", dest="iframe"),
        respond("style", "p {}", "text/css"),
    ]
    file.write_bytes(write_warc([*pages, *others], datetime(2026, 1, 1, tzinfo=UTC)))
    return file


def test_pages_of_an_archive_are_candidates(crawl: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By their URLs, the pages that capture would open, as they were served."""
    assert run(annotate, ["next", str(crawl), "--count", "2", "--format", "jsonl"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(row["page"].startswith(SITE), row["covers"], row["site"]) for row in rows] == [
        (True, 3, "news.example"),
        (True, 1, "news.example"),
    ]
    with open_stored([crawl]) as stored:
        assert [page.html for page in read_crawl(stored, stored.pages) if isinstance(page, Page)][-1] == "<h1>Café</h1>"


def test_a_crawl_is_searched_once(crawl: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its pages are counted before they are examined, but each is read once, and none that is labelled."""
    search, read = Mock(side_effect=index_warc), Mock(side_effect=read_version)
    monkeypatch.setattr("annotate.stored.reading.index_warc", search)
    monkeypatch.setattr("annotate.stored.pages.read_version", read)
    assert run(annotate, ["next", str(crawl), "--count", "1"]) == 0
    search.assert_called_once_with(crawl, str(crawl))
    assert read.call_count == 4
    make_document(tmp_path / "gold", "a", "<p>x", (), url=f"{SITE}1")
    assert run(annotate, ["next", str(crawl), str(tmp_path / "gold")]) == 0
    assert [call.args[0][0] for call in read.call_args_list[4:]] == [f"{SITE}{path}" for path in ("0", "2", "x")]


def test_a_labelled_page_is_no_candidate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """However the crawl, or the package, writes its URL, and if that has led to another one."""
    rows = tmp_path / "rows.jsonl"
    written = ["http://A.example/caf%c3%a9", "http://a.example:80/caf\xe9#top", "http://a.example/#!/x"]
    written += ["http://a.example/%7Eann?'a'|b", "http://b.example/moved"]
    rows.write_text("\n".join(json.dumps({"url": url, "html": write_article(url)}) for url in written), "utf-8")
    labelled = ["http://a.example/caf%C3%A9", "http://a.example/#!/y", "http://a.example/~ann?%27a%27%7Cb"]
    for name, url in zip("abc", labelled, strict=True):
        make_document(tmp_path / "gold", name, "<p>x", (), url=url)
    extra = {"requested": "http://b.example/moved"}
    make_document(tmp_path / "gold", "d", "<p>x", (), url="http://c.example/", extra=extra)
    assert run(annotate, ["next", str(rows), str(tmp_path / "gold"), "--format", "jsonl"]) == 0
    assert [json.loads(line)["page"] for line in capsys.readouterr().out.splitlines()] == [written[2]]


def test_a_crawl_may_have_several_files(crawl: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Beside packages of labelled pages; a page that is in two of the files is one candidate."""
    second = tmp_path / "second.warc.gz"
    exchanges = [respond("0", write_article("0")), respond("3", write_article("3"))]
    second.write_bytes(write_warc(exchanges, datetime(2026, 1, 1, tzinfo=UTC)))
    make_document(tmp_path / "gold", "a", write_article("1"), (), url=f"{SITE}1")
    places = [str(crawl), str(tmp_path / "gold"), str(second)]
    assert run(annotate, ["next", *places, "--format", "tsv"]) == 0
    rows = capsys.readouterr().out.splitlines()[1:]
    assert sorted(row.partition("\t")[0] for row in rows) == [f"{SITE}{path}" for path in "023x"]


def test_a_page_that_cannot_be_read_is_named(
    crawl: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others are listed, and the exit code says that some are missing."""
    monkeypatch.setattr("cetr.sources.bodies.MAX_BYTES", 1000)
    assert run(annotate, ["next", str(crawl), "--format", "tsv"]) == 3
    shown = capsys.readouterr()
    assert [line.partition("\t")[0] for line in shown.out.splitlines()] == ["page", f"{SITE}x"]
    assert shown.err.count("left out") == 3
    assert f"annotate: {crawl}: {SITE}0: is longer than" in shown.err
    assert shown.err.count(f"{SITE}0") == 1


@pytest.mark.parametrize("name", ["gone.warc.gz", "gone"])
def test_what_is_not_there_is_named(crawl: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Whether it would be a crawl or a package."""
    assert run(annotate, ["next", str(crawl), name]) == 2
    assert f"Path '{name}' does not exist." in capsys.readouterr().err
