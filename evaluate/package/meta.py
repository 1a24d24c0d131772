"""The metadata of one document (``NAME.json``) and of a package (``package.toml``), with their validation."""

from __future__ import annotations

import codecs
import tomllib
from datetime import date, datetime, time
from typing import Any, Literal

import msgspec
import tomli_w

from cetr.console import InputError
from cetr.document import Spans
from evaluate.parsing import parse_json, parse_toml, tell_error

SCHEMA = 1

Status = Literal["draft", "harvested", "gold", "reviewed", "rejected"]
"""draft: not finished; harvested: made by rules and seen by nobody; gold: marked by a person (or imported);
reviewed: checked a second time; rejected.
"""


class PackageError(InputError):
    """A package, or one of its files, cannot be read or written."""


class _Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Unknown keys are errors, so that a misspelt one is noticed. A user's own data goes under ``extra``."""


class RangeSelector(_Record, frozen=True, kw_only=True):
    """W3C RangeSelector: for both ends, the XPath of the element and the offset (code points) into its text."""

    start: str
    start_offset: int
    end: str
    end_offset: int


class Fragment(_Record, frozen=True, kw_only=True):
    """A marked span of the document with the three W3C selectors: position, quote, range.

    ``start`` and ``end`` are code point offsets into the HTML. ``quote`` is the span's text on one line, ``prefix``
    and ``suffix`` up to 32 characters of the text around it.
    """

    start: int
    end: int
    quote: str = ""
    prefix: str = ""
    suffix: str = ""
    xpath: RangeSelector | None = None


class Captured(_Record, frozen=True, kw_only=True):
    """How the page was captured.

    ``time`` is RFC 3339. ``viewport`` and ``page``, the whole scrollable area, are (width, height) in CSS pixels.
    """

    time: datetime
    tool: str
    browser: str | None = None
    viewport: tuple[int, int] | None = None
    page: tuple[int, int] | None = None


class Source(_Record, frozen=True, kw_only=True):
    """The response as served: HTTP status, relevant headers, and the hash of its bytes."""

    status: int | None = None
    content_type: str | None = None
    charset: str | None = None
    sha256: str | None = None
    headers: dict[str, str] = {}


class Approval(_Record, frozen=True, kw_only=True):
    """Who approved a document's marks, and when (RFC 3339)."""

    annotator: str | None = None
    time: datetime


class Statement(_Record, frozen=True, kw_only=True):
    """A statement of a page about itself, and its source, such as ``meta og:title``."""

    value: str
    source: str


NO_CONTENT = "no_main_content"
"""Key of `Meta.extra`: true if a person has said that the page has no main content and therefore marked none."""


class Meta(_Record, frozen=True, kw_only=True):
    """All that is known about a document beside its HTML and text.

    ``metadata`` holds the page's statements about itself, by the names of `cetr.metadata.FIELDS`.
    """

    schema: int = SCHEMA
    url: str
    language: str | None = None
    fragmented: bool = False
    multiple_articles: bool = False
    title: str | None = None
    page_type: str | None = None
    status: Status = "gold"
    captured: Captured | None = None
    annotator: str | None = None
    approvals: tuple[Approval, ...] = ()
    html_sha256: str
    source: Source | None = None
    metadata: dict[str, Statement] = {}
    fragments: tuple[Fragment, ...] = ()
    optional: tuple[tuple[int, int], ...] = ()
    coverage: float | None = None
    note: str = ""
    extra: dict[str, Any] = {}

    @property
    def spans(self) -> Spans:
        """The marked spans, as they are in the file."""
        return tuple((f.start, f.end) for f in self.fragments)

    @property
    def finished(self) -> bool:
        """Whether a person has said what the main content is, so that extractors can be scored against it."""
        return self.status in ("gold", "reviewed")

    @property
    def decided(self) -> bool:
        """Whether a person has said what the main content is, or that there is none."""
        return self.finished or self.status == "rejected"


class PackageInfo(_Record, frozen=True, kw_only=True):
    """``package.toml``. ``guideline`` says how to decide what is main content; ``created`` is a date, RFC 3339."""

    schema: int = SCHEMA
    name: str
    title: str = ""
    description: str = ""
    license: str = ""
    languages: tuple[str, ...] = ()
    guideline: str = ""
    created: str = ""
    extra: dict[str, Any] = {}


def parse_meta(data: bytes, where: str) -> Meta:
    """Parse the bytes of ``NAME.json``. An error gives ``where``, the field's path and what is wrong.

    A byte order mark, which some editors write, is skipped, as in `parse_info`.
    """
    try:
        meta: Meta = parse_json(data.removeprefix(codecs.BOM_UTF8), Meta, where, SCHEMA)
    except InputError as error:
        raise PackageError(str(error)) from error
    return _check_meta(meta, where)


def _check_meta(meta: Meta, where: str) -> Meta:
    for kind, spans in (("fragments", meta.spans), ("optional", meta.optional)):
        last = 0
        for i, (start, end) in enumerate(spans):
            if not last <= start < end:
                raise PackageError(
                    f"{where}: {kind}[{i}]: [{start}, {end}) is empty, overlaps or is out of order; "
                    "spans are half-open, sorted and disjoint"
                )
            last = end
    return meta


def format_meta(meta: Meta, where: str) -> bytes:
    """Format the bytes of ``NAME.json``: indented, keys in the order of the format, UTF-8.

    Raises `PackageError`, as `parse_meta` would for these bytes, if they could not be read again.
    """
    try:
        # This does not copy texts, which can be megabytes long.
        again = msgspec.convert(msgspec.to_builtins(meta), Meta)
        text = msgspec.json.encode(again)
    except (msgspec.ValidationError, msgspec.EncodeError, UnicodeEncodeError) as error:
        raise PackageError(f"{where}: {tell_error(error, Meta)}") from error
    _check_meta(again, where)
    return msgspec.json.format(text, indent=2) + b"\n"


def parse_info(data: bytes, where: str) -> PackageInfo:
    """Parse the bytes of ``package.toml``."""
    try:
        info: PackageInfo = parse_toml(data, PackageInfo, where, SCHEMA)
    except InputError as error:
        if b"\n<<<<<<< " in b"\n" + data:
            raise PackageError(
                f"{where}: has a merge conflict of git; edit it, or take your side with 'annotate doctor --repair'"
            ) from error
        raise PackageError(str(error)) from error
    return info


def format_info(info: PackageInfo) -> bytes:
    """Format the bytes of ``package.toml``."""
    table = msgspec.to_builtins(info, builtin_types=(datetime, date, time))
    text = tomli_w.dumps(table, multiline_strings=True)
    if msgspec.convert(tomllib.loads(text), PackageInfo) != info:
        # A multi-line string cannot hold a literal carriage return.
        text = tomli_w.dumps(table)
    return text.encode("utf-8")
