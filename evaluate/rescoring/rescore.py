"""From a results folder and today's packages to another results folder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from pathlib import Path

import msgspec

from cetr.console import InputError, Limits, map_within, refusing_beyond, resolve_folder
from evaluate.measures import check_measures, compare
from evaluate.package import list_finished, read_document, read_package
from evaluate.package.files import HTML, INFO
from evaluate.package.store import read_part
from evaluate.results.finding import find_results
from evaluate.results.predictions import PredictedTexts, Prediction
from evaluate.results.rows import Row, RowStatus
from evaluate.results.runs import RUN, SUMMARY, Dataset, write_json
from evaluate.results.statistics import Summary, summarize_rows
from evaluate.results.store import RowWriter, read_rows
from evaluate.running.documents import describe_document, fail_document, fail_unread, hash_page
from evaluate.running.planning import name_folders
from evaluate.running.run import describe_product, hash_datasets, hold_folder, make_summary
from evaluate.scoring import make_comparison

Scored = tuple[Row, Prediction | None]

_Item = tuple[Row, Path, Prediction | None, tuple[str, ...]]
"""A row, the folder of its package, what was predicted, and the measures."""

Watch = Callable[[str, int, Iterator[Scored]], Iterator[Scored]]
"""Receives the name of an extractor, the number of its documents and their results, and passes the results on."""


@dataclass(frozen=True)
class Rescored:
    """The figures by extractor, the number of documents with another gold than before, and those left out, by
    reason.
    """

    summaries: Mapping[str, Summary]
    changed: int
    left_out: Mapping[str, tuple[str, ...]]


def rescore_results(
    results: Path,
    out: Path,
    packages: Sequence[Path],
    measures: Sequence[str],
    *,
    jobs: int,
    watch: Watch,
) -> Rescored:
    """Score the predictions of a results folder against the gold of today's packages, into the folder ``out``.

    ``packages`` are the folders of the packages with the same names; others are where the run found them. Without
    ``measures``, the measures are those of the run. Documents are left out if they are gone, no longer finished, have
    another page, or did not exist when the extractors ran. Raises `InputError` for results without predictions.
    """
    found = find_results(results)
    run = found[0].run
    if run is None:
        raise InputError(f"{results}: has no results of 'evaluate run': there is no {RUN}")
    if (out / RUN).exists() or (out / INFO).exists():
        raise InputError(f"{out}: already has results, or a package; name another folder for --out")
    names = check_measures(measures or run.measures)
    named = dict(zip(name_folders(packages), map(resolve_folder, packages), strict=True))
    folders = found[0].packages | named
    rows = {one.extractor: one.read() for one in found}
    scored_before = list(chain.from_iterable(rows.values()))
    _refuse_strangers(named, scored_before)
    order, left_out = _find_documents(scored_before, folders, run.html)
    if not order:
        raise InputError(f"{results}: no document is left: {', '.join(left_out)}")
    kept = {name: [row for row in of_one if row.key in order] for name, of_one in rows.items()}
    limits = Limits(run.timeout, run.memory)
    # One stream for all extractors, because processes take seconds to start.
    items = (item for one in found for item in _list_items(one.path, kept[one.extractor], folders, names))
    scored = map_within(limits, _score, items, jobs, partial(_fail, limits))
    changed: set[tuple[str, str]] = set()
    summaries = {}
    out.mkdir(parents=True, exist_ok=True)
    with hold_folder(out):
        for name, of_one in kept.items():
            own = watch(name, len(of_one), islice(scored, len(of_one)))
            with RowWriter(out, name) as writer:
                for old, (row, prediction) in zip(of_one, own, strict=True):
                    changed |= {row.key} if row.gold != old.gold else set()
                    writer.write(row, prediction)
                writer.finish(order)
            summaries[name] = summarize_rows(read_rows(writer.path))
        write_json(out / SUMMARY, make_summary(summaries))
        datasets = _describe_datasets(list(read_rows(writer.path)), folders)
        extractors = {one.extractor: run.extractors[one.extractor] for one in found}
        product = describe_product(names)
        described = {"extractors": extractors, "datasets": datasets, "measures": names, "product": product}
        write_json(out / RUN, msgspec.structs.replace(run, **described))
    return Rescored(summaries, len(changed), left_out)


def _refuse_strangers(named: Mapping[str, Path], rows: Sequence[Row]) -> None:
    known = dict.fromkeys(row.package for row in rows)
    for name, folder in named.items():
        if name not in known:
            packages = ", ".join(known)
            raise InputError(
                f"{folder}: is not a package of these results, which have {packages}; "
                "they know a package by the name of its folder"
            )


def _describe_datasets(rows: Sequence[Row], folders: Mapping[str, Path]) -> tuple[Dataset, ...]:
    """Describe the packages of the rows of one extractor."""
    hashes = hash_datasets(rows)
    counts = Counter(row.package for row in rows)
    return tuple(
        Dataset(package=name, folder=str(folders[name]), documents=n, sha256=hashes[name]) for name, n in counts.items()
    )


def _find_documents(
    rows: Sequence[Row], folders: Mapping[str, Path], html: str
) -> tuple[dict[tuple[str, str], int], dict[str, tuple[str, ...]]]:
    """Find the documents to score, with their places, and the names of the others by reason."""
    known = {row.key: row for row in rows}
    finished = {}
    for package in dict.fromkeys(package for package, _ in known):
        if package not in folders or not folders[package].exists():
            why = f"{folders[package]}: no such folder" if package in folders else "it is not known where it was"
            raise InputError(f"the package '{package}' cannot be found: {why}; name its folder after the results")
        finished[package] = set(list_finished(read_package(folders[package])))
    reasons: dict[str, list[str]] = {}
    order: dict[tuple[str, str], int] = {}
    for (package, name), row in known.items():
        if name not in finished[package]:
            reasons.setdefault("gone or no longer finished", []).append(f"{package}/{name}")
        elif html == "rendered" and _is_another(row, read_part(folders[package], name, HTML)):
            reasons.setdefault("another page", []).append(f"{package}/{name}")
        else:
            order[package, name] = len(order)
    new = [f"{p}/{name}" for p, names in finished.items() for name in sorted(names) if (p, name) not in known]
    if new:
        reasons["new, without a prediction"] = new
    return order, {why: tuple(names) for why, names in reasons.items()}


def _is_another(row: Row, page: bytes) -> bool:
    """Whether a page is not that of a row; older results know only its size."""
    return hash_page(page) != row.page if row.page else len(page) != round(1000 * row.kb)


def _list_items(
    path: Path, rows: Sequence[Row], folders: Mapping[str, Path], measures: tuple[str, ...]
) -> Iterator[_Item]:
    """List what is to be scored of an extractor whose rows are in the file ``path``."""
    predictions = PredictedTexts(path)
    return ((row, folders[row.package], _find_prediction(predictions, row), measures) for row in rows)


def _find_prediction(predictions: PredictedTexts, row: Row) -> Prediction | None:
    """Find what was predicted; None for a failure."""
    if row.failed:
        return None
    found = predictions.find(row.key)
    if found is None:
        raise InputError(
            f"{predictions.path}: lacks {'/'.join(row.key)}: results without predictions cannot be scored again"
        )
    return found


def _fail(limits: Limits, item: _Item, why: str) -> Scored:
    """A row whose prediction could not be scored within the limits of the run."""
    row, _, _, measures = item
    status: RowStatus = "crash" if "died" in why else "memory" if "memory" in why else "timeout"
    with refusing_beyond(limits, f"{', '.join(measures)}: even without any text"):
        scores = fail_unread(measures)
    error = f"while it was scored, {why}" if status == "crash" else f"{why} to be scored"
    return replace(row, status=status, error=error, scores=scores), None


def _score(item: _Item) -> Scored:
    """Score a row's prediction against the current gold."""
    row, folder, prediction, measures = item
    document = read_document(folder, row.document)
    described = describe_document(document, document.html)
    known = replace(row, facts=described.facts, gold=described.gold)
    if prediction is None:
        return replace(known, scores=fail_document(document, measures)), None
    comparison = make_comparison(document, prediction.prediction)
    text = comparison.predicted
    returned = str(prediction.prediction) if prediction.spans is None and prediction.prediction != text else None
    kept = Prediction(*row.key, text, prediction.spans, prediction.output, returned)
    return replace(known, scores=compare(comparison, measures)), kept
