"""Frames that show what the page's author could not have read, or what nobody sees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext
from pytest import MonkeyPatch

from annotate.capture.errors import CaptureError
from annotate.capture.freeze import Frozen, freeze
from annotate.capture.loading import load
from annotate.capture.opening import open_tab
from annotate.capture.reach import is_beyond
from annotate.capture.session import Session
from annotate.capture.settling import settle
from annotate.capture.tab import Limits
from annotate.markup.unseen import find_unseen
from cetr.document import derive_text, find_unrendered, lex, subtract_spans
from evaluate.package import read_document
from tests.annotate.capturing import QUICK, capture
from tests.servers import Quiet, serving

PUBLIC = "https://news.example/a.html"


@pytest.mark.parametrize(
    ("frame", "page", "beyond"),
    [
        ("http://192.168.1.1/admin", PUBLIC, True),
        ("http://[::1]:631/", PUBLIC, True),
        ("http://[::ffff:10.0.0.1]/", PUBLIC, True),
        ("http://169.254.169.254/latest/meta-data", PUBLIC, True),
        ("http://localhost:8080/", PUBLIC, True),
        ("http://printer.local/", PUBLIC, True),
        ("http://wiki/", PUBLIC, True),
        ("https://ads.example/", PUBLIC, False),
        ("https://93.184.216.34/", PUBLIC, False),
        ("about:srcdoc", PUBLIC, False),
        ("http://127.0.0.1/", "http://localhost:8000/", False),
        ("http://127.0.0.1/", "file:///home/a/page.html", True),
        ("file:///home/a/page_files/ad.html", "file:///home/a/page.html", False),
        ("file:///home/a/../b/secret.txt", "file:///home/a/page.html", True),
        ("file:///home/a%2F..%2Fb", "file:///home/a/page.html", True),
        ("file:///etc/passwd", PUBLIC, True),
        ("http://[broken", PUBLIC, False),
    ],
)
def test_a_frame_reaches_too_far_where_its_author_could_not_look(frame: str, page: str, beyond: bool) -> None:
    """Private addresses and names in public pages and files; files beyond the page's own folder."""
    assert is_beyond(frame, page) is beyond


def test_a_public_name_may_lead_to_a_private_address() -> None:
    """What the browser was answered from counts, unless the page was answered from such an address, too."""
    frame = "https://rebound.example/"
    assert is_beyond(frame, PUBLIC, frame_address="10.1.2.3", page_address="93.184.216.34")
    assert not is_beyond(frame, PUBLIC, frame_address="10.1.2.3", page_address="127.0.0.1")


def _freeze(browser: BrowserContext, url: str, limits: Limits = QUICK) -> Frozen:
    tab = open_tab(browser, limits, keep_all=url.startswith("http"))
    try:
        load(tab, url, limits)
        settle(tab, limits)
        return freeze(tab, limits)
    finally:
        tab.close()


class _Proxy(Quiet, BaseHTTPRequestHandler):
    """Answers for every host."""

    def do_GET(self) -> None:
        body = b"<p>said by " + self.path.encode() + b"</p>"
        if self.path == "http://news.example/":
            body += b"<iframe src='http://other.example/'></iframe><iframe src='http://other.example/back'></iframe>"
            body += b"<iframe src='http://192.168.7.7/'></iframe>"
        if self.path == "http://news.example/itself":
            body += b"<iframe src='/itself?part'></iframe><iframe src='#'></iframe>"
        if self.path == "http://news.example/script":
            body += b"<script>location = 'http://192.168.7.7/'</script>"
        if self.path == "http://news.example/styled":
            body += b"<iframe src=/based></iframe>"
        if self.path == "http://news.example/based":
            body = b"<base href=/base/><link rel=stylesheet href=a.css>" + body
        if self.path == "http://news.example/framed":
            body += b"<iframe srcdoc='<script>top.location = `http://192.168.7.7/`</script>'></iframe>"
        self.send_response(302 if self.path.endswith("/back") else 200)
        self.send_header("Location", "http://intranet.local/")
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture
def proxied(browser: BrowserContext) -> Iterator[BrowserContext]:
    """A context in which every name is a public server's."""
    assert browser.browser is not None
    with serving(ThreadingHTTPServer(("127.0.0.1", 0), _Proxy)) as address:
        context = browser.browser.new_context(proxy={"server": f"http://{address}"})
        yield context
        context.close()


