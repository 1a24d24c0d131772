"""From results folders to what a report shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cetr.errors import InputError
from evaluate.comparing.sides import Side, check_comparable, find_results, read_side
from evaluate.comparing.testing import find_interval, make_aggregate
from evaluate.results.rows import FIELDS, Row
from evaluate.results.statistics import Figures, break_down, summarize_rows
from evaluate.results.store import RUN, read_run

Key = tuple[str, str]


@dataclass(frozen=True)
class Collected:
    """Results of several extractors on the same documents: ``keys`` are these, in order; ``measures`` what all have.

    ``versions`` are those of the extractors; ``folders`` says where the packages are.
    """

    sides: tuple[Side, ...]
    measures: tuple[str, ...]
    keys: tuple[Key, ...]
    versions: tuple[str, ...]
    folders: Mapping[str, Path]


def collect_results(paths: Sequence[Path]) -> Collected:
    """Read the results at paths (folders, or single files); refuses results of different documents or gold."""
    sides: list[Side] = []
    versions: list[str] = []
    folders: dict[str, Path] = {}
    for path in paths:
        folder = path if path.is_dir() else path.parent
        run = read_run(folder) if (folder / RUN).exists() else None
        if run:
            folders |= {dataset.package: Path(dataset.folder) for dataset in run.datasets}
        for name, file in find_results(path).items():
            side = read_side(name, file)
            taken = any(other.extractor == name for other in sides)
            sides.append(Side(f"{name} ({folder.resolve().name})", file, side.rows) if taken else side)
            versions.append(run.extractors.get(name, "") if run else "")
    measures = list(next(iter(sides[0].rows.values())).scores)
    for side in sides[1:]:
        shared = check_comparable(sides[0], side)
        measures = [name for name in measures if name in shared]
    if not measures:
        raise InputError(f"{paths[0]}: the results have no measure in common")
    return Collected(tuple(sides), tuple(measures), tuple(sides[0].rows), tuple(versions), folders)


def describe_results(collected: Collected) -> dict[str, object]:
    """All that the report shows but the texts, ready for JSON; numbers rounded to what is shown."""
    rows = [[side.rows[key] for key in collected.keys] for side in collected.sides]
    summaries = [summarize_rows(of_one) for of_one in rows]
    first = rows[0]
    facts = {field: sorted({row.facts.get(field, "") for row in first}) for field in FIELDS}
    shown = [field for field in FIELDS if len(facts[field]) > 1]
    groups = {field: [break_down(of_one, field) for of_one in rows] for field in shown}
    return {
        "extractors": [
            {
                "name": side.extractor,
                "version": version,
                "failed": summary.failed,
                "ms_per_kb": round(1000 * summary.seconds_per_kb, 4),
            }
            for side, version, summary in zip(collected.sides, collected.versions, summaries, strict=True)
        ],
        "measures": list(collected.measures),
        "figures": {
            measure: [
                _describe_figures(measure, summary.measures[measure], of_one)
                for summary, of_one in zip(summaries, rows, strict=True)
            ]
            for measure in collected.measures
        },
        "breakdown": {
            field: {
                "values": [{"value": value, "documents": s.pages} for value, s in list(of_field[0].items())[:12]],
                "left_out": max(0, len(of_field[0]) - 12),
                "f1": {
                    measure: [
                        [round(of_one[value].measures[measure].f1, 4) for value in list(of_field[0])[:12]]
                        for of_one in of_field
                    ]
                    for measure in collected.measures
                },
            }
            for field, of_field in groups.items()
        },
        "facts": {field: facts[field] for field in shown if field != "site"},
        "documents": [
            {
                "name": "/".join(key),
                "site": row.facts.get("site", ""),
                "facts": [facts[field].index(row.facts.get(field, "")) for field in shown if field != "site"],
                "kb": round(row.kb, 3),
                "scores": [
                    [
                        [round(x, 4) for x in (s.precision, s.recall, s.f1)]
                        for s in (of_one[i].scores[measure] for measure in collected.measures)
                    ]
                    for of_one in rows
                ],
                "ms": [round(1000 * of_one[i].seconds, 3) for of_one in rows],
                "errors": [f"{r.status}: {r.error}" if r.status != "ok" else "" for r in (o[i] for o in rows)],
            }
            for i, (key, row) in enumerate(zip(collected.keys, first, strict=True))
        ],
    }


def _describe_figures(measure: str, figures: Figures, rows: Sequence[Row]) -> dict[str, float | int]:
    low = high = figures.f1
    if len(rows) > 1:
        f1 = make_aggregate(measure, "f1", [(row.scores[measure], row.status != "ok") for row in rows])
        low, high = find_interval(f1, len(rows), resamples=1000)
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
    return {name: round(value, 4) for name, value in numbers.items()} | {"perfect": figures.perfect}
