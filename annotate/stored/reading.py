"""Open stored pages: WARC and WACZ files, JSON Lines, Parquet, folders and files."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from annotate.stored.archives import index_warc, open_wacz
from annotate.stored.folders import Folders, find_beside, is_page_file, open_files, read_base
from annotate.stored.holdings import Holdings, gather
from annotate.stored.jsonlines import index_lines, write_lines
from annotate.stored.pages import Stored
from cetr.console import InputError, copy_bounded, count_of, is_packed, open_packed, open_scratch
from cetr.sources import MEMBER_BYTES, holds_pages, is_parquet, is_rows, load_fastwarc, read_urls, spell_url


def is_stored(name: str, url: str = "") -> bool:
    """Whether a name is that of stored pages: a file, a folder, or a page whose ``url`` is known or given in it."""
    path = Path(name)
    try:
        if path.is_dir() or (holds_pages(name) and path.is_file()):
            return True
        return is_page_file(path) and bool(url or read_base(path))
    except OSError:  # no file can have that name
        return False


@contextmanager
def open_stored(files: Iterable[Path], url: str = "", *, may_lack_pages: bool = False) -> Iterator[Stored]:
    """Open the pages of files and folders, the latter under ``url``; the first of several pages of an archive counts.

    An archive that cannot be read is among what is damaged, as is a row that is no page. Raises `InputError` if another
    file cannot be read, two files are pages with the same URL, or there are no pages, unless these ``may_lack_pages``.
    """
    held: dict[Path, Holdings] = {}
    folders: Folders = {}
    known = set[str]()
    with open_scratch() as unpacked:
        for file in files:
            if file.is_dir() or is_page_file(file):
                found, reading, beside = open_files(file, url)
                _refuse_same(file, found, known)
                for base, own in beside.items():
                    folders.setdefault(base, {}).update(own)
                held[file] = Holdings(dict.fromkeys(found), reading)
            elif url:
                raise InputError(f"{file}: gives the URLs of its pages itself; leave out --url, or pass folders alone")
            else:
                held[file] = _open_file(file, unpacked / str(len(held)))
            known |= held[file].pages.keys()
        whole = gather(held.values())
        losses = tuple(_list_losses(held, whole))
        if held and not whole.pages and not may_lack_pages:
            raise InputError("; ".join(losses))
        versions = tuple(version for version in whole.versions if version[0] in whole.pages)
        find, is_damaged = partial(find_beside, folders), bool(whole.damages)
        yield Stored(tuple(whole.pages), whole.readers, find, losses, is_damaged, versions)


def _list_losses(held: Mapping[Path, Holdings], whole: Holdings) -> Iterator[str]:
    yield from whole.damages
    if empty := [str(file) for file, one in held.items() if not (one.pages or one.damages)]:
        others = count_of(len(empty) - 1, "other file")
        yield f"{empty[0]}: has no pages" + (f" (like {others})" if len(empty) > 1 else "")
    if cut := len(set(whole.cut) - whole.readers.keys()):
        yield f"{count_of(cut, 'page')} left out: cut off by the crawler (WARC-Truncated)"
    if missing := len({r.url for r in whole.revisits if r.may_be_page} - whole.readers.keys()):
        yield f"{count_of(missing, 'page')} left out: revisits whose content is in none of these files"


def list_wanted(stored: Stored, urls_file: str | None) -> tuple[list[str], list[str]]:
    """List what a file of URLs names, in its order, or all pages; and what it names that is not stored.

    It may name redirects, too, and pages in frames.
    """
    if urls_file is None:
        return list(stored.pages), []
    named = read_urls(urls_file)
    found = dict.fromkeys(url for url in map(spell_url, named) if url in stored.readers)
    return list(found), [url for url in named if spell_url(url) not in stored.readers]


def _refuse_same(file: Path, urls: Iterable[str], before: Collection[str]) -> None:
    known = set[str]()
    for url in urls:
        if url in known or url in before:
            raise InputError(
                f"{file}: {url}: two pages have this URL; pass their folder with --url, so that each gets its own"
            )
        known.add(url)


def _open_file(file: Path, unpacked: Path) -> Holdings:
    if is_rows(file):
        return index_lines(_unpack(file, unpacked), file)
    load_fastwarc()  # if it is not installed, that is no damage
    try:
        return open_wacz(file, unpacked) if file.name.lower().endswith(".wacz") else index_warc(file, str(file))
    except InputError as error:  # the others may be whole
        return Holdings(damages=[str(error)])


def _unpack(file: Path, unpacked: Path) -> Path:
    """Unpack a file of rows, because its pages are read on demand; one that is not packed stays where it is."""
    if is_parquet(file):
        write_lines(file, unpacked)
        return unpacked
    if not is_packed(file):
        return file
    with open_packed(file) as packed, unpacked.open("wb") as target:
        copy_bounded(packed, target, MEMBER_BYTES, str(file))
    return unpacked
