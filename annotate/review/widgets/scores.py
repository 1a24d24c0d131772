"""The line below the document: how each column does, and what the last decision changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text
from textual.widgets import Static

from annotate.review.columns import Result


class ScoreBar(Static):
    """Precision, recall and F1 of the columns on the open document."""

    _height = 0

    def show(self, names: Sequence[str], now: Mapping[str, Result], first: Mapping[str, Result], facts: str) -> None:
        """Show results; ``first`` are those of when the document was opened."""
        text = Text(no_wrap=True, overflow="ellipsis")
        text.append(facts, "bold")
        for number, name in enumerate(names, 1):
            text.append("\n")
            text.append(f"{number} {name}  ")
            text.append(format_result(now.get(name), first.get(name)))
        height = 1 + len(names)
        # Laying out the screen anew takes longer than all else.
        self.update(text, layout=False)
        if self._height != height:
            self._height = height
            self.styles.height = height


def format_result(now: Result | None, first: Result | None) -> str:
    """One column's figures, with the change of F1 since the document was opened."""
    if now is None:
        return "…"
    if now.error is not None:
        return f"failed: {now.error}"
    change = now.f1 - first.f1 if first is not None else 0.0
    since = f" ({change:+.3f})" if abs(change) >= 0.0005 else ""
    return f"precision {now.precision:.3f}  recall {now.recall:.3f}  F1 {now.f1:.3f}{since}"
