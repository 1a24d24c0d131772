from __future__ import annotations

import gzip
import json
import os
import signal
import socket
import subprocess
import sys
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from distributed import LocalCluster

from cetr.cli import cetr
from cetr.console import run
from cetr.extraction.rows import read_first
from tests.cetr.extraction.crawls import make_page, read_rows, write_warc
from tests.processes import ending, inheriting_interrupts
from tests.servers import Quiet, serving


@pytest.mark.parametrize("jobs", ["0", "2"])
def test_files_and_warcs_become_rows_in_order(tmp_path: Path, jobs: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder of pages and WARC files gives a row for each page, in order, however many processes work on it."""
    folder = tmp_path / "crawl"
    (folder / "deep").mkdir(parents=True)
    write_warc(folder / "a.warc.gz", range(100))
    (folder / "deep" / "b.html").write_text(make_page(100))
    (folder / "deep" / "notes.txt").write_text("no page")
    out = tmp_path / "out.jsonl"
    assert run(cetr, ["extract", str(folder), "-o", str(out), "--jobs", jobs]) == 0
    rows = read_rows(out)
    assert len(rows) == 101
    for number, row in enumerate(rows):
        assert f"Page {number}. A paragraph" in row["text"]
    assert [row["record"] for row in rows] == [*range(3, 103), 0]
    assert rows[7]["url"] == "http://x.example/7"
    assert "101 pages, 3 skipped" in capsys.readouterr().err


def test_a_list_names_pages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its lines are URLs, files or folders, each once, after those of the command; one is a row, too."""
    monkeypatch.chdir(tmp_path)
    for number in range(3):
        Path(f"{number}.html").write_text(make_page(number))
    Path("list").write_text("# mine\n\n1.html\n0.html\n1.html\n")
    handler = partial(_QuietFiles, directory=str(tmp_path))
    with serving(ThreadingHTTPServer(("127.0.0.1", 0), handler)) as address:
        Path("web").write_text(f"http://{address}/2.html\n")
        assert run(cetr, ["extract", "2.html", "--urls", "list"]) == 0
        assert run(cetr, ["extract", "--urls", "web"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["source"] for row in rows] == ["2.html", "1.html", "0.html", f"http://{address}/2.html"]
    Path("list").write_text("# none\n")
    for arguments in ([], ["--urls", "list"]):
        assert run(cetr, ["extract", *arguments]) == 2
        assert capsys.readouterr().err.startswith(
            "cetr: name a page: a file, URL, folder or WARC file, '-' for standard input, or a list"
        )


def test_what_a_browser_saved_beside_a_page_is_no_page(tmp_path: Path) -> None:
    """Its frames are in a folder named after it; another folder of that form holds pages."""
    for name in ("a.html", "a_files/frame.html", "b_files/c.html", "d_files/deep/e.html", "d_files/deep_files/f.html"):
        (tmp_path / "pages" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "pages" / name).write_text(make_page(1))
    (tmp_path / "pages/d.htm").write_text(make_page(2))
    out = tmp_path / "out.jsonl"
    assert run(cetr, ["extract", str(tmp_path / "pages"), "-o", str(out)]) == 0
    assert [Path(row["source"]).name for row in read_rows(out)] == ["a.html", "c.html", "d.htm"]


def test_one_warc_goes_to_standard_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without --out the rows are JSON Lines on standard output, the counts are talk."""
    warc = write_warc(tmp_path / "a.warc.gz", range(2))
    assert run(cetr, ["extract", str(warc)]) == 0
    captured = capsys.readouterr()
    assert [json.loads(line)["url"][-1] for line in captured.out.splitlines()] == ["0", "1"]
    assert "1 status 404" in captured.err
    assert "2 not HTML" in captured.err


def test_files_whose_names_are_not_utf8_have_one_row_each(tmp_path: Path) -> None:
    """Such names stay apart in the rows, and a run that goes on knows them again."""
    folder, out = tmp_path / "pages", tmp_path / "out.jsonl"
    folder.mkdir()
    for number, name in enumerate((b"a\xfe.html", b"a\xff.html")):
        (folder / os.fsdecode(name)).write_text(make_page(number))
    assert run(cetr, ["extract", str(folder), "-o", str(out)]) == 0
    whole = out.read_bytes()
    assert [row["source"] for row in read_rows(out)] == [f"{folder}/a\\udcfe.html", f"{folder}/a\\udcff.html"]
    assert run(cetr, ["extract", str(folder), "-o", str(out), "--resume"]) == 0
    assert out.read_bytes() == whole


@pytest.mark.parametrize("method", ["cetr@k=0", "cetr-modern@wrap=1" + "0" * 30, f"learned:{__file__}"])
def test_what_a_method_refuses_is_told_before_any_page(
    tmp_path: Path, method: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A value that it cannot work with, or a file that is no model, is wrong usage and no failure of each page."""
    (tmp_path / "a.html").write_text(make_page(0))
    out = tmp_path / "out.jsonl"
    assert run(cetr, ["extract", str(tmp_path), "--method", method, "-o", str(out)]) == 2
    assert not out.exists()
    assert "internal error" not in capsys.readouterr().err


def test_an_empty_name_is_no_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not stand for the current folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.html").write_text(make_page(0))
    for places in ([""], ["a.html", ""]):
        assert run(cetr, ["extract", *places, "-o", "out.jsonl"]) == 2
    assert not (tmp_path / "out.jsonl").exists()


def test_broken_files_are_skipped_and_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a WARC file that breaks off, the pages before are kept; exit code 3 says that something could not be read."""
    warc = write_warc(tmp_path / "a.warc.gz", range(5))
    warc.write_bytes(warc.read_bytes()[:-150])
    (tmp_path / "b.warc").write_bytes(b"no such thing")
    (tmp_path / "c.html").write_bytes(b"%PDF-1.7")
    out = tmp_path / "out.jsonl"
    assert run(cetr, ["extract", str(tmp_path), "-o", str(out)]) == 3
    assert [row["record"] for row in read_rows(out)][:4] == [3, 4, 5, 6]
    assert f"; the first that failed: {warc}: unreadable: " in capsys.readouterr().err


@pytest.mark.parametrize(("lost", "damage"), [(1, "Compressed file ended"), (150, "the last record found lacks")])
def test_a_warc_that_breaks_off_is_not_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lost: int, damage: str
) -> None:
    """The last page of a compressed file that is cut off, even by a byte, is unreadable, not a shorter page."""
    warc = write_warc(tmp_path / "a.warc.gz", range(5))
    warc.write_bytes(warc.read_bytes()[:-lost])
    assert run(cetr, ["extract", str(warc)]) == 3
    captured = capsys.readouterr()
    assert [json.loads(line)["record"] for line in captured.out.splitlines()] == [3, 4, 5, 6]
    assert f"1 unreadable; the first that failed: {warc}: unreadable: {damage}" in captured.err


def test_a_package_is_its_rendered_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was served, and what a capture exchanged, is the same page again; such files of no package are pages."""
    folder, here = tmp_path / ".crawl" / "package", tmp_path / "here"
    folder.mkdir(parents=True)
    here.mkdir()
    monkeypatch.chdir(here)
    for name in ("a.html", "a.source.html", "a.json", "b.html", "c.source.html"):
        (folder / name).write_text(make_page(1))
    write_warc(folder / "a.warc.gz", range(1))
    assert run(cetr, ["extract", "../.crawl/package"]) == 0
    sources = [json.loads(line)["source"] for line in capsys.readouterr().out.splitlines()]
    assert sources == [f"../.crawl/package/{name}" for name in ("a.html", "b.html", "c.source.html")]


def test_a_page_of_a_package_has_its_address(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The row has the address of the metadata; without any, or beside another kind of JSON, it has none."""
    beside = {"a": '{"url": "https://example.org/a"}', "b": '{"url": ""}', "c": '["url"]', "d": "{", "e": '{"url": 1}'}
    for name in (*beside, "f"):
        (tmp_path / f"{name}.html").write_text(make_page(1))
    for name, text in beside.items():
        (tmp_path / f"{name}.json").write_text(text)
    assert run(cetr, ["extract", str(tmp_path)]) == 0
    urls = [json.loads(line)["url"] for line in capsys.readouterr().out.splitlines()]
    assert urls == ["https://example.org/a", None, None, None, None, None]


def test_visual_methods_find_the_layout_of_many_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A page of a package has its layout beside it, also among others; of those without the first is told."""
    names = ("start", "x", "y", "width", "height", "visible", "font_size", "font_weight", "background")
    layout = {"schema": 1, "page": [800, 600], "elements": {name: [] for name in names}, "colours": []}
    for name in ("a", "b"):
        (tmp_path / f"{name}.html").write_text(make_page(1))
    (tmp_path / "a.layout.json.gz").write_bytes(gzip.compress(json.dumps(layout).encode()))
    assert run(cetr, ["extract", str(tmp_path), "--method", "vips"]) == 3
    captured = capsys.readouterr()
    assert [json.loads(line)["source"] for line in captured.out.splitlines()] == [str(tmp_path / "a.html")]
    assert captured.err == (
        "cetr: 1 page, 1 without content, 1 skipped: 1 extractor failed; the first that failed: "
        f"{tmp_path / 'b.html'}: extractor failed: needs layout; run annotate render\n"
    )


class _QuietFiles(Quiet, SimpleHTTPRequestHandler):
    """Files of a folder."""


@pytest.mark.parametrize("by_site", [False, True])
def test_several_urls_are_pages_like_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture, by_site: bool
) -> None:
    """Each gets a row with its URL, also beside files; one that is not there is counted, and the library logs it."""
    (tmp_path / "a.html").write_text(make_page(1))
    (tmp_path / "b.html").write_text(make_page(2))
    handler = partial(_QuietFiles, directory=str(tmp_path))
    with serving(ThreadingHTTPServer(("127.0.0.1", 0), handler)) as address:
        urls = [f"http://{address}/{name}.html" for name in "abz"]
        arguments = ["extract", *urls, str(tmp_path / "a.html"), *(["--by-site"] if by_site else [])]
        assert run(cetr, arguments) == 3
    out, err = capsys.readouterr()
    rows = {row["source"]: row for row in map(json.loads, out.splitlines())}
    assert rows.keys() == {*urls[:2], str(tmp_path / "a.html")}
    assert [rows[url]["url"] for url in urls[:2]] == urls[:2]
    assert "Page 2" in rows[urls[1]]["text"]
    why = f"{urls[2]}: unreadable: the server answers 404 File not found"
    alone = " (1 of unknown site, extracted alone)" if by_site else ""
    assert err == f"cetr: 3 pages{alone}, 1 skipped: 1 unreadable; the first that failed: {why}\n"
    assert [(record.name, record.getMessage()) for record in caplog.records] == [("cetr.extraction.bulk", why)]


@pytest.mark.parametrize("style", ["text", "markdown", "html", "json", "spans"])
@pytest.mark.parametrize("by_site", [False, True])
def test_rows_have_the_content_in_the_form_of_one_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], style: str, by_site: bool
) -> None:
    """The field is named after the form and says what the command prints of the page alone; JSON has all fields."""
    page = tmp_path / "a.html"
    page.write_text(make_page(1))
    assert run(cetr, ["extract", str(page), "--format", style]) == 0
    alone = capsys.readouterr().out
    assert run(cetr, ["extract", str(tmp_path), "--format", style, *(["--by-site"] if by_site else [])]) == 0
    row = json.loads(capsys.readouterr().out)
    head = {key: row.pop(key) for key in ("source", "record", "url", "warc_record_id", "warc_date", "method")}
    assert list(head.values()) == [str(page), 0, None, None, None, "learned" + "+site" * by_site]
    if style == "json":
        assert row == {key: value for key, value in json.loads(alone).items() if key != "url"}
    elif style == "spans":
        assert row == {"spans": [[int(n) for n in line.split("\t")] for line in alone.splitlines()[1:]]}
    else:
        assert row == {style: alone.removesuffix("\n")}


