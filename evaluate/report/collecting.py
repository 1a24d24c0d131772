"""Collect from results folders what a report shows."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cetr.console import InputError
from evaluate.comparing.figures import make_figure
from evaluate.comparing.ranking import Standing, rank
from evaluate.comparing.sides import Side, check_comparable, read_side
from evaluate.comparing.testing import find_intervals, find_tail
from evaluate.comparing.units import Units, find_units
from evaluate.measures import F1_OF_MEANS
from evaluate.measures.comparison import NUMBERS
from evaluate.package import Document, read_document
from evaluate.protocols import describe_mixture
from evaluate.results.classes import CLASSES, order_values
from evaluate.results.finding import Found, find_results
from evaluate.results.grouping import add_facts, read_facts
from evaluate.results.rows import KINDS, Row
from evaluate.results.statistics import Figures, Summary, break_down, summarize_rows
from evaluate.running.documents import hash_gold

Key = tuple[str, str]

MOST_TAILS = 200
"""From this many units on, an interval need not be expanded."""

MOST_GROUPS = 12
"""How many groups of a breakdown are shown."""


@dataclass(frozen=True)
class Collected:
    """Results of several extractors on the same documents, whose keys are ``keys``, in order. All have ``measures``;
    only some have those in ``lacking``.

    ``versions`` are those of the extractors; ``folders`` are the folders of the packages.
    """

    sides: tuple[Side, ...]
    measures: tuple[str, ...]
    keys: tuple[Key, ...]
    versions: tuple[str, ...]
    folders: Mapping[str, Path]
    lacking: tuple[str, ...] = ()


def collect_results(paths: Sequence[Path]) -> Collected:
    """Read the results at paths (folders, or single files). Refuses results of different documents or gold."""
    found = [one for path in paths for one in find_results(path)]
    sides = [replace(read_side(one), extractor=name) for one, name in zip(found, name_apart(found), strict=True)]
    measures = sides[0].measures
    for side in sides[1:]:
        shared = check_comparable(sides[0], side)
        measures = [name for name in measures if name in shared]
    if not measures:
        raise InputError(f"{paths[0]}: the results have no measure in common")
    folders = {package: folder for one in found for package, folder in one.packages.items()}
    versions = tuple(one.version for one in found)
    lacking = tuple(dict.fromkeys(name for side in sides for name in side.measures if name not in measures))
    return Collected(tuple(sides), tuple(measures), tuple(sides[0].rows), versions, folders, lacking)


def name_apart(found: Sequence[Found]) -> list[str]:
    """Name the extractors; equal names get as much of their folders' paths as tells them apart."""
    names = []
    for one in found:
        folders = [other.path.parent.resolve().parts for other in found if other.extractor == one.extractor]
        if len(set(folders)) < len(folders):
            raise InputError(f"{one.path}: is named twice")
        parts, length = one.path.parent.resolve().parts, 1
        while len({folder[-length:] for folder in folders}) < len(folders):
            length += 1
        names.append(f"{one.extractor} ({Path(*parts[-length:])})" if len(folders) > 1 else one.extractor)
    return names


def read_documents(collected: Collected, keys: Iterable[Key]) -> Iterator[Document | None]:
    """Read documents; None for one that is gone, or is not what was scored.

    Results may name any folder. Only the hash in them shows that whoever made them had the document, too.
    """
    for key in keys:
        folder = collected.folders.get(key[0])
        try:
            document = read_document(folder, key[1]) if folder else None
        except InputError:
            document = None
        known = document is not None and hash_gold(document) == collected.sides[0].rows[key].gold
        yield document if known else None


def read_urls(collected: Collected) -> dict[Key, str]:
    """Read the addresses of the documents that are what was scored."""
    documents = zip(collected.keys, read_documents(collected, collected.keys), strict=True)
    return {key: document.meta.url for key, document in documents if document}


def describe_results(
    collected: Collected, by: Sequence[str] = (), urls: Mapping[Key, str] | None = None
) -> dict[str, object]:
    """Describe everything that the report shows but the texts, ready for JSON, with numbers rounded as shown.

    Figures are broken down by the fields of ``by``, too, which are read from the packages if rows do not know them.
    """
    urls = urls or {}
    fields = tuple(dict.fromkeys((*KINDS, *by)))
    # A page type may have been corrected between two runs, but a document has one type in a report.
    first = list(collected.sides[0].rows.values())
    first = add_facts(first, read_facts(first, by, collected.folders))
    facts_of = {row.key: {field: row.group(field) for field in fields} for row in first}
    rows = [[replace(side.rows[key], facts=facts_of[key]) for key in collected.keys] for side in collected.sides]
    summaries = [summarize_rows(of_one) for of_one in rows]
    values = {field: order_values(field, {row.facts[field] for row in rows[0]}) for field in fields}
    shown = [field for field in fields if len(values[field]) > 1]
    facts = {field: values[field] for field in shown}
    units = find_units([row.facts.get("site", "") for row in rows[0]])
    return {
        "extractors": [
            {
                "name": side.extractor,
                "version": version,
                "failed": summary.failed,
                **{name: None if ms is None else round(ms, 4) for name, ms in summary.speed.items()},
            }
            for side, version, summary in zip(collected.sides, collected.versions, summaries, strict=True)
        ],
        "measures": list(collected.measures),
        "figures": _describe_measures(rows, summaries, collected.measures, units),
        "mixture": describe_mixture(side.extractor for side in collected.sides),
        "resampled": {"unit": units.kind, "drawn": units.drawn, "warning": units.warning},
        "tails": [round(find_tail(n), 6) for n in range(2, MOST_TAILS)],
        "f1_of_means": [measure for measure in collected.measures if measure in F1_OF_MEANS],
        "folders": {package: str(folder) for package, folder in collected.folders.items()},
        "breakdown": {
            field: _describe_groups([break_down(of_one, field) for of_one in rows], collected.measures)
            for field in shown
        },
        "facts": facts,
        "ordered": [field for field in shown if field in CLASSES],
        "documents": [
            _describe_document(of_document, collected.measures, facts, urls.get(key, ""))
            for key, of_document in zip(collected.keys, zip(*rows, strict=True), strict=True)
        ],
    }


