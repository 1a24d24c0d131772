"""HTTP services as extractors, with a real server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from cetr.console import InputError
from evaluate.asking import check_prediction
from evaluate.extractors import find_extractor
from evaluate.outputs import Output, read_as_text
from evaluate.providers.outputs import UnreachableError
from tests.servers import Quiet, serving


class _Service(Quiet, BaseHTTPRequestHandler):
    """Answers by path; ``/echo`` tells what it got."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        echo = f"{self.headers['Content-Type']}|{self.headers['Content-Location']}|".encode() + body
        status, kind, answer = {
            "/echo": (200, "text/plain; charset=utf-8", echo),
            "/html": (200, "text/html; charset=iso-8859-1", b"<p>\xfcber &amp; aus</p><p>zwei"),
            "/plain": (200, "text/plain", b"<p>taken as it is"),
            "/error": (500, "text/plain", b"no model\n\xff" + b"x" * 9999),
            "/empty": (204, "text/plain", b""),
            "/flood": (200, "text/plain", b"x" * 4_000_001),
            "/torn": (200, "text/plain", b"half of"),
            "/gzip": (200, "text/plain", b"\x1f\x8b"),
            "/json": (200, "application/json", b'{"text": "x"}'),
            "/moved": (302, "text/plain", b""),
            "/markdown": (200, "text/markdown; charset=utf-8", b"# A [title](http://a.b/)"),
            "/bare": (200, "", b"<p>x"),
            "/odd": (200, "text/plain", b"caf\xc3\xa9 \xff"),
        }[self.path]
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(answer) * (2 if self.path == "/torn" else 1)))
        if self.path == "/gzip":
            self.send_header("Content-Encoding", "gzip")
        if self.path == "/moved":
            self.send_header("Location", "/plain")
        self.end_headers()
        self.close_connection = True
        try:
            self.wfile.write(answer)
        except ConnectionError:
            # The client has seen enough.
            return


@pytest.fixture(scope="module")
def service() -> Iterator[str]:
    """The address of a service."""
    with serving(ThreadingHTTPServer(("127.0.0.1", 0), _Service)) as address:
        yield f"http://{address}"


def test_the_page_is_posted_with_its_url(service: str) -> None:
    """HTML in UTF-8, its type, and where it comes from."""
    extractor = find_extractor(f"http:{service}/echo")
    assert extractor.wants == {"url", "site"}
    assert extractor.extract("<p>\u00fc", url="http://a.b/\u4e2d") == (
        "text/html; charset=utf-8|http://a.b/%E4%B8%AD|<p>\u00fc"
    )


def test_the_answer_is_text_or_html_by_its_type(service: str) -> None:
    """HTML in its charset, Markdown, text, whatever it looks like; an option overrules. The address may stand alone."""

    def ask(name: str) -> tuple[str, str, str]:
        output = check_prediction(find_extractor(name).extract(""), "")
        assert isinstance(output, Output)
        return output.type, read_as_text(output), output.note

    assert ask(f"{service}/html") == ("html", "\u00fcber & aus\nzwei", "")
    assert ask(f"{service}/plain") == ("text", "<p>taken as it is", "")
    assert ask(f"http@output=html:{service}/plain") == ("html", "taken as it is", "")
    assert ask(f"{service}/markdown") == ("markdown", "A title", "")
    told = "looks like HTML but was taken as text: declare it with the option output=html"
    assert ask(f"{service}/bare") == ("text", "<p>x", told)
    assert ask(f"{service}/odd") == ("text", "caf\u00e9 \ufffd", "not UTF-8 in 1 place, which became U+FFFD")


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/error", "answered with status 500: no model \ufffd" + "x" * 190 + "$"),
        ("/empty", "answered with status 204$"),
        ("/flood", "its answer has more than 4000000 bytes"),
        ("/torn", "its answer breaks off: 7 bytes are missing"),
        ("/gzip", "its answer has the Content-Encoding 'gzip', which was not requested"),
        ("/json", "its answer is application/json, not text, Markdown or HTML"),
        ("/moved", "answered with status 302$"),
    ],
)
def test_other_answers_are_failures(service: str, path: str, message: str) -> None:
    """An error status, no content and too much of it each say so."""
    with pytest.raises(InputError, match=message):
        find_extractor(f"http:{service}{path}").extract("")


@pytest.mark.parametrize("name", ["http://224.0.0.1:9/", "proxy:224.0.0.1:9"])
def test_an_address_that_no_way_leads_to_ends_the_run(name: str) -> None:
    """It is no failure of each page; nothing connects to an address of many."""
    with pytest.raises(UnreachableError, match=r"224\.0\.0\.1:9/?: Network is unreachable"):
        find_extractor(name).extract("")


def test_a_service_that_is_not_there_is_a_failure() -> None:
    """The refused connection names the address; a wrong address is known before the run."""
    with pytest.raises(InputError, match=r"http://127\.0\.0\.1:1/: .*refused"):
        find_extractor("http:http://127.0.0.1:1/").extract("")
    for address in ("localhost", "http://[::1/x", "http://a:99999/", "http://a:0/", "http://a b/"):
        with pytest.raises(InputError, match=f"^'{re.escape(address)}' is not a URL; write http://HOST:PORT/PATH"):
            find_extractor(f"http:{address}")
    with pytest.raises(InputError, match="names a user, but services get no name or password"):
        find_extractor("http://ann:secret@127.0.0.1:1/")
