"""The extracting proxy, with real sockets on both sides."""

from __future__ import annotations

import http.client
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from unittest.mock import Mock

import pytest

from cetr.classic.baselines import plain
from cetr.classic.bte import bte
from cetr.cli import cetr
from cetr.console import Limits, Workers, run
from cetr.document import Spans, derive_text
from cetr.proxy.deadlines import ending
from cetr.proxy.requests import RefusedError
from cetr.proxy.server import ExtractingProxy, extract_page
from cetr.proxy.site import fetch
from tests.alarms import take_too_long
from tests.servers import Quiet, serving

MENU = "<ul>" + "<li><a href=x>menu</a>" * 9 + "</ul>"
ARTICLE = "The first paragraph of it, with an <b>f &amp; g</b>.<p>And the second &lt;one&gt;, \u00fcber \u4e2d\u6587."
PAGE = f"<html><head><title>t</title></head><body>{MENU}<p>{ARTICLE}</p>{MENU}</body></html>"


class _Site(Quiet, BaseHTTPRequestHandler):
    """A site with a page in Latin-1 clothes, a picture, a form and an error page."""

    def do_GET(self) -> None:
        answers = {
            "/page?q=1": (200, "text/html; charset=utf-16", PAGE.encode("utf-16")),
            "/picture": (200, "image/png", b"\x89PNG<p>"),
            "/missing": (404, "text/html", b"<p>There is no such page here."),
            "/moved": (301, "text/html", b""),
            "/form": (200, "text/plain", b""),
        }
        status, kind, body = answers[self.path]
        if self.command == "POST":
            body = self.rfile.read(int(self.headers["Content-Length"])) + self.headers["X-Mine"].encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Set-Cookie", "a=1")
        self.send_header("Set-Cookie", "b=2")
        if status == 301:
            self.send_header("Location", "/page?q=1")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    do_HEAD = do_POST = do_GET  # noqa: N815  # names of the base class


Ask = Callable[..., tuple[int, http.client.HTTPMessage, bytes]]


@pytest.fixture
def site() -> Iterator[str]:
    """A site's HOST:PORT."""
    with serving(ThreadingHTTPServer(("127.0.0.1", 0), _Site)) as address:
        yield address


@contextmanager
def proxying(extract: Callable[[str], Spans | str]) -> Iterator[Ask]:
    """A function that asks through a proxy with an extractor."""
    with serving(ExtractingProxy(("127.0.0.1", 0), partial(extract_page, extract))) as address:

        def ask(url: str, method: str = "GET", body: bytes | None = None, **headers: str) -> object:
            with closing(http.client.HTTPConnection(address, timeout=60)) as connection:
                connection.request(method, url, body, {k.replace("_", "-"): v for k, v in headers.items()})
                answer = connection.getresponse()
                return answer.status, answer.msg, answer.read()

        yield ask


class _Dribbling(Quiet, BaseHTTPRequestHandler):
    """A site that sends a byte now and then, and never says how many there will be."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        with suppress(ConnectionError):
            while True:
                self.wfile.write(b"a")
                time.sleep(0.05)


def test_a_site_that_dribbles_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """What has come by then is no page."""
    monkeypatch.setattr("cetr.proxy.site.TOTAL", 0.5)
    with serving(ThreadingHTTPServer(("127.0.0.1", 0), _Dribbling)) as site, proxying(plain) as ask:
        status, _, body = ask(f"http://{site}/")
    assert (status, body) == (504, b"cetr proxy: took more than 0.5 s\n")


def test_a_connection_that_breaks_because_it_is_late_is_late() -> None:
    """The other side's next byte can reset the connection that was shut down."""
    one, other = socket.socketpair()
    with one, other, pytest.raises(RefusedError, match=r"^took more than 0\.01 s$"), ending(0.01, one):
        assert one.recv(1) == b""
        raise ConnectionResetError  # what the system may say in place of an end


def hang_or_mark(html: str) -> Spans:
    """Take no end of time for a page that says so."""
    if "endless" in html:
        take_too_long()
    return plain(html)


