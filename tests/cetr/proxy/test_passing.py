"""What passes through the proxy byte by byte: heads, bodies in pieces, broken answers, clients that misbehave."""

from __future__ import annotations

import logging
import socket
import struct
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread

import pytest

from cetr.classic.baselines import plain
from cetr.cli import cetr
from cetr.console import run
from cetr.document import derive_text
from cetr.proxy.requests import LARGEST
from cetr.proxy.server import ExtractingProxy, extract_page, join_address
from evaluate.extractors import find_extractor
from evaluate.outputs import read_as_text
from tests.servers import Quiet, serving

PDF = b"HTTP/1.1 200 OK\r\nServer: s\r\nDate: d\r\nContent-Type: application/pdf\r\nContent-Length: %d\r\n\r\n"
PAGE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n%s\r\n\r\n<p>hello"


class _Site(StreamRequestHandler):
    """Keeps the head of each request and gives the server's answer."""

    server: _Server

    def handle(self) -> None:
        """Read a head, answer, close."""
        head = iter(self.rfile.readline, b"\r\n")
        self.server.heads.append([line.decode().rstrip() for line in head])
        self.wfile.write(self.server.answer)


class _Server(ThreadingTCPServer):
    """A site with one answer, down to its bytes."""

    daemon_threads = True

    def __init__(self, answer: bytes) -> None:
        self.answer = answer
        self.heads: list[list[str]] = []
        super().__init__(("127.0.0.1", 0), _Site)


class _Echo(Quiet, BaseHTTPRequestHandler):
    """A site that answers a form with its body."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture(scope="module")
def proxy() -> Iterator[str]:
    """The HOST:PORT of a proxy whose extractor changes nothing."""
    with serving(ExtractingProxy(("127.0.0.1", 0), partial(extract_page, plain))) as address:
        yield address


@pytest.fixture(scope="module")
def echo() -> Iterator[str]:
    """The HOST:PORT of a site that answers with what it is sent."""
    with serving(ThreadingHTTPServer(("127.0.0.1", 0), _Echo)) as address:
        yield address


def send(address: str, request: bytes) -> tuple[int, list[str], bytes]:
    """Send bytes, and take the answer apart: status, headers, body."""
    host, _, port = address.rpartition(":")
    with closing(socket.create_connection((host, int(port)), timeout=60)) as connection:
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    status, *headers = head.decode().split("\r\n")
    return int(status.split()[1]), headers, body


def pass_on(proxy: str, answer: bytes, method: str = "GET") -> tuple[int, list[str], bytes]:
    """What a client gets of a site's answer."""
    with serving(_Server(answer)) as site:
        return send(proxy, f"{method} http://{site}/ HTTP/1.1\r\n\r\n".encode())


def test_the_head_of_a_file_is_that_of_the_site(proxy: str) -> None:
    """HEAD keeps the length of what is not HTML, and no header comes twice; a page's length is not known."""
    headers = ["Server: s", "Date: d", "Content-Type: application/pdf", "Content-Length: 12345", "Connection: close"]
    assert pass_on(proxy, PDF % 12345, "HEAD") == (200, headers, b"")
    status, headers, body = pass_on(proxy, PAGE % b"Content-Length: 8\r\nDate: d", "HEAD")
    assert (status, headers, body) == (
        200,
        ["Date: d", "Content-Type: text/html; charset=utf-8", "Connection: close"],
        b"",
    )


def test_an_answer_without_a_body_says_no_length(proxy: str) -> None:
    """204 has no Content-Length, and 304 the site's."""
    answer = b"HTTP/1.1 %s\r\nDate: d\r\n\r\n"
    assert pass_on(proxy, answer % b"204 No Content") == (204, ["Date: d", "Connection: close"], b"")
    assert pass_on(proxy, answer % b"304 Not Modified\r\nContent-Length: 9") == (
        304,
        ["Date: d", "Content-Length: 9", "Connection: close"],
        b"",
    )


