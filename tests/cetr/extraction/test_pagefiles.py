"""A file for each page, and metadata above Markdown."""

from __future__ import annotations

import gzip
import json
from itertools import count
from pathlib import Path

import pytest
import yaml

from cetr.cli import cetr
from cetr.console import run
from cetr.extraction.batches import Row
from cetr.extraction.pagefiles import PageFiles, choose_free, name_page
from cetr.metadata import Fact, write_front_matter
from cetr.metadata.frontmatter import quote
from tests.cetr.extraction.crawls import make_page, write_warc


def read_tree(folder: Path) -> dict[str, bytes]:
    """The files below a folder by their paths."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


@pytest.mark.parametrize("jobs", ["0", "2"])
def test_each_page_has_a_file_and_the_index_says_which(tmp_path: Path, jobs: str) -> None:
    """Files lie as the pages do; records of a WARC file are numbered; names that differ only in case get a number."""
    crawl, out = tmp_path / "crawl", tmp_path / "out"
    (crawl / "deep").mkdir(parents=True)
    write_warc(crawl / "w.warc.gz", range(1))
    for number, name in enumerate(("deep/b.html", "deep/B.htm", "a.html"), start=1):
        (crawl / name).write_text(make_page(number))
    (crawl / "a.json").write_text('{"url": "http://x.example/a"}')
    arguments = ["extract", str(crawl), "--out-dir", str(out), "--format", "markdown", "--jobs", jobs]
    assert run(cetr, arguments) == 0
    tree = read_tree(out)
    rows = {row["file"]: row for row in map(json.loads, tree.pop("index.jsonl").splitlines())}
    assert sorted(tree) == ["a.md", "deep/B.md", "deep/b-2.md", "w.warc.gz/000003.md"]
    assert rows["a.md"] == {
        "source": str(crawl / "a.html"), "record": 0, "url": "http://x.example/a",
        "warc_record_id": None, "warc_date": None, "method": "learned", "file": "a.md"
    }  # fmt: skip
    assert [rows[name]["record"] for name in ("deep/b-2.md", "w.warc.gz/000003.md")] == [0, 3]
    assert tree["deep/b-2.md"].startswith(b"Page 1. A paragraph") and tree["deep/b-2.md"].endswith(b".\n")
    assert tree["deep/B.md"].startswith(b"Page 2. A paragraph")


def test_packed_pages_are_named_like_others(tmp_path: Path) -> None:
    """Their URL is the one that they give."""
    crawl, out = tmp_path / "crawl", tmp_path / "out"
    crawl.mkdir()
    page = make_page(1) + "<link rel=canonical href=http://x.example/b>"
    (crawl / "b.html.gz").write_bytes(gzip.compress(page.encode()))
    (crawl / "c.html.xz").write_bytes(b"\xfd7zXZ\x00cut off")
    assert run(cetr, ["extract", str(crawl), "--out-dir", str(out)]) == 3
    tree = read_tree(out)
    (row,) = map(json.loads, tree.pop("index.jsonl").splitlines())
    assert (row["source"], row["url"], row["file"]) == (str(crawl / "b.html.gz"), "http://x.example/b", "b.txt")
    assert tree["b.txt"].startswith(b"Page 1. A paragraph")


def test_lines_of_json_are_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each has a row or a file, with the URL of its line or the one that it gives; by site, too."""
    rows = tmp_path / "rows.jsonl"
    own = make_page(2) + "<link rel=canonical href=http://x.example/own>"
    lines = [{"html": make_page(1), "url": "http://x.example/1"}, {"url": "http://x.example/"}, {"html": own}]
    rows.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    urls = [(0, "http://x.example/1"), (2, "http://x.example/own")]
    for options in ([], ["--by-site"]):
        assert run(cetr, ["extract", str(rows), *options]) == 3
        captured = capsys.readouterr()
        assert [(row["record"], row["url"]) for row in map(json.loads, captured.out.splitlines())] == urls
        assert "cetr: 2 pages, 1 skipped: 1 unreadable" in captured.err
    out = tmp_path / "out"
    assert run(cetr, ["extract", str(rows), "--out-dir", str(out)]) == 3
    assert sorted(read_tree(out)) == ["index.jsonl", "rows.jsonl/000000.txt", "rows.jsonl/000002.txt"]


def test_an_interrupted_run_goes_on_in_the_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A page whose row a crash has torn is written again, to its own file; without --resume nothing is overwritten."""
    crawl, out = tmp_path / "crawl", tmp_path / "out"
    crawl.mkdir()
    for number in range(3):
        (crawl / f"{number}.html").write_text(make_page(number))
    arguments = ["extract", str(crawl), "--out-dir", str(out), "--jobs", "0"]
    assert run(cetr, arguments) == 0
    whole = read_tree(out)
    (out / "index.jsonl").write_bytes(whole["index.jsonl"][:-20])
    assert run(cetr, arguments) == 2
    assert f"{out}: has pages; continue it with --resume" in capsys.readouterr().err
    assert run(cetr, [*arguments, "--resume", "--format", "html"]) == 2
    assert f"{out / 'index.jsonl'}: has files of another --format" in capsys.readouterr().err
    assert run(cetr, [*arguments, "--resume"]) == 0
    assert capsys.readouterr().err == "cetr: 1 page\n"
    assert read_tree(out) == whole


def test_a_folder_of_others_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither what lies there nor a file of rows is taken for a run's."""
    (tmp_path / "a.html").write_text(make_page(1))
    out = tmp_path / "out"
    out.mkdir()
    (out / "notes.md").write_text("mine")
    assert run(cetr, ["extract", str(tmp_path / "a.html"), "--out-dir", str(out), "--resume"]) == 2
    assert "is not empty and has no index.jsonl" in capsys.readouterr().err
    (out / "index.jsonl").write_text('{"source": "a", "record": 0, "url": null, "method": "learned", "text": "t"}\n')
    assert run(cetr, ["extract", str(tmp_path / "a.html"), "--out-dir", str(out), "--resume"]) == 2
    assert "has rows of another --format" in capsys.readouterr().err
    assert (out / "notes.md").read_text() == "mine"