def test_a_page_is_not_framed_in_itself(proxied: BrowserContext) -> None:
    """A frame that shows the page once more is empty. What the same path says for another query stays."""
    frozen = _freeze(proxied, "http://news.example/itself")
    text = derive_text(frozen.html, ((0, len(frozen.html)),))
    assert text.split() == ["said", "by", "http://news.example/itself", "said", "by", "http://news.example/itself?part"]
    assert frozen.left_out == ()


def test_a_public_page_has_no_frames_of_private_addresses(proxied: BrowserContext) -> None:
    """Neither directly nor by way of a redirect; they are named, and those of other public sites stay."""
    frozen = _freeze(proxied, "http://news.example/")
    assert "said by http://other.example/<" in frozen.html
    assert "said by http://192" not in frozen.html
    assert "said by http://intranet" not in frozen.html
    assert set(frozen.left_out) == {"the frame http://192.168.7.7/", "the frame http://intranet.local/"}


def test_frames_of_private_addresses_are_there_if_asked_for(proxied: BrowserContext) -> None:
    """``all_frames`` leaves none out."""
    frozen = _freeze(proxied, "http://news.example/", replace(QUICK, all_frames=True))
    assert "said by http://192.168.7.7/" in frozen.html
    assert frozen.left_out == ()


@pytest.mark.parametrize("page", ["back", "script", "framed"])
def test_a_public_page_does_not_lead_to_a_private_address(
    proxied: BrowserContext, page: str, monkeypatch: MonkeyPatch
) -> None:
    """Neither by a redirect, nor by a script of its own or of a frame; what is there is not even requested."""
    asked: list[str] = []
    monkeypatch.setattr(_Proxy, "log_request", lambda proxy, *_: asked.append(proxy.path))
    with pytest.raises(CaptureError, match=rf"http://news\.example/{page}: it leads to a private address"):
        _freeze(proxied, f"http://news.example/{page}")
    assert {url for url in asked if not url.endswith("favicon.ico")} == {f"http://news.example/{page}"}


def test_a_saved_file_does_not_lead_to_a_file_outside_its_folder(browser: BrowserContext, tmp_path: Path) -> None:
    """Nobody's keys become a page of a data set; another page of the same folder may take its place."""
    (tmp_path / "secret.html").write_text("<p>root:x:0:0</p>")
    (tmp_path / "saved").mkdir()
    (tmp_path / "saved" / "next.html").write_text("<p>The second page.</p>")
    page = tmp_path / "saved" / "page.html"
    page.write_text("<p>Main.</p><script>location = 'next.html'</script>")
    assert "The second page." in _freeze(browser, page.as_uri()).html
    page.write_text("<p>Main.</p><script>location = '../secret.html'</script>")
    with pytest.raises(CaptureError, match="it leads to a private address, or to a file outside its folder"):
        _freeze(browser, page.as_uri())


def test_a_saved_file_takes_in_no_file_from_outside_its_folder(browser: BrowserContext, tmp_path: Path) -> None:
    """Neither by a path, nor by a link in its folder, nor from a server of this machine; its own files stay."""
    (tmp_path / "secret.html").write_text("<p>root:x:0:0</p>")
    folder = tmp_path / "saved"
    (folder / "files").mkdir(parents=True)
    (folder / "files" / "own.html").write_text("<p>An advertisement of its own.</p>")
    (folder / "files" / "link.html").symlink_to(tmp_path / "secret.html")
    sources = ("../secret.html", "files/link.html", "files/own.html")
    frames = "".join(f"<iframe src='{source}'></iframe>" for source in sources)
    (folder / "page.html").write_text(f"<p>Main.</p>{frames}<object data='../secret.html'></object>")
    frozen = _freeze(browser, (folder / "page.html").as_uri())
    assert "An advertisement of its own." in frozen.html
    assert "root:x:0:0" not in frozen.html
    assert {url.rpartition("/")[2] for url in frozen.left_out} == {"secret.html", "link.html"}


UNSEEN = (
    "opacity: 0",
    "filter: opacity(0)",
    "width: 3px; height: 3px",
    "transform: scale(0.001)",
    "position: absolute; clip: rect(0px, 0px, 0px, 0px)",
    "clip-path: inset(50%)",
    "clip-path: circle(0)",
)


