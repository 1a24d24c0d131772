"""``http:URL``: a service that gets the HTML by POST and answers with what it extracts."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from http.client import HTTPException
from urllib.parse import quote, urlsplit

from cetr.console import InputError
from evaluate.extractors import Extract
from evaluate.outputs import Output
from evaluate.protocols import OtherPage, pack_others
from evaluate.providers.outputs import UnreachableError, bound_output, is_unreachable, read_answer

_REASON = 200
"""How many bytes of an error's text are shown."""


def _is_address(address: str) -> bool:
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and port != 0 and not re.search(r"\s", address)


def _read_reason(error: urllib.error.HTTPError) -> str:
    """Read the beginning of what a service says about an error; nothing if it says nothing."""
    with suppress(OSError, HTTPException):
        told = " ".join(error.read(_REASON).decode("utf-8", "replace").split())
        return f": {told}" if told else ""
    return ""


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Take a redirect as the answer, because the page would not follow it."""

    def redirect_request(self, *_: object) -> None:
        """None: the opener raises the answer as an error."""


def make_service_extractor(address: str) -> Extract:
    """Make an extractor that posts each page to an address, as ``text/html; charset=utf-8``.

    The page's own URL is sent as ``Content-Location``. If the protocol gives other pages of the site, JSON is posted
    instead: ``url``, ``html`` and ``site``, a list of ``url``, ``html`` and ``text``, the gold or null. The answer is
    text, Markdown or HTML by its content type. Any status but 200 is a failure, reported with the beginning of the
    answer. Proxies that the environment names are not used.
    """
    if not _is_address(address):
        raise InputError(f"'{address}' is not a URL; write http://HOST:PORT/PATH")
    if "@" in urlsplit(address).netloc:
        raise InputError(f"{address}: names a user, but services get no name or password; write http://HOST:PORT/PATH")
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirects())

    def post_page(html: str, *, url: str = "", site: Sequence[OtherPage] = ()) -> Output:
        headers = {"Content-Type": "text/html; charset=utf-8", "Accept": "text/plain, text/markdown, text/html"}
        body = html
        if site:
            headers["Content-Type"] = "application/json"
            body = json.dumps({"url": url, "html": html, "site": pack_others(site)})
        if url:
            headers["Content-Location"] = quote(url, safe=":/?&=#%+,;@!$'()*[]~")
        request = urllib.request.Request(address, body.encode("utf-8", "replace"), headers)
        try:
            with opener.open(request) as answer:
                if answer.status != 200:
                    raise InputError(f"{address}: answered with status {answer.status}")
                return read_answer(answer, bound_output(html))
        except urllib.error.HTTPError as error:
            with error:
                raise InputError(f"{address}: answered with status {error.code}{_read_reason(error)}") from error
        except urllib.error.URLError as error:
            kind = UnreachableError if is_unreachable(error.reason) else InputError
            raise kind(f"{address}: {getattr(error.reason, 'strerror', None) or error.reason}") from error

    return post_page