def test_parquet_has_a_column_named_after_the_form(tmp_path: Path) -> None:
    """Markdown of many pages goes into Parquet as well."""
    (tmp_path / "a.html").write_text(make_page(1))
    assert run(cetr, ["extract", str(tmp_path), "-o", str(tmp_path / "o.parquet"), "--format", "markdown"]) == 0
    table = pq.read_table(tmp_path / "o.parquet")
    assert table.column_names == ["source", "record", "url", "warc_record_id", "warc_date", "method", "markdown"]


def test_methods_are_listed_with_options_and_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line for each method; one whose library is not installed says which."""
    monkeypatch.setitem(sys.modules, "scipy.ndimage", None)
    monkeypatch.delitem(sys.modules, "cetr.classic.ccb", raising=False)
    assert run(cetr, ["methods"]) == 0
    listed = " ".join(capsys.readouterr().out.split())
    assert "held at the origin. (k=3, radius=3.0, wrap=60, seed=0)" in listed
    assert "ccb [needs scipy.ndimage, which is not installed]" in listed
    assert "[needs the layout of a test package]" in listed
    assert "trafilatura" not in listed
    assert "``" not in listed


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no-such-folder", "x", "-o", "o.jsonl"], "no such file or folder"),
        ([".", "-o", "o.csv"], "ends with .jsonl or .parquet"),
        ([".", "-o", "o.jsonl"], "no HTML, WARC or WACZ files; name JSON Lines or Parquet files themselves"),
        (["a.html", "b.html", "--format", "lines"], "--format lines is for a single page"),
        (["a.warc", "--format", "json", "-o", "o.parquet"], "--format json needs JSON Lines"),
        (["a.warc", "--format", "spans", "-o", "o.parquet"], "--format spans needs JSON Lines"),
        (["a.warc", "-"], "-: standard input can only be extracted alone"),
        (["http://127.0.0.1:1/x", "a.warc", "--cluster", "tcp://127.0.0.1:1", "-o", "o"], "leave out URLs"),
        (["a.warc", "--cluster", "tcp://127.0.0.1:1"], "needs --out"),
        (["a.warc", "--resume"], "--resume continues a file or folder; name it with --out or --out-dir"),
        (["page.html", "--resume"], "--resume continues a file or folder; name it with --out or --out-dir"),
        (["a.warc", "--out-dir", "o", "-o", "o.jsonl"], "cannot be used together"),
        (["a.warc", "--out-dir", "o", "--format", "spans"], "--out-dir takes --format text, markdown, html, json"),
        (["a.warc", "--out-dir", "o", "--cluster", "tcp://127.0.0.1:1"], "--out-dir works on one machine"),
        (["a.warc", "--out-dir", "a.warc"], "is a file"),
        (["a.warc", "--out-dir", "a.warc/o"], "cetr: a.warc: Not a directory"),
        (["a.warc", "--url", "http://x.example/"], "--url is for a page that is printed alone"),
        (["a.html", "--front-matter"], "need --format markdown"),
        (["a.html", "--no-links", "--format", "json"], "need --format markdown"),
        (["a.html", "--classes"], "--classes needs --format html"),
        (["a.warc", "-o", "a.warc/o.jsonl"], "cetr: a.warc: Not a directory"),
        (["a.warc", "-o", "a.warc/deep/o.parquet"], "cetr: a.warc: Not a directory"),
        (["a.warc", "-o", "a.warc/o", "--cluster", "tcp://127.0.0.1:1"], "cetr: a.warc: Not a directory"),
    ],
)
def test_wrong_use_is_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    """What cannot be done is said in one line, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.warc").touch() if "a.warc" in arguments else None
    assert run(cetr, ["extract", *arguments]) == 2
    err = capsys.readouterr().err
    assert message in err
    assert err.count("\n") == 1
    assert {p.name for p in tmp_path.iterdir()} <= {"a.warc"}


