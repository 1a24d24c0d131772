"""Pages in folders and single files, under the URLs that they were saved from.

The caller gives the URL of a single file, or that of a folder, to which the paths of its files are added. Otherwise
each page gives its own URL with a ``<base href>`` on the web, and the files beside it have URLs accordingly.
"""

from __future__ import annotations

import mimetypes
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from urllib.parse import unquote, urljoin

from annotate.stored.pages import Readers, Response
from cetr.console import InputError, read_file
from cetr.document import decode_html, lex
from cetr.sources import find_server, quote_path, refuse_other_url, say_saved, spell_url
from cetr.structure import find_base

_ENDINGS = (".html", ".htm", ".xhtml")


def is_page_file(path: Path) -> bool:
    """Whether a file is a page, by its name."""
    return path.name.lower().endswith(_ENDINGS) and path.is_file()


Folders = dict[str, dict[Path, None]]
"""The URLs of folders, which end with a slash, and the folders whose files have URLs accordingly."""
_DEEPEST = 64
"""How many parts of a URL that of a folder may have; a limit for hostile URLs."""


def open_files(path: Path, prefix: str) -> tuple[list[str], Readers, Folders]:
    """Open the pages of a folder, or a file, and what lies beside them.

    ``prefix`` is the URL of the folder, of which only the path counts, or of the file. If it is "", each page must give
    its own. Raises `InputError` for a page that does not, and for a prefix that is no URL.
    """
    if prefix:
        refuse_other_url(prefix)
    files = filter(is_page_file, _list_files(path)) if path.is_dir() else (path,)
    if prefix and path.is_dir():
        saved = say_saved(path, prefix)
        readers: Readers = {saved.find_url(file): partial(_read_file, file) for file in files}
        return list(readers), readers, {spell_url(saved.url): {path: None}}
    pages: list[str] = []
    readers, folders = {}, Folders()
    for page in files:
        url = prefix or read_base(page)
        if not url:
            raise InputError(
                f"{page}: has no <base href>; add one, or say with annotate capture --url where it was saved from"
            )
        url = spell_url(url if prefix or not url.endswith("/") else urljoin(url, quote_path(Path(page.name))))
        pages.append(url)
        readers[url] = partial(_read_file, page)
        folders.setdefault(urljoin(url, "."), {})[page.parent] = None
    return pages, readers, folders


def find_beside(folders: Folders, url: str) -> Response | None:
    """Find the file that has a URL, whatever the query; no link is followed out of its folder."""
    parts = spell_url(url).partition("?")[0].split("/", _DEEPEST)
    for depth in range(len(parts) - 1, 2, -1):
        for folder in folders.get("/".join((*parts[:depth], "")), ()):
            path = folder / unquote("/".join(parts[depth:]), errors="surrogateescape")
            if _is_inside(path, folder):
                return _read_file(path)
    return None


def _is_inside(path: Path, folder: Path) -> bool:
    try:
        return path.is_file() and path.resolve().is_relative_to(folder.resolve())
    except OSError:  # no file can have that name
        return False


def read_base(page: Path) -> str:
    """Return the URL of a page's ``<base>``; "" if it has none on the web."""
    html, _ = decode_html(read_file(page), None)
    url = find_base(html, lex(html))
    return url if find_server(url) else ""


def _list_files(folder: Path) -> Iterator[Path]:
    """List the files in a folder, in order; no link is followed out of it."""
    return (path for path in sorted(folder.rglob("*")) if _is_inside(path, folder))


def _read_file(file: Path) -> Response:
    kind = mimetypes.guess_type(f"file{file.suffix}")[0] or "application/octet-stream"  # the name may look like a URL
    return Response(200, "OK", (("Content-Type", kind),), read_file(file))