def test_what_is_not_seen_in_a_frame_is_not_saved(browser: BrowserContext, tmp_path: Path) -> None:
    """Transparent frames, those without room for a line and those cut down to nothing; around them, too."""
    styles = [f"<iframe srcdoc='hidden {i}' style='{style}'></iframe>" for i, style in enumerate(UNSEEN)]
    around = "<div style='opacity: 0'><iframe srcdoc='hidden around'></iframe></div>"
    (tmp_path / "page.html").write_text(f"<p>Main.</p><iframe srcdoc='shown'></iframe>{''.join(styles)}{around}")
    frozen = _freeze(browser, (tmp_path / "page.html").as_uri())
    assert ">shown</iframe>" in frozen.html
    assert ">hidden" not in frozen.html


PICTURE = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9' preserveAspectRatio='none'>"
NOTHING = PICTURE + "</svg>"
PICTURE += "<rect width='9' height='9' fill='white'/></svg>"
COVER = "position: absolute; inset: 0; background: white"
COVERED = (
    f"<div style='{COVER}'></div>",
    f"<div style='{COVER}; z-index: 9'><p>Something else.</p></div>",
    f"<div style='{COVER}; background: none'><div style='height: 100%; background: #123'></div></div>",
    f"<div style='{COVER}; pointer-events: none'></div>",
    f"<div style='{COVER}; background: linear-gradient(white, silver)'></div>",
    f"<div style='{COVER}; opacity: .98'></div>",
    f"<div style='{COVER}; background: none; box-shadow: inset 0 0 0 500px white'></div>",
    f"<img style='{COVER}; background: none; width: 100%; height: 100%' src=\"{PICTURE}\">",
    f"<img style='{COVER}; width: 100%; height: 100%; pointer-events: none' src=\"{PICTURE}\">",
    "<style>.after::after { content: ''; position: absolute; inset: 0; background: white }</style><p class=after></p>",
    "<style>:has(> .mark)::before { content: ''; position: absolute; inset: 0; background: white; z-index: 2 }</style>"
    "<b class=mark></b>",
    f"<div style='{COVER}; background: none'><marquee style='height: 100%; background: white'>moves</marquee></div>",
)
NOT_COVERED = (
    f"<a href=/ style='{COVER}; background: none'></a>",
    f"<div style='{COVER}; background: rgba(0, 0, 0, .6)'></div>",
    f"<div style='{COVER}; opacity: .5'></div>",
    f"<div style='{COVER}; bottom: 50%'></div>",
    f"<div style='{COVER}; z-index: -1'></div>",
    f"<img style='{COVER}; background: none; width: 100%; height: 100%' src=\"{NOTHING}\">",
    "<style>.veil::after { content: ''; position: absolute; inset: 0; background: #fff8 }</style><p class=veil></p>",
)


@pytest.mark.parametrize(
    ("above", "covered", "free"), [(0, COVERED, NOT_COVERED), (3000, COVERED[:2], NOT_COVERED[:4])]
)
def test_a_frame_that_something_covers_is_not_saved(
    browser: BrowserContext, tmp_path: Path, above: int, covered: tuple[str, ...], free: tuple[str, ...]
) -> None:
    """Wherever it stands on the page; one under a veil, a link, half a cover or a header that stays is seen."""
    parts = [f"<header style='position: fixed; top: 0; width: 100%; height: 80px; {COVER.partition(';')[2]}'></header>"]
    parts.append(f"<body style='margin: {above + 100}px 0 2000px'><p>Main.</p>")
    for word, covers in (("hidden", covered), ("shown", free)):
        for number, cover in enumerate(covers):
            frame = f"<iframe srcdoc='{word} {number}' style='border: none'></iframe>"
            parts.append(f"<div style='position: relative; z-index: 0'>{frame}{cover}</div>")
    (tmp_path / "page.html").write_text("".join(parts))
    html = _freeze(browser, (tmp_path / "page.html").as_uri()).html
    assert [number for number in range(len(free)) if f">shown {number}</iframe>" in html] == [*range(len(free))]
    assert ">hidden" not in html


def test_pictures_are_taken_of_few_frames(browser: BrowserContext, tmp_path: Path, monkeypatch: MonkeyPatch) -> None:
    """So that a page of thousands of covered frames costs no hours; where pictures end, what is covered is unseen."""
    monkeypatch.setattr("annotate.capture.covers.MOST", 2)
    veiled = f"<div style='position: relative'><iframe srcdoc='veiled'></iframe>{NOT_COVERED[1]}</div>"
    (tmp_path / "page.html").write_text(f"<p>Main.</p>{veiled * 3}<iframe srcdoc='free'></iframe>")
    html = _freeze(browser, (tmp_path / "page.html").as_uri()).html
    assert (html.count(">veiled</iframe>"), html.count(">free</iframe>")) == (2, 1)


