"""Show a document's gold against a prediction, word by word, in a notebook."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape

from evaluate.api.documents import compare_with_gold
from evaluate.measures import Score
from evaluate.measures import compare as apply_measures
from evaluate.package import Document
from evaluate.report.diffs import MISSING, RIGHT, SUPERFLUOUS, Script, diff_texts
from evaluate.scoring import Prediction

_STYLES = {
    MISSING: "background:#ffd7d5;color:#82071e;text-decoration:line-through",
    SUPERFLUOUS: "background:#d3e8ff;color:#0a3069;text-decoration:underline",
}


@dataclass(frozen=True)
class Shown:
    """The difference of a prediction from the gold text. ``script`` is the result of `diff_texts`."""

    name: str
    gold: str = field(repr=False)
    script: Script = field(repr=False)
    score: Score

    def parts(self) -> list[tuple[str, str]]:
        """The texts in reading order, each with its kind: 'right', 'missing' or 'superfluous'."""
        found, at = [], 0
        for kind, value in self.script:
            if isinstance(value, str):
                found.append(("superfluous", value))
            else:
                found.append(("right" if kind == RIGHT else "missing", self.gold[at : at + value]))
                at += value
        return found

    def _repr_html_(self) -> str:
        kinds = {"missing": _STYLES[MISSING], "superfluous": _STYLES[SUPERFLUOUS]}
        shown = "".join(
            f'<span title="{kind}" style="{kinds[kind]}">{escape(text)}</span> ' if kind in kinds else escape(text)
            for kind, text in self.parts()
        )
        s = self.score
        head = f"{escape(self.name)}: precision {s.precision:.4f}, recall {s.recall:.4f}, F1 {s.f1:.4f}"
        return f'<p><b>{head}</b></p><div style="white-space:pre-wrap;max-height:30em;overflow:auto">{shown}</div>'


def show_difference(document: Document | str, prediction: Prediction | None) -> Shown:
    """Show how a prediction differs from a document's gold, or from a gold text, by words; a notebook shows it in
    colours.
    """
    comparison = compare_with_gold(document, prediction)
    score = apply_measures(comparison, ("words",))["words"]
    name = document.name if isinstance(document, Document) else "text"
    return Shown(name, comparison.gold, diff_texts(comparison.gold, comparison.predicted), score)
