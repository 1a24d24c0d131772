"""Stored pages: WARC, WACZ and JSON Lines, replayed offline under their own URLs."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import re
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from annotate.capture.cli import capture as capture_command
from annotate.capture.warc import Exchange, write_warc
from annotate.stored import is_stored, open_stored
from cetr.console import InputError
from evaluate.package import read_document, read_package
from tests.annotate.review.threads import run_beside

HTML = (("Content-Type", "text/html; charset=iso-8859-1"), ("Content-Encoding", "br"), (":status", "200"))
PAGE = (
    "<title>Caf\u00e9</title><link rel=stylesheet href=/style.css><p id=a>Caf\u00e9, <i>hidden</i>served."
    "<iframe src=/frame></iframe><p id=b><script>fetch('/none').catch(() => b.append('Offline.'))</script>"
).encode("latin-1")


def exchange(path: str, body: bytes, headers: tuple[tuple[str, str], ...], dest: str, status: int = 200) -> Exchange:
    """A request and its answer on https://shop.example."""
    asked = {"Sec-Fetch-Dest": dest}
    return Exchange(f"https://shop.example{path}", "GET", asked, status, "OK", headers, body)


def make_warc() -> bytes:
    """A page with what it loads, a frame among it, and a page that leads to it; gzipped."""
    return write_warc(
        [
            exchange("/page", PAGE, HTML, "document"),
            exchange("/style.css", b"i { display: none }", (("Content-Type", "text/css"),), "style"),
            exchange("/frame", "<p>In the frame\u2019s.".encode(), HTML, "iframe"),
            exchange("/page", PAGE, HTML, "empty"),
            exchange("/old", b"", (("Location", "/page"),), "document", 301),
        ],
        datetime(2026, 1, 1, tzinfo=UTC),
    )


