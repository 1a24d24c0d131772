from __future__ import annotations

import gzip
import io
import json
import os
import shutil
import time
import zlib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NoReturn

import pytest

import cetr as cetr_package
from cetr.cli import cetr
from cetr.console import InputError, run
from cetr.sources import load_html
from tests.servers import Quiet, serving

PAGE = "<title>T</title>\n<ul>\n" + "<li><a href=x>Item</a></li>\n" * 20 + "</ul>\n" + "Text without a tag in it.\n" * 9


PACKED = {
    "/gzip": gzip.compress(b"<p>gzip"),
    "/deflate": zlib.compress(b"<p>deflate"),
    "/-deflate": zlib.compress(b"<p>deflate")[2:-4],
    "/br": b"\x8b\x02\x80hello\x03",
    "/-gzip": b"\x1f\x8bnot",
    "/gzip-": gzip.compress(b" " * 2_000_000),
}
REDIRECTS = {
    "/to-gzip": "/gzip",
    "/to-folder": "/folder/",
    "/to-ftp": "ftp://127.0.0.1/x.html",
    "/to-file": "file:///etc/passwd",
    "/to-nowhere": "http://[::1",
    "/to-long": f"http://{'a' * 80}/",
}


class _Site(Quiet, BaseHTTPRequestHandler):
    """A site with one page for each way to fail."""

    def do_GET(self) -> None:
        if self.path in REDIRECTS:
            self.send_response(302)
            self.send_header("Location", REDIRECTS[self.path])
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        if self.path == "/slow-headers":
            self._drip(b"HTTP/1.1 200 OK\r\nX: ")
            return
        kind = {"/pdf": "application/pdf", "/latin": "text/html; charset=iso-8859-1"}.get(self.path, "text/html")
        self.send_response(404 if self.path == "/none" else 200)
        self.send_header("Content-Type", kind)
        if self.path == "/short":
            self.send_header("Content-Length", "1000")
        if self.path in PACKED:
            self.send_header("Content-Encoding", self.path.strip("/-"))
        self.end_headers()
        paths = f"<p>{self.path}".encode()
        body = {"/latin": b"<p>caf\xe9", "/really-pdf": b"%PDF-1.4", "/asked": self._headers()} | PACKED
        self.wfile.write(body.get(self.path, paths))
        if self.path == "/slow":
            self._drip(b"")

    def _headers(self) -> bytes:
        return str(self.headers["Accept-Encoding"]).encode()

    def _drip(self, data: bytes) -> None:
        """Go on for some seconds, a few bytes at a time."""
        self.wfile.write(data)
        for _ in range(60):
            time.sleep(0.05)
            try:
                self.wfile.write(b" ")
                self.wfile.flush()
            except OSError:
                return


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The address of a running site."""
    with serving(ThreadingHTTPServer(("127.0.0.1", 0), _Site)) as address:
        yield f"http://{address}"


def test_a_page_from_the_web_is_decoded_by_its_header(site: str) -> None:
    """The charset of the Content-Type header is believed."""
    assert load_html(f"{site}/latin") == "<p>caf\xe9"


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("/asked", "identity"),
        ("/gzip", "<p>gzip"),
        ("/deflate", "<p>deflate"),
        ("/-deflate", "<p>deflate"),
        ("/to-gzip", "<p>gzip"),
        ("/caf\xe9 %41?q=\u4e2d&r=%e9#part", "<p>/caf%C3%A9%20%41?q=%E4%B8%AD&r=%e9"),
        ("/\udcff", "<p>/%FF"),
        ("?q", "<p>/?q"),
    ],
)
def test_a_page_is_asked_for_as_browsers_do(site: str, path: str, page: str) -> None:
    """Addresses are quoted, packed answers unpacked, redirects followed; capitals do not matter."""
    assert load_html(f"{site.replace('http', 'HTTP')}{path}") == page


@pytest.mark.parametrize("options", [[], ["--by-site"]])
def test_a_page_has_the_url_to_which_redirects_lead(
    site: str, options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Its links are relative to that; the source stays what was asked for, which --resume compares. Without a redirect
    the URL stays as it was written.
    """
    asked = [f"{site}/to-folder", f"{site}/gzip", f"{site}/caf\xe9"]
    assert run(cetr, ["extract", *asked, "--format", "json", *options]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {row["source"]: row["url"] for row in rows} == dict(zip(asked, (f"{site}/folder/", *asked[1:]), strict=True))
    assert run(cetr, ["extract", asked[0], "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["url"] == f"{site}/folder/"


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("http://a..b/", "is not a URL (a part of its host is empty, too long or not a name)"),
        (f"http://{'a' * 80}/", "is not a URL (a part of its host is empty, too long or not a name)"),
        ("http://[::1", "is not a URL (Invalid IPv6 URL)"),
        ("HTTPS://", "is not a URL (it names no host)"),
        ("http://x:99999/", "is not a URL (Port out of range 0-65535)"),
        (
            "http://a b/",
            "is not a URL, or redirects to none (URL can't contain control characters. 'a b' (found",
        ),
        (f"http://127.0.0.1:1/{'x' * 900}", "Connection refused"),
        ("http://127.0.0.1:1/x.warc.gz", "Connection refused"),
    ],
)
def test_odd_addresses_are_one_line(url: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be asked for is a wrong input that is named."""
    assert run(cetr, ["extract", url]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"cetr: {url}: {message}")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/none", "answers 404"),
        ("/pdf", "is application/pdf, not HTML"),
        ("/really-pdf", "is a PDF, not HTML"),
        ("/slow", "did not arrive within 0.5 seconds"),
        ("/short", "broken"),
        ("/slow-headers", "did not arrive within 0.5 seconds"),
        ("/br", "has the unknown encoding 'br'"),
        ("/-gzip", "cannot be decoded from 'gzip'"),
        ("/gzip-", "is longer than 1 MB, the limit"),
        ("/to-ftp", "leads to ftp://127.0.0.1/x.html, which is neither http: nor https:"),
        ("/to-file", "answers 302"),
        ("/to-nowhere", r"is not a URL, or redirects to none \(Invalid IPv6 URL\)"),
        ("/to-long", "is not a URL, or redirects to none"),
    ],
)
def test_what_is_no_page_is_one_line(site: str, path: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Errors of servers, other media, dribbling, torn and odd answers name the URL and what is wrong."""
    monkeypatch.setattr("cetr.sources.bodies.MAX_BYTES", 1_000_000)
    with pytest.raises(InputError, match=message) as caught:
        load_html(f"{site}{path}", timeout=0.5 if "slow" in path else 30)
    assert f"{site}{path}" in str(caught.value)


def test_no_server(capsys: pytest.CaptureFixture[str]) -> None:
    """A server that is not there is a wrong input, in one line."""
    assert run(cetr, ["extract", "http://127.0.0.1:1/x"]) == 2
    assert capsys.readouterr().err.startswith("cetr: http://127.0.0.1:1/x: ")


def test_formats_of_one_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Text, spans, JSON and lines of the same page agree; standard input is read for '-'."""
    path = tmp_path / "p.html"
    path.write_text(PAGE)

    def output(*arguments: str) -> str:
        assert run(cetr, ["extract", str(path), *arguments]) == 0
        return capsys.readouterr().out

    text = output("--method", "cetr-tm@radius=0")
    assert text == "Text without a tag in it. " * 8 + "Text without a tag in it.\n"
    assert json.loads(output("--format", "json", "--method", "cetr-tm", "--option", "radius=0"))["text"] + "\n" == text
    start = PAGE.index("Text")
    assert output("--format", "spans", "--method", "cetr-tm@radius=0") == f"start\tend\n{start}\t{len(PAGE) - 1}\n"
    rows = [line.split("\t") for line in output("--format", "lines", "--method", "cetr-tm@radius=0").splitlines()]
    assert rows[0] == ("number,start,end,text characters,tags,ratio,smoothed,derivative,label,text".split(","))
    assert rows[1][:6] == ["1", "0", "16", "1", "2", "0.5"]
    assert [row[0] for row in rows[1:] if row[8] == "1"] == [str(n) for n in range(24, 33)]
    assert rows[24][9] == "Text without a tag in it."
    plain = [line.split("\t") for line in output("--format", "lines", "--method", "plain").splitlines()]
    assert [row[8] for row in plain[1:]].count("1") == 29
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(PAGE.encode())))
    assert run(cetr, ["extract", "-", "--method", "cetr-tm@radius=0"]) == 0
    assert capsys.readouterr().out == text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.html"], "nowhere.html: no such file or folder (a URL begins with"),
        (["-", "--method", "none"], "no method named 'none'"),
        (["-", "--option", "z=1"], "'z=1' is not one of its options"),
        (["-", "--method", "cetr", "--option", "k=three"], "'three' is not a whole number"),
        (["-", "--method", "lp@links=0"], "lp: links: 0 is not a whole number from 1 to 1000000"),
        (["-", "--method", "adsc@slope=nan"], "adsc: slope: nan is not a number from 0 to 1000"),
        (["-", "--timeout", "nan"], "'--timeout': nan is not a finite number"),
        (["-", "--method", "accb@threshold=2"], "accb: threshold: 2.0 is not a number from 0 to 1"),
        (["-", "--method", "lqf-50@threshold=50"], "lqf-50: threshold: 50.0 is not a number from 0 to 1"),
        (["-", "--method", "crunch@item_words=-1"], "crunch: item_words: -1 is not a whole number from 0 to 1000"),
        (["-", "--method", "vips@pdoc=11"], "vips: pdoc: 11 is not a number from 1 to 10"),
        (["-", "--method", "vips", "--option", "layout=x"], "'layout=x' is not one of its options"),
        ([".", "--method", "learned:nowhere.npz"], "learned:nowhere.npz: no such model file: 'nowhere.npz'"),
        ([".", "--method", "mss@model=nowhere"], "mss: no such model file: 'nowhere'"),
    ],
)
def test_wrong_use_is_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wrong names and values are named in one line with exit code 2."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(PAGE.encode())))
    assert run(cetr, ["extract", *arguments]) == 2
    err = capsys.readouterr().err
    assert message in err
    assert "internal error" not in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("style", ["text", "lines"])
def test_a_page_that_a_method_refuses_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str], style: str) -> None:
    """A single page is named as one of many would be."""
    page = tmp_path / "p.html"
    page.write_text(PAGE)
    assert run(cetr, ["extract", str(page), "--method", "vips", "--format", style]) == 2
    assert capsys.readouterr().err == f"cetr: {page}: needs layout; run annotate render\n"


@pytest.mark.parametrize(
    ("more", "line"),
    [
        ((), "empty.html: has no main content"),
        (("p.html",), "2 pages, 1 without content"),
        (("p.html", "--by-site"), "2 pages, 1 without content"),
    ],
)
def test_a_page_without_content_is_told(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    more: tuple[str, ...],
    line: str,
) -> None:
    """A page may be one that scripts write; alone it is named, among others it is counted."""
    monkeypatch.chdir(tmp_path)
    head = "<link rel=canonical href=http://x.example/>"
    Path("p.html").write_text(f"{head}<p>{'A paragraph that is long enough to be the main content. ' * 9}")
    Path("empty.html").write_text(f"{head}<div id=app></div>")
    assert run(cetr, ["extract", "empty.html", *more]) == 0
    assert capsys.readouterr().err == f"cetr: {line}\n"


@pytest.mark.parametrize(
    "listed",
    [
        "http://a.example/\n\nhttps://b.example/page\n",
        "# mine\r\n\r\n#\r\nHTTP://a.example/#top\ta title\r\n# done",
    ],
)
def test_a_list_of_urls_is_no_page(tmp_path: Path, capsys: pytest.CaptureFixture[str], listed: str) -> None:
    """Who forgets --urls is told so, and does not get the list back as the content."""
    urls = tmp_path / "urls.txt"
    urls.write_text(listed)
    assert run(cetr, ["extract", str(urls)]) == 2
    assert capsys.readouterr().err == f"cetr: {urls}: is a list of URLs; name it with --urls\n"


@pytest.mark.parametrize("text", ["See http://a.example/\n", "http://a.example/ is there\n", "# A title\n", ""])
def test_a_text_that_has_more_than_urls_is_a_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    """One more word, and it is no list; nor is one that has no URL."""
    page = tmp_path / "page.txt"
    page.write_text(text)
    assert run(cetr, ["extract", str(page), "--method", "plain"]) == 0
    assert capsys.readouterr().out == text


@pytest.mark.parametrize(
    ("options", "kept"),
    [
        ([], ""),
        (["--out", "rows.jsonl"], "\ncetr: finished pages are kept; continue with the same command and --resume\n"),
        (["--out-dir", "rows"], "\ncetr: finished pages are kept; continue with the same command and --resume\n"),
    ],
)
def test_an_interrupted_run_says_what_is_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], options: list[str], kept: str
) -> None:
    """Rows that went to standard output are not."""

    def interrupt(*arguments: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr("cetr.extraction.command._extract", interrupt)
    assert run(cetr, ["extract", __file__, __file__, *options]) == 130
    assert capsys.readouterr().err == f"{kept}\ncetr: interrupted\n"


@pytest.mark.parametrize("more", [(), ("p.html",)])
def test_nobody_waits_for_a_pipe(tmp_path: Path, capsys: pytest.CaptureFixture[str], more: tuple[str, ...]) -> None:
    """A layout that is not a regular file is an error, for one page and for many."""
    for name in ("p.html", "q.html"):
        (tmp_path / name).write_text(PAGE)
    os.mkfifo(tmp_path / "q.layout.json.gz")
    pages = [str(tmp_path / name) for name in ("q.html", *more)]
    assert run(cetr, ["extract", *pages, "--method", "vips"]) == (3 if more else 2)
    assert f"{tmp_path / 'q.layout.json.gz'}: is not a regular file" in capsys.readouterr().err


def test_a_model_may_lie_anywhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What a path has in it is not taken for options: the file of the model is the one that is named."""
    page, model = tmp_path / "p.html", tmp_path / "a@b,c.npz"
    page.write_text(PAGE)
    shutil.copy(Path(cetr_package.__file__).parent / "learned" / "model.npz", model)
    outputs = []
    for method in ("learned", f"learned:{model}"):
        assert run(cetr, ["extract", str(page), "--method", method]) == 0
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1] != ""


def test_python_takes_text_and_bytes() -> None:
    """Bytes are decoded by their declaration, also those that may change, as Spark hands them over; another type is an
    error that names it.
    """
    page = "<meta charset=iso-8859-1><p>Füße"
    assert cetr_package.extract(page, "plain") == "Füße"
    assert cetr_package.extract(page.encode("iso-8859-1"), "plain") == "Füße"
    assert cetr_package.read(bytearray(page.encode("iso-8859-1")), "plain").text == "Füße"
    with pytest.raises(TypeError, match="html: is NoneType, not str or bytes; leave out missing pages"):
        cetr_package.extract(None)
