"""Compare two results, as ``evaluate compare`` does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from evaluate.api.running import Results
from evaluate.api.tables import format_html
from evaluate.comparing.change import PageChange, SideComparison, compare_sides, correct_all
from evaluate.comparing.sides import LeftOut, add_to_sides, check_comparable, keep_common
from evaluate.comparing.testing import RESAMPLES, Difference
from evaluate.comparing.verdicts import Verdict
from evaluate.comparing.writing import tabulate_figures, warn_of, write_comparison
from evaluate.tables import Cell


@dataclass(frozen=True, eq=False, repr=False)
class Compared:
    """The effect of a change. Prints as ``evaluate compare`` does, and shows as a table in a notebook.

    ``figures`` are the differences by name: ``compared.figures["words.f1"].low``. ``pages`` are those that lost most,
    worst first, then those that gained most, with the words lost and gained.
    """

    comparison: SideComparison

    @property
    def figures(self) -> dict[str, Difference]:
        """The differences over all documents, by ``MEASURE.PART``."""
        return {figure.name: figure for figure in self.comparison.figures}

    @property
    def pages(self) -> tuple[PageChange, ...]:
        """The pages that lost and gained most by the first measure."""
        return self.comparison.pages

    def table(self) -> list[dict[str, Cell]]:
        """Return a flat record for each figure, over all documents and over each group: for data frames."""
        return tabulate_figures(self.comparison)

    def __repr__(self) -> str:
        return f"Compared(old={self.comparison.old.extractor!r}, new={self.comparison.new.extractor!r})"

    def __str__(self) -> str:
        return write_comparison(self.comparison, Verdict(()))

    def _repr_html_(self) -> str:
        old, new = self.comparison.old.extractor, self.comparison.new.extractor
        keys = ("figure", "old", "new", "difference", "low", "high", "p_adjusted", "worse", "same", "better")
        rows = [{key: row[key] for key in keys} for row in self.table() if not row["field"]]
        warnings = "".join(f"<p><b>Warning:</b> {escape(text)}</p>" for text in warn_of(self.comparison))
        return format_html(f"{old} → {new}, resampled by {self.comparison.whole.units.drawn}", rows) + warnings


def compare(
    old: Results,
    new: Results,
    *,
    by: Sequence[str] = (),
    common: bool = False,
    pages: int = 5,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Compared:
    """Compare two results of the same documents: differences, intervals, p-values, pages (see docs/evaluation.md).

    ``by`` are fields to break the differences down by, as those of ``evaluate compare --by``. With ``common``, compares
    the documents that both have. Raises `InputError` if documents or gold differ, or if no document has a field.
    """
    if isinstance(by, str):
        raise TypeError(f"by: is a text; name fields in a list: ['{by}']")
    for which, side in (("old", old), ("new", new)):
        if not isinstance(side, Results):
            raise TypeError(f"{which}: is {type(side).__name__}, not Results; `run` and `read_results` return them")
    one, other, left_out = old.to_side(), new.to_side(), LeftOut()
    if common:
        one, other, left_out = keep_common(one, other)
    check_comparable(one, other, " (common=True compares the documents that both have)")
    ((one, other),) = add_to_sides([(one, other)], by)
    found = compare_sides(one, other, by=by, left_out=left_out, pages=pages, resamples=resamples, seed=seed)
    return Compared(correct_all([found])[0])