@pytest.fixture(params=["a.warc.gz", "a.warc", "a.wacz"])
def stored(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A file of stored pages, in each of the formats."""
    file: Path = tmp_path / request.param
    if file.suffix == ".wacz":
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr("archive/data.warc.gz", make_warc())
            lines = (
                {"format": "json-pages-1.0"},
                {"url": "https://shop.example/page"},
                {"url": "https://gone.example"},
            )
            archive.writestr("pages/pages.jsonl", "\n".join(json.dumps(line) for line in lines))
    else:
        file.write_bytes(make_warc() if file.suffix == ".gz" else gzip.decompress(make_warc()))
    return file


def test_pages_are_told_from_what_they_load(stored: Path) -> None:
    """Frames, style sheets and redirects are no pages, but one that a script has fetched, too, is; all are there."""
    with open_stored([stored]) as found:
        assert found.pages == ("https://shop.example/page",)
        page, style = found.find("https://shop.example/page#place"), found.find("https://shop.example/style.css")
        assert page is not None and (page.status, page.body) == (200, PAGE)
        assert style is not None and style.body == b"i { display: none }"
        assert found.find("https://shop.example/none") is None


def test_what_a_wacz_lists_and_is_no_page_is_left_out(tmp_path: Path) -> None:
    """Errors and PDFs; of a redirect, the page to which it leads is taken."""
    text, moved = HTML[:1], (("Location", "/page"),)
    exchanges = [
        exchange("/page", PAGE, text, "document"),
        exchange("/other", PAGE, text, "document"),
        exchange("/old", b"", (("Location", "older"),), "document", 301),
        exchange("/older", b"", moved, "document", 302),
        exchange("/error", PAGE, (*text, *moved), "document", 404),
        exchange("/circle", b"", (("Location", "/circle"),), "document", 301),
        exchange("/nowhere", b"", (("Location", "http://[/"),), "document", 301),
        exchange("/a.pdf", b"%PDF", (("Content-Type", "application/pdf"),), "document"),
    ]
    with zipfile.ZipFile(tmp_path / "a.wacz", "w") as archive:
        archive.writestr("archive/data.warc.gz", write_warc(exchanges, datetime(2026, 1, 1, tzinfo=UTC)))
        paths = ("a.pdf", "error", "circle", "nowhere", "old", "gone", "page")
        listed = (json.dumps({"url": f"https://shop.example/{path}"}) for path in paths)
        archive.writestr("pages/pages.jsonl", "\n".join(listed))
    with open_stored([tmp_path / "a.wacz"]) as found:
        assert found.pages == ("https://shop.example/page",)


def test_a_wacz_has_its_pages_in_the_order_of_its_list(tmp_path: Path) -> None:
    """Whatever the order in which they were stored."""
    exchanges = [exchange(path, PAGE, HTML[:1], "document") for path in ("/1", "/2", "/3")]
    with zipfile.ZipFile(tmp_path / "a.wacz", "w") as archive:
        archive.writestr("archive/data.warc.gz", write_warc(exchanges, datetime(2026, 1, 1, tzinfo=UTC)))
        listed = [f"https://shop.example{path}" for path in ("/3", "/1")]
        archive.writestr("pages/pages.jsonl", "\n".join(json.dumps({"url": url}) for url in listed))
    with open_stored([tmp_path / "a.wacz"]) as found:
        assert list(found.pages) == listed


def test_urls_may_be_in_angle_brackets(tmp_path: Path) -> None:
    """A WARC file of wget, which writes them so, has the same pages."""
    plain = gzip.decompress(make_warc())
    (tmp_path / "a.warc").write_bytes(re.sub(rb"(?<=WARC-Target-URI: )\S+", rb"<\g<0>>", plain))
    with open_stored([tmp_path / "a.warc"]) as found:
        assert found.pages == ("https://shop.example/page",)


def test_a_page_may_have_no_content_type_and_no_response(tmp_path: Path) -> None:
    """What begins as HTML is a page, and so is an HTML file that is stored under its address, as warcit does it."""
    file = tmp_path / "a.warc"
    answers = [exchange("/html", b"<!doctype html><p>x", (), "document"), exchange("/text", b"x", (), "document")]
    head = "WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: https://shop.example/file\r\nContent-Type: text/html"
    record = f"{head}\r\nContent-Length: 4\r\n\r\n<p>x\r\n\r\n"
    file.write_bytes(gzip.decompress(write_warc(answers, datetime(2026, 1, 1, tzinfo=UTC))) + record.encode())
    with open_stored([file]) as found:
        assert found.pages == ("https://shop.example/html", "https://shop.example/file")
        stored = found.find("https://shop.example/file")
        assert stored is not None and (stored.headers, stored.body) == ((("Content-Type", "text/html"),), b"<p>x")


def test_a_stored_page_is_captured_offline_under_its_url(stored: Path, tmp_path: Path) -> None:
    """With its own style sheet and frame, and nothing from the network; a charset and a header that are wrong do not
    matter.
    """
    folder = tmp_path / "gold"
    arguments = [str(stored), "-p", str(folder), "--headless", "--select", "p", "--settle", "1", "--no-screenshot"]
    result = run_beside(lambda: CliRunner().invoke(capture_command, arguments, standalone_mode=False))
    assert result.return_value == 0, result.output
    (name,) = read_package(folder).names
    document = read_document(folder, name)
    assert (document.meta.url, document.text) == (
        "https://shop.example/page",
        "Caf\u00e9, served.\nIn the frame\u2019s.\nOffline.",
    )
    assert document.meta.source is not None and document.meta.source.charset == "windows-1252"
    assert document.path(".source.html").read_bytes() == PAGE


def test_json_lines_are_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each line has a URL and its HTML; what is none is named by its line."""
    file = tmp_path / "a.jsonl"
    file.write_text(
        '{"url": "http://a.example/1", "html": "<p>\u00e9"}\n\n{"url": "http://a.example/2", "html": "2"}\n', "utf-8"
    )
    with open_stored([file]) as found:
        assert found.pages == ("http://a.example/1", "http://a.example/2")
        bodies = [response.body for url in found.pages if (response := found.find(url))]
        assert bodies == ["<p>\u00e9".encode(), b"2"]
        file.write_text("\n" * 200)
        with pytest.raises(InputError, match=r"a\.jsonl: line 3: is not JSON"):
            found.find("http://a.example/2")
    bad = ("{", '{"url": 1}', '{"url": "ftp://a.example/", "html": ""}')
    file.write_text("\n".join((*bad, '{"url": "http://a.example/1", "html": "1"}')), "utf-8")
    with open_stored([file]) as found:
        assert (found.pages, found.is_damaged) == (("http://a.example/1",), True)
        assert found.losses == (f"{file}: line 1: is not JSON; left out, as are 2 others",)
    for line, why in zip(bad, ("is not JSON", "needs 'url' and 'html'", "url: needs a URL that begins"), strict=True):
        file.write_text(f"\n{line}\n", "utf-8")
        with pytest.raises(InputError, match=rf"a\.jsonl: line 2: {why}"), open_stored([file]):
            pass
    monkeypatch.setattr("cetr.console.files.LARGEST", 100)
    file.write_text("x" * 200 + '\n{"url": "http://a.example/1", "html": "1"}', "utf-8")
    with open_stored([file]) as found:
        assert (found.pages, found.read_html("http://a.example/1")) == (("http://a.example/1",), "1")
        assert found.losses == (f"{file}: line 1: is longer than 128 MB, the limit; left out",)


@pytest.mark.parametrize(("ending", "pack"), [("gz", gzip.compress), ("xz", lzma.compress), ("bz2", bz2.compress)])
def test_json_lines_may_be_packed(tmp_path: Path, ending: str, pack: Callable[[bytes], bytes]) -> None:
    """Messages name the packed file. Its first bytes count, not its name."""
    file = tmp_path / f"a.jsonl.{ending}"
    line = b'{"url": "http://a.example/1", "html": "<p>a"}\n'
    file.write_bytes(pack(line))
    assert is_stored(str(file)) and not is_stored(str(tmp_path / "b.jsonl"))
    with open_stored([file]) as found:
        response = found.find("http://a.example/1")
        assert response is not None and response.body == b"<p>a"
    file.write_bytes(pack(line + b"{}"))
    with open_stored([file]) as found:
        assert found.losses == (f"{file}: line 2: needs 'url' and 'html', both strings; left out",)
    file.write_bytes(pack(line)[:-6])
    with pytest.raises(InputError, match=rf"a\.jsonl\.{ending}: is damaged"), open_stored([file]):
        pass
    (tmp_path / "b.jsonl").write_bytes(pack(line))
    file.write_bytes(line)
    for unlike in (tmp_path / "b.jsonl", file):
        with open_stored([unlike]) as found:
            assert found.read_html("http://a.example/1") == "<p>a"


@pytest.mark.parametrize("url", ["file:///etc/passwd", "chrome://settings", "javascript:alert(1)"])
def test_what_is_not_of_the_web_is_no_page(tmp_path: Path, url: str) -> None:
    """An archive cannot give a page the address of your own files or of the browser's pages."""
    file, lines = tmp_path / "a.warc", tmp_path / "a.jsonl"
    exchanges = [Exchange(one, "GET", {}, 200, "OK", HTML[:1], b"<p>x") for one in (url, "http://a.example/")]
    file.write_bytes(gzip.decompress(write_warc(exchanges, datetime(2026, 1, 1, tzinfo=UTC))))
    with open_stored([file]) as found:
        assert list(found.readers) == ["http://a.example/"]
    lines.write_text(json.dumps({"url": url, "html": "<p>x"}), "utf-8")
    with pytest.raises(InputError, match=r"a\.jsonl: line 1: url: needs a URL"), open_stored([lines]):
        pass


def test_nothing_is_fetched_that_was_not_stored(site: str, tmp_path: Path) -> None:
    """Not even from the page's own site, which answers meanwhile; what was stored comes first."""
    script = "fetch('/article.html').then(() => a.append('online'), () => a.append('offline'))"
    file, folder = tmp_path / "a.jsonl", tmp_path / "gold"
    page = {"url": f"{site}/other.html", "html": f"<p id=a>Stored and <script>{script}</script>"}
    file.write_text(json.dumps(page), "utf-8")
    arguments = [str(file), "-p", str(folder), "--headless", "--select", "p", "--settle", "1", "--no-screenshot"]
    assert run_beside(lambda: CliRunner().invoke(capture_command, arguments, standalone_mode=False)).return_value == 0
    (name,) = read_package(folder).names
    assert read_document(folder, name).text == "Stored and offline"


@pytest.mark.long
def test_a_list_of_urls_chooses_among_stored_pages(tmp_path: Path) -> None:
    """What is not stored is told, and not fetched; a pattern chooses, too."""
    file, chosen = tmp_path / "a.jsonl", tmp_path / "chosen"
    rows = [{"url": f"http://a.example/{number}", "html": f"<p>Page {number}"} for number in range(4)]
    file.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    chosen.write_text("http://a.example/3\nhttp://gone.example/\nhttp://a.example/1\n", "utf-8")

    def capture(folder: str, *options: str) -> tuple[Result, list[str]]:
        arguments = [
            str(file),
            "-p",
            str(tmp_path / folder),
            "--headless",
            "--settle",
            "0",
            "--no-screenshot",
            *options,
        ]
        done = run_beside(lambda: CliRunner().invoke(capture_command, arguments, standalone_mode=False))
        return done, [line.split("\t")[1] for line in done.stdout.splitlines()[1:]]

    done, captured = capture("listed", "--urls", str(chosen))
    assert (done.return_value, captured) == (3, ["http://a.example/3", "http://a.example/1"])
    assert f"annotate: {chosen}: not stored: 1 of 3 pages; the first: http://gone.example/\n" in done.stderr
    failed = Path(f"{chosen}.errors")
    for tried in ("3 pages", "1 page"):  # then the two that were captured are there
        assert done.stderr.endswith(f"1 of {tried} failed, see {failed}\n") and done.return_value == 3
        assert failed.read_text("utf-8") == "http://gone.example/\tis not stored\n"
        done, _ = capture("listed", "--urls", str(chosen))
    done, captured = capture("wanted", "--urls", str(chosen), "--match", "http://a.example/*")
    assert (done.return_value, len(captured), failed.exists()) == (0, 2, False)
    done, captured = capture("matching", "--match", "*/[12]", "--leave-out", "*/1")
    assert (done.return_value, captured) == (0, ["http://a.example/2"])
    done, _ = capture("none", "--match", "*/x")
    assert str(done.exception) == f"{file}: --urls, --match and --leave-out leave none of its pages"


@pytest.mark.parametrize("option", ["stored", "sitemap", "keys"])
def test_the_list_of_failures_never_replaces_what_is_read(tmp_path: Path, option: str) -> None:
    """Not the stored pages, a sitemap, or a file of keys."""
    file = tmp_path / "a.jsonl"
    file.write_text('{"url": "http://a.example/1", "html": "1"}', "utf-8")
    read = [str(file)] if option == "stored" else [f"--{option}", str(file)]
    arguments = [*read, "--errors", str(file), "-p", str(tmp_path / "gold")]
    result = run_beside(lambda: CliRunner().invoke(capture_command, arguments))
    assert str(result.exception).startswith(f"{file}: --errors names a file that the command reads")
    assert file.is_file()


def test_stored_pages_and_others_do_not_go_together(tmp_path: Path) -> None:
    """One is offline, the other is not."""
    file = tmp_path / "a.jsonl"
    file.write_text('{"url": "http://a.example/1", "html": "1"}', "utf-8")
    arguments = [str(file), "http://a.example/2", "-p", str(tmp_path / "gold")]
    result = run_beside(lambda: CliRunner().invoke(capture_command, arguments))
    assert isinstance(result.exception, InputError)
    assert str(result.exception) == f"{file}: stored pages are replayed offline; leave out URLs, --sitemap and --warc"


def test_who_says_where_a_crawl_is_from_is_told_that_it_says_so_itself(stored: Path, tmp_path: Path) -> None:
    """The URL would change nothing, also beside a folder, of which it would be the URL."""
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "a.html").write_text("<p>x")
    for files in ([stored], [tmp_path / "pages", stored]):
        with pytest.raises(InputError) as error, open_stored(files, "https://other.example/"):
            pass
        assert str(error.value) == (
            f"{stored}: gives the URLs of its pages itself; leave out --url, or pass folders alone"
        )


