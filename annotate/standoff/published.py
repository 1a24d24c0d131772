"""The files of published gold: ``gold.jsonl`` with a line for each page, and ``about.json`` on the package."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import msgspec

from annotate.formats.streams import read_lines
from annotate.standoff.lines import Line
from cetr.console import TOO_LONG, InputError, read_file
from evaluate.package import NO_CONTENT, Approval, Meta, PackageInfo, Status
from evaluate.parsing import parse_json

GOLD, ABOUT, URLS, README = "gold.jsonl", "about.json", "urls.txt", "README.md"

ABOUT_BYTES = 1_000_000
"""No description of a package is longer."""


class Row(msgspec.Struct, kw_only=True, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The gold of one page: ``lines`` are the page, see `annotate.standoff.lines`.

    ``spans`` and ``optional`` hold for the HTML with this hash alone. The other keys are those of `Meta`, without those
    that quote the page.
    """

    id: str
    url: str = ""
    captured: datetime | None = None
    language: str | None = None
    page_type: str | None = None
    multiple_articles: bool = False
    status: Status
    annotator: str | None = None
    approvals: tuple[Approval, ...] = ()
    note: str = ""
    no_main_content: bool = False
    html_sha256: str
    spans: tuple[tuple[int, int], ...]
    optional: tuple[tuple[int, int], ...] = ()
    lines: tuple[Line, ...]


def make_row(name: str, meta: Meta, lines: tuple[Line, ...]) -> Row:
    """Make the row of a document."""
    return Row(
        id=str(meta.extra.get("id", name)),
        url=meta.url,
        captured=meta.captured.time if meta.captured else None,
        language=meta.language,
        page_type=meta.page_type,
        multiple_articles=meta.multiple_articles,
        status=meta.status,
        annotator=meta.annotator,
        approvals=meta.approvals,
        note=meta.note,
        no_main_content=meta.extra.get(NO_CONTENT) is True,
        html_sha256=meta.html_sha256,
        spans=meta.spans,
        optional=meta.optional,
        lines=lines,
    )


def read_rows(folder: Path) -> Iterator[Row]:
    """Read the rows of published gold. Raises `InputError` that names the row and the field."""
    path = folder / GOLD
    if not path.is_file():
        raise InputError(f"{folder}: is not published gold: it has no {GOLD}")
    for number, line in read_lines(path):
        where = f"{path}: row {number}"
        if line is None:
            raise InputError(f"{where}: {TOO_LONG}")
        yield parse_json(line, Row, where)


def read_about(folder: Path) -> PackageInfo:
    """Read what is known of the published package."""
    path = folder / ABOUT
    info: PackageInfo = parse_json(read_file(path, ABOUT_BYTES), PackageInfo, str(path), 1)
    return info
