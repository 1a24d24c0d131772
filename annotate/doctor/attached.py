"""Whether the files beside a document are whole: its response, layout, screenshot and exchange."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from annotate.doctor.recovering import list_readings
from cetr.console import InputError
from cetr.document import read_layout_file
from evaluate.package import Meta, PackageError
from evaluate.package.files import EXCHANGE, HTML, LAYOUT, SCREENSHOT, SOURCE, check_file, read_regular

_STEP = 1 << 20
_STEPS = 2048
"""No exchange that is longer than so many steps, in bytes, is read to its end: a stranger's may unpack without end."""
_PNG_END = b"IEND\xaeB`\x82"


def check_attached(folder: Path, name: str, meta: Meta) -> Iterator[tuple[str, str, str, bytes | None]]:
    """Yield the suffix of each damaged file, what is wrong, what would help, and the right bytes if they are known."""
    for suffix, check, cure in (
        (LAYOUT, _check_layout, "remove it, and make it again with annotate render"),
        (SCREENSHOT, _check_picture, "remove it, and make it again with annotate render"),
        (EXCHANGE, _check_exchange, "restore it from a backup, or remove it"),
    ):
        try:
            check_file(folder / (name + suffix))
            problem = check(folder / (name + suffix), folder / (name + HTML))
        except FileNotFoundError:
            continue
        except (OSError, PackageError) as error:
            problem = str(error).removeprefix(f"{folder / (name + suffix)}: ")
        if problem:
            yield suffix, problem, cure, None
    yield from _check_source(folder / (name + SOURCE), meta)


def _check_layout(path: Path, page: Path) -> str:
    try:
        read_layout_file(page)
    except InputError as error:
        return str(error).removeprefix(f"{path}: ")
    return ""


def _check_picture(path: Path, _: Path) -> str:
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - len(_PNG_END)))
        return "" if file.read() == _PNG_END else "is cut off: it does not end as a PNG file does"


def _check_exchange(path: Path, page: Path) -> str:
    try:
        with gzip.open(path) as file:
            for _ in range(_STEPS):
                if not file.read(_STEP):
                    return ""
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        return f"cannot be unpacked: {error}"
    return f"unpacks to more than {_STEPS * _STEP >> 30} GB, which is not read"


def _check_source(path: Path, meta: Meta) -> Iterator[tuple[str, str, str, bytes | None]]:
    wanted = meta.source.sha256 if meta.source else None
    if wanted is None:
        return
    try:
        data = read_regular(path)
    except (OSError, PackageError):
        return
    if sha256(data).hexdigest() == wanted:
        return
    for problem, restored in list_readings(data):
        if sha256(restored).hexdigest() == wanted:
            yield SOURCE, problem, "the bytes that were saved, by their hash", restored
            return
    yield SOURCE, "is not the response that was saved (source.sha256)", "restore it from a backup, or remove it", None
