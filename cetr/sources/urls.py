"""The URLs of pages as people write them, alone and in lists."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote, urlsplit, urlunsplit

from cetr.console import InputError, read_file, read_stream
from cetr.document import spell_host

_PAGES = ("<", '{"', '[{"')
"""How files of pages begin, and no list of their URLs."""
_KEPT = "%!$&'()*+,/:;=?@[]~"
"""Signs that stand for themselves in a path or a query, and that of what is quoted already."""


def is_url(place: str) -> bool:
    """Whether a place is on the web, and not a file."""
    return place.lower().startswith(("http://", "https://"))


def quote_url(url: str) -> str:
    """Write a URL in ASCII, as servers expect it: the host in Punycode, the rest quoted as UTF-8.

    Raises `InputError` if it is not a URL.
    """
    try:
        parts = urlsplit(url)
        host = spell_host(parts.hostname or "").encode("idna").decode()  # which refuses what no name can be
        port = "" if parts.port is None else f":{parts.port}"
    except UnicodeError as error:
        raise InputError(f"{url}: is not a URL (a part of its host is empty, too long or not a name)") from error
    except ValueError as error:
        raise InputError(f"{url}: is not a URL ({error})") from error
    if not host:
        raise InputError(f"{url}: is not a URL (it names no host)")
    if "@" in parts.netloc:
        raise InputError(f"{parts.hostname}: its URL has a user name or a password, which is not sent; leave it out")
    host = f"[{host}]" if ":" in host else host
    path, query = (quote(part, safe=_KEPT, errors="surrogateescape") for part in (parts.path, parts.query))
    return urlunsplit((parts.scheme, host + port, path, query, ""))


_PORTS = {"http": ":80", "https": ":443"}
_ESCAPE = re.compile("%[0-9a-fA-F]{2}")
_SIGNS = r"[\w!$&()*+,./:;=@~-]"
_SPELLED = re.compile(rf"https?://[a-z0-9.-]+/{_SIGNS}*(?:\?(?:{_SIGNS}|\?)+)?", re.ASCII)
"""What certainly is spelled already, as most URLs are: a crawl has millions."""


def spell_url(url: str) -> str:
    """Write a URL in the one way in which two that name the same page are equal (RFC 3986, 6.2.2.1 and 6.2.2.2): in
    ASCII, as servers expect it, with its escapes as `spell_escapes` writes them, without a port that needs no mention,
    and without what names a place in the page. Dots in its path stay.

    What is no URL stays as it is.
    """
    if _SPELLED.fullmatch(url):
        return url
    try:
        parts = urlsplit(quote_url(url))
    except (InputError, ValueError):
        return url
    netloc = parts.netloc.removesuffix(_PORTS.get(parts.scheme, ""))
    path, query = map(spell_escapes, (parts.path or "/", parts.query.replace("'", "%27")))
    return parts._replace(netloc=netloc, path=path, query=query).geturl()


def spell_escapes(text: str) -> str:
    """Write the escapes in a URL, or a pattern of URLs, with upper-case digits, and none where none is needed."""
    return _ESCAPE.sub(_spell_escape, text)


def _spell_escape(found: re.Match[str]) -> str:
    sign = chr(int(found[0][1:], 16))
    # Not a dot: two of them, escaped, would come to lead to the folder above.
    return sign if sign.isascii() and (sign.isalnum() or sign in "-_~") else found[0].upper()


def read_urls(file: str) -> tuple[str, ...]:
    """Read the URLs of a file (``-``: standard input), one per line, each once; ``#`` begins a comment line.

    What follows a tab is ignored, so that an errors file can be read again.
    """
    try:
        text = read_stream(sys.stdin.buffer, "-") if file == "-" else read_file(Path(file))
        urls = parse_urls(text.decode("utf-8-sig").splitlines())
    except UnicodeDecodeError as error:
        raise InputError(f"{file}: is not a list of URLs: it is not UTF-8 text") from error
    if urls and urls[0].startswith(_PAGES):
        raise InputError(f"{file}: is HTML or JSON, not a list of URLs; name it without --urls")
    return urls


def parse_urls(lines: Iterable[str]) -> tuple[str, ...]:
    """Parse the URLs in the lines of such a file, in order."""
    urls = (line.partition("\t")[0].strip() for line in lines)
    return tuple(dict.fromkeys(url for url in urls if url and not url.startswith("#")))
