"""One file for each page, in a folder with an index that names the page of each file."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from html import escape
from itertools import count
from pathlib import Path, PurePath
from urllib.parse import unquote, urlsplit

from cetr.console import InputError, strip_packing, write_file
from cetr.extraction.batches import Row
from cetr.extraction.forms import format_fields
from cetr.sources import holds_pages, is_url

SUFFIXES = {"text": ".txt", "markdown": ".md", "html": ".html", "json": ".json"}
"""The forms that files can have."""

INDEX = "index.jsonl"
FIELDS = ("file",)
"""The content fields of the index's rows."""

_LONGEST = 180
_UNSAFE = re.compile(r"[^\w.+@=,-]+")


@dataclass
class PageFiles:
    """Writes the content of rows to files in ``folder``, in the form ``form``.

    ``roots`` are the folders that the pages come from; files lie as the pages lie in them. ``taken`` holds the names
    that pages have, case-folded, as not all file systems tell upper from lower case; ``numbers`` go on where the last
    page of a name has stopped.
    """

    folder: Path
    form: str
    roots: Sequence[Path] = ()
    taken: set[str] = field(default_factory=set)
    numbers: defaultdict[str, Iterator[int]] = field(default_factory=lambda: defaultdict(partial(count, 2)))

    @property
    def index(self) -> Path:
        """The file with a row for each page, as in `--out`, but with the name of the page's file for its content."""
        return self.folder / INDEX

    def open(self, resume: bool) -> None:
        """Take the names of an interrupted run. Raises `InputError` if the folder holds anything else."""
        if not self.folder.exists():
            return
        if not self.folder.is_dir():
            raise InputError(f"{self.folder}: is not a folder; name another one")
        if not self.index.exists():
            if any(self.folder.iterdir()):
                raise InputError(f"{self.folder}: is not empty and has no {INDEX} to continue; name another folder")
            return
        if not resume:
            raise InputError(f"{self.folder}: has pages; continue it with --resume, or name another folder")
        for line in self.index.read_bytes().splitlines(keepends=True):
            if not line.endswith(b"\n"):  # torn by a crash; whoever reads the rows cuts it off
                break
            try:
                name = str(json.loads(line)["file"])
            except (ValueError, KeyError, TypeError, RecursionError):
                break  # whoever reads the rows says which line is wrong
            if not name.endswith(SUFFIXES[self.form]):
                raise InputError(f"{self.index}: has files of another --format; name another folder")
            self.taken.add(name.casefold())

    def write(self, row: Row) -> Row:
        """Write a page's file, and return its row for the index."""
        suffix = SUFFIXES[self.form]
        stem = name_page(row.source, row.record, self.roots, suffix)
        name = choose_free(stem, suffix, self.taken, self.numbers[stem.casefold()])
        self.taken.add(name.casefold())
        write_file(self.folder / name, _format(row, self.form).encode("utf-8", "replace"))
        return replace(row, content={"file": name})


def _format(row: Row, form: str) -> str:
    text = format_fields(row.content, form, row.url or "")
    if form == "html":
        # Without these lines, browsers guess the encoding, and wrongly.
        return f'<!DOCTYPE html>\n<meta charset="utf-8">\n<title>{escape(row.url or row.source)}</title>\n{text}'
    return text


def name_page(source: str, record: int, roots: Sequence[Path], suffix: str) -> str:
    """Name the file of a page, without its suffix, as a path with ``/`` relative to the folder of files.

    A page from the web is named after its URL, a record of a WARC file or a line of JSON Lines after the file and its
    number, and a page in one of the folders ``roots`` after its path there. No part is hidden, or longer than 180
    bytes.
    """
    if is_url(source):
        address = urlsplit(source)
        return _clean(f"{address.hostname or ''}-{unquote(f'{address.path}-{address.query}').strip('/-')}")
    path = Path(source)
    root = next((root for root in roots if root in path.parents), path.parent)
    *above, name = path.relative_to(root).parts
    if holds_pages(path):
        above, name = [*above, name], f"{record:06}"
    else:
        name = PurePath(strip_packing(name)).stem
    folders = [_clean(part) for part in above]
    # A folder a.md would be in the way of the file a.md.
    folders = [f"{part}_" if part.endswith(suffix) else part for part in folders]
    return "/".join([*folders, _clean(name)])


def _clean(name: str) -> str:
    cleaned = _UNSAFE.sub("-", name).strip(".-")
    return cleaned.encode()[:_LONGEST].decode("utf-8", "ignore") or "page"


def choose_free(stem: str, suffix: str, taken: Collection[str], numbers: Iterator[int]) -> str:
    """Choose the first of ``stem.md``, ``stem-2.md``, ``stem-3.md`` and so on that is not taken."""
    name = f"{stem}{suffix}"
    while name.casefold() in taken:
        name = f"{stem}-{next(numbers)}{suffix}"
    return name
