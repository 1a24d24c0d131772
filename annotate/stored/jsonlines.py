"""Pages in JSON Lines of ``url`` and ``html``, and Parquet made to such lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from annotate.reading import leave_out
from annotate.stored.holdings import Holdings
from annotate.stored.pages import Response, Version
from cetr.console import TOO_LONG, InputError, pass_long_lines
from cetr.sources import MEMBER_BYTES, is_url, name_row, read_values, spell_url


def write_lines(parquet: Path, target: Path) -> None:
    """Write the pages of a Parquet file as lines, which can be read again one by one, in any order.

    Raises `InputError` if it cannot be read, or has more than `MEMBER_BYTES`.
    """
    size = 0
    with target.open("wb") as lines:
        for values in read_values(parquet, ("url", "html")):
            size += lines.write(json.dumps({k: v for k, v in values.items() if isinstance(v, str)}).encode() + b"\n")
            if size > MEMBER_BYTES:
                raise InputError(f"{parquet}: is larger than {MEMBER_BYTES / 1_000_000:g} MB when unpacked, the limit")


def index_lines(file: Path, named: Path) -> Holdings:
    """Index the pages of a file, which errors call ``named``; the first of several with the same URL counts.

    A line that is no page costs itself. Raises `InputError` if no line is one.
    """
    held = Holdings()
    for url, read in leave_out(_list_lines(file, named), held.damages.append):
        held.add(url, read, is_page=True)
    return held


def _list_lines(file: Path, named: Path) -> Iterator[Version | str]:
    with file.open("rb") as lines:
        for number, line in enumerate(pass_long_lines(lines, str(named))):
            where = f"{named}: {name_row(named, number)}"
            if line is None:
                yield f"{where}: {TOO_LONG}"
            elif line.strip():
                try:
                    url = spell_url(_parse_line(line, where)["url"])
                except InputError as error:
                    yield str(error)
                else:
                    yield url, partial(_read_line, file, lines.tell() - len(line), len(line), where)


def _parse_line(line: bytes, where: str) -> dict[str, str]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{where}: is not JSON") from error
    if not isinstance(record, dict) or not all(isinstance(record.get(key), str) for key in ("url", "html")):
        raise InputError(f"{where}: needs 'url' and 'html', both strings")
    if not is_url(record["url"]):
        raise InputError(f"{where}: url: needs a URL that begins with http:// or https://")
    return record


def _read_line(file: Path, at: int, size: int, where: str) -> Response:
    with file.open("rb") as lines:
        lines.seek(at)
        record = _parse_line(lines.read(size), where)
    headers = (("Content-Type", "text/html; charset=utf-8"),)
    return Response(200, "OK", headers, record["html"].encode("utf-8", "replace"))
