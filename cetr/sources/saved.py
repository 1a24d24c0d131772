"""A folder of pages that were saved from a site."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlsplit

from cetr.console import InputError, strip_packing
from cetr.sources.silence import find_server
from cetr.sources.urls import spell_url


@dataclass(frozen=True)
class SavedFolder:
    """A folder and the URL that it was saved from, which ends with a slash."""

    path: Path
    url: str

    def find_url(self, file: Path) -> str:
        """Return the URL of a file in the folder: the folder's, and the path in it."""
        return spell_url(self.url + quote_path(Path(strip_packing(str(file.relative_to(self.path))))))


def say_saved(path: Path, url: str) -> SavedFolder:
    """Say from which URL a folder was saved; only the path of the URL counts. Raises `InputError` if it is none."""
    refuse_other_url(url)
    return SavedFolder(path, f"{urlsplit(url)._replace(query='', fragment='').geturl().rstrip('/')}/")


def refuse_other_url(url: str) -> None:
    """Raise `InputError` for a URL that is not on the web."""
    if not find_server(url):
        raise InputError(f"--url: {url}: is not a URL that begins with https:// or http://")


def quote_path(path: Path) -> str:
    """Write the path of a file as a part of a URL."""
    return quote(path.as_posix(), errors="surrogateescape")  # names of files need not be UTF-8
