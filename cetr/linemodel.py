"""What a tag-ratio method makes of a page: its lines, their numbers, their labels."""

from __future__ import annotations

from dataclasses import dataclass

from cetr.arrays import Bools, Floats
from cetr.document import Spans
from cetr.lines import Lines, label_spans


@dataclass(frozen=True)
class LineModel:
    """The n lines of a page with their tag ratio h, smoothed h', its derivative g' and ``labels``, all of shape (n,).

    ``labels`` says which lines are content. ``threshold`` is a value of h'. For ``cetr-modern``, ``cetr-tm`` and
    ``ttr-threshold`` content begins there: at half of the lowest centroid that is not the origin, and at the standard
    deviation of h' times the coefficient. The other methods decide otherwise; for these it is the latter, to compare.
    """

    lines: Lines
    ratio: Floats
    smoothed: Floats
    derivative: Floats
    threshold: float
    labels: Bools

    @property
    def spans(self) -> Spans:
        """The rendered text of the content lines, normalised."""
        return label_spans(self.lines, self.labels)