def test_a_frame_that_is_cut_off_is_not_saved(browser: BrowserContext, tmp_path: Path) -> None:
    """By a box that hides what does not fit; what one can scroll to, and what is placed outside the box, is seen."""
    styles = {
        "hidden 0": ("overflow: hidden; height: 20px", "margin-top: 40px"),
        "hidden 1": ("overflow: clip; width: 200px; position: relative", "position: absolute; left: 300px"),
        "shown 0": ("overflow: auto; height: 20px", "margin-top: 40px"),
        "shown 1": ("overflow: hidden; height: 60px", "margin-top: 20px"),
        "shown 2": ("overflow: hidden; height: 20px", "position: absolute; left: 600px; top: 50px"),
    }
    frames = (
        f"<div style='{box}'><iframe srcdoc='{word}' style='{own}'></iframe></div>"
        for word, (box, own) in styles.items()
    )
    (tmp_path / "page.html").write_text(f"<!doctype html><p>Main.</p>{''.join(frames)}")
    html = _freeze(browser, (tmp_path / "page.html").as_uri()).html
    assert [word for word in styles if f">{word}</iframe>" in html] == ["shown 0", "shown 1", "shown 2"]


def test_text_below_the_end_of_a_frame_that_does_not_scroll_is_not_marked(
    browser: BrowserContext, tmp_path: Path
) -> None:
    """It is in the document, as other hidden text is, and no selection takes it.

    A frame that failed, in which a window shows the browser's own words, is none of the page's frames.
    """
    inner = "<p>in view</p><div style=&quot;height: 900px&quot;></div><p>below</p>"
    frames = f"<iframe srcdoc='{inner}' scrolling=no></iframe><iframe srcdoc='{inner}'></iframe>"
    frames += "<iframe src=missing.html></iframe>"
    (tmp_path / "page.html").write_text(f"<p>Main.</p>{frames}")
    tab = open_tab(browser, QUICK)
    try:
        load(tab, (tmp_path / "page.html").as_uri(), QUICK)
        html = freeze(tab, QUICK, layout=False, screenshot=False).html
        _, fixed, scrolling = tab.world.frames
        for frame, expected in ((fixed, "in view"), (scrolling, "in view\nbelow")):
            spans = tab.world.evaluate("gold.spansOfElements([document.body])", frame)
            assert derive_text(html, tuple(map(tuple, spans))) == expected
    finally:
        tab.close()


def test_text_that_a_frame_adjoins_is_a_part_of_its_own(session: Session, tmp_path: Path) -> None:
    """A frame may begin and end with bare text: what is marked is checked, and cut, frame by frame."""
    frame = "<iframe srcdoc='In a frame.'></iframe>"
    (tmp_path / "page.html").write_text(f"<!doctype html><body>Before.{frame}After.</body>", "utf-8")
    saved = capture(session, (tmp_path / "page.html").as_uri(), ["body"])
    assert (saved.text, saved.exact) == ("Before.\nIn a frame.\nAfter.", 3)


def test_text_without_an_element_in_a_frame_of_a_frame_is_seen(session: Session, tmp_path: Path) -> None:
    """It is part of the text, by the layout, too, and not what browsers without frames show."""
    frame = "<iframe srcdoc='One<iframe srcdoc=&quot;Two&quot;></iframe>Three' height=300></iframe>"
    (tmp_path / "page.html").write_text(f"<!doctype html><p>Main.</p>{frame}", "utf-8")
    document = read_document(session.folder, capture(session, (tmp_path / "page.html").as_uri(), ["body"]).name)
    assert document.text == "Main.\nOne\nTwo\nThree"
    assert not find_unseen(document).any()
    assert subtract_spans(document.spans, find_unrendered(lex(document.html), captured=True)) == document.spans


