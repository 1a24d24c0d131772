"""The fragments of marked spans: unchanged ones are kept, and lost ones can be restored."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from operator import attrgetter
from typing import Any

import msgspec

from annotate.review.model.page import Page
from cetr.document import Span, Spans
from evaluate.package import Fragment, make_fragments


def remake_fragments(
    page: Page, known: Sequence[Fragment], spans: Spans, restored: Sequence[Fragment]
) -> tuple[Fragment, ...]:
    """Make fragments of normalised spans.

    Fragments that are ``known`` or ``restored`` are kept with all their fields, even if several that touch make up one
    span.
    """
    made: list[Fragment] = []
    for span in spans:
        made.extend(_find_parts(restored, span) or _find_parts(known, span) or (_make(page, span),))
    return tuple(made)


def _find_parts(known: Sequence[Fragment], span: Span) -> Sequence[Fragment]:
    """Find the sorted fragments that touch each other and make up a span; empty if there are none."""
    first = last = bisect_left(known, span[0], key=attrgetter("start"))
    at = span[0]
    while at < span[1] and last < len(known) and known[last].start == at:
        at = known[last].end
        last += 1
    return known[first:last] if at == span[1] else ()


def _make(page: Page, span: Span) -> Fragment:
    return make_fragments(page.html, (span,), page.tokens)[0]


def describe_lost(page: Page, known: Iterable[Fragment], kept: Iterable[Fragment]) -> list[dict[str, Any]]:
    """Describe the fragments that are gone: their spans, and the fields that cannot be made again from the page.

    A fragment is left out if all of it can be made again.
    """
    there = {(f.start, f.end) for f in kept}
    lost = []
    for fragment in known:
        span = (fragment.start, fragment.end)
        if span not in there:
            made = _make(page, span)
            facts = {n: v for n, v in msgspec.structs.asdict(fragment).items() if v != getattr(made, n)}
            if facts:
                lost.append({"start": span[0], "end": span[1], **msgspec.to_builtins(facts)})
    return lost


def restore_fragments(page: Page, lost: Iterable[Mapping[str, Any]]) -> tuple[Fragment, ...]:
    """Restore the fragments that `describe_lost` described. What is not described so, in a stranger's journal, is
    left out.
    """
    restored = []
    for facts in lost:
        with suppress(KeyError, TypeError, msgspec.ValidationError):
            start, end = facts["start"], facts["end"]
            if 0 <= start < end <= len(page.html):
                made = msgspec.to_builtins(_make(page, (start, end)))
                restored.append(msgspec.convert({**made, **facts}, Fragment))
    return tuple(restored)
