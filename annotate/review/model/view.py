"""Everything the screen shows of a document, computed from its state and the predictions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from annotate.review.model.decisions import State
from annotate.review.model.disagreement import Difference, compare_lines, contest_lines
from annotate.review.model.doubt import Rated, rate_lines
from annotate.review.model.marks import LineMarks, mark_lines
from annotate.review.model.page import Page
from cetr.document import Bools, Floats, Ints, Spans


@dataclass(frozen=True)
class View:
    """A document beside its predictions.

    ``columns`` are the predictions so far, in the order of the screen (None: not yet, or failed); ``columns_optional``
    is what the people whose marks are columns call optional. ``difference`` compares gold with the first of them,
    ``contest`` counts what the columns do not agree on; in a blind review both are empty. ``rate`` is how likely each
    line is main content for the first column, (n,), from what it ``rated``, if it can.
    """

    page: Page
    state: State
    gold: LineMarks
    optional: LineMarks
    columns: tuple[LineMarks | None, ...]
    predictions: tuple[Spans | None, ...]
    columns_optional: tuple[LineMarks | None, ...]
    difference: Difference
    contest: Ints
    rated: Rated | None
    rate: Floats | None

    @property
    def loud(self) -> Bools:
        """Lines to check, because the first prediction and the gold differ."""
        return self.difference.disputed

    @property
    def primary(self) -> Spans | None:
        """The first column's prediction."""
        return self.predictions[0] if self.predictions else None


def look(
    page: Page,
    state: State,
    names: Sequence[str],
    predictions: Mapping[str, Spans],
    previous: View | None = None,
    optional: Mapping[str, Spans] | None = None,
    rated: Rated | None = None,
) -> View:
    """Compute the view of a state; ``predictions``, and what columns call ``optional``, map their names to spans.

    What has not changed since a ``previous`` view is taken from it.
    """
    found = tuple(predictions.get(name) for name in names)
    nothing = np.zeros(len(page), dtype=np.int64)
    first = found[0] if found else None
    old = previous if previous is not None and previous.page is page else None
    same_columns = old is not None and old.predictions == found
    same_gold = old is not None and old.state.spans == state.spans
    same_optional = old is not None and old.state.optional == state.optional
    if old is not None and same_columns:
        columns, contest = old.columns, old.contest
    else:
        columns = tuple(None if spans is None else mark_lines(page, spans) for spans in found)
        contest = contest_lines(page, [spans for spans in found if spans is not None])
    rate = None if rated is None else old.rate if old and old.rated is rated else rate_lines(page, rated)
    if old is not None and same_columns and same_gold and same_optional:
        difference = old.difference
    elif first is None:
        difference = Difference(nothing, nothing)
    else:
        difference = compare_lines(page, state.spans, state.optional, first)
    return View(
        page=page,
        state=state,
        gold=old.gold if old is not None and same_gold else mark_lines(page, state.spans),
        optional=old.optional if old is not None and same_optional else mark_lines(page, state.optional),
        columns=columns,
        columns_optional=tuple(mark_lines(page, optional[n]) if optional and n in optional else None for n in names),
        predictions=found,
        difference=difference,
        contest=contest,
        rated=rated,
        rate=rate,
    )
