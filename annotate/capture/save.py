"""Save a capture. Nothing is written unless it passes the check."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from msgspec.structs import replace as replace_fields

from annotate.capture.digest import Digest, digest_text
from annotate.capture.freeze import Frozen
from annotate.capture.model import Saved
from annotate.capture.model.marks import Suggestion, tell_use
from annotate.capture.world import World
from annotate.markup.html_facts import find_metadata
from annotate.queue.urls import strip_credentials
from annotate.texts.languages import correct_language
from cetr.document import Spans, lex, subtract_spans
from evaluate.package import (
    NO_CONTENT,
    Captured,
    ConflictError,
    Decision,
    Document,
    Fragment,
    Meta,
    PackageError,
    PackageInfo,
    RangeSelector,
    Status,
    create_package,
    discard_document,
    make_fragments,
    make_name,
    read_document,
    read_package,
    rewrite_document,
    write_document,
)
from evaluate.package.files import EXCHANGE, LAYOUT, SCREENSHOT, SOURCE
from evaluate.package.fragments import fold


class MismatchError(PackageError):
    """What would be saved differs from what is marked in the browser."""


@dataclass(frozen=True)
class Choice:
    """What a person, or a rule, has decided about a page.

    Without a ``language`` it is the page's, or what the gold reads like. ``requested`` is the URL asked for, if it led
    to another one. ``rejected`` is why the page does not count, if so.
    ``note`` is a note for readers of the document. ``optional`` is right either way; None: as it was before, where the
    page is the same. ``suggestion`` is the one that the person accepted something of.
    """

    spans: Spans
    optional: Spans | None = None
    language: str | None = None
    multiple_articles: bool = False
    fragmented: bool = False
    annotator: str | None = None
    page_type: str | None = None
    status: Status = "gold"
    action: str = "capture"
    seconds: float | None = None
    requested: str = ""
    rejected: str = ""
    note: str = ""
    suggestion: Suggestion | None = None


@dataclass(frozen=True)
class Seen:
    """What the browser shows in one span: the digest of its text, and its ends in the tree."""

    digest: Digest
    range: RangeSelector | None


Look = Callable[[], Sequence[Seen]]
"""Returns what the browser shows in each span of a choice."""


@dataclass(frozen=True)
class Checked:
    """A document that can be saved: all its fragments are what the browser shows."""

    frozen: Frozen
    choice: Choice
    meta: Meta
    text: str


def look_up(world: World, spans: Spans) -> Look:
    """Begin to look up what the browser shows in each span; the returned function waits for the result."""
    begun = [world.begin(f"gold.describe({json.dumps(spans)})", frame) for frame in world.frames]
    return lambda: _collect_seen(world, spans, begun)


def _collect_seen(world: World, spans: Spans, begun: Sequence[str]) -> list[Seen]:
    """Collect what the browser shows in each span, over all frames of a frozen page."""
    digests: list[Digest] = [(0, 0, 0)] * len(spans)
    ranges: list[RangeSelector | None] = [None] * len(spans)
    for frame, description in zip(world.frames, begun, strict=True):
        for i, found in enumerate(world.evaluate(description, frame)):
            if found["digest"][0]:
                digests[i] = tuple(found["digest"])  # no span crosses the border of a frame
            if found["start"] and found["end"]:
                (start, start_offset), (end, end_offset) = found["start"], found["end"]
                ranges[i] = RangeSelector(start=start, start_offset=start_offset, end=end, end_offset=end_offset)
    return [Seen(digest, place) for digest, place in zip(digests, ranges, strict=True)]


def _compare_with_browser(url: str, fragments: Sequence[Fragment], look: Look) -> tuple[Fragment, ...]:
    """Return the fragments with their range selectors.

    Raises `MismatchError` if a fragment's text in the HTML (its quote) is not what the browser shows.
    """
    digests = [digest_text(fragment.quote) for fragment in fragments]
    compared: list[Fragment] = []
    for fragment, digest, seen in zip(fragments, digests, look(), strict=True):
        if digest != seen.digest:
            which, sizes = f"fragment {len(compared) + 1} of {len(fragments)}", (seen.digest[0], digest[0])
            raise MismatchError(
                f"{url}: not saved: {which}: mismatch: the page does not show '{fold(fragment.quote, 60)}' there"
                f" ({sizes[0]} characters on the page, {sizes[1]} in the file)"
            )
        compared.append(replace_fields(fragment, xpath=seen.range))
    return tuple(compared)


def check_document(frozen: Frozen, choice: Choice, look: Look) -> Checked:
    """Make the document to save from a page.

    ``look`` is called as late as possible, because the browser works until then. Raises `MismatchError` if a fragment
    is not exactly what the browser shows.
    """
    text = frozen.text.derive(choice.spans)
    requested = strip_credentials(choice.requested)
    tokens = lex(frozen.html)
    fragments = make_fragments(frozen.html, choice.spans, tokens, text)
    fragments = _compare_with_browser(frozen.url, fragments, look)
    extra: dict[str, Any] = {"requested": requested} if requested not in ("", frozen.url) else {}
    if frozen.banner is not None:
        extra["consent"] = asdict(frozen.banner)
    if frozen.revealed:
        extra["revealed"] = True
    if not choice.spans and not choice.rejected and choice.status != "draft":
        extra[NO_CONTENT] = True
    language = choice.language or correct_language(frozen.language, text)
    if not choice.language and language != frozen.language:
        extra["guessed"] = ["language"]
    meta = Meta(
        url=frozen.url,
        language=language or None,
        fragmented=choice.fragmented,
        multiple_articles=choice.multiple_articles,
        title=frozen.title or None,
        page_type=choice.page_type,
        status="rejected" if choice.rejected else choice.status,
        captured=Captured(
            time=frozen.time,
            tool=f"cetr-gold {version('cetr-gold')}",
            browser=frozen.browser,
            viewport=frozen.viewport,
            page=frozen.page,
        ),
        annotator=choice.annotator,
        html_sha256=frozen.html_sha256,
        source=frozen.source,
        metadata=find_metadata(frozen.html, tokens),
        fragments=fragments,
        optional=choice.optional or (),
        note=choice.rejected or choice.note,
        extra=extra,
    )
    return Checked(frozen, choice, meta, text)


def save_document(folder: Path, checked: Checked, name: str | None = None) -> Saved:
    """Write a document into a package, which is created if missing.

    ``name`` is the document that it replaces. If the page is the same, that document gets the new gold; otherwise a new
    document is written and then the old one removed. What only a person can know about the old one is kept.
    """
    ensure_package(folder)
    while True:
        try:
            return _save_as(folder, checked, name)
        except ConflictError:  # another process has just used the same new name
            continue


def _save_as(folder: Path, checked: Checked, name: str | None) -> Saved:
    frozen, choice, meta, text = checked.frozen, checked.choice, checked.meta, checked.text
    old = None if name is None else read_document(folder, name)
    same = old if old is not None and old.html == frozen.html else None
    name = make_name(frozen.url, read_package(folder).names) if same is None else same.name
    detail: dict[str, Any] = {"replaces": old.name} if old is not None and same is None else {}
    if choice.suggestion is not None and (use := tell_use(choice.suggestion, choice.spans, _has_text(frozen))):
        detail["suggested"] = {"method": choice.suggestion.method, "used": use}
    if choice.rejected:
        detail["reason"] = choice.rejected
    decision = Decision(
        time=datetime.now(UTC).replace(microsecond=0),
        document=name,
        action="reject" if choice.rejected else choice.action,
        annotator=choice.annotator,
        before=() if same is None else same.meta.spans,
        after=choice.spans,
        seconds=None if choice.seconds is None else round(choice.seconds, 1),
        detail=detail,
    )
    files = {
        SOURCE: frozen.source_bytes,
        LAYOUT: frozen.layout,
        SCREENSHOT: frozen.screenshot,
        EXCHANGE: frozen.exchange,
    }
    if old is not None:
        meta = _inherit(meta, old.meta, optional=same is not None and choice.optional is None)
    attachments = {suffix: data for suffix, data in files.items() if data is not None}
    write_document(
        folder,
        name,
        meta=meta,
        text=text,
        html=frozen.html,
        decision=decision,
        expected=None if same is None else same.revision,
        attachments=attachments,
    )
    if old is not None and same is None:
        discard_document(folder, old.name)
    return Saved(name, frozen.url, text, len(meta.fragments), choice.rejected, meta.status == "draft")


def _has_text(frozen: Frozen) -> Callable[[Spans], bool]:
    return lambda spans: bool(frozen.text.derive(spans).strip())


def withdraw_document(folder: Path, name: str, before: Document | None, annotator: str | None) -> None:
    """Take back the last save of a document: restore it as ``before``, or remove it, and record that in the journal."""
    now = read_document(folder, name)
    decision = Decision(
        time=datetime.now(UTC).replace(microsecond=0),
        document=name,
        action="withdraw",
        annotator=annotator,
        before=now.meta.spans,
        after=() if before is None else before.meta.spans,
    )
    if before is None:
        discard_document(folder, name, decision)
    else:
        rewrite_document(now, before.meta, before.text, decision)


def _inherit(meta: Meta, before: Meta, *, optional: bool) -> Meta:
    """Copy from earlier metadata what no capture can find out."""
    return replace_fields(
        meta,
        page_type=meta.page_type or before.page_type,
        note=meta.note or ("" if before.status == "rejected" else before.note),
        optional=subtract_spans(before.optional, meta.spans) if optional else meta.optional,
        extra={
            key: value
            for key, value in before.extra.items()
            if key not in (NO_CONTENT, "guessed", "consent", "revealed")
        }
        | meta.extra,
    )


def ensure_package(folder: Path) -> None:
    """Create the package if it is missing; refuse a folder that is something else."""
    name = folder.resolve().name
    create_package(folder, PackageInfo(name=name, title=name, created=date.today().isoformat()))
