"""Candidates in WARC files."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from annotate.capture.warc import Exchange, write_warc
from annotate.cli import annotate
from annotate.next.pages import Page, read_candidates
from cetr.console import run
from tests.cetr.site.pages import write_article

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
    assert [page.html for page in read_candidates(crawl) if isinstance(page, Page)][-1] == "<h1>Café</h1>"


def test_a_page_that_cannot_be_read_is_named(
    crawl: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others are listed, and the exit code says that some are missing."""
    monkeypatch.setattr("cetr.sources.bodies.MAX_BYTES", 1000)
    assert run(annotate, ["next", str(crawl), "--format", "tsv"]) == 3
    shown = capsys.readouterr()
    assert [line.partition("\t")[0] for line in shown.out.splitlines()] == ["page", f"{SITE}x"]
    assert shown.err.count("left out: ") == 3
    assert f"{SITE}0: left out: {crawl}: {SITE}0: is longer than" in shown.err