@pytest.mark.long
def test_a_folder_of_pages_stands_where_it_was_saved_from(tmp_path: Path) -> None:
    """Its pages are under their own URLs, with what lies beside them; no link leads out of it."""
    folder = tmp_path / "site"
    (folder / "a b").mkdir(parents=True)
    (folder / "a b" / "page.html").write_text(
        "<link rel=stylesheet href=../style.css><p>Seen <i>hidden</i>and <img src=none.png alt=x>offline.", "utf-8"
    )
    (folder / "style.css").write_text("i { display: none }", "utf-8")
    (tmp_path / "secret.html").write_text("<p>secret", "utf-8")
    (folder / "out.html").symlink_to(tmp_path / "secret.html")
    with open_stored([folder], "https://shop.example/x/") as found:
        assert found.pages == ("https://shop.example/x/a%20b/page.html",)
        style = found.find("https://shop.example/x/style.css")
        assert style is not None and style.headers == (("Content-Type", "text/css"),)
    gold = tmp_path / "gold"
    arguments = [str(folder), "--url", "https://shop.example/x", "-p", str(gold), "--headless", "--select", "p"]
    done = run_beside(lambda: CliRunner().invoke(capture_command, [*arguments, "--settle", "0"], standalone_mode=False))
    assert done.return_value == 0, done.output
    (name,) = read_package(gold).names
    document = read_document(gold, name)
    assert (document.meta.url, document.text) == ("https://shop.example/x/a%20b/page.html", "Seen and offline.")


