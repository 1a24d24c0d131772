"""A client's request: its body, and the headers that the site is to see."""

from __future__ import annotations

import re
from email.message import Message
from io import BufferedIOBase

LARGEST = 64_000_000
"""The largest body, of a request or an answer, that is passed on, in bytes."""

Headers = list[tuple[str, str]]

_PER_CONNECTION = frozenset(
    (
        "connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding"
        " upgrade content-length"
    ).split()
)
"""Headers that concern one connection only."""

_OWN = frozenset(("host", "accept-encoding"))
"""Headers that the proxy writes itself when it asks."""

_LONGEST_LINE = 1 << 12
"""The longest line between the chunks of a body, in bytes."""

_MOST_TRAILERS = 100


class RefusedError(Exception):
    """A request that is answered with an error: a ``status`` and a line for people."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


def keep_headers(headers: Headers) -> Headers:
    """Keep the headers that do not concern one connection, repeated ones included."""
    named = {word.strip().lower() for key, value in headers if key.lower() == "connection" for word in value.split(",")}
    return [(key, value) for key, value in headers if key.lower() not in _PER_CONNECTION | named]


def choose_headers(headers: Message) -> Headers:
    """Choose the headers of a request that the site is to see. Raises `RefusedError` if some cannot be read."""
    if headers.defects:
        raise RefusedError(
            400, "a line of the headers is not one: it has no name, or a name with other than ASCII characters"
        )
    return [(key, value) for key, value in keep_headers(list(headers.items())) if key.lower() not in _OWN]


def read_body(headers: Message, stream: BufferedIOBase) -> bytes | None:
    """Read the body of a request; None if it has none. Raises `RefusedError` if it cannot be passed on."""
    lengths, codings = set(headers.get_all("Content-Length", [])), headers.get_all("Transfer-Encoding", [])
    if codings:
        if lengths:
            raise RefusedError(400, "Content-Length beside Transfer-Encoding: where the body ends is unclear")
        if [coding.strip().lower() for coding in codings] != ["chunked"]:
            raise RefusedError(501, "Transfer-Encoding: only 'chunked' is understood")
        return _read_chunks(stream)
    if not lengths:
        return None
    if len(lengths) > 1 or not re.fullmatch("[0-9]{1,18}", written := lengths.pop().strip()):
        raise RefusedError(400, "Content-Length: is not a number of at most 18 digits")
    return _read_whole(stream, _check_size(int(written)))


def _check_size(size: int) -> int:
    if size > LARGEST:
        raise RefusedError(413, f"the request has more than {LARGEST} bytes")
    return size


def _read_whole(stream: BufferedIOBase, size: int) -> bytes:
    body = stream.read(size)
    if len(body) < size:
        raise RefusedError(400, f"the request ended after {len(body)} of {size} bytes")
    return body


def _read_chunks(stream: BufferedIOBase) -> bytes:
    """Read a chunked body up to the chunk of size 0 and the trailers."""
    pieces: list[bytes] = []
    total = 0
    while size := _read_size(stream):
        total += size
        _check_size(total)
        pieces.append(_read_whole(stream, size))
        if _read_line(stream):
            raise RefusedError(400, "Transfer-Encoding: a piece of the body is longer than it says")
    for _ in range(_MOST_TRAILERS):
        if not _read_line(stream):
            return b"".join(pieces)
    raise RefusedError(400, f"Transfer-Encoding: more than {_MOST_TRAILERS} trailers")


def _read_size(stream: BufferedIOBase) -> int:
    digits = _read_line(stream).partition(b";")[0].strip()
    if not re.fullmatch(rb"[0-9A-Fa-f]{1,16}", digits):
        raise RefusedError(400, "Transfer-Encoding: a piece of the body does not say how long it is")
    return _check_size(int(digits, 16))


def _read_line(stream: BufferedIOBase) -> bytes:
    line = stream.readline(_LONGEST_LINE)
    if not line.endswith(b"\n"):
        raise RefusedError(400, "Transfer-Encoding: the body ends too early, or a line in it is too long")
    return line.rstrip(b"\r\n")