def test_a_file_keeps_the_headers_that_a_page_loses(proxy: str) -> None:
    """Compression and policy hold for the bytes of a file; of a page, compression that nobody asked for is refused."""
    lines = "Content-Encoding: gzip", "Content-Security-Policy: sandbox"
    answer = (PDF % 3).replace(b"\r\n\r\n", b"\r\n" + "\r\n".join(lines).encode() + b"\r\n\r\n") + b"abc"
    status, headers, body = pass_on(proxy, answer)
    assert (status, body) == (200, b"abc")
    assert {*lines} < {*headers}
    status, headers, _ = pass_on(proxy, PAGE % b"Content-Security-Policy: sandbox")
    assert (status, [line for line in headers if "Security" in line]) == (200, [])
    assert pass_on(proxy, PAGE % b"Content-Encoding: gzip")[0] == 502


@pytest.mark.parametrize(
    ("answer", "what"),
    [
        (PAGE % b"Content-Length: 1000", b"the answer ended after 8 of 1000 bytes"),
        (PDF % 9 + b"%PDF", b"the answer ended after 4 of 9 bytes"),
        (PAGE.replace(b"<p>hello", b"5\r\n<p>he\r\n") % b"Transfer-Encoding: chunked", b"IncompleteRead(5 bytes read)"),
    ],
)
def test_half_an_answer_is_none(proxy: str, answer: bytes, what: bytes) -> None:
    """A site that stops in the middle of a body gives status 502, not something that looks whole."""
    status, _, body = pass_on(proxy, answer)
    assert (status, body.partition(b": ")[2].partition(b": ")[2]) == (502, what + b"\n")


def test_repeated_headers_arrive_repeated(proxy: str) -> None:
    """A header that a client sends twice reaches the site twice; those of the connection do not reach it."""
    with serving(server := _Server(PDF % 0)) as site:
        request = "GET http://{}/a?b HTTP/1.1\r\nHost: other\r\nX-A: 1\r\nX-A: 2\r\nConnection: X-B\r\nX-B: 3\r\n\r\n"
        assert send(proxy, request.format(site).encode())[0] == 200
    head = ["GET /a?b HTTP/1.1", f"Host: {site}", "X-A: 1", "X-A: 2", "Accept-Encoding: identity", "Connection: close"]
    assert server.heads == [head]


def test_a_body_in_pieces_arrives_whole(proxy: str, echo: str) -> None:
    """A chunked form is passed on with its length; trailers and extensions are left out."""
    pieces = b"3;x=y\r\nx=1\r\nA\r\n&y=2345678\r\n0\r\nT: t\r\n\r\n"
    request = f"POST http://{echo}/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
    status, _, body = send(proxy, request + pieces)
    assert (status, body) == (200, b"x=1&y=2345678")


LENGTH, CHUNKED = b"Content-Length: ", b"Transfer-Encoding: chunked\r\n\r\n"
UNCLEAR = b"Content-Length: is not a number of at most 18 digits"
TOO_LARGE = b"the request has more than %d bytes" % LARGEST
TOO_EARLY = b"Transfer-Encoding: the body ends too early, or a line in it is too long"


