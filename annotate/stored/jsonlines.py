"""Pages in JSON Lines of ``url`` and ``html``."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

from annotate.stored.pages import Readers, Response
from cetr.console import InputError, read_lines
from cetr.sources import is_url, spell_url


def index_lines(file: Path, named: str) -> Readers:
    """Index the pages of a file, which errors call ``named``; the first of several with the same URL counts."""
    readers: Readers = {}
    with file.open("rb") as lines:
        at = 0
        for number, line in enumerate(read_lines(lines, named), 1):
            if line.strip():
                url = _parse_line(line, f"{named}: line {number}")["url"]
                if not is_url(url):
                    raise InputError(f"{named}: line {number}: url: needs a URL that begins with http:// or https://")
                readers.setdefault(spell_url(url), partial(_read_line, file, at, len(line), f"{named}: line {number}"))
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
