"""The proxy server: fetches what a client asks for and answers a page with its main content."""

from __future__ import annotations

import errno
import html as html_entities
import logging
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cetr.console import InputError, describe_error, list_facts
from cetr.document import HTML_TYPES, Spans, content_text, decode_html, parse_content_type
from cetr.proxy.deadlines import ending
from cetr.proxy.requests import Headers, RefusedError, choose_headers, read_body
from cetr.proxy.site import TIMEOUT, TOTAL, Answer, fetch

_OF_THE_PAGE = frozenset(("content-type", "content-encoding", "content-security-policy"))
"""Headers that are true of the page as the site sent it, but not of its main content."""

_WITHOUT_BODY = (204, 304)
"""Statuses of answers without a body."""


_log = logging.getLogger(__name__)


class ExtractingProxy(ThreadingHTTPServer):
    """A proxy that answers with what ``make_page`` makes of each page: bytes and character set, as the site sent them,
    and the address.

    It is called from several threads at once.
    """

    daemon_threads = True

    def __init__(self, address: tuple[str, int], make_page: Callable[[bytes, str | None, str], bytes]) -> None:
        """Listen on an address; raises `InputError` if that is impossible."""
        self.make_page = make_page
        host, port = address
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            host.encode("idna")  # a socket raises other errors for an invalid name
            super().__init__(address, _Handler)
        except (OSError, UnicodeError) as error:
            is_taken = isinstance(error, OSError) and error.errno in (errno.EADDRINUSE, errno.EACCES)
            why = error.strerror if isinstance(error, OSError) else "that is not the name of a host"
            advice = "name another --port" if is_taken else "name another --host, an address of this machine"
            raise InputError(f"{join_address(host, port)}: cannot listen there: {why}; {advice}") from error

    def handle_error(self, request: object, client_address: object) -> None:
        """Log in one line what ended a connection."""
        error = sys.exception()
        assert error is not None
        _log.warning("%s", describe_error(error))


def join_address(host: str, port: int) -> str:
    """Write ``HOST:PORT`` as in a URL."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def extract_page(extract: Callable[..., Spans | str], data: bytes, charset: str | None, url: str) -> bytes:
    """Make a plain UTF-8 page of a page's main content, with a paragraph for each line of text.

    An extractor that takes the page's address gets it.
    """
    page, _ = decode_html(data, charset)
    facts = {"url": url} if "url" in list_facts(extract) else {}
    text = content_text(page, extract(page, **facts))
    lines = "".join(f"<p>{html_entities.escape(line)}</p>\n" for line in text.split("\n") if line)
    return f'<!DOCTYPE html>\n<html><head><meta charset="utf-8"></head><body>\n{lines}</body></html>\n'.encode()


class _Handler(BaseHTTPRequestHandler):
    """One connection of a client."""

    server: ExtractingProxy
    timeout = TIMEOUT

    def handle(self) -> None:
        """Serve a client, which may disconnect at any time."""
        with suppress(ConnectionError, RefusedError), ending(2 * TOTAL, self.connection):
            super().handle()

    def do_GET(self) -> None:
        """Fetch, extract, answer."""
        try:
            headers = choose_headers(self.headers)
            answer = self._extract(fetch(self.command, self.path, headers, read_body(self.headers, self.rfile)))
        except RefusedError as refusal:
            body = f"cetr proxy: {refusal}\n".encode()
            self.send_response(refusal.status)
            self._finish([("Content-Type", "text/plain; charset=utf-8")], str(len(body)), body)
            return
        self.send_response_only(answer.status)
        if not answer.find("date"):
            self.send_header("Date", self.date_time_string())
        self._finish(answer.headers, answer.length, answer.body)

    do_HEAD = do_POST = do_PUT = do_DELETE = do_OPTIONS = do_PATCH = do_GET  # noqa: N815  # names of the base class

    def do_CONNECT(self) -> None:
        """Refuse a tunnel, because what passes through it cannot be read."""
        self.send_error(501, "no HTTPS through this proxy", "Its pages are encrypted; use an http: URL.")

    def _finish(self, headers: Headers, length: str | None, body: bytes) -> None:
        """Send everything after the status."""
        for name, value in headers:
            self.send_header(name, value)
        if length is not None:
            self.send_header("Content-Length", length)
        self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _extract(self, answer: Answer) -> Answer:
        """Turn a site's answer into the client's: the main content of a page, anything else unchanged."""
        is_whole = self.command != "HEAD" and answer.status not in _WITHOUT_BODY
        kind, charset = parse_content_type(answer.find("content-type"))
        if kind not in HTML_TYPES or (is_whole and not answer.body):
            return Answer(
                answer.status, answer.headers, str(len(answer.body)) if is_whole else answer.length, answer.body
            )
        headers = [(key, value) for key, value in answer.headers if key.lower() not in _OF_THE_PAGE]
        headers.append(("Content-Type", "text/html; charset=utf-8"))
        if not is_whole:
            # The length of the main content is unknown until the page is there.
            return Answer(answer.status, headers, None, b"")
        if answer.find("content-encoding") not in ("", "identity"):
            raise RefusedError(502, f"{self.path}: the answer is compressed though nobody asked for that")
        try:
            body = self.server.make_page(answer.body, charset, self.path)
        except Exception as error:  # whatever an extractor raises affects this page alone
            raise RefusedError(500, f"the extractor failed: {describe_error(error)}") from error
        return Answer(answer.status, headers, str(len(body)), body)

    def log_message(self, *_: object) -> None:
        """Log nothing, because stderr is for what goes wrong."""
