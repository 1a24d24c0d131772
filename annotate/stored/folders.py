"""Pages in folders and single files, under the URLs that they were saved from.

The caller gives the URL of a single file, or that of a folder, to which the paths of its files are added. Otherwise
each page gives its own URL with a ``<base href>`` on the web, and the files beside it have URLs accordingly.
"""

from __future__ import annotations

import mimetypes
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from urllib.parse import quote, urljoin

from annotate.stored.pages import Readers, Response, spell_url
from cetr.console import InputError, read_file
from cetr.document import Kind, decode_html, lex, pack_name
from cetr.structure import read_attributes

_ENDINGS = (".html", ".htm", ".xhtml")


def is_page_file(path: Path) -> bool:
    """Whether a file is a page, by its name."""
    return path.name.lower().endswith(_ENDINGS) and path.is_file()


def open_files(path: Path, prefix: str) -> tuple[list[str], Readers]:
    """Open the pages of a folder, or a file and the files beside it, and read the response for each URL.

    ``prefix`` is the URL of the folder, or of the file. If it is "", each page must give its own. Raises `InputError`
    for a page that does not.
    """
    folder = path if path.is_dir() else path.parent
    pages: list[str] = []
    readers: Readers = {}
    if prefix and path.is_dir():
        files = list(_list_files(folder))
        urls = {file: _place(prefix, file.relative_to(folder)) for file in files}
        return [urls[file] for file in files if is_page_file(file)], {url: _reader(f) for f, url in urls.items()}
    for page in (path,) if path.is_file() else filter(is_page_file, _list_files(folder)):
        url = prefix or find_base(page)
        if not url:
            raise InputError(f"{page}: has no <base href>; give the URL that it was saved from with --url")
        url = url if prefix or not url.endswith("/") else urljoin(url, quote(page.name))
        url = spell_url(url)
        pages.append(url)
        beside = {_place(urljoin(url, "."), f.relative_to(page.parent)): _reader(f) for f in _list_files(page.parent)}
        readers = beside | readers | {url: _reader(page)}
    return pages, readers


def find_base(page: Path) -> str:
    """Return the URL of a page's ``<base>``; "" if it has none on the web."""
    html, _ = decode_html(read_file(page), None)
    tokens = lex(html)
    for i in (tokens.name == pack_name("base")).nonzero()[0].tolist():
        attributes = read_attributes(html, int(tokens.start[i]), int(tokens.end[i]))
        if tokens.kind[i] == Kind.OPEN and "href" in attributes:
            url = attributes["href"].strip()
            return url if url.lower().startswith(("http://", "https://")) else ""
    return ""


def _list_files(folder: Path) -> Iterator[Path]:
    """List the files in a folder, in order; no link is followed out of it."""
    root = folder.resolve()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.resolve().is_relative_to(root):
            yield path


def _place(prefix: str, path: Path) -> str:
    return spell_url(f"{prefix.rstrip('/')}/{quote(path.as_posix())}")


def _reader(file: Path) -> Callable[[], Response]:
    return partial(_read_file, file)


def _read_file(file: Path) -> Response:
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return Response(200, "OK", (("Content-Type", kind),), read_file(file))
