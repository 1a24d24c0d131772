"""The addresses of pages as people write them."""

from __future__ import annotations

from urllib.parse import quote, urlsplit, urlunsplit

from cetr.console import InputError

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
        host = (parts.hostname or "").encode("idna").decode()
        port = "" if parts.port is None else f":{parts.port}"
    except UnicodeError as error:
        raise InputError(
            f"{url}: is not a web address (a part of its host is empty, too long or not a name)"
        ) from error
    except ValueError as error:
        raise InputError(f"{url}: is not a web address ({error})") from error
    if not host:
        raise InputError(f"{url}: is not a web address (it names no host)")
    if "@" in parts.netloc:
        raise InputError(f"{parts.hostname}: its URL has a user name or a password, which is not sent; leave it out")
    host = f"[{host}]" if ":" in host else host
    path, query = (quote(part, safe=_KEPT, errors="surrogateescape") for part in (parts.path, parts.query))
    return urlunsplit((parts.scheme, host + port, path, query, ""))
