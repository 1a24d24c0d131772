"""What the author of a page could not have read: private addresses, and files of other folders."""

from __future__ import annotations

import re
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import SplitResult, unquote, urlsplit

from annotate.capture.tab import Tab

_LOCAL = re.compile(r"(?:[^.]*|.*\.(?:localhost|local|internal|intranet|lan|home|corp|private|home\.arpa))\.?")
"""Names that no public server has: those without a dot, and those of local networks."""


AWAY = (
    "it leads to a private address, or to a file outside its folder; if you want that page, capture it by its own URL"
)
"""Why a page is refused that takes the place of the one asked for."""


def leads_away(tab: Tab, url: str) -> bool:
    """Whether the page that was asked for leads to a URL that its author could not have read."""
    return tab.stored is None and is_beyond(url, tab.url)


def is_beyond(frame: str, page: str, *, frame_address: str = "", page_address: str = "") -> bool:
    """Whether a frame, or what takes a page's place, shows a private address or another folder.

    Both are given by URL, with the addresses of the servers that answered, if known. A page of a private address may
    have frames of private addresses. A file may have frames of its own folder, after following links.
    """
    there, here = _split(frame), _split(page)
    if there.scheme == "file":
        return here.scheme != "file" or not _path(there).is_relative_to(_path(here).parent)
    if there.scheme not in ("http", "https"):
        return False
    if here.scheme in ("http", "https") and _is_private(_host(here)):
        return False
    if _is_private(_host(there)):
        return True
    # A public name may lead to a private address, unless all of them do, as behind a proxy.
    return _is_private_address(frame_address) and not _is_private_address(page_address)


def _split(url: str) -> SplitResult:
    try:
        return urlsplit(url)
    except ValueError:
        return SplitResult("", "", "", "", "")


def _host(url: SplitResult) -> str:
    return url.hostname or ""


def _path(url: SplitResult) -> Path:
    return Path(unquote(url.path).replace("\0", "")).resolve()


def _is_private(host: str) -> bool:
    return _is_private_address(host) or (":" not in host and _LOCAL.fullmatch(host) is not None)


def _is_private_address(text: str) -> bool:
    try:
        address = ip_address(text.strip("[]").partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return not (mapped or address).is_global
