"""The WARC files in a WACZ archive, a zip that crawlers write, under ``archive/`` (Webrecorder, WACZ 1.1.1)."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

from cetr.console import DAMAGED, InputError, copy_bounded, list_members, naming, open_scratch, open_zip
from cetr.sources.pages import SourcePage
from cetr.sources.records import load_fastwarc, refuse_other
from cetr.sources.warc import number_records

MEMBER_BYTES = 8_000_000_000
"""The most bytes to which a WARC file in an archive may unpack."""

_WARC = (".warc", ".warc.gz")
_UNREADABLE = (InputError, zipfile.BadZipFile, OSError, RuntimeError, ValueError)
"""What is raised for a damaged or encrypted archive or member."""


def is_wacz(path: str | Path) -> bool:
    """Whether a file is a WACZ archive, by its name."""
    return str(path).lower().endswith(".wacz")


def read_wacz(source: Path, done: frozenset[int]) -> Iterator[SourcePage]:
    """Read the pages of the WARC files in an archive as `read_warc` does; records are numbered through all files.

    Of an archive whose end is missing, and with it the list of its files, the records are found that are gzipped one by
    one.
    """
    number = 0
    load_fastwarc()  # if it is not installed, that is no damage of the archive
    try:
        with open_zip(source) as archive:
            for member in list_warcs(archive, str(source)):
                with open_scratch() as folder:
                    try:
                        file = unpack_warc(archive, member, folder, str(source))
                    except _UNREADABLE as error:
                        yield SourcePage(str(source), number, skip=f"unreadable: {error}")
                    else:
                        number = yield from number_records(file, source, number, done)
    except _UNREADABLE as error:
        yield SourcePage(str(source), number, skip=f"unreadable: {error}")
        if isinstance(error, zipfile.BadZipFile) and not zipfile.is_zipfile(source):  # a download that broke off
            yield from number_records(source, source, number, done, is_warc=False)


def list_warcs(archive: zipfile.ZipFile, named: str) -> list[str]:
    """List the WARC files in an archive by name; raises `InputError` as `list_members` does."""
    names = sorted(member.filename for member in list_members(archive, named))
    return [name for name in names if name.startswith("archive/") and name.lower().endswith(_WARC)]


def unpack_warc(archive: zipfile.ZipFile, member: str, folder: Path, named: str) -> Path:
    """Unpack a WARC file of an archive into a folder, where it gets a name of ours.

    Raises `InputError` if it is not WARC, is damaged, or is longer than `MEMBER_BYTES`.
    """
    where = f"{named}: {member}"
    path = folder / f"{len(list(folder.iterdir()))}.warc{'.gz' if member.lower().endswith('.gz') else ''}"
    # The disk of the temporary files may be full.
    with archive.open(member) as packed, naming(path), path.open("wb") as plain:
        try:
            refuse_other(packed.read(8))
        except (ValueError, *DAMAGED) as error:
            raise InputError(f"{where}: cannot be read as a WARC file: {error}") from error
        packed.seek(0)
        copy_bounded(packed, plain, MEMBER_BYTES, where)
    return path
