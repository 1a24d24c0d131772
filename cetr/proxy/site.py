"""Ask a site for what a client asked for, and take its answer whole or not at all."""

from __future__ import annotations

import http.client
import ssl
from contextlib import closing
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from cetr.proxy.deadlines import ending
from cetr.proxy.requests import LARGEST, Headers, RefusedError, keep_headers

TIMEOUT = 60.0
"""Seconds in which something must come from a site, and from a client."""

TOTAL = 300.0
"""Seconds that a whole answer may take, and a whole request with its answer."""


@dataclass(frozen=True)
class Answer:
    """A site's answer. ``length`` is the declared length of the body, which is missing if only the head was asked
    for.
    """

    status: int
    headers: Headers
    length: str | None
    body: bytes

    def find(self, name: str) -> str:
        """Return the first header of a name, or ''."""
        return next((value for key, value in self.headers if key.lower() == name), "")


def fetch(method: str, address: str, headers: Headers, body: bytes | None) -> Answer:
    """Ask a site. Raises `RefusedError` if the address is invalid, or if the site does not give a whole answer."""
    url = _split(address)
    with closing(_connect(url)) as connection:
        try:
            _write_request(connection, method, url, headers, body)
        except (http.client.InvalidURL, ValueError) as error:
            raise RefusedError(400, f"{url.netloc}: {error}") from error
        try:
            connection.connect()
            with ending(TOTAL, connection.sock):
                connection.endheaders(body)
                with connection.getresponse() as answer:
                    # The answer counts the bytes still to come, but does not report if they never come.
                    stated = answer.length
                    data = answer.read(LARGEST + 1)
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise RefusedError(502, f"{url.netloc}: {error or type(error).__name__}") from error
    if len(data) > LARGEST:
        raise RefusedError(502, f"{url.netloc}: the answer has more than {LARGEST} bytes")
    if stated is not None and len(data) < stated:
        raise RefusedError(502, f"{url.netloc}: the answer ended after {len(data)} of {stated} bytes")
    return Answer(answer.status, keep_headers(answer.getheaders()), answer.getheader("Content-Length"), data)


def _split(address: str) -> SplitResult:
    try:
        url = urlsplit(address)
        host, _ = url.hostname, url.port
    except ValueError as error:
        raise RefusedError(400, f"{address}: {error}") from error
    if url.scheme not in ("http", "https") or not host:
        raise RefusedError(400, "this is a proxy: ask for http://HOST/PATH, not for a path alone")
    return url


def _connect(url: SplitResult) -> http.client.HTTPConnection:
    host = url.hostname or ""
    if url.scheme == "https":
        context = ssl.create_default_context()
        return http.client.HTTPSConnection(host, url.port, timeout=TIMEOUT, context=context)
    return http.client.HTTPConnection(host, url.port, timeout=TIMEOUT)


def _write_request(
    connection: http.client.HTTPConnection, method: str, url: SplitResult, headers: Headers, body: bytes | None
) -> None:
    """Prepare the head of a request, with each header as often as the client sent it; nothing is sent yet."""
    target = (url.path or "/") + (f"?{url.query}" if url.query else "")
    connection.putrequest(method, target, skip_accept_encoding=True)
    for name, value in headers:
        connection.putheader(name, value)
    connection.putheader("Accept-Encoding", "identity")
    connection.putheader("Connection", "close")
    if body is not None:
        connection.putheader("Content-Length", str(len(body)))
