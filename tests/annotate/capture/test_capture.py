"""The command without a window: selectors, and the refusal of what cannot be captured."""

from __future__ import annotations

import gzip
import json
import socketserver
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec.structs import replace as replace_meta

from annotate.capture.errors import BusyError, CaptureError
from annotate.capture.model import Saved
from annotate.capture.save import Checked, save_document
from annotate.capture.selection import check_selectors
from annotate.capture.session import Session
from annotate.capture.settings import Settings
from annotate.capture.tab import Limits, Tab
from annotate.capture.views import take_screenshot
from annotate.check.document import check_document
from annotate.cli import annotate
from annotate.queue.planning import follow_captured, plan_pages
from annotate.queue.telling import tell_missing
from cetr.console import InputError, run
from evaluate.package import (
    Document,
    PackageError,
    read_document,
    read_journal,
    read_meta,
    read_package,
    write_document,
)
from evaluate.package.files import LAYOUT, SCREENSHOT
from tests.annotate.capturing import capture
from tests.annotate.commands import run_annotate
from tests.annotate.site import RESPONSES
from tests.servers import serving


def test_selectors_make_a_document(site: str, tmp_path: Path) -> None:
    """The command takes what is selected, leaves out what is dropped, and prints one line about it."""
    done = run_annotate(
        "capture", "--headless", "-p", str(tmp_path / "gold"), f"{site}/article.html",
        "--select", "#main", "--drop", "#ad", "--drop", "#no", "--language", "en", "--page-type", "article",
    )  # fmt: skip
    assert (done.stderr, done.returncode) == ("annotate: --drop '#no' matched nothing on 1 page\n", 0)
    assert done.stdout == f"document\turl\tfragments\twords\tcheck\n127-0-0-1-0001\t{site}/article.html\t3\t22\texact\n"
    document = read_document(tmp_path / "gold", "127-0-0-1-0001")
    assert document.text.splitlines()[1:] == [
        "Flour, water and salt; 5 € a kilo — that is all 🍞 there is to it.",
        "Wait twelve hours, then bake.",
    ]
    assert (document.meta.language, document.meta.page_type, document.meta.status) == ("en", "article", "gold")
    assert document.path(".png").read_bytes().startswith(b"\x89PNG")


