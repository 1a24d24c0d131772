"""``annotate restore`` on the pages of crawls."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from annotate.cli import annotate
from cetr.console import run
from evaluate.package import read_document, read_package
from tests.documents import make_document

PAGE = "<title>{0}</title><p>The fox of page {0} jumps over the lazy dog.</p><p>Imprint</p>"
GOLD = "The fox of page {} jumps over the lazy dog."
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"


@pytest.fixture
def published(tmp_path: Path) -> Path:
    """Three pages of a package, published."""
    for name in "abc":
        make_document(
            tmp_path / "gold",
            name,
            PAGE.format(name),
            (GOLD.format(name),),
            status="reviewed",
            url=f"https://e.org/{name}",
        )
    assert run(annotate, ["publish", "--jobs", "1", str(tmp_path / "gold"), str(tmp_path / "published")]) == 0
    return tmp_path / "published"


def respond(name: str, html: str, kind: str = "response", digest: str = "") -> bytes:
    """A record of a page; a digest names the payload of which there may be revisits."""
    block = HEAD + html.encode()
    head = f"WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: https://e.org/{name}\r\n"
    head += f"WARC-Payload-Digest: {digest or html}\r\nContent-Type: application/http; msgtype=response\r\n"
    return head.encode() + b"Content-Length: %d\r\n\r\n%b\r\n\r\n" % (len(block), block)


def restore(published: Path, *places: Path) -> int:
    """Restore into the folder ``own``; returns the exit code."""
    pages = [part for place in places for part in ("--pages", str(place))]
    return run(annotate, ["restore", str(published), str(published.with_name("own")), "--jobs", "1", *pages])


def test_revisits_are_pages_and_damage_is_told(
    published: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As where pages of crawls are captured: what a crawler stored once is found, in another file too; exit code 3 says
    that something could not be read.
    """
    crawls = tmp_path / "crawls"
    crawls.mkdir()
    records = [respond("x", PAGE.format("b"), digest="sha1:b"), respond("d", PAGE.format("d"))]
    packed = [gzip.compress(record) for record in (*records, respond("a", PAGE.format("a")))]
    packed[1] = packed[1][:60] + bytes(9) + packed[1][69:]
    (crawls / "1.warc.gz").write_bytes(b"".join(packed))
    (crawls / "2.warc").write_bytes(respond("c", PAGE.format("c")) + respond("b", "", "revisit", "sha1:b"))
    assert restore(published, crawls, crawls / "2.warc") == 3
    shown = capsys.readouterr()
    told = f"annotate: {crawls}/1.warc.gz: what is damaged after byte 0 is left out: "
    assert (shown.err.startswith(told), shown.err.count("\n")) == (True, 1)
    assert shown.out.startswith("3 pages restored: 3 the same page, ")
    assert read_package(tmp_path / "own").names == ("a", "b", "c")
    assert read_document(tmp_path / "own", "b").text == GOLD.format("b")


@pytest.mark.parametrize("files", [1, 2])
def test_the_best_of_several_versions_counts(published: Path, tmp_path: Path, files: int) -> None:
    """A crawler that came back stored the page of the gold, and others before and after."""
    texts = [PAGE.format("a").replace("</p>", f"</p><p>{word}", 1) for word in ("Before", "", "After")]
    texts[1] = PAGE.format("a")
    records = [respond("a", text) for text in texts] + [respond(name, PAGE.format(name)) for name in "bc"]
    crawls = [tmp_path / f"{number}.warc" for number in range(files)]
    crawls[-1].write_bytes(b"".join(records[files - 1 :]))
    if files == 2:
        crawls[0].write_bytes(records[0])
    assert restore(published, *crawls) == 0
    assert read_document(tmp_path / "own", "a").html == PAGE.format("a")


@pytest.mark.parametrize(("crawl", "code"), [(b"", 0), (b"<p>Access denied", 3)])
def test_a_crawl_without_pages_does_not_hide_other_pages(
    published: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], crawl: bytes, code: int
) -> None:
    """Such as the file of wget's own messages; one that cannot be read is told, and makes the exit code 3."""
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "meta.warc").write_bytes(crawl)
    for name in "abc":
        (pages / f"{name}.html").write_text(PAGE.format(name), "utf-8")
        (pages / f"{name}.json").write_text(json.dumps({"url": f"https://e.org/{name}"}), "utf-8")
    assert restore(published, pages) == code
    shown = capsys.readouterr()
    assert shown.out.startswith("3 pages restored: 3 the same page, ")
    assert (shown.err.startswith(f"annotate: {pages}/meta.warc: "), shown.err.count("\n")) == (True, 1)
