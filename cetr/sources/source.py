"""Read one page from a file, from standard input or from the web."""

from __future__ import annotations

import multiprocessing
import re
import sys
import time
import urllib.error
import urllib.request
from http.client import HTTPException, HTTPMessage, HTTPResponse, InvalidURL
from multiprocessing.pool import ThreadPool
from pathlib import Path
from typing import IO

from cetr.console import LARGEST, InputError, list_facts, read_packed, read_stream, strip_packing
from cetr.document import HTML_TYPES, decode_html, name_binary, read_layout_file
from cetr.methods import Method
from cetr.sources.bodies import MAX_BYTES, decode_body, read_codings, too_long
from cetr.sources.rows import LINES_SUFFIXES
from cetr.sources.urls import is_url, quote_url

MISSING = "no such file or folder (a URL begins with http:// or https://)"

LATE = "did not arrive within"
"""How the message about a page begins that has not come in time."""

_JSON = (".json", *LINES_SUFFIXES)
_NO_PAGE = "is JSON, not HTML; 'cetr extract' reads JSON Lines with 'html' and 'url' from a file named .jsonl"

_NO_TABLE = "is Parquet, not HTML; 'cetr extract' reads Parquet with 'html' and 'url' from a file named .parquet"

_OBJECT = re.compile(rb"(?:\xef\xbb\xbf)?\s*+(?:\[\s*+)?+\{\s*+\"[\w@$-]*\"\s*:")

_PAGE_TYPES = HTML_TYPES | {"text/plain", "application/xml", "text/xml"}


def load_html(place: str, *, timeout: float = 30.0) -> str:
    """Read the HTML of a page: ``place`` is a path, ``-`` for standard input, or an http(s) URL.

    Raises `InputError` if it is not HTML, or if it does not arrive from the web within ``timeout`` seconds.
    """
    if is_url(place):
        return fetch_page(place, timeout=timeout)[0]
    if place == "-":
        return decode_page(read_stream(sys.stdin.buffer, place), place)
    try:
        return decode_page(read_page(place), place)
    except FileNotFoundError as error:
        raise InputError(f"{place}: {MISSING}") from error


def fetch_page(url: str, *, timeout: float = 30.0) -> tuple[str, str]:
    """Fetch a page as `load_html` does: its HTML, and the URL to which redirects lead.

    The time includes name look-ups, slow headers and redirects.
    """
    with ThreadPool(1) as pool:
        try:
            return pool.apply_async(_fetch, (url, timeout)).get(timeout)
        except (TimeoutError, multiprocessing.TimeoutError) as error:
            raise InputError(f"{url}: {LATE} {timeout:g} seconds") from error


def read_page(place: str) -> bytes:
    """Read the file of a page, which may be packed, such as ``page.html.gz``.

    Raises `InputError` if it is damaged or too large; for JSON, it says that instead.
    """
    named = strip_packing(place).lower().endswith(_JSON)
    try:
        data = read_packed(Path(place), LARGEST)
    except InputError as error:
        if named:
            raise InputError(f"{place}: {_NO_PAGE}") from error
        raise
    if named and data.lstrip()[:1] in (b"{", b"["):
        raise InputError(f"{place}: {_NO_PAGE}")
    return data


def decode_page(data: bytes, place: str, charset: str | None = None) -> str:
    """Decode a page; raises `InputError` that names ``place`` for bytes that certainly are not HTML."""
    if data.startswith(b"PAR1"):
        raise InputError(f"{place}: {_NO_TABLE}")
    if kind := name_binary(data):
        raise InputError(f"{place}: is {kind}, not HTML")
    # A page without tags may begin with a brace, but not with one and a key.
    if _OBJECT.match(data):
        raise InputError(f"{place}: {_NO_PAGE}")
    return decode_html(data, charset)[0]


def find_layout(method: Method, page: Path) -> dict[str, object]:
    """Find the option ``layout`` for a method that takes it: the layout recorded in a test package."""
    return {"layout": read_layout_file(page)} if "layout" in list_facts(method) else {}


def _fetch(url: str, timeout: float) -> tuple[str, str]:
    deadline = time.monotonic() + timeout
    headers = {"User-Agent": "cetr-gold", "Accept": "text/html,*/*;q=0.1", "Accept-Encoding": "identity"}
    request = urllib.request.Request(quote_url(url), headers=headers)
    try:
        with urllib.request.build_opener(_Redirects).open(request, timeout=timeout) as response:
            kind = response.headers.get_content_type()
            if kind not in _PAGE_TYPES:
                raise InputError(f"{url}: is {kind}, not HTML")
            data = _read_bounded(response, url, deadline)
            codings = read_codings(response.headers.get_all("Content-Encoding", []))
            html = decode_page(_undo(data, codings, url), url, response.headers.get_content_charset())
            return html, url if response.url == request.full_url else response.url
    except (InputError, TimeoutError):
        raise
    except urllib.error.HTTPError as error:
        error.close()
        raise InputError(f"{url}: the server answers {error.code} {error.reason}") from error
    except urllib.error.URLError as error:
        if isinstance(error.reason, TimeoutError):
            raise error.reason from error
        raise InputError(f"{url}: {getattr(error.reason, 'strerror', None) or error.reason}") from error
    except (InvalidURL, ValueError) as error:
        raise InputError(f"{url}: is not a URL, or redirects to none ({error})") from error
    except (HTTPException, OSError) as error:
        raise InputError(f"{url}: the answer is broken ({error or type(error).__name__})") from error


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Redirects to other pages; the library's own follow them to ftp, too."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> urllib.request.Request | None:
        """The request for the page that an answer leads to."""
        if not is_url(newurl):
            raise InputError(f"{req.full_url}: leads to {newurl}, which is neither http: nor https:")
        return super().redirect_request(req, fp, code, msg, headers, newurl)

    def http_error_302(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage
    ) -> HTTPResponse | None:
        """Follow; an answer that leads nowhere is closed, which the library forgets."""
        try:
            return super().http_error_302(req, fp, code, msg, headers)
        except ValueError:
            fp.close()
            raise

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302


def _undo(data: bytes, codings: list[str], url: str) -> bytes:
    """Undo encodings that some servers use without being asked."""
    try:
        return decode_body(data, codings)
    except InputError as error:
        raise InputError(f"{url}: {error}") from error


def _read_bounded(response: HTTPResponse, url: str, deadline: float) -> bytes:
    """Read the body, unless it is longer than allowed or does not arrive before the deadline."""
    data = bytearray()
    while chunk := response.read1(1 << 16):
        data += chunk
        if len(data) > MAX_BYTES:
            raise InputError(f"{url}: {too_long()}")
        if time.monotonic() > deadline:
            raise TimeoutError
    if response.length:
        raise InputError(f"{url}: the answer is broken ({response.length} bytes are missing)")
    return bytes(data)
