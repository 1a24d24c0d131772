"""Merging two changes of one document, if they do not touch the same text or field."""

from __future__ import annotations

import msgspec

from annotate.review.model.decisions import State, changed_fields, is_flag_true, with_spans
from annotate.review.model.page import Page
from cetr.document import Span, Spans, normalize_spans, subtract_spans


def merge_states(page: Page, base: State, mine: State, theirs: State) -> State | None:
    """Apply my change of ``base``, marks of a page, to theirs; None if both changed the same text or field.

    Changes of adjoining text conflict, too: somebody who marks a sentence may want the mark to end there.
    """
    added, removed = subtract_spans(mine.spans, base.spans), subtract_spans(base.spans, mine.spans)
    their_change = subtract_spans(theirs.spans, base.spans) + subtract_spans(base.spans, theirs.spans)
    if _touch(normalize_spans(added + removed, _end(base, mine, theirs)), tuple(sorted(their_change))):
        return None
    fields = changed_fields(base.meta, mine.meta)
    # The flag follows the spans, which are merged; it is no decision of its own.
    follows = added + removed and is_flag_true(page, mine)
    if follows:
        fields.pop("fragmented", None)
    if any(getattr(theirs.meta, name) not in change for name, change in fields.items()):
        return None
    meta = msgspec.structs.replace(theirs.meta, **{name: after for name, (_, after) in fields.items()})
    merged = subtract_spans(theirs.spans, removed)
    spans = normalize_spans((*merged, *added), _end(base, mine, theirs))
    return with_spans(page, State(theirs.spans, meta), spans) if follows else State(spans, meta)


def _end(*states: State) -> int:
    return max((s.spans[-1][1] for s in states if s.spans), default=0)


def _touch(one: Spans, other: tuple[Span, ...]) -> bool:
    """Return whether an interval of one overlaps or adjoins one of the other."""
    return any(a[0] <= b[1] and b[0] <= a[1] for a in one for b in other)
