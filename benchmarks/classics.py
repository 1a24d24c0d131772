"""Every extractor on half of each data set: words and bag F1, precision, recall, and pages a second.

    python -m benchmarks.classics [--set NAME] [--every N] [--jobs N] [EXTRACTOR]...

A second is one of one core. Extractors that need layout or are not installed are left out unless they are named.
"""

from __future__ import annotations

import time
from functools import lru_cache
from itertools import islice
from pathlib import Path

import click

from cetr.console import map_bounded
from cetr.document import content_text
from evaluate.extractors import find_extractor
from evaluate.measures import score
from evaluate.providers.listing import list_extractors
from evaluate.tables import Format, format_option, format_table
from training.datasets import DATA, DatasetPage, read_dataset

SETS = ("wcxb-dev", "dragnet", "cleaneval-en")
MEASURES = ("words", "bag")

Result = tuple[float, tuple[float, ...]]
"""Seconds, and F1, precision and recall by each measure."""


find = lru_cache(find_extractor)
"""Entry points are read from disk: once a process is enough."""


def measure(task: tuple[str, DatasetPage]) -> Result:
    """Extract from one page and score; a failure scores 0."""
    name, page = task
    extractor = find(name)
    facts = {"url": page.url} if "url" in extractor.wants else {}
    start = time.process_time()
    try:
        found = extractor.extract(page.html, **facts)
    except Exception:  # noqa: BLE001  # what a library raises on a page is that page's result
        return time.process_time() - start, (0.0,) * 3 * len(MEASURES)
    seconds = time.process_time() - start
    scores = score(page.text, content_text(page.html, found), MEASURES)
    return seconds, tuple(v for m in MEASURES for v in (scores[m].f1, scores[m].precision, scores[m].recall))


@click.command()
@click.option("--data", type=click.Path(path_type=Path), default=DATA, show_default=True)
@click.option("--set", "sets", multiple=True, default=SETS, show_default=True)
@click.option("--every", default=2, show_default=True, help="Take one page of so many.")
@click.option("--jobs", default=1, show_default=True)
@format_option()
@click.argument("extractors", nargs=-1)
def main(data: Path, sets: tuple[str, ...], every: int, jobs: int, kind: Format, extractors: tuple[str, ...]) -> None:
    """Print a table for each set, the best words F1 first."""
    listed = [e.name for e in list_extractors() if not e.status]
    for name in sets:
        pages = list(islice(read_dataset(data, name), 0, None, every))
        rows = []
        for extractor in extractors or listed:
            results = list(map_bounded(measure, [(extractor, page) for page in pages], jobs))
            rows.append(make_row(extractor, results))
        rows.sort(key=lambda row: -float(row["words F1"]))
        click.echo(f"{name}, {len(pages)} pages")
        click.echo(format_table(rows, kind, digits=3))


def make_row(extractor: str, results: list[Result]) -> dict[str, str | float]:
    """The means over pages."""
    means = [sum(column) / len(results) for column in zip(*(scores for _, scores in results), strict=True)]
    columns = [f"{measure} {what}" for measure in MEASURES for what in ("F1", "P", "R")]
    seconds = sum(seconds for seconds, _ in results)
    speed = round(len(results) / seconds) if seconds else 0
    return {"extractor": extractor, **dict(zip(columns, means, strict=True)), "pages/s": speed}


if __name__ == "__main__":
    main()
