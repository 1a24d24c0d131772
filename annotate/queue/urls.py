"""Lists of URLs and how to read them."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urlsplit

from cetr.console import InputError, read_file, read_stream


def read_urls(file: str) -> tuple[str, ...]:
    """Read the URLs of a file (``-``: standard input), one per line, each once; ``#`` begins a comment line.

    What follows a tab is ignored, so that an errors file can be read again.
    """
    try:
        text = read_stream(sys.stdin.buffer, "-") if file == "-" else read_file(Path(file))
        return parse_urls(text.decode("utf-8-sig").splitlines())
    except UnicodeDecodeError as error:
        raise InputError(f"{file}: is not a list of URLs: it is not UTF-8 text") from error


def parse_urls(lines: Iterable[str]) -> tuple[str, ...]:
    """Parse the URLs in the lines of such a file, in order."""
    urls = (line.partition("\t")[0].strip() for line in lines)
    return tuple(dict.fromkeys(url for url in urls if url and not url.startswith("#")))


def strip_credentials(url: str) -> str:
    """Strip the user name and password from a URL, because packages are published."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl() if "@" in parts.netloc else url


def strip_place(url: str) -> str:
    """Strip what names a place in the page from a URL, such as ``#comments``; ``#!`` and ``#/`` name other pages."""
    page, _, place = url.partition("#")
    return url if place.startswith(("!", "/")) else page
