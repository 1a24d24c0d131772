"""Pages that were put off: a list of URLs in the package, which come after all others."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from cetr.sources import parse_urls
from evaluate.package import refuse_link
from evaluate.package.files import read_regular

LATER = ".later"


def read_later(folder: Path) -> tuple[str, ...]:
    """Read the URLs that were put off in a package, in the order of the last time."""
    try:
        lines = read_regular(folder / LATER).decode("utf-8", "replace").splitlines()
    except (FileNotFoundError, NotADirectoryError):
        return ()
    return parse_urls(reversed(lines))[::-1]


def note_later(folder: Path, url: str) -> None:
    """Put a page off; ``folder`` is a package. Raises `PackageError` if a link is in the way."""
    refuse_link(folder / LATER)
    with (folder / LATER).open("a", encoding="utf-8") as file:
        file.write(f"{url}\n")


def order_by_turn(urls: Iterable[str], later: Iterable[str]) -> list[str]:
    """Order the URLs as they are, followed by those of ``later`` in its order."""
    turns = {url: turn for turn, url in enumerate(later)}
    return sorted(urls, key=lambda url: turns.get(url, -1))
