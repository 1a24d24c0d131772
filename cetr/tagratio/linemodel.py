"""The result of a tag-ratio method for a page: its lines, their numbers, their labels."""

from __future__ import annotations

from dataclasses import dataclass

from cetr.document import Bools, Floats, Spans
from cetr.tagratio.lines import Lines, label_spans


@dataclass(frozen=True)
class LineModel:
    """The n lines of a page, and what was computed for each, in arrays of shape (n,).

    ``smoothed`` is h', the smoothed tag ratio, and ``derivative`` is g', the absolute value of its ``slope``.

    ``ratio`` is the ratio of the counts for every method; ``cetr-modern`` smooths its square root. ``labels`` says
    which lines are content. ``threshold`` is the value of h' from which lines are content: for ``cetr-modern`` half of
    the lowest centroid that is not the origin, for ``cetr-tm`` and ``ttr-threshold`` the standard deviation of h' times
    the coefficient. It is None for methods that decide in another way, and if there was nothing to decide.
    """

    lines: Lines
    ratio: Floats
    smoothed: Floats
    slope: Floats
    derivative: Floats
    threshold: float | None
    labels: Bools

    @property
    def spans(self) -> Spans:
        """The rendered text of the content lines, normalised."""
        return label_spans(self.lines, self.labels)