def test_a_page_that_takes_too_long_is_given_up() -> None:
    """It gets one line, and the next page is served."""

    class Site(Quiet, BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<p>%s" % self.path.encode())

    with (
        serving(ThreadingHTTPServer(("127.0.0.1", 0), Site)) as site,
        Workers(partial(extract_page, hang_or_mark), Limits(600, 4000), 1) as workers,
        serving(ExtractingProxy(("127.0.0.1", 0), workers)) as address,
    ):
        answers = []
        for path in ("endless", "short"):
            with closing(http.client.HTTPConnection(address)) as connection:
                connection.request("GET", f"http://{site}/{path}")
                answer = connection.getresponse()
                answers.append((answer.status, answer.read()))
    assert answers[0] == (500, b"cetr proxy: the extractor failed: took more than 600 s\n")
    assert (answers[1][0], b"/short" in answers[1][1]) == (200, True)


def test_the_limits_of_a_page_are_those_of_the_options(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command gives them to its workers."""
    given = []
    monkeypatch.setattr("cetr.console.Workers", lambda work, limits, most: given.append(limits) or nullcontext(work))
    monkeypatch.setattr(ExtractingProxy, "serve_forever", lambda server: None)
    assert run(cetr, ["proxy", "--method", "plain", "--port", "0", "--timeout", "7", "--memory", "900"]) == 0
    assert given == [Limits(7, 900)]


def test_a_client_that_dribbles_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its connection ends, though it always has one more byte to send."""
    monkeypatch.setattr("cetr.proxy.server.TOTAL", 0.25)
    with serving(ExtractingProxy(("127.0.0.1", 0), partial(extract_page, plain))) as address:
        host, port = address.split(":")
        with socket.create_connection((host, int(port)), timeout=60) as client, pytest.raises(ConnectionError):
            for _ in range(200):
                client.sendall(b"G")
                time.sleep(0.05)


def test_a_page_arrives_as_its_main_content(site: str) -> None:
    """The answer is a page whose text is what the method extracts, entities and all, in UTF-8."""
    with proxying(bte) as ask:
        status, headers, body = ask(f"http://{site}/page?q=1")
    text = body.decode()
    assert (status, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert derive_text(text) == derive_text(PAGE, bte(PAGE))
    assert "second <one>, \u00fcber \u4e2d\u6587." in derive_text(text)
    assert headers.get_all("Set-Cookie") == ["a=1", "b=2"]


def test_an_extractor_may_return_text(site: str) -> None:
    """Text is escaped like the text of spans; each of its lines is a paragraph."""
    with proxying(lambda html: "a < b\nc") as ask:
        _, _, body = ask(f"http://{site}/page?q=1")
    assert b"<p>a &lt; b</p>\n<p>c</p>" in body


def test_an_extractor_that_takes_the_address_gets_it(site: str) -> None:
    """As from the command and from Python; one that finds nothing may return None."""
    for extract, body in ((lambda html, url: url, f"<p>http://{site}/page?q=1</p>\n"), (lambda html: None, "")):
        with proxying(extract) as ask:
            assert f"<body>\n{body}</body>".encode() in ask(f"http://{site}/page?q=1")[2]


def test_spans_may_come_in_any_order(site: str) -> None:
    """As everywhere, they become the text of the page in its own order."""
    with proxying(lambda html: ((len(html) - 9, len(html)), (0, len(html) // 2), (0, len(html)))) as ask:
        status, _, body = ask(f"http://{site}/page?q=1")
    assert (status, derive_text(body.decode())) == (200, derive_text(PAGE, plain(PAGE)))


def test_what_is_not_html_passes_unchanged(site: str) -> None:
    """A picture keeps its bytes and type, a redirect its status and target, a form its method, body and headers."""
    with proxying(plain) as ask:
        assert ask(f"http://{site}/picture")[1:][1] == b"\x89PNG<p>"
        status, headers, body = ask(f"http://{site}/moved")
        assert (status, headers["Location"], body) == (301, "/page?q=1", b"")
        assert ask(f"http://{site}/form", "POST", b"x=1", X_Mine="m")[2] == b"x=1m"
        assert ask(f"http://{site}/picture", "HEAD")[2] == b""


def test_an_error_page_keeps_its_status(site: str) -> None:
    """A page that says 404 still does after extraction."""
    with proxying(plain) as ask:
        status, _, body = ask(f"http://{site}/missing")
    assert status == 404
    assert b"<p>There is no such page here.</p>" in body


def test_no_connection_to_a_site_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer of a site that is given up is closed."""
    answers, ends = [], []

    class Kept(http.client.HTTPResponse):
        def begin(self) -> None:
            answers.append(self)
            super().begin()
            self.fp.peek(1)  # the first of what is dribbled
            ends.pop()()

    monkeypatch.setattr(http.client.HTTPConnection, "response_class", Kept)
    monkeypatch.setattr("cetr.proxy.deadlines.Timer", lambda seconds, end: ends.append(end) or Mock())
    with serving(ThreadingHTTPServer(("127.0.0.1", 0), _Dribbling)) as site, pytest.raises(RefusedError):
        fetch("GET", f"http://{site}/", (), None)
    assert [answer.isclosed() for answer in answers] == [True]


def test_what_cannot_be_done_is_said(site: str) -> None:
    """A failing extractor, a site that is not there, a path without a host and HTTPS each get a status and a line."""

    def fail(html: str) -> str:
        raise RuntimeError("of no use")

    with proxying(fail) as ask:
        assert ask(f"http://{site}/page?q=1")[::2] == (
            500,
            b"cetr proxy: the extractor failed: RuntimeError: of no use\n",
        )
        assert ask("http://127.0.0.1:1/")[0] == 502
        status, _, body = ask("/page")
        assert (status, body.startswith(b"cetr proxy: this is a proxy: ask for http://HOST/PATH")) == (400, True)
        assert ask("http://[bad/", Host="bad")[::2] == (400, b"cetr proxy: http://[bad/: Invalid IPv6 URL\n")
        assert ask("http://127.0.0.1:x/")[0] == 400
        assert ask("example.org:443", "CONNECT")[0] == 501


def test_a_port_in_use_is_one_line(site: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Where something listens already, the address and what to do are named."""
    port = site.partition(":")[2]
    assert run(cetr, ["proxy", "--port", port]) == 2
    assert capsys.readouterr().err == (
        f"cetr: 127.0.0.1:{port}: cannot listen there: Address already in use; name another --port\n"
    )