def _describe_measures(
    rows: Sequence[Sequence[Row]], summaries: Sequence[Summary], measures: Sequence[str], units: Units
) -> dict[str, list[dict[str, float | bool | None]]]:
    """Describe each extractor's figures by each measure, with the interval of F1 and the distance from the best."""
    f1 = {
        measure: [make_figure(measure, "f1", [(row.scores[measure], row.failed) for row in of_one]) for of_one in rows]
        for measure in measures
    }
    bounds = find_intervals([figure for of_all in f1.values() for figure in of_all], units)
    intervals = iter([(None, None) if low != low else (low, high) for low, high in bounds])
    standings = rank(f1, units)
    return {
        measure: [
            _describe_figures(summary.measures[measure], *next(intervals)) | _describe_standing(standing)
            for summary, standing in zip(summaries, standings[measure], strict=True)
        ]
        for measure in measures
    }


def _describe_groups(groups: Sequence[Mapping[str, Summary]], measures: Iterable[str]) -> dict[str, object]:
    """Describe the first groups of documents and each extractor's F1 in them."""
    values = list(groups[0])[:MOST_GROUPS]
    return {
        "values": [{"value": value, "documents": groups[0][value].pages} for value in values],
        "left_out": len(groups[0]) - len(values),
        "f1": {
            measure: [[round(of_one[value].measures[measure].f1, 4) for value in values] for of_one in groups]
            for measure in measures
        },
    }


def _describe_document(
    rows: Sequence[Row], measures: Sequence[str], facts: Mapping[str, Sequence[str]], url: str
) -> dict[str, object]:
    """Describe one document: its facts, as places in the lists of their values, and how each extractor did on it.

    Each score has its shares and the counts behind them. What only few documents have is left out of the others.
    """
    first = rows[0]
    scores = [[row.scores[measure] for measure in measures] for row in rows]
    errors, notes = [f"{row.status}: {row.error}" if row.failed else "" for row in rows], [row.note for row in rows]
    uncounted = [
        [i for i, row in enumerate(rows) if not _is_counted(row, measure)] if measure in F1_OF_MEANS else []
        for measure in measures
    ]
    return {
        "name": "/".join(first.key),
        "url": url,
        "site": first.facts.get("site", ""),
        "facts": [values.index(first.facts.get(field, "")) for field, values in facts.items()],
        "kb": round(first.kb, 3),
        "scores": [[[_shorten(getattr(s, part)) for part in NUMBERS] for s in of_one] for of_one in scores],
        "ms": [None if row.seconds != row.seconds else round(1000 * row.seconds, 3) for row in rows],
        **({"errors": errors} if any(errors) else {}),
        **({"notes": notes} if any(notes) else {}),
        **({"uncounted": uncounted} if any(uncounted) else {}),
    }


def _shorten(number: float) -> float:
    """Round a number as it is shown; a whole number has no point, and one that is not known is 0."""
    known = 0 if math.isnan(number) else number
    return int(known) if known == int(known) else round(known, 4)


def _is_counted(row: Row, measure: str) -> bool:
    """Whether a document counts for the mean precision, see `find_counted`."""
    score = row.scores[measure]
    return bool(score.extracted > 0 or row.failed or score.expected == 0)


def _describe_standing(standing: Standing) -> dict[str, float | bool | None]:
    p = None if standing.p is None else round(standing.p, 4)
    return {"behind": round(standing.behind, 4), "p": p, "tie": standing.tie}


def _describe_figures(figures: Figures, low: float | None, high: float | None) -> dict[str, float | None]:
    numbers = {
        "f1": figures.f1,
        "low": low,
        "high": high,
        "precision": figures.precision,
        "recall": figures.recall,
        "median": figures.f1_median,
        "std": figures.f1_std,
        "micro": figures.micro_f1,
    }
    rounded = {name: None if value is None else round(value, 4) for name, value in numbers.items()}
    return rounded | {"perfect": figures.perfect}