def test_html_and_json_are_whole_files(tmp_path: Path) -> None:
    """HTML declares its encoding, and JSON has what the command prints of a page alone."""
    (tmp_path / "é.html").write_text("<html><p>Ein schöner Absatz, der lang genug ist.</p></html>", "utf-8")
    for style in ("html", "json"):
        arguments = ["extract", str(tmp_path / "é.html"), "--out-dir", str(tmp_path / style), "--format", style]
        assert run(cetr, [*arguments, "--method", "plain", "--jobs", "0"]) == 0
    html = (tmp_path / "html" / "é.html").read_text("utf-8")
    assert html.startswith('<!DOCTYPE html>\n<meta charset="utf-8">\n<title>')
    assert html.endswith("<p>Ein schöner Absatz, der lang genug ist.</p>\n")
    page = json.loads((tmp_path / "json" / "é.json").read_text("utf-8"))
    assert (page["url"], page["text"]) == ("", "Ein schöner Absatz, der lang genug ist.")


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("https://example.org/", "example.org"),
        ("https://example.org/a/b%2F..%2F..%2Fc.html?q=1&p=../x", "example.org-a-b-..-..-c.html-q=1-p=..-x"),
        ("https://example.org/%E6%97%A5%E6%9C%AC", "example.org-日本"),
        ("https://example.org/" + "é" * 200, "example.org-" + "é" * 84),
        ("crawl/.../..hidden.html", "page/hidden"),
        ("crawl/a.md/b.html", "a.md_/b"),
        ("crawl/\udcff.html", "page"),
        ("elsewhere/deep/c.html", "c"),
        ("crawl/deep/w.warc", "deep/w.warc/000007"),
    ],
)
def test_names_are_safe(source: str, name: str) -> None:
    """No part leads out of the folder, hides itself, is too long for a file system or in the way of a file."""
    assert name_page(source, 7, [Path("crawl")], ".md") == name


def test_a_taken_name_gets_a_number() -> None:
    """The first that is free."""
    assert choose_free("A", ".md", {"a.md", "a-2.md"}, count(2)) == "A-3.md"


class _Counting(set[str]):
    asked = 0

    def __contains__(self, name: object) -> bool:
        self.asked += 1
        return super().__contains__(name)


def test_many_pages_of_one_name_cost_no_more_than_others(tmp_path: Path) -> None:
    """As of ``*/index.html``: no page tries all the numbers of those before it."""
    files = PageFiles(tmp_path, "text", taken=_Counting())
    rows = [files.write(Row(f"{number}/index.html", 0, None, {"text": ""})) for number in range(50)]
    assert [row.content["file"] for row in rows[:2]] == ["index.txt", "index-2.txt"]
    assert rows[-1].content["file"] == "index-50.txt"
    assert files.taken.asked <= 2 * len(rows)


FACTS = {
    "title": Fact('He said: "\\n" # 1\u2028\u0085\U0001f600\udc00', "h1"),
    "author": Fact("yes", "meta author"),
    "published": Fact("2026-01-02", "time"),
    "canonical_url": Fact("https://example.org/a", "link canonical"),
}


def test_front_matter_is_yaml() -> None:
    """A parser of YAML reads back what the page says, whatever signs it has."""
    written = write_front_matter(FACTS)
    assert written.startswith("---\ntitle: ") and written.endswith("\n---\n")
    read = yaml.safe_load(written.strip("-\n"))
    assert read.pop("date").isoformat() == "2026-01-02"
    title = FACTS["title"].value.replace("\udc00", "\ufffd")
    assert read == {"title": title, "author": "yes", "url": "https://example.org/a"}
    assert 'url: "http://x.example/b"\n' in write_front_matter(FACTS, "http://x.example/b")
    assert write_front_matter({}) == ""


@pytest.mark.parametrize("character", ["\x00", "\x7f", "\x9f", "\ufeff", "\ufffe", "\U000e0001", "\U0001f600", "é"])
def test_quotes_hold_every_character(character: str) -> None:
    """YAML allows few of them in its stream."""
    assert yaml.safe_load(quote(character)) == character


def test_front_matter_stands_above_the_markdown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The file, the row and what is printed alone are the same; the address is that of the JSON beside the page."""
    page = tmp_path / "p" / "a.html"
    page.parent.mkdir()
    page.write_text("<title>T: 1</title><p>One <a href=x>two</a>.", "utf-8")
    page.with_suffix(".json").write_text('{"url": "https://example.org/d/"}')
    arguments = ["--method", "plain", "--format", "markdown", "--front-matter"]
    expected = '---\ntitle: "T: 1"\nurl: "https://example.org/d/"\n---\n\nT: 1\n\nOne [two](https://example.org/d/x).\n'
    assert run(cetr, ["extract", str(page), *arguments]) == 0
    printed = capsys.readouterr().out
    assert run(cetr, ["extract", str(page.parent), *arguments, "--jobs", "0"]) == 0
    row = json.loads(capsys.readouterr().out)
    out = tmp_path / "out"
    assert run(cetr, ["extract", str(page.parent), *arguments, "--out-dir", str(out), "--jobs", "0"]) == 0
    assert [printed, row["markdown"] + "\n", (out / "a.md").read_text("utf-8")] == [expected] * 3