@pytest.mark.long
def test_a_cluster_writes_a_part_for_each_warc(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A real scheduler and two workers extract two WARC files; a lost part is made again, the others are left."""
    crawl, out = tmp_path / "crawl", tmp_path / "out"
    crawl.mkdir()
    for i in range(2):
        write_warc(crawl / f"{i}.warc.gz", range(i * 10, i * 10 + 10))
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster:
        where = ["--cluster", cluster.scheduler_address, "--method", "plain"]
        command = ["extract", str(crawl), "-o", str(out), *where]
        assert run(cetr, command) == 0
        assert "20 pages, 6 skipped" in capsys.readouterr().err
        parts = sorted(out.glob("[!.]*"))
        texts = [row["text"] for part in parts for row in read_rows(part)]
        assert len(parts) == 2
        assert all(f"Page {n}. " in text for n, text in enumerate(texts))
        assert run(cetr, command) == 2
        parts[1].unlink()
        assert run(cetr, [*command, "--resume"]) == 0
        assert "10 pages" in capsys.readouterr().err
        assert sorted(out.glob("[!.]*")) == parts
        assert run(cetr, [*command, "--resume", "--method", "cetr"]) == 2
        assert f"{out}/0.warc.gz." in (err := capsys.readouterr().err)
        assert "has rows of the method 'plain', not of 'cetr'" in err
        assert run(cetr, ["extract", str(crawl), "-o", f"{out}.parquet", *where]) == 0
        assert pq.read_table(f"{out}.parquet").num_rows == 20
        assert {read_first(part)["method"] for part in Path(f"{out}.parquet").glob("[!.]*")} == {"plain"}
    gone = cluster.scheduler_address
    monkeypatch.setattr("cetr.console.parallel.CONNECT_SECONDS", 1)
    capsys.readouterr()
    assert run(cetr, ["extract", str(crawl), "-o", str(tmp_path / "more"), "--cluster", gone]) == 2
    assert capsys.readouterr().err == f"cetr: --cluster {gone}: no Dask scheduler answers there\n"
    assert not (tmp_path / "more").exists()


def test_a_link_out_of_a_folder_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The folder may be a stranger's, and the link lead to a key; within the folder, and where the user says, it may
    lead.
    """
    folder, out = tmp_path / "p", tmp_path / "out.jsonl"
    folder.mkdir()
    (folder / "a.html").write_text(make_page(1))
    (folder / "b.html").symlink_to("a.html")
    assert run(cetr, ["extract", str(folder), "-o", str(out)]) == 0
    (tmp_path / "key").write_text("secret")
    (folder / "c.html").symlink_to("../key")
    capsys.readouterr()
    assert run(cetr, ["extract", str(folder), "-o", str(tmp_path / "more.jsonl")]) == 2
    assert capsys.readouterr().err == (
        f"cetr: {folder}/c.html: is a link that leads out of {folder}; put the file itself there, or name the folder"
        " to which it leads in the environment variable CETR_GOLD_LINKS\n"
    )
    monkeypatch.setenv("CETR_GOLD_LINKS", str(tmp_path))
    assert run(cetr, ["extract", str(folder), "-o", str(tmp_path / "more.jsonl")]) == 0
    assert [Path(row["source"]).name for row in read_rows(tmp_path / "more.jsonl")] == ["a.html", "b.html", "c.html"]


@pytest.mark.long
@pytest.mark.parametrize("end", ["SIGINT", "SIGTERM"])
def test_an_interrupt_keeps_what_is_done(end: str, tmp_path: Path) -> None:
    """Ctrl-C and SIGTERM say how to go on, end with 130, and the run that goes on has each page once."""
    warc, out = write_warc(tmp_path / "a.warc.gz", range(300)), tmp_path / "rows.jsonl"
    command = [sys.executable, "-m", "cetr", "extract", str(warc), "-o", str(out), "--jobs", "1", "--timeout", "600"]
    with socket.create_server(("127.0.0.1", 0)) as silent:
        command += [f"http://127.0.0.1:{silent.getsockname()[1]}/"]  # it never comes to its end
        with inheriting_interrupts(signal.SIG_DFL if end == "SIGINT" else signal.SIG_IGN):
            process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
        with ending(process):
            while not out.exists() or not out.stat().st_size:
                assert process.poll() is None
                time.sleep(0.01)
            os.killpg(process.pid, signal.Signals[end])
            _, error = process.communicate(timeout=60)
    assert process.returncode == 130
    assert [line for line in error.splitlines() if line] == [
        "cetr: finished pages are kept; continue with the same command and --resume",
        "cetr: interrupted",
    ]
    done = len(read_rows(out))
    assert 0 < done <= 300
    assert run(cetr, ["extract", str(warc), "-o", str(out), "--resume"]) == 0
    assert [row["record"] for row in read_rows(out)] == list(range(3, 303))
