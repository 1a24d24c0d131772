"""Run a function over documents in this process; the results of that or of ``evaluate run``."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cetr.console import FAILURE, InputError, count_of, describe_error, disarm, list_facts, resolve_folder
from cetr.document import Spans
from evaluate.api.tables import format_html
from evaluate.asking import NotAPredictionError, check_prediction, read_facts, refuse_site
from evaluate.comparing.sides import Side
from evaluate.extractors import Extract, Extractor, find_extractor
from evaluate.measures import check_measures
from evaluate.measures import compare as apply_measures
from evaluate.measures.comparison import list_figures
from evaluate.outputs import Output
from evaluate.package import Document
from evaluate.results.finding import Found, find_results
from evaluate.results.predictions import PredictedTexts
from evaluate.results.rows import Row, RowStatus, drop_nan
from evaluate.results.statistics import Summary, summarize_rows
from evaluate.running.documents import describe_document, fail_document
from evaluate.scoring import make_comparison, read_prediction
from evaluate.tables import format_table

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Results:
    """How one extractor did on documents: a row for each; the extracted texts, by (package, document); and the folders
    of the packages, by name.

    ``table()`` is for data frames: ``pandas.DataFrame(results.table())``, ``polars.DataFrame(results.table())``.
    """

    extractor: str
    rows: tuple[Row, ...] = field(repr=False)
    texts: dict[tuple[str, str], str] = field(repr=False)
    folders: dict[str, Path] = field(repr=False, default_factory=dict)

    @property
    def summary(self) -> Summary:
        """All rows summed up in figures: ``results.summary.measures["words"].f1``."""
        return summarize_rows(self.rows)

    def table(self) -> list[dict[str, str | float | None]]:
        """Return a flat record for each document: its facts, times, and all figures of each measure."""
        return [_flatten(self.extractor, row) for row in self.rows]

    def to_side(self) -> Side:
        """Return these results as one side of a comparison."""
        rows = {row.key: row for row in self.rows}
        return Side(self.extractor, Path(self.extractor), rows, self.texts, packages=self.folders)

    def __str__(self) -> str:
        caption, figures = self._sum_up()
        return f"{caption}\n{format_table(figures, 'table')}"

    def _repr_html_(self) -> str:
        return format_html(*self._sum_up())

    def _sum_up(self) -> tuple[str, list[dict[str, str | float | None]]]:
        summary = self.summary
        first = next((f"; the first: {'/'.join(row.key)}: {row.error}" for row in self.rows if row.failed), "")
        return disarm(f"{self.extractor}: {count_of(summary.pages, 'document')}, {summary.failed} failed{first}"), [
            {"measure": name, "precision": f.precision, "recall": f.recall, "F1": f.f1, "median F1": f.f1_median}
            for name, f in summary.measures.items()
        ]


def run(
    extractor: Extract | Callable[..., object] | str,
    documents: Iterable[Document],
    measures: Sequence[str] = ("words",),
    *,
    name: str = "",
) -> Results:
    """Run an extractor over documents in this process, one after the other, and score it.

    ``extractor`` is a function, which may take ``url``, ``document`` and ``layout`` as keywords, or a name as
    ``evaluate run`` takes it. A page on which it raises an exception counts as failed and scores 0. Nothing limits time
    and memory, and there are no other processes: use ``evaluate run`` for these.
    """
    names = check_measures(measures)
    if isinstance(extractor, str):
        found = find_extractor(extractor)
        refuse_site(found)
    elif not callable(extractor):
        raise TypeError(f"extractor: is {type(extractor).__name__}, not a function or a name")
    else:
        found = Extractor(getattr(extractor, "__name__", "extractor"), extractor, list_facts(extractor))  # type: ignore[arg-type]
    rows: dict[tuple[str, str], Row] = {}
    texts, folders = {}, {}
    for document in _check_documents(documents):
        row, text = _run_one(found, document, names)
        if row.key in rows:
            raise InputError(f"{'/'.join(row.key)}: occurs twice, but results tell documents apart by these names")
        if row.error:
            told = disarm(f"{row.package}/{row.document}: {name or found.name}: {row.error}")
            _log.warning("%s", told)
        rows[row.key] = row
        folders[row.package] = document.folder
        if text is not None:
            texts[row.key] = text
    if not rows:
        raise InputError("there are no documents to run on")
    return Results(name or found.name, tuple(rows.values()), texts, folders)


def _check_documents(documents: Iterable[Document]) -> Iterator[Document]:
    if isinstance(documents, str | Path | Document):
        raise TypeError(f"documents: is {type(documents).__name__}, not documents; read_documents returns a list")
    for document in documents:
        if not isinstance(document, Document):
            raise TypeError(f"documents: one is {type(document).__name__}; read_documents returns documents")
        yield document


def _run_one(extractor: Extractor, document: Document, measures: Sequence[str]) -> tuple[Row, str | None]:
    facts = read_facts(document, extractor)
    status: RowStatus = "ok"
    prediction: Spans | Output = Output("")
    problem = ""
    start, used = time.perf_counter(), time.process_time()
    try:
        prediction = check_prediction(extractor.extract(document.html, **facts), document.html)
        read_prediction(document.html, prediction)
    except NotAPredictionError as error:
        status, problem = "output", str(error)
    except FAILURE as error:  # foreign code: whatever it raises is the answer
        status, problem = "error", describe_error(error)
    seconds, cpu = time.perf_counter() - start, time.process_time() - used
    described = describe_document(document, document.html)
    comparison = make_comparison(document, prediction) if status == "ok" else None
    scores = apply_measures(comparison, measures) if comparison else fail_document(document, measures)
    row = Row(
        resolve_folder(document.folder).name,
        document.name,
        status,
        seconds,
        described.kb,
        described.facts,
        described.gold,
        scores,
        problem,
        prediction.type if isinstance(prediction, Output) else "spans",
        prediction.note if isinstance(prediction, Output) else "",
        seconds,
        seconds,
        cpu,
    )
    return row, comparison.predicted if comparison else None


def read_results(path: str | Path) -> dict[str, Results]:
    """Read the results of ``evaluate run`` by extractor, from a results folder or for one extractor
    (``results/cetr``).
    """
    return {found.extractor: _read(found) for found in find_results(Path(path))}


def _read(found: Found) -> Results:
    rows = found.read()
    texts = PredictedTexts(found.path)
    known = {row.key: text for row in rows if (text := texts.read(row.key)) is not None}
    return Results(found.extractor, tuple(rows), known, found.packages)


def _flatten(extractor: str, row: Row) -> dict[str, str | float | None]:
    flat: dict[str, str | float | None] = {
        "extractor": extractor,
        "package": row.package,
        "document": row.document,
        "status": row.status,
        "output": row.output,
        "seconds": drop_nan(row.seconds),
        "cpu": drop_nan(row.cpu),
        "kb": row.kb,
        **row.facts,
        "error": row.error,
        "note": row.note,
    }
    for measure, score in row.scores.items():
        flat |= {f"{measure}.{figure}": drop_nan(value) for figure, value in list_figures(score).items()}
    return flat
