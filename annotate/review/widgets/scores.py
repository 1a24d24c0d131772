"""The line below the document: the result of each column, and what the last decision changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from rich.text import Text
from textual.widgets import Static

from annotate.propagate.proposal import read_proposal
from annotate.review.columns import Result
from annotate.review.documents import list_flags
from annotate.review.model.linetext import clean
from annotate.review.model.view import View
from cetr.console import count_of
from cetr.document import Ints

if TYPE_CHECKING:
    from annotate.check import Finding


class ScoreBar(Static):
    """Precision, recall and F1 of the columns on the open document."""

    _height = 0

    def show(self, names: Sequence[str], now: Mapping[str, Result], first: Mapping[str, Result], facts: str) -> None:
        """Show results; ``first`` are the results when the document was opened."""
        text = Text()
        text.append(facts, "bold")
        for number, name in enumerate(names, 1):
            text.append("\n")
            text.append(f"{number} {name}  ")
            text.append(format_result(now.get(name), first.get(name), why=not self.app.is_web))
        height = 1 + len(names)
        # Laying out the screen anew takes longer than all else.
        self.update(text, layout=False)
        if self._height != height:
            self._height = height
            self.styles.height = height


def describe_state(
    name: str, view: View, undecided: Ints | None, findings: Sequence[Finding], finding: int
) -> list[str]:
    """Describe the open document: status, language, flags, what is left to check, and its note."""
    meta = view.state.meta
    facts = [name, meta.status, clean(meta.language or "no language")]
    facts += list_flags(meta)
    if undecided is not None:
        facts.append(f"{count_of(int(np.count_nonzero(undecided)), 'line')} undecided")
    elif view.primary is not None:
        count = int(np.count_nonzero(view.loud))
        facts.append("1 line differs" if count == 1 else f"{count} lines differ")
    if findings:
        facts.append(f"finding {finding + 1} of {len(findings)}: {clean(findings[finding].message)}")
    if meta.status == "draft" and (proposal := read_proposal(meta)) is not None:
        facts.append(f"proposed, expected F1 {proposal.expected_f1:.2f}")
    if meta.note:
        facts.append(f"note: {clean(meta.note)}")
    return facts


def format_result(now: Result | None, first: Result | None, *, why: bool = True) -> str:
    """Write one column's figures, with the change of F1 since the document was opened; of one that failed, also why."""
    if now is None:
        return "…"
    if now.error is not None:
        return f"failed: {clean(now.error)}" if why else "failed"
    change = now.f1 - first.f1 if first is not None and not first.unmarked else 0.0
    since = f" ({change:+.3f})" if abs(change) >= 0.0005 else ""
    note = f"  {clean(now.note)}" if now.note else ""
    if now.unmarked:
        return f"nothing is marked yet{note}"
    return f"precision {now.precision:.3f}  recall {now.recall:.3f}  F1 {now.f1:.3f}{since}{note}"