def test_a_frame_keeps_the_styles_of_its_head(browser: BrowserContext, tmp_path: Path) -> None:
    """And nothing else of it; so does a frame in a frame, which no end tag of another name may end too early."""
    inner = "<body><style>i{}</style>In it."
    head = "<title>T</title><style media=print>p{}</style><style id=s></style><link rel='STYLESHEET x' href=a.css>"
    script = (
        "<script>s.sheet.insertRule(`b::after { content: '</style>'; }`);"
        "document.head.append(document.createElementNS('x', 'y:style'))</script>"
    )
    body = f"<body class=b><p>🍞 Framed.</p><iframe srcdoc='{inner}'></iframe><iframe>No frames?"
    (tmp_path / "a.html").write_text(f"<html dir=rtl><head>{head}{script}</head>{body}")
    (tmp_path / "page.html").write_text("<p>Main.</p><iframe src=a.html height=300></iframe><p>End.</p>")
    html = _freeze(browser, (tmp_path / "page.html").as_uri()).html
    assert html.partition('300">')[2] == (
        '<html dir="rtl"><style media="print">p{}</style><style id="s">b::after { content: "<\\/style>"; }\n</style>'
        '<link rel="STYLESHEET x" href="a.css"><body class="b"><p>🍞 Framed.</p><frame srcdoc="&lt;body&gt;'
        '&lt;style&gt;i{}&lt;/style&gt;In it."><noframes><body><style>i{}</style>In it.</noframes><frame></iframe>'
        "<p>End.</p></body></html>"
    )
    assert derive_text(html, ((0, len(html)),)) == "Main.\n🍞 Framed.\nIn it.\nEnd."


def test_nothing_in_a_frame_ends_it(browser: BrowserContext, tmp_path: Path) -> None:
    """Neither code nor comments, nor other text that is written as it is: a browser reads the saved page as it was."""
    code = "<style>i::after{content:'</iframe>'}</style><script>'</IFRAME>'</script><!--</iframe>-->"
    raw = "<noscript><iframe src=b></iframe></noscript><xmp></iframe></xmp><p>&lt;/iframe&gt;"
    script = "<script>document.body.append(document.createProcessingInstruction('a', '</iframe '))</script>"
    (tmp_path / "a.html").write_text(f"<body>{code}{raw}</p>{script}")
    (tmp_path / "page.html").write_text("<p>Main.</p><iframe src=a.html></iframe>")
    html = _freeze(browser, (tmp_path / "page.html").as_uri()).html
    assert html.partition("Main.</p>")[2] == (
        "<iframe src=\"a.html\"><body><style>i::after{content:'<\\/iframe>'}</style><script>'<\\/IFRAME>'</script>"
        "<!--</xframe>--><noscript><xframe src=b></xframe></noscript><xmp></xframe></xmp><p>&lt;/iframe&gt;</p>"
        f"{script.replace('</iframe', '<' + chr(92) + '/iframe')}<?a </xframe ></iframe></body></html>"
    )


def test_a_frame_may_have_lost_its_root(browser: BrowserContext, tmp_path: Path) -> None:
    """A script that removes all of a frame, or its body, does not keep the page from being saved."""
    roots = ("documentElement", "body")
    frames = (
        f"<iframe srcdoc='<p>Ad.<script>onload=()=>document.{root}.remove()</script>'></iframe>" for root in roots
    )
    (tmp_path / "page.html").write_text(f"<p>Main.</p>{''.join(frames)}<iframe srcdoc='<p>Framed.'></iframe>")
    html = _freeze(browser, (tmp_path / "page.html").as_uri()).html
    assert derive_text(html, ((0, len(html)),)) == "Main.\nFramed."


def test_what_another_element_shows_is_a_frame(browser: BrowserContext, tmp_path: Path) -> None:
    """The contents of an object would be part of the page, with their styles; an embedded document has none."""
    (tmp_path / "a.html").write_text("<style>p{}</style><body><p>Framed.")
    (tmp_path / "page.html").write_text("<p>Main.</p><object data=a.html>No objects?</object><embed src=a.html>")
    html = _freeze(browser, (tmp_path / "page.html").as_uri()).html
    framed = "<noframes><style>p{}</style><body><p>Framed.</p></noframes>"
    assert html.partition("Main.</p>")[2] == f'<frame data="a.html">{framed}<frame src="a.html">{framed}</body></html>'


def test_the_style_sheets_of_a_frame_are_found_from_its_page(proxied: BrowserContext) -> None:
    """Their addresses are whole, because the frame may have been led elsewhere, or have another base."""
    html = _freeze(proxied, "http://news.example/styled").html
    assert '<link rel="stylesheet" href="http://news.example/base/a.css">' in html
