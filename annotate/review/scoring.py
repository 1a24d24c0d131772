"""The columns and the worker's answers on them, which go into the list document by document."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from annotate.review.columns import Answer, Column, Job
from annotate.review.listing import Listing
from annotate.review.predicting import LATER, Predictor


class Scores:
    """Asks the worker about documents of a package; ``on_answer`` gets each part of its answers."""

    def __init__(
        self, folder: Path, columns: Sequence[Column], listing: Listing, on_answer: Callable[[Answer], object]
    ) -> None:
        self.columns = tuple(columns)
        self.predictor = Predictor(self._take)
        self._folder, self._listing, self._on_answer = folder, listing, on_answer

    def ask(self, name: str, urgency: int, *, spans: bool = False) -> None:
        """Ask about a document, with its marks if ``spans``."""
        if self.columns:
            self.predictor.ask(Job(str(self._folder), name, self.columns, spans), urgency)

    def ask_all(self) -> None:
        """Ask about all documents without an answer."""
        for name in self._listing.arranged():
            if self._listing.entries[name].f1 is None:
                self.ask(name, LATER)

    def compare_with(self, columns: Sequence[Column]) -> None:
        """Set other columns, and forget all answers."""
        self.columns = tuple(columns)
        self.predictor.forget()
        self._listing.forget_scores()

    def _take(self, job: Job, answer: Answer) -> None:
        if job.columns != self.columns:
            return
        entry = self._listing.entries[answer.document]
        if (first := answer.results.get(self.columns[0].name)) is not None:
            f1 = first.f1 if first.error is None else None
            entry = replace(
                entry, f1=f1, contest=None if f1 is None else 1 - f1, failed=f1 is None, unmarked=first.unmarked
            )
        if len(self.columns) > 1 and answer.contest is not None:
            entry = replace(entry, contest=answer.contest)
        self._listing.entries[answer.document] = entry
        self._on_answer(answer)