@pytest.mark.parametrize(
    ("base", "url"),
    [
        ("https://shop.example/x/", "https://shop.example/x/page.html"),
        ("https://shop.example/x/article", "https://shop.example/x/article"),
    ],
)
def test_a_page_says_where_it_is_from(tmp_path: Path, base: str, url: str) -> None:
    """By its base: a folder's, or its own; one without is a file as any other, and in a folder named."""
    page = tmp_path / "page.html"
    page.write_text(f'<head><base target=_top href="{base}"><p>Text.', "utf-8")
    assert is_stored(str(page))
    with open_stored([page]) as found:
        assert found.pages == (url,)
        response = found.find(url)
        assert response is not None and response.body == page.read_bytes()
    page.write_text("<head><base href=sub/><p>Text.", "utf-8")
    assert not is_stored(str(page)) and is_stored(str(page), "https://shop.example/a")
    with (
        pytest.raises(InputError, match=r"page\.html: has no <base href>; add one, or say with annotate"),
        open_stored([tmp_path]),
    ):
        pass


@pytest.mark.parametrize("url", ["", "https://shop.example/a"])
def test_two_pages_with_one_url_are_refused(tmp_path: Path, url: str) -> None:
    """Whether the caller gave it or their bases do: one of them would be left out without a word."""
    for name in ("one.html", "two.html"):
        (tmp_path / name).write_text('<base href="https://shop.example/a"><p>Text.', "utf-8")
    files = sorted(tmp_path.iterdir())
    said = (
        "two.html: https://shop.example/a: two pages have this URL; "
        "pass their folder with --url, so that each gets its own"
    )
    with pytest.raises(InputError) as error, open_stored(files, url):
        pass
    assert str(error.value) == f"{tmp_path}/{said}"
    with pytest.raises(InputError, match="two pages have this URL"), open_stored([tmp_path]):
        pass
    with open_stored([tmp_path], "https://shop.example") as found:
        assert found.pages == ("https://shop.example/one.html", "https://shop.example/two.html")
