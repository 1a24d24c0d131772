"""One page from a file, from standard input or from the web."""

from __future__ import annotations

import sys
import time
import urllib.error
import urllib.request
from http.client import HTTPException, HTTPResponse
from pathlib import Path

from cetr.decoding import HTML_TYPES, decode_html
from cetr.errors import InputError
from cetr.methods import Method
from cetr.options import list_facts
from cetr.recorded import read_layout_file

MAX_BYTES = 50_000_000
"""A longer page from the web is refused."""

_PAGE_TYPES = HTML_TYPES | {"text/plain", "application/xml", "text/xml"}

_NOT_HTML = {
    b"%PDF-": "a PDF",
    b"\x89PNG": "an image",
    b"\xff\xd8\xff": "an image",
    b"GIF8": "an image",
    b"PK\x03\x04": "a ZIP archive",
    b"\x1f\x8b": "compressed",
}


def read_page(place: str, *, timeout: float = 30.0) -> str:
    """The HTML of a page: ``place`` is a path, ``-`` for standard input, or an http(s) URL.

    Raises `InputError` for what is no HTML, and for a page that the web does not give within ``timeout`` seconds.
    """
    if place.startswith(("http://", "https://")):
        return _fetch(place, timeout)
    return decode_page(sys.stdin.buffer.read() if place == "-" else Path(place).read_bytes(), place)


def decode_page(data: bytes, place: str, charset: str | None = None) -> str:
    """Decode a page; raises `InputError` that names ``place`` for bytes that are certainly no HTML."""
    for mark, kind in _NOT_HTML.items():
        if data.startswith(mark):
            raise InputError(f"{place}: is {kind}, not HTML")
    return decode_html(data, charset)[0]


def find_layout(method: Method, page: Path) -> dict[str, object]:
    """The option ``layout`` for a method that takes it: what is recorded beside a document of a test package."""
    return {"layout": read_layout_file(page)} if "layout" in list_facts(method) else {}


def _fetch(url: str, timeout: float) -> str:
    request = urllib.request.Request(url, headers={"User-Agent": "cetr-gold", "Accept": "text/html,*/*;q=0.1"})
    try:
        with urllib.request.urlopen(request, timeout=timeout) as response:
            kind = response.headers.get_content_type()
            if kind not in _PAGE_TYPES:
                raise InputError(f"{url}: is {kind}, not HTML")
            data = _read_bounded(response, url, time.monotonic() + timeout)
            return decode_page(data, url, response.headers.get_content_charset())
    except urllib.error.HTTPError as error:
        error.close()
        raise InputError(f"{url}: the server answers {error.code} {error.reason}") from error
    except urllib.error.URLError as error:
        raise InputError(f"{url}: {getattr(error.reason, 'strerror', None) or error.reason}") from error
    except TimeoutError as error:
        raise InputError(f"{url}: did not arrive within {timeout:g} seconds") from error
    except (HTTPException, ConnectionError) as error:
        raise InputError(f"{url}: the answer is broken ({error or type(error).__name__})") from error


def _read_bounded(response: HTTPResponse, url: str, deadline: float) -> bytes:
    """The body, unless it is longer than allowed or dribbles in beyond the deadline."""
    data = bytearray()
    while chunk := response.read1(1 << 16):
        data += chunk
        if len(data) > MAX_BYTES:
            raise InputError(f"{url}: is longer than {MAX_BYTES // 1_000_000} MB")
        if time.monotonic() > deadline:
            raise TimeoutError
    if response.length:
        raise InputError(f"{url}: the answer is broken ({response.length} bytes are missing)")
    return bytes(data)