def test_the_picture_is_taken_once_the_document_is_safe(
    session: Session, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The document and its decision are on disk, whole, before the picture; what is done to it meanwhile stays."""
    session.settings = replace(session.settings, screenshot=True)
    found: list[Document] = []

    def take_late(tab: Tab) -> bytes | None:
        (name,) = read_package(session.folder).names
        found.append(document := read_document(session.folder, name))
        assert not document.path(SCREENSHOT).exists()
        write_document(session.folder, name, meta=replace_meta(document.meta, language="nl"), text=document.text)
        return take_screenshot(tab)

    monkeypatch.setattr("annotate.capture.views.take_screenshot", take_late)
    saved = capture(session, f"{site}/article.html", ["#main"])
    document = read_document(session.folder, saved.name)
    assert (found[0].text, found[0].html, found[0].meta.language) == (document.text, document.html, "en-GB")
    assert document.meta == replace_meta(found[0].meta, language="nl")
    assert document.path(SCREENSHOT).read_bytes().startswith(b"\x89PNG")
    assert set(json.loads(gzip.decompress(document.path(LAYOUT).read_bytes()))["elements"]["visible"]) == {0, 1}
    assert [decision.document for decision in read_journal(session.folder)] == [saved.name]


def test_a_document_stays_alone_where_its_page_is_gone(
    session: Session, site: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A page that is gone once it is saved leaves a whole document without layout and picture, and that is said."""
    session.settings = replace(session.settings, screenshot=True)

    def lose_page(folder: Path, checked: Checked, name: str | None) -> Saved:
        saved = save_document(folder, checked, name)
        session.context.pages[-1].close()
        return saved

    monkeypatch.setattr("annotate.capture.unattended.save_document", lose_page)
    saved = capture(session, f"{site}/article.html", ["#main"])
    assert saved.missing == ("layout", "picture")
    tell_missing(saved.url, saved.missing)
    assert capsys.readouterr().err == (
        f"annotate: {site}/article.html: saved without layout and picture (annotate render adds it)\n"
    )
    document = read_document(session.folder, saved.name)
    assert document.meta.fragments
    assert not document.path(LAYOUT).exists()
    assert not document.path(SCREENSHOT).exists()


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/missing.html", "the server answers 404 File not found"),
        ("/nothing.html", "the server answers 410 Gone"),
        ("/broken.html", "the server answers 500 Internal Server Error"),
        ("/paper.pdf", "is a PDF, not a web page: gold marks places in HTML, and a PDF has no HTML"),
        ("/data.json", "is application/json, not a web page"),
        ("/silent.html", "the server answers 204 No Content: there is no page"),
        ("/download.html", "is a download, not a web page"),
        ("/unchanged.html", "the server answers without a page"),
        ("/empty.html", "the page is empty: it shows no text"),
        ("/hidden.html", "the page is empty: it shows no text"),
    ],
)
def test_what_is_no_page_is_refused_in_one_line(session: Session, site: str, path: str, reason: str) -> None:
    """Errors of the server, files and empty pages are named; no package comes into being."""
    with pytest.raises(CaptureError) as caught:
        capture(session, site + path, ["body"])
    assert str(caught.value) == f"{site}{path}: {reason}"
    assert not session.folder.exists()


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://no-such-host.invalid/", "http://no-such-host.invalid/: there is no such host"),
        ("http://127.0.0.1:1/", "http://127.0.0.1:1/: is on a port that browsers do not open"),
        ("http://127.0.0.1:9/", "http://127.0.0.1:9/: is on a port that browsers do not open"),
        ("file:///no/such/page.html", "file:///no/such/page.html: there is no such file"),
        ("file:///tmp/", "file:///tmp/: is a folder, not a page"),
        ("data:image/svg+xml,<svg/>", "data:image/svg+xml,<svg/>: is image/svg+xml, not a web page"),
        ("data:application/json,{}", "data:application/json,{}: is application/json, not a web page"),
        ("", "an empty text is not a URL"),
        ("nonsense", "nonsense: is neither a URL nor an existing file"),
        ("missing.html", "missing.html: is neither a URL nor an existing file"),
        ("crawl.warc.gz", "crawl.warc.gz: is neither a URL nor an existing file"),
        ("http://[abc/", "http://[abc/: is not a URL"),
        ("[abc", "[abc: is neither a URL nor an existing file"),
        ("file://[x/y", "file://[x/y: is neither a URL nor an existing file"),
        ("a" * 300, f"{'a' * 300}: is neither a URL nor an existing file"),
        ("http://exa mple.com/", "http://exa mple.com/: is not a URL"),
        (
            "data:text/html,<p>Wait<script>onload=()=>location='http://no-such-host.invalid/'</script>",
            "data:text/html,<p>Wait<script>onload=()=>location='http://no-such-host.invalid/'</script>:"
            " it redirects to http://no-such-host.invalid/, which cannot be opened",
        ),
        ("mailto:me", "mailto:me: is not a URL that can be captured; only http:, https:, file: and data: can"),
    ],
)
def test_an_address_that_leads_nowhere_is_refused(session: Session, url: str, reason: str) -> None:
    """The error gives the reason in words."""
    with pytest.raises(CaptureError) as caught:
        capture(session, url, ["body"])
    assert str(caught.value) == reason


def test_an_answer_that_breaks_off_is_told_at_once(session: Session) -> None:
    """Waiting would not help, because the rest never comes; a later attempt may succeed."""

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.rfile.readline()
            head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5000\r\n\r\n"
            self.wfile.write(head + b"<p>The first half.</p>")

    session.settings = replace(session.settings, limits=Limits(timeout=300))
    with (
        serving(socketserver.TCPServer(("127.0.0.1", 0), Handler)) as address,
        pytest.raises(BusyError, match="the server broke off its answer"),
    ):
        capture(session, f"http://{address}/", ["p"])


