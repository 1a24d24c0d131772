"""``proxy:URL``: an extractor that already runs as an HTTP proxy, used as in Gottron, section 4.2."""

from __future__ import annotations

import http.client
import socket
import threading
import time
import uuid
from contextlib import closing
from functools import partial
from urllib.parse import urlsplit

from cetr.console import InputError
from evaluate.extractors import Extract
from evaluate.outputs import Output
from evaluate.providers.outputs import UnreachableError, bound_output, is_unreachable, read_answer


def make_proxy_extractor(address: str) -> Extract:
    """Make an extractor that asks a proxy for each page, which a local server serves to it exactly once.

    Its time runs from the end of serving to the end of receiving.
    """
    parts = urlsplit(address if "//" in address else f"//{address}")
    try:
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise InputError(f"proxy:{address}: {error}") from error
    if not host or not port or parts.scheme not in ("", "http"):
        raise InputError(f"proxy:{address}: is not the address of a proxy; write proxy:http://HOST:PORT")
    if parts.username is not None:
        raise InputError("proxy: names a user, but the proxy gets no name or password; write proxy:http://HOST:PORT")
    return partial(fetch_through, host, port)


def fetch_through(host: str, port: int, html: str) -> Output:
    """Serve a page once and fetch it through a proxy; returns the answer and the seconds that the proxy took."""
    try:
        with _OnePageServer(html.encode("utf-8", "replace"), _find_own_address(host, port)) as server:
            connection = http.client.HTTPConnection(host, port)
            with closing(connection):
                connection.request("GET", server.url, headers={"Host": server.netloc, "Connection": "close"})
                answer = connection.getresponse()
                if answer.status != 200:
                    raise InputError(f"proxy {host}:{port}: answered with status {answer.status}")
                text = read_answer(answer, bound_output(html))
            received = time.perf_counter()
    except OSError as error:
        kind = UnreachableError if is_unreachable(error) else InputError
        raise kind(f"proxy {host}:{port}: {error.strerror or error or type(error).__name__}") from error
    except http.client.HTTPException as error:
        raise InputError(f"proxy {host}:{port}: {error or type(error).__name__}") from error
    if server.served is None:
        raise InputError(f"proxy {host}:{port}: answered without requesting the page")
    seconds = max(0.0, received - server.served)  # a proxy may answer before it has read the whole page
    return Output(str(text), text.type, seconds=seconds, note=text.note, declared=text.declared)


def _find_own_address(host: str, port: int) -> str:
    """Find our address as the proxy sees it; nothing is sent."""
    family, kind, protocol, _, target = socket.getaddrinfo(host, port, type=socket.SOCK_DGRAM)[0]
    with socket.socket(family, kind, protocol) as probe:
        probe.connect(target)
        return str(probe.getsockname()[0])


class _OnePageServer:
    """A server in a thread that serves one page, once, at an address that was never used before.

    ``served`` is the time (by `time.perf_counter`) at which all but the last byte was sent, None until then.
    """

    def __init__(self, page: bytes, address: str) -> None:
        self.page = page
        self.served: float | None = None
        self._socket = socket.create_server((address, 0), family=socket.AF_INET6 if ":" in address else socket.AF_INET)
        name = f"[{address}]" if ":" in address else address
        self.netloc = f"{name}:{self._socket.getsockname()[1]}"
        self.path = f"/{uuid.uuid4().hex}.html"
        self.url = f"http://{self.netloc}{self.path}"
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> _OnePageServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        # Wakes the thread if it still waits for a request.
        self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._socket.close()

    def _serve(self) -> None:
        try:
            while self.served is None:
                connection, _ = self._socket.accept()
                with connection:
                    connection.settimeout(30)
                    self._answer(connection)
        except OSError:
            # Shut down, or the client has gone: `served` tells which.
            return

    def _answer(self, connection: socket.socket) -> None:
        request = b""
        while b"\r\n\r\n" not in request and len(request) < 1 << 16:
            piece = connection.recv(1 << 12)
            if not piece:
                return
            request += piece
        words = request.split(b"\r\n", 1)[0].decode("ascii", "replace").split()
        found = len(words) == 3 and words[0] == "GET" and urlsplit(words[1]).path == self.path
        body = self.page if found else b"not here"
        status = b"200 OK" if found else b"404 Not Found"
        kind = b"text/html; charset=utf-8" if found else b"text/plain"
        head = b"HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
        answer = memoryview(head % (status, kind, len(body)) + body)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.sendall(answer[:-1])
        if found:
            # Before the last byte, because after it the proxy may be faster than this thread.
            self.served = time.perf_counter()
        connection.sendall(answer[-1:])