@pytest.mark.parametrize(
    ("rest", "status", "line"),
    [
        (LENGTH + b"\xb2\r\n\r\n", 400, UNCLEAR),
        (LENGTH + b"-1\r\n\r\n", 400, UNCLEAR),
        (LENGTH + b"1\r\n" + LENGTH + b"2\r\n\r\n", 400, UNCLEAR),
        (LENGTH + b"9" * 5000 + b"\r\n\r\n", 400, UNCLEAR),
        (LENGTH + b"64000001\r\n\r\n", 413, TOO_LARGE),
        (LENGTH + b"9\r\n\r\nabc", 400, b"the request ended after 3 of 9 bytes"),
        (LENGTH + b"3\r\n" + CHUNKED, 400, b"Content-Length beside Transfer-Encoding: where the body ends is unclear"),
        (b"Transfer-Encoding: gzip\r\n\r\n", 501, b"Transfer-Encoding: only 'chunked' is understood"),
        (CHUNKED, 400, TOO_EARLY),
        (CHUNKED + b"1;" + b"x" * 5000 + b"\r\na\r\n0\r\n\r\n", 400, TOO_EARLY),
        (CHUNKED + b"f" * 16 + b"\r\n", 413, TOO_LARGE),
        (CHUNKED + b"2625a00\r\n" + bytes(40_000_000) + b"\r\n2625a00\r\n", 413, TOO_LARGE),
        (CHUNKED + b"5\r\nabc", 400, b"the request ended after 3 of 5 bytes"),
        (CHUNKED + b"-1\r\n", 400, b"Transfer-Encoding: a piece of the body does not say how long it is"),
        (CHUNKED + b"1\r\nab\r\n", 400, b"Transfer-Encoding: a piece of the body is longer than it says"),
        (CHUNKED + b"0\r\n" + b"T: t\r\n" * 101, 400, b"Transfer-Encoding: more than 100 trailers"),
    ],
)
def test_a_broken_body_is_refused(
    proxy: str, rest: bytes, status: int, line: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    """A length or pieces that make no sense are answered with a status and a line; nothing is sent or logged."""
    answer = send(proxy, b"POST http://127.0.0.1:1/ HTTP/1.1\r\n" + rest)
    assert (answer[0], answer[2], capsys.readouterr().err) == (status, b"cetr proxy: " + line + b"\n", "")


@pytest.mark.parametrize("head", ["/ HTTP/1.1\r\nX-\u00e9: a", "/\u00e9 HTTP/1.1"])
def test_a_head_that_cannot_be_sent_is_the_clients_fault(proxy: str, head: str) -> None:
    """A name or an address with other than ASCII characters is answered with 400, not as if the site had failed."""
    assert send(proxy, f"GET http://127.0.0.1:1{head}\r\n\r\n".encode("latin-1"))[0] == 400


def test_a_client_that_leaves_is_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    """Whether it resets the connection before it asks or before it is answered, nothing is printed."""
    with serving(_Server(PDF % 5_000_000 + bytes(5_000_000))) as site:
        for request in (b"GET http://half", f"GET http://{site}/ HTTP/1.1\r\n\r\n".encode()):
            server = ExtractingProxy(("127.0.0.1", 0), partial(extract_page, plain))
            server.daemon_threads = False  # so that closing it waits for what the handler prints
            with serving(server) as address:
                host, port = address.split(":")
                with closing(socket.create_connection((host, int(port)))) as connection:
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    connection.sendall(request)
    assert capsys.readouterr().err == ""


def test_what_fails_without_anybody_to_tell_is_one_line(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A fault of the proxy itself costs its connection and one line of the log, without a traceback."""

    def fail(*_: object) -> None:
        raise RuntimeError("of the\nproxy")

    monkeypatch.setattr("cetr.proxy.server.read_body", fail)
    server = ExtractingProxy(("127.0.0.1", 0), partial(extract_page, plain))
    server.daemon_threads = False
    with serving(server) as address, closing(socket.create_connection(tuple(address.split(":")))) as connection:
        connection.sendall(b"GET http://127.0.0.1:1/ HTTP/1.1\r\n\r\n")
        assert connection.recv(1) == b""
    assert caplog.record_tuples == [("cetr.proxy.server", logging.WARNING, "RuntimeError: of the proxy")]


def _has_ipv6() -> bool:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


@pytest.mark.skipif(not _has_ipv6(), reason="this machine has no IPv6")
def test_an_ipv6_address_will_do() -> None:
    """A proxy may listen at ::1, and an evaluation ask it there."""
    with ExtractingProxy(("::1", 0), partial(extract_page, plain)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = join_address("::1", server.server_address[1])
        found = find_extractor(f"proxy:http://{address}").extract("<p>one<p>two")
        server.shutdown()
    assert (address, read_as_text(found)) == (f"[::1]:{server.server_address[1]}", derive_text("<p>one<p>two"))


@pytest.mark.parametrize(
    ("host", "why"),
    [("192.0.2.1", "Cannot assign requested address"), ("\u00fc" * 80, "that is not the name of a host")],
)
def test_a_host_that_is_not_here_is_told_as_one(host: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Where the address is at fault, another one is asked for, not another port."""
    assert run(cetr, ["proxy", "--host", host, "--port", "0"]) == 2
    advice = "name another --host, an address of this machine"
    assert capsys.readouterr().err == f"cetr: {host}:0: cannot listen there: {why}; {advice}\n"
