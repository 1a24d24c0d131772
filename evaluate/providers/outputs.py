"""The answers of programs outside of Python: bytes, bounded in number, with a declared type."""

from __future__ import annotations

import codecs
import errno
from http.client import HTTPResponse
from socket import gaierror
from typing import IO

from cetr.console import InputError, count_of
from cetr.document import decode_html, parse_content_type
from evaluate.outputs import MEDIA_TYPES, Output, OutputType


class UnreachableError(InputError):
    """No service answers at the address, which is no failure of a page."""


_NOBODY = (errno.ECONNREFUSED, errno.EHOSTUNREACH, errno.ENETUNREACH)


def is_unreachable(error: object) -> bool:
    """Whether this is how connecting fails if no service answers at the address."""
    return isinstance(error, gaierror) or (isinstance(error, OSError) and error.errno in _NOBODY)


def bound_output(html: str) -> int:
    """Return the most bytes that an answer about a page may have: four million, or eight times the page."""
    return max(4_000_000, 8 * len(html.encode("utf-8", "replace")))


def read_at_most(source: IO[bytes], most: int) -> bytes:
    """Read to the end; raises `InputError` as soon as there are more than ``most`` bytes."""
    pieces, size = [], 0
    while piece := source.read(1 << 16):
        size += len(piece)
        if size > most:
            raise InputError(f"its answer has more than {most} bytes")
        pieces.append(piece)
    return b"".join(pieces)


def read_answer(answer: HTTPResponse, most: int) -> Output:
    """Read a service's whole answer, with the type that its header declares. Raises `InputError` if it breaks off or
    has another type.
    """
    if encoding := answer.headers.get("Content-Encoding", "").strip():
        raise InputError(f"its answer has the Content-Encoding '{encoding}', which was not requested")
    content_type = answer.headers.get("Content-Type", "")
    media_type, charset = parse_content_type(content_type)
    if media_type not in MEDIA_TYPES and media_type and not media_type.startswith("text/"):
        raise InputError(f"its answer is {media_type}, not text, Markdown or HTML")
    data = read_at_most(answer, most)
    if answer.length:  # what is missing of the promised length
        raise InputError(f"its answer breaks off: {answer.length} bytes are missing")
    return read_output(data, MEDIA_TYPES.get(media_type, "text"), charset, declared=bool(media_type))


def read_output(data: bytes, kind: OutputType, charset: str | None = None, *, declared: bool = True) -> Output:
    """Decode an answer as an output of a type, with a note if some bytes were invalid.

    HTML may declare its own encoding. Everything else is UTF-8 unless ``charset`` says otherwise.
    """
    if kind == "html":
        text, encoding = decode_html(data, charset)
    else:
        encoding = _find_encoding(charset)
        text = codecs.decode(data, encoding, "replace")
    wrong = text.count("\ufffd") - data.count(b"\xef\xbf\xbd")
    note = f"not {encoding.upper()} in {count_of(wrong, 'place')}, which became U+FFFD" if wrong > 0 else ""
    return Output(text.removeprefix("\ufeff"), kind, note=note, declared=declared)


def _find_encoding(charset: str | None) -> str:
    try:
        b" ".decode(charset or "utf-8", "replace")  # refuses what is no encoding of text, such as zlib
        return codecs.lookup(charset or "utf-8").name
    except LookupError:
        return "utf-8"