def test_types_that_say_nothing_are_looked_into(session: Session, site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command looks into the content, as the browser does, which shows the page."""
    for kind in ("*/*", "html", "unknown/unknown"):
        monkeypatch.setitem(RESPONSES, "/odd.html", (200, {"Content-Type": kind}, b"<html><p>A page.</p></html>"))
        assert capture(session, f"{site}/odd.html", ["p"]).text == "A page."


def test_a_password_stays_out_of_the_package(session: Session, site: str) -> None:
    """Packages are shared, so passwords are not saved; the page is still recognised when it is captured again."""
    session.settings = replace(session.settings, exchange=True)
    url = site.replace("//", "//anna:secret@") + "/article.html"
    assert capture(session, url, ["#head"]).url == f"{site}/article.html"
    files = [file for file in session.folder.rglob("*") if file.is_file()]
    contents = [gzip.decompress(f.read_bytes()) if f.suffix == ".gz" else f.read_bytes() for f in files]
    assert "127-0-0-1-0001.warc.gz" in {file.name for file in files}
    assert not any(b"secret" in content for content in contents)
    assert list(plan_pages([url], follow_captured(session.folder)(), "skip", {})) == []


def test_a_page_that_is_too_large_is_refused(session: Session, site: str) -> None:
    """The limit is on the characters of the document, and the message says how to raise it."""
    session.settings = Settings(limits=Limits(settle=0, size=500))
    with pytest.raises(CaptureError, match=r"more than 0\.0005 million characters \(raise the limit with --max-size"):
        capture(session, f"{site}/article.html", ["body"])
    assert not session.folder.exists()


def test_selectors_are_checked(session: Session, site: str) -> None:
    """A selector that matches nothing, or leaves nothing visible, is an error that names it; so is what is none."""
    with pytest.raises(CaptureError, match="'#nothing' matches nothing"):
        capture(session, f"{site}/article.html", ["#nothing"])
    with pytest.raises(InputError, match=r"^'p\[\[' is not a CSS selector$"):
        check_selectors(session.context, ["p", "p:has(> b)", "p[[", "]"])
    check_selectors(session.context, ["p"])
    with pytest.raises(CaptureError, match="no visible text is selected"):
        capture(session, f"{site}/article.html", ["#one"], ["#main"])
    assert not session.folder.exists()


def test_files_and_data_urls_are_pages(session: Session, tmp_path: Path) -> None:
    """A file's path, its URL and a data: URL can be captured."""
    page = tmp_path / "page.html"
    page.write_text("<p>A page in a file.</p>")
    assert capture(session, str(page), ["p"]).text == "A page in a file."
    assert capture(session, "data:text/html,<p>A page in a URL.</p>", ["p"]).text == "A page in a URL."
    assert len(read_package(session.folder).names) == 2


def test_the_source_is_kept_as_served(session: Session, site: str) -> None:
    """Bytes, charset and hash of the response are those of the wire; the saved HTML is UTF-8."""
    saved = capture(session, f"{site}/latin1.html", ["p"])
    document = read_document(session.folder, saved.name)
    assert document.text == "Käse schließt den Magen"
    assert document.path(".source.html").read_bytes() == "<p>Käse schließt den Magen</p>".encode("latin-1")
    assert document.meta.source is not None
    assert document.meta.source.charset == "windows-1252"
    assert document.meta.source.content_type == "text/html; charset=iso-8859-1"


def test_an_unknown_extractor_is_refused_before_anything_is_done(tmp_path: Path) -> None:
    """A misspelt name for suggestions is reported before a page is opened."""
    done = run_annotate("capture", "http://127.0.0.1:1/", "-p", str(tmp_path / "gold"), "--method", "ceter")
    assert done.returncode == 2
    assert done.stderr.startswith("annotate: no extractor named 'ceter'; did you mean 'cetr'? (available: ")


def test_a_folder_that_is_no_package_is_refused_before_anything_is_done(session: Session, tmp_path: Path) -> None:
    """The command does not even start a browser."""
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(PackageError, match="is not a test package"):
        Session(session.context, tmp_path)
    done = run_annotate("capture", "http://127.0.0.1:1/", "-p", str(tmp_path), "--headless", "--select", "p")
    assert done.returncode == 2
    assert done.stderr == f"annotate: {tmp_path}: is not a test package: it has no package.toml\n"


@pytest.mark.long
def test_a_machine_without_browser_gets_one_line(tmp_path: Path) -> None:
    """It names the command that installs one."""
    done = run_annotate(
        "capture", "http://127.0.0.1:1/", "-p", str(tmp_path / "gold"), "--headless", "--select", "p",
        PATH="/nowhere", PLAYWRIGHT_BROWSERS_PATH=str(tmp_path),
    )  # fmt: skip
    assert (done.stderr, done.returncode) == (
        "annotate: no Chromium or Chrome found; run 'annotate install-browser'\n", 2,
    )  # fmt: skip
    named = run_annotate(
        "capture", "http://127.0.0.1:1/", "--headless", "--select", "p", CETR_GOLD_BROWSER="/no/browser"
    )
    assert (named.stderr, named.returncode) == (
        "annotate: CETR_GOLD_BROWSER: /no/browser: is not a program; name the program of a Chromium, or leave it out\n",
        2,
    )


def test_installing_is_quick_and_silent_where_a_browser_is() -> None:
    """``make test`` calls it each time."""
    done = run_annotate("install-browser", "--quiet")
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("page.html --select p --language english", "--language: 'english' is not a BCP 47 tag such as"),
        ("page.html --select p --viewport 00x00", "--viewport: '00x00': is not a size such"),
        ("page.html --select p --timeout nan", "Invalid value for '--timeout': nan is not a finite number."),
        ("page.html --select p --max-size inf", "Invalid value for '--max-size': inf is not a finite number."),
        ("page.html --select p --hold --method cetr", "--hold and --method: cannot be used with --headless, which"),
        ("page.html --drop p", "--drop: unmarks elements inside --select; add --select CSS"),
        ("--urls empty.txt --select p --errors .", ".: is a folder; --errors names a file"),
        ("--urls empty.txt --select p", "empty.txt: has no URLs: give a URL, or --urls FILE"),
    ],
)
def test_wrong_options_are_told_before_a_browser_starts(
    arguments: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line that names the option, and no package."""
    monkeypatch.setattr("annotate.capture.start.start_driver", nullcontext)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty.txt").touch()
    (tmp_path / "page.html").touch()
    assert run(annotate, ["capture", "--headless", *arguments.split(" "), "-p", "gold"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"annotate: {message}")
    assert said.count("\n") == 1
    assert not (tmp_path / "gold").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--select p --click p[[", "'p[[' is not a CSS selector"),
        ("--select p --browser /bin/true", "/bin/true: does not start: it ends at once"),
        ("--select ", "'' is not a CSS selector"),
    ],
)
def test_wrong_options_are_told_before_a_page_is_loaded(arguments: str, message: str, tmp_path: Path) -> None:
    """What a selector is, the browser knows."""
    gold = str(tmp_path / "gold")
    done = run_annotate("capture", "--headless", "data:text/html,x", *arguments.split(" "), "-p", gold)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert done.stderr.startswith(f"annotate: {message}")
    assert not (tmp_path / "gold").exists()


@pytest.mark.parametrize(
    ("between", "fragmented"),
    [
        ("<p>Other words.</p>", True),
        ("<p>&middot; | &mdash;</p>", False),
        ("<p hidden>Other words.</p>", False),
        ("<p style='position: absolute; width: 1px; height: 1px; overflow: hidden'>Other words.</p>", False),
        ("<div style='height: 0; overflow: hidden'><p>Other words.</p></div>", False),
        ("<p style='position: absolute; left: -9999px'>Other words.</p>", False),
        ("<details><summary></summary><p>Other words.</p></details>", False),
        ("<div style='content-visibility: hidden'><p>Other words.</p></div>", False),
        ("<textarea>Other words.</textarea>", False),
        ("<select size=2><option>Other words.</select>", False),
        ("<video>Other words.</video>", False),
    ],
)
def test_capture_and_check_agree_on_what_is_fragmented(session: Session, between: str, fragmented: bool) -> None:
    """Other words that are seen between two parts make it so, and nothing else, with and without a layout."""
    page = f"data:text/html,<html lang=en><body><p class=a>The first part of it.</p>{between}<p class=a>The second.</p>"
    saved = capture(session, page, [".a"])
    assert read_meta(session.folder, saved.name).fragmented is fragmented
    for layout in (True, False):
        if not layout:
            (session.folder / f"{saved.name}.layout.json.gz").unlink()
        found = check_document(session.folder, (), saved.name).findings
        assert [finding.message for finding in found if finding.code == "flag-fragmented"] == []
