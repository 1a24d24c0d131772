"""The addresses that a person may give: a URL, a file, a host."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import unquote, urlsplit

from annotate.capture.errors import CaptureError

_FILES = (".html", ".htm", ".xhtml", ".txt", ".jsonl", ".parquet", ".warc", ".wacz", ".gz", ".xz", ".bz2")
"""Ends of the names of files, which no host's name has."""


def complete_url(url: str) -> str:
    """Make a URL of what a person typed: the path of a file, a host without scheme, or a URL.

    Raises `CaptureError` if it is none of these.
    """
    try:
        return _complete(url)
    except CaptureError:
        raise
    except (OSError, ValueError) as error:  # no file can have that name
        raise CaptureError(f"{url}: is neither a URL nor an existing file") from error


def _complete(url: str) -> str:
    scheme = url.partition(":")[0].lower() if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:(?!\d+(?:[/?#]|$))", url) else ""
    if scheme:
        if scheme not in ("http", "https", "file", "data"):
            raise CaptureError(f"{url}: is not a URL that can be captured; only http:, https:, file: and data: can")
        if scheme in ("http", "https") and not _find_host(url):
            raise CaptureError(f"{url}: is not a URL")
        if scheme == "file" and Path(unquote(urlsplit(url).path)).is_dir():
            raise CaptureError(f"{url}: is a folder, not a page")
        return url
    if not url.strip():
        raise CaptureError("an empty text is not a URL")
    path = Path(url)
    if path.exists():
        if path.is_dir():
            raise CaptureError(f"{url}: is a folder, not a page")
        return path.resolve().as_uri()
    host = _find_host(f"//{url}")
    if host and (host in ("localhost", "127.0.0.1") or host.endswith(".localhost")):  # of this machine
        return f"http://{url}"
    if host and "." in url.split("/", 1)[0] and not host.endswith(_FILES):
        return f"https://{url}"
    raise CaptureError(f"{url}: is neither a URL nor an existing file")


def complete_listed(urls: Iterable[str]) -> list[str]:
    """Make URLs of the lines of a list. Other lines stay as they are, and fail later like missing pages."""
    completed = []
    for url in urls:
        try:
            completed.append(complete_url(url))
        except CaptureError:
            completed.append(url)
    return completed


def _find_host(url: str) -> str | None:
    """Return the host that a URL names, if any."""
    try:
        host = urlsplit(url).hostname
    except ValueError:
        return None
    return None if host is None or re.search(r"\s", host) else host
