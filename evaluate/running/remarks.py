"""What a run says after its table."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from cetr.console import count_of
from evaluate.protocols import describe_mixture
from evaluate.results.rows import MAIN_CONTENT, Row
from evaluate.results.statistics import Summary
from evaluate.results.store import read_rows, rows_path
from evaluate.running.planning import Plan
from evaluate.running.run import find_unfinished


def list_remarks(plan: Plan, summaries: Mapping[str, Summary]) -> Iterator[str]:
    """Say what the table does not. Extractors that this run did not ask, of the run that was resumed, have no remarks
    on their outputs.
    """
    if mixture := describe_mixture(summaries):
        yield f"{mixture}; 'behind', 'p' and 'tie' do not correct for that"
    for name in find_unfinished(plan, summaries):
        pages = f"{summaries[name].pages} of {count_of(len(plan.tasks), 'document')}"
        yield f"{name}: only {pages}; name it, too, with --resume to finish it"
    if plan.skipped:
        yield f"{count_of(plan.skipped, 'document')} left out, not finished (draft, harvested, rejected)"
    if summaries:
        rows = read_rows(rows_path(plan.out, next(iter(summaries))))
        if empty := sum(row.group(MAIN_CONTENT) == "no" for row in rows):
            yield (
                f"{count_of(empty, 'document')} without main content, on which an extractor scores 1 if it returns "
                f"nothing, else 0; to see them apart: evaluate summary {shlex.quote(str(plan.out))} --by {MAIN_CONTENT}"
            )
    asked = {job.extractor: summaries[job.extractor] for job in plan.jobs}
    if noted := sum(summary.notes for summary in asked.values()):
        first = _tell_first(plan.out, asked, lambda row: row.note)
        yield f"{count_of(noted, 'note')} on the outputs (column note in {plan.out}); the first: {first}"
    if failed := sum(summary.failed for summary in asked.values()):
        first = _tell_first(plan.out, asked, lambda row: (row.error or row.status) if row.failed else "")
        kinds = _count_kinds(plan.out, asked)
        yield f"{failed} failed{kinds} (columns status and error in {plan.out}); the first: {first}"


def _count_kinds(out: Path, names: Iterable[str]) -> str:
    """Count the failures by status, where there are several."""
    rows = (row for name in names for row in read_rows(rows_path(out, name)))
    kinds = Counter(row.status for row in rows if row.failed)
    return ": " + ", ".join(f"{count} {kind}" for kind, count in kinds.most_common()) if len(kinds) > 1 else ""


def _tell_first(out: Path, names: Iterable[str], tell: Callable[[Row], str]) -> str:
    rows = ((name, row) for name in names for row in read_rows(rows_path(out, name)))
    return next(f"{name} on {row.package}/{row.document}: {told}" for name, row in rows if (told := tell(row)))
