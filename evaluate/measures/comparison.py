"""What a measure compares and returns: the types that all measures share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from cetr.document import Spans, split_words
from cetr.structure import Block
from evaluate.measures.blocks import read_output, read_spans
from evaluate.outputs import Output


@dataclass(frozen=True)
class Page:
    """The document behind a comparison, for measures that count its own words.

    ``gold`` and ``predicted`` are normalised spans, or None if only a text is known. ``optional`` spans count
    neither way.
    """

    html: str
    gold: Spans | None = None
    predicted: Spans | None = None
    optional: Spans = ()


@dataclass(frozen=True)
class Snippets:
    """Strings that a good extraction has (``wanted``) and does not have (``unwanted``)."""

    wanted: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()


@dataclass(frozen=True)
class Comparison:
    """A gold text and a predicted text, both without optional text. What several measures need is made once.

    ``output`` is the prediction with its type, if it was not spans.
    """

    gold: str
    predicted: str
    page: Page | None = None
    snippets: Snippets | None = None
    output: Output | None = None

    @cached_property
    def gold_blocks(self) -> tuple[Block, ...]:
        """The blocks that the gold's spans mark or, without spans, the blocks of the gold text by its declared type."""
        page = self.page
        if page is not None and page.gold:
            return read_spans(page.html, page.gold, page.optional)
        return read_output(self.gold)

    @cached_property
    def predicted_blocks(self) -> tuple[Block, ...]:
        """The blocks of the prediction: of spans, or of Markdown, HTML or text."""
        page = self.page
        if page is not None and page.predicted is not None:
            return read_spans(page.html, page.predicted, page.optional)
        if self.output is None or self.output.type == "text":
            return read_output(self.predicted)
        return read_output(self.output, page.html, page.optional) if page is not None else read_output(self.output)

    @cached_property
    def gold_words(self) -> list[str]:
        """The words of the gold text, case-folded."""
        return split_words(self.gold)

    @cached_property
    def predicted_words(self) -> list[str]:
        """The words of the predicted text, case-folded."""
        return split_words(self.predicted)


@dataclass(frozen=True)
class Score:
    """How well one text was extracted; precision, recall and F1 are in [0, 1].

    Of the ``extracted`` items, and of the ``expected`` items, ``matched`` are right. These counts allow pooling over
    documents (micro averages). ``details`` are figures that only this measure has.
    """

    precision: float
    recall: float
    f1: float
    matched: float
    extracted: float
    expected: float
    details: Mapping[str, float] = field(default_factory=dict)


SHARES = ("precision", "recall", "f1")
NUMBERS = (*SHARES, "matched", "extracted", "expected")
"""The fields that every score has."""

LARGEST_SHARE = 1 + 1e-9
"""The largest precision, recall or F1: sums of fractions may be rounded up."""
LARGEST = 1e15
"""The largest number of results. Sums and squares of such numbers stay finite."""


def list_figures(score: Score) -> dict[str, float]:
    """List precision, recall, F1 and the measure's own figures by their names."""
    return {"precision": score.precision, "recall": score.recall, "f1": score.f1, **score.details}


Measure = Callable[[Comparison], Score]


def f1_score(precision: float, recall: float) -> float:
    """Compute the harmonic mean of precision and recall; 0 if both are 0."""
    total = precision + recall
    return 2 * precision * recall / total if total > 0 else 0.0


def make_score(matched: float, extracted: float, expected: float, details: Mapping[str, float] | None = None) -> Score:
    """Make a score from counts. Nothing expected and nothing extracted scores 1; one of the two empty scores 0.

    Source: Gottron, "Evaluating content extraction on HTML documents", section 3.
    """
    precision = recall = float(extracted == expected == 0)
    if extracted and expected:
        precision, recall = matched / extracted, matched / expected
    return Score(precision, recall, f1_score(precision, recall), matched, extracted, expected, details or {})
