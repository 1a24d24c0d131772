"""Every extractor on half of each data set: words and bag F1, precision, recall, and pages a second.

    python benchmarks/classics.py [--set NAME] [--every N] [--jobs N] [EXTRACTOR]...

A second is one of one core. Extractors that need layout or are not installed are left out unless they are named.
"""

from __future__ import annotations

import json
import lzma
import time
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from multiprocessing import Pool
from pathlib import Path

import click

from cetr.document import derive_text, normalize_spans
from evaluate.extractors import find_extractor
from evaluate.listing import list_extractors
from evaluate.measures import score
from evaluate.tables import FORMATS, format_table

DATA = Path(__file__).parent.parent.parent / "shared" / "data"
SETS = ("wcxb-dev", "dragnet", "cleaneval-en")
MEASURES = ("words", "bag")

Page = tuple[str, str, str]
"""Address, HTML and gold text."""
Result = tuple[float, tuple[float, ...]]
"""Seconds, and F1, precision and recall by each measure."""


def read_pages(data: Path, name: str, every: int) -> Iterator[Page]:
    """Every so-manieth page of a set."""
    with lzma.open(data / f"{name}.jsonl.xz", "rt", encoding="utf-8") as lines:
        for line in islice(lines, 0, None, every):
            page = json.loads(line)
            yield page["url"], page["html"], page["text"]


find = lru_cache(find_extractor)
"""Entry points are read from disk: once a process is enough."""


def measure(task: tuple[str, Page]) -> Result:
    """Extract from one page and score; a failure scores 0."""
    name, (url, html, gold) = task
    extractor = find(name)
    facts = {"url": url} if "url" in extractor.wants else {}
    start = time.process_time()
    try:
        found = extractor.extract(html, **facts)
    except Exception:  # noqa: BLE001  # what a library raises on a page is that page's result
        return time.process_time() - start, (0.0,) * 3 * len(MEASURES)
    seconds = time.process_time() - start
    text = found if isinstance(found, str) else derive_text(html, normalize_spans(found, len(html)))
    scores = score(gold, text, MEASURES)
    return seconds, tuple(v for m in MEASURES for v in (scores[m].f1, scores[m].precision, scores[m].recall))


@click.command()
@click.option("--data", type=click.Path(path_type=Path), default=DATA, show_default=True)
@click.option("--set", "sets", multiple=True, default=SETS, show_default=True)
@click.option("--every", default=2, show_default=True, help="Take every so-manieth page.")
@click.option("--jobs", default=1, show_default=True)
@click.option("--format", "kind", type=click.Choice(FORMATS), default="table", show_default=True)
@click.argument("extractors", nargs=-1)
def main(data: Path, sets: tuple[str, ...], every: int, jobs: int, kind: str, extractors: tuple[str, ...]) -> None:
    """Print a table for each set, the best words F1 first."""
    listed = [e.name for e in list_extractors() if not e.status]
    with Pool(jobs) as pool:
        for name in sets:
            pages = list(read_pages(data, name, every))
            rows = []
            for extractor in extractors or listed:
                results = pool.map(measure, [(extractor, page) for page in pages], chunksize=8)
                rows.append(make_row(extractor, results))
            rows.sort(key=lambda row: -float(row["words F1"]))
            click.echo(f"{name}, {len(pages)} pages")
            click.echo(format_table(rows, kind, digits=3))  # type: ignore[arg-type]  # click has checked it


def make_row(extractor: str, results: list[Result]) -> dict[str, str | float]:
    """The means over pages."""
    means = [sum(column) / len(results) for column in zip(*(scores for _, scores in results), strict=True)]
    columns = [f"{measure} {what}" for measure in MEASURES for what in ("F1", "P", "R")]
    seconds = sum(seconds for seconds, _ in results)
    speed = round(len(results) / seconds) if seconds else 0
    return {"extractor": extractor, **dict(zip(columns, means, strict=True)), "pages/s": speed}


if __name__ == "__main__":
    main()
