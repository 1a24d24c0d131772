"""Decode the bodies of HTTP responses within a bound."""

from __future__ import annotations

import gzip
import io
import re
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

from cetr.console import InputError

MAX_BYTES = 50_000_000
"""A longer body is refused, also if it becomes longer when it is unpacked."""

Decoder = Callable[[bytes], bytes]
"""Gives at least the first MAX_BYTES + 1 bytes of what is packed in a body."""


def read_codings(values: Iterable[str]) -> list[str]:
    """Read the codings that headers name, in the order in which they were applied."""
    names = (name.strip().lower() for value in values for name in value.split(","))
    return [name for name in names if name not in ("", "identity")]


def decode_body(data: bytes, codings: Sequence[str], more: Mapping[str, Decoder] = MappingProxyType({})) -> bytes:
    """Undo the codings of a body, the last one first; ``more`` can undo further ones.

    Many crawlers, such as Common Crawl's until 2018, undo the codings themselves and keep the headers that name them.
    So what looks like plain HTML, or is not in chunks, stays as it is where a coding cannot be undone.

    Raises `InputError` that says what is wrong with a body, without quoting it.
    """
    if len(data) > MAX_BYTES:
        raise InputError(too_long())
    decoders = {**_DECODERS, **more}
    for coding in reversed(codings):
        if coding not in decoders and not _PLAIN.match(data):
            raise InputError(f"has the unknown encoding '{coding}'")
        try:
            data = decoders.get(coding, bytes)(data)
        except (OSError, EOFError, ValueError, zlib.error) as error:
            if not (_PLAIN.match(data) or (coding == "chunked" and not _CHUNK_HEAD.match(data))):
                raise InputError(f"cannot be decoded from '{coding}'") from error
        if len(data) > MAX_BYTES:
            raise InputError(too_long())
    return data


def too_long() -> str:
    """What is said of a body that is longer than allowed."""
    return f"is longer than {MAX_BYTES // 1_000_000} MB, the limit"


def _gunzip(data: bytes) -> bytes:
    member = zlib.decompressobj(zlib.MAX_WBITS + 16)
    body = member.decompress(data, MAX_BYTES + 1)
    if len(body) > MAX_BYTES or (member.eof and not member.unused_data):
        return body
    # Several members, or broken; slower.
    with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
        return stream.read(MAX_BYTES + 1)


def _inflate(data: bytes) -> bytes:
    # Servers send HTTP's deflate with the required header, or without it.
    has_head = data[:1] == b"\x78" and int.from_bytes(data[:2]) % 31 == 0
    stream = zlib.decompressobj(zlib.MAX_WBITS if has_head else -zlib.MAX_WBITS)
    body = stream.decompress(data, MAX_BYTES + 1)
    if data and not stream.eof and len(body) <= MAX_BYTES:
        raise EOFError
    return body


_PLAIN = re.compile(rb"(?:\xef\xbb\xbf)?\s*+<[a-zA-Z!?]")
_CHUNK_HEAD = re.compile(rb"[ \t]*([0-9a-fA-F]{1,16})[ \t]*(?:;[^\n]*)?\r?\n")
_LINE_BREAK = re.compile(rb"\r?\n")


def _join_chunks(data: bytes) -> bytes:
    body = bytearray()
    at = 0
    while head := _CHUNK_HEAD.match(data, at):
        size = int(head[1], 16)
        if size == 0:
            return bytes(body)
        end = head.end() + size
        if end > len(data):
            break
        body += data[head.end() : end]
        line_break = _LINE_BREAK.match(data, end)
        if line_break is None:
            break
        at = line_break.end()
    raise EOFError


_DECODERS: dict[str, Decoder] = {
    "chunked": _join_chunks,
    "deflate": _inflate,
    "gzip": _gunzip,
    "x-gzip": _gunzip,
}
