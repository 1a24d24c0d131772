"""The measures of structure for systems that give Markdown, HTML or spans, on one of the data sets.

    python -m benchmarks.structure_scores --rows FILE [--data DIR] [--set NAME] [--every N] [--system NAME]...
                                          [--odds FILE]

Gold structure is that of the spans where the gold text stands in the page. Means are over the pages whose gold has
such a thing; intervals are 95 per cent of 2,000 resamples of the sites. Rows that FILE has are not made again, so that
a system that needs another Python can be added from there. A crash, or a page that takes more than a minute, scores 0.

`learned`, the shipped model, was trained on the pages of wcxb-dev and cleaneval-en. `learned-elsewhere` chooses blocks
by the scores of models that saw no page of the site: ``--odds`` names the file that ``python -m training.fit_site
--odds FILE`` keeps.
"""

from __future__ import annotations

import argparse
import json
import math
import signal
import sys
import warnings
from collections import defaultdict
from collections.abc import Callable
from itertools import chain, islice
from pathlib import Path
from statistics import mean

from tqdm import tqdm

from benchmarks.intervals import find_interval
from cetr.document import Floats, Spans, align_text, derive_text, normalize_spans
from cetr.learned import choose_blocks, find_blocks, join_chosen, to_probability
from evaluate.extractors import find_extractor
from evaluate.measures import Comparison, Page, compare
from evaluate.outputs import Output
from training.datasets import DATA, DatasetPage, find_domain, is_judged, read_dataset
from training.fit_site import read_odds

SYSTEMS = {
    "learned": "learned",
    "learned-elsewhere": "",
    "trafilatura": "trafilatura@structure=true",
    "resiliparse": "resiliparse@structure=true",
    "readability-lxml": "readability-lxml@structure=true",
    "magic-html": "magic-html@structure=true",
}
MEASURES = ("rouge-5", "headings", "lists", "tables", "code", "formulas", "links", "order")
Extract = Callable[[DatasetPage], Spans | str]


def main() -> None:
    """Score and print."""
    warnings.filterwarnings("ignore")
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--set", default="wcxb-dev", dest="name")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--system", action="append", dest="systems", choices=SYSTEMS, help="none: only print")
    parser.add_argument("--odds", type=Path, help="the scores that training.fit_site keeps")
    parser.add_argument("--rows", type=Path, required=True)
    parser.add_argument("--judged", action="store_true", help="print the sites alone that are kept for judging")
    options = parser.parse_args()
    rows = _read_rows(options.rows)
    extractors = {name: _find(name, options) for name in options.systems or ()}
    with options.rows.open("a", encoding="utf-8") as out:
        pages = islice(read_dataset(options.data, options.name), 0, None, options.every)
        wanted = set()
        for page in tqdm(pages, disable=None):
            wanted.add(page.id)
            todo = [name for name in extractors if (options.name, page.id, name) not in rows]
            gold = align_text(page.html, page.text).spans if todo else ()
            for name in todo:
                row = {"set": options.name, "id": page.id, "site": find_domain(page.url) or page.id, "system": name,
                       **_score(page, gold, extractors[name])}  # fmt: skip
                rows[options.name, page.id, name] = row
                out.write(json.dumps(row) + "\n")
                out.flush()
    _print([row for row in rows.values() if row["set"] == options.name and row["id"] in wanted
            and (not options.judged or is_judged(str(row["site"])))])  # fmt: skip


def _read_rows(file: Path) -> dict[tuple[str, str, str], dict[str, object]]:
    rows = map(json.loads, file.read_text("utf-8").splitlines()) if file.exists() else ()
    return {(row["set"], row["id"], row["system"]): row for row in rows}


def _find(name: str, options: argparse.Namespace) -> Extract:
    if name != "learned-elsewhere":
        extract = find_extractor(SYSTEMS[name]).extract
        return lambda page: extract(page.html)
    if options.odds is None:
        raise SystemExit("learned-elsewhere: --odds names the file that training.fit_site --odds keeps")
    odds = read_odds(options.odds)
    if not any(key.startswith(f"{options.name} ") for key in odds):
        raise SystemExit(f"{options.odds}: has no page of {options.name}")
    return lambda page: _choose(page.html, odds[f"{options.name} {page.id}"])


def _choose(html: str, odds: Floats) -> Spans:
    """The spans that log-odds of the page's blocks (n,) make content."""
    blocks, probability = find_blocks(html), to_probability(odds)
    chosen, _ = choose_blocks(probability, blocks.words)
    return join_chosen(blocks, probability, chosen)


def _score(page: DatasetPage, gold: Spans, extract: Extract) -> dict[str, float | str | None]:
    """F1 by measure, None where the gold has no such thing; what went wrong under ``failed``."""
    failed = ""
    try:
        found = _call(extract, page)
    except Exception as error:  # noqa: BLE001  # of others' code
        found, failed = "", f"{type(error).__name__}: {error}"[:200]
    if isinstance(found, str):
        output = found if isinstance(found, Output) else None
        made = Comparison(page.text, str(found), Page(page.html, gold), output=output)
    else:
        spans = normalize_spans(found, len(page.html))
        made = Comparison(page.text, derive_text(page.html, spans), Page(page.html, gold, spans))
    values = {name: score.details.get("where-present", score.f1) for name, score in compare(made, MEASURES).items()}
    return {**{name: None if math.isnan(value) else value for name, value in values.items()}, "failed": failed}


def _call(extract: Extract, page: DatasetPage) -> Spans | str:
    def stop(*_: object) -> None:
        raise TimeoutError("took more than a minute")

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(60)
    try:
        return extract(page)
    finally:
        signal.alarm(0)


def _print(rows: list[dict[str, object]]) -> None:
    """A table in Markdown: means with intervals over sites, for pages that every system has rows of."""
    names = [name for name in SYSTEMS if any(row["system"] == name for row in rows)]
    counts: dict[object, int] = defaultdict(int)
    for row in rows:
        counts[row["id"]] += 1
    rows = [row for row in rows if counts[row["id"]] == len(names)]
    print(f"{len({row['id'] for row in rows})} pages of {len({row['site'] for row in rows})} sites")
    heads = [f"{m} ({sum(row[m] is not None and row['system'] == names[0] for row in rows)})" for m in MEASURES]
    print("| |", " | ".join(heads), "|")
    print("|---" * (len(MEASURES) + 1) + "|")
    for name in names:
        own = [row for row in rows if row["system"] == name]
        print(f"| {name} |", " | ".join(_tell(own, measure) for measure in MEASURES), "|")
    failed = [row for row in rows if row["failed"]]
    print("\n".join(f"{row['system']} {row['id']}: {row['failed']}" for row in failed), file=sys.stderr)


def _tell(rows: list[dict[str, object]], measure: str) -> str:
    """A mean over pages, with the interval that resampled sites give it."""
    sites: dict[object, list[float]] = defaultdict(list)
    for row in rows:
        if row[measure] is not None:
            sites[row["site"]].append(float(row[measure]))  # type: ignore[arg-type]
    if not sites:
        return "-"
    low, high = find_interval(sites.values(), 2000)
    return f"{mean(chain.from_iterable(sites.values())):.3f} ({low:.3f} to {high:.3f})"


if __name__ == "__main__":
    main()
