"""Pages in JSON Lines of ``url`` and ``html``, and Parquet made to such lines."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

from annotate.stored.pages import Readers, Response
from cetr.console import InputError, read_lines
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


def index_lines(file: Path, named: Path) -> Readers:
    """Index the pages of a file, which errors call ``named``; the first of several with the same URL counts."""
    readers: Readers = {}
    with file.open("rb") as lines:
        at = 0
        for number, line in enumerate(read_lines(lines, str(named))):
            if line.strip():
                where = f"{named}: {name_row(named, number)}"
                url = _parse_line(line, where)["url"]
                if not is_url(url):
                    raise InputError(f"{where}: url: needs a URL that begins with http:// or https://")
                readers.setdefault(spell_url(url), partial(_read_line, file, at, len(line), where))
            at += len(line)
    return readers


def _parse_line(line: bytes, where: str) -> dict[str, str]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{where}: is not JSON") from error
    if not isinstance(record, dict) or not all(isinstance(record.get(key), str) for key in ("url", "html")):
        raise InputError(f"{where}: needs 'url' and 'html', both strings")
    return record


def _read_line(file: Path, at: int, size: int, where: str) -> Response:
    with file.open("rb") as lines:
        lines.seek(at)
        record = _parse_line(lines.read(size), where)
    headers = (("Content-Type", "text/html; charset=utf-8"),)
    return Response(200, "OK", headers, record["html"].encode("utf-8", "replace"))
