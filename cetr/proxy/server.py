"""The proxy server: fetches what it is asked for and, where that is HTML, answers with its main content."""

from __future__ import annotations

import html as html_entities
import http.client
import ssl
from collections.abc import Callable
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

from cetr.decoding import HTML_TYPES, decode_html, parse_content_type
from cetr.document import Spans, content_text
from cetr.errors import InputError, describe_error

TIMEOUT = 60.0
"""Seconds that a site may take to answer, and a client to ask."""

LARGEST = 64_000_000
"""Bytes of the largest answer that is passed on."""

_PER_CONNECTION = frozenset(
    (
        "connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding"
        " upgrade content-length content-encoding host accept-encoding content-security-policy"
    ).split()
)
"""Headers that hold for one connection, or for the body as the site sent it."""

Headers = list[tuple[str, str]]


class ExtractingProxy(ThreadingHTTPServer):
    """A proxy for an extractor, which must be safe to call from several threads at once."""

    daemon_threads = True

    def __init__(self, address: tuple[str, int], extract: Callable[[str], Spans | str]) -> None:
        """Listen at an address; raises `InputError` where that cannot be done."""
        self.extract = extract
        try:
            super().__init__(address, _Handler)
        except OSError as error:
            host, port = address
            raise InputError(f"{host}:{port}: cannot listen there: {error.strerror}; name another --port") from error


def extract_page(data: bytes, charset: str | None, extract: Callable[[str], Spans | str]) -> bytes:
    """The main content of a page as a plain page of its own: UTF-8, a paragraph for each line of the text."""
    page, _ = decode_html(data, charset)
    text = content_text(page, extract(page))
    lines = "".join(f"<p>{html_entities.escape(line)}</p>\n" for line in text.split("\n") if line)
    return f'<!DOCTYPE html>\n<html><head><meta charset="utf-8"></head><body>\n{lines}</body></html>\n'.encode()


class _RefusedError(Exception):
    """A request that is answered with an error: ``status`` and a line for people."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class _Handler(BaseHTTPRequestHandler):
    """One connection of a client."""

    server: ExtractingProxy
    timeout = TIMEOUT

    def do_GET(self) -> None:
        """Fetch, extract, answer."""
        try:
            status, headers, body = self._fetch()
            declared = next((value for name, value in headers if name.lower() == "content-type"), "")
            kind, charset = parse_content_type(declared)
            if kind in HTML_TYPES and body:
                body = self._extract(body, charset)
                headers = [(k, v) for k, v in headers if k.lower() != "content-type"]
                headers.append(("Content-Type", "text/html; charset=utf-8"))
        except _RefusedError as refusal:
            status, headers = refusal.status, [("Content-Type", "text/plain; charset=utf-8")]
            body = f"cetr proxy: {refusal}\n".encode()
        self.send_response(status)
        for name, value in [*headers, ("Content-Length", str(len(body))), ("Connection", "close")]:
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    do_HEAD = do_POST = do_PUT = do_DELETE = do_OPTIONS = do_PATCH = do_GET  # noqa: N815  # names of the base class

    def do_CONNECT(self) -> None:
        """Refuse a tunnel: what passes through it cannot be read."""
        self.send_error(501, "no HTTPS through this proxy", "Its pages are encrypted; use an http: address.")

    def _fetch(self) -> tuple[int, Headers, bytes]:
        """The site's answer: status, headers that may be passed on, body."""
        try:
            url = urlsplit(self.path)
            host, port = url.hostname, url.port
        except ValueError as error:
            raise _RefusedError(400, f"{self.path}: {error}") from error
        if url.scheme not in ("http", "https") or not host:
            raise _RefusedError(400, "this is a proxy: ask for http://HOST/PATH, not for a path alone")
        sent = [(k, v) for k, v in self.headers.items() if k.lower() not in _PER_CONNECTION]
        length = self.headers.get("Content-Length", "0")
        body = self.rfile.read(min(int(length), LARGEST)) if length.isdigit() else b""
        target = (url.path or "/") + (f"?{url.query}" if url.query else "")
        try:
            with closing(_connect(url.scheme, host, port)) as connection:
                headers = dict(sent) | {"Accept-Encoding": "identity", "Connection": "close"}
                connection.request(self.command, target, body or None, headers)
                answer = connection.getresponse()
                data = answer.read(LARGEST + 1)
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise _RefusedError(502, f"{url.netloc}: {error or type(error).__name__}") from error
        if len(data) > LARGEST:
            raise _RefusedError(502, f"{url.netloc}: the answer has more than {LARGEST} bytes")
        kept = [(k, v) for k, v in answer.getheaders() if k.lower() not in _PER_CONNECTION]
        if answer.getheader("Content-Encoding", "identity") != "identity":
            raise _RefusedError(502, f"{url.netloc}: the answer is compressed though nobody asked for that")
        return answer.status, kept, data

    def _extract(self, body: bytes, charset: str | None) -> bytes:
        try:
            return extract_page(body, charset, self.server.extract)
        except Exception as error:  # whatever an extractor raises costs this page and no other
            raise _RefusedError(500, f"the extractor failed: {describe_error(error)}") from error

    def log_message(self, *_: object) -> None:
        """Say nothing: stderr is for what goes wrong."""


def _connect(scheme: str, host: str, port: int | None) -> http.client.HTTPConnection:
    if scheme == "https":
        return http.client.HTTPSConnection(host, port, timeout=TIMEOUT, context=ssl.create_default_context())
    return http.client.HTTPConnection(host, port, timeout=TIMEOUT)
