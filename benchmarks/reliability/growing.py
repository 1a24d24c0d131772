"""Long work: as much memory at its end as early on, and the same numbers as for a few pages."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from benchmarks.by_site import write_warc
from benchmarks.capture import make_page, serve
from benchmarks.reliability.outcome import Outcome, Trial
from benchmarks.reliability.pages import STARTER
from benchmarks.reliability.starting import succeed, watch
from benchmarks.reliability.whole import find_faults
from benchmarks.review import measure_terminal, short_page, write_pages
from benchmarks.scale import repeat_package
from evaluate.package import read_document, read_package
from evaluate.package.files import LAYOUT, SCREENSHOT
from evaluate.results.store import read_rows


def run_many(trial: Trial) -> Outcome:
    """Score the starter package's documents, over and over under new names: each as when it is there once."""
    few, many = trial.work / "few", trial.work / "many"
    names = read_package(STARTER).names
    repeat_package(STARTER, few, len(names))
    repeat_package(STARTER, many, trial.times)
    succeed("evaluate run few -e plain --out few-results", trial.work)
    went = watch("evaluate run many -e plain --jobs 2 --out results", trial.work)
    wanted = dict(_read_scores(trial.work / "few-results" / "plain.tsv"))
    faults = went.find_faults()
    found = 0
    for name, scores in _read_scores(trial.work / "results" / "plain.tsv"):
        found += 1
        if scores != wanted[name]:
            faults.append(f"{name}: {scores}, and alone {wanted[name]}")
    if found != trial.times:
        faults.append(f"{found} rows of {trial.times}")
    what = f"`evaluate run` over {trial.times:,} pages, the starter package's over and over"
    return Outcome(what, 1, f"{went.memory}; {went.seconds:.0f} s of processor time", tuple(faults))


def _read_scores(path: Path) -> Iterator[tuple[str, str]]:
    """Documents by the names that they had before they were repeated, with status and scores."""
    for row in read_rows(path):
        yield row.document.rpartition("-")[0], f"{row.status} {sorted(row.scores.items())}"


def extract_many(trial: Trial) -> Outcome:
    """Extract a WARC file of the starter package's pages over and over: each page's text is always the same."""
    pages = [path.read_bytes() for path in sorted(STARTER.glob("*.html")) if ".source" not in path.name]
    write_warc(trial.work / "few.warc", pages, len(pages), len(pages))
    write_warc(trial.work / "many.warc", pages, trial.times, trial.times)
    succeed("cetr extract few.warc --out few.jsonl", trial.work)
    went = watch("cetr extract many.warc --jobs 2 --out many.jsonl", trial.work)
    wanted = dict(_read_texts(trial.work / "few.jsonl"))
    seen: Counter[int] = Counter()
    faults = went.find_faults()
    for number, text in _read_texts(trial.work / "many.jsonl"):
        seen[number] += 1
        if text != wanted[number % len(pages)]:
            faults.append(f"page {number}: another text than alone")
    if len(seen) != trial.times or set(seen.values()) != {1}:
        faults.append(f"{len(seen)} pages of {trial.times}, one of them {max(seen.values(), default=0)} times")
    what = f"`cetr extract` of a WARC file of {trial.times:,} pages, the starter package's over and over"
    return Outcome(what, 1, f"{went.memory}; {went.seconds:.0f} s of processor time", tuple(faults))


def _read_texts(path: Path) -> Iterator[tuple[int, str]]:
    """The number at the end of each row's address, and its text."""
    with path.open("rb") as file:
        for line in file:
            row = json.loads(line)
            yield int(row["url"].rpartition("/")[2]), row["text"]


def review_many(trial: Trial) -> Outcome:
    """Open a package of so many documents in a real terminal, and press keys."""
    folder = write_pages(
        trial.work / "many", ((f"page-{number:05d}", short_page(number)) for number in range(trial.times))
    )
    went = measure_terminal(folder, b"Sentence", 60)
    what = f"`annotate review` of a package of {trial.times:,} documents, 60 keys"
    seen = (
        f"first page after {went.opened:.1f} s; a key takes {1000 * went.processor:.0f} ms of processor time (mean), "
        f"and is answered after {went.rank(95):.0f} ms (95th percentile); {went.memory:.0f} MB"
    )
    return Outcome(what, 1, seen, tuple(find_faults(trial.work)))


def capture_many(trial: Trial) -> Outcome:
    """Capture one page again and again in one run: the same bytes each time."""
    with serve({"/page.html": make_page(0.03)}) as site:
        (trial.work / "urls").write_text("".join(f"{site}/page.html?{n}\n" for n in range(trial.times)), "utf-8")
        line = "annotate capture --urls urls --headless --select main --delay 0 --settle 0 --package made"
        went = watch(line, trial.work)
    faults = [*went.find_faults(), *find_faults(trial.work)]
    kinds: Counter[tuple[int, ...]] = Counter()
    names = read_package(trial.work / "made").names
    for name in names:
        document = read_document(trial.work / "made", name)
        made = (document.html, document.text, document.spans)
        there = tuple(document.path(suffix).read_bytes() for suffix in (LAYOUT, SCREENSHOT))
        kinds[(hash(made), *map(hash, there))] += 1
    if len(names) != trial.times:
        faults.append(f"{len(names)} documents of {trial.times}")
    if len(kinds) != 1:
        faults.append(f"{len(kinds)} different captures of one page: {sorted(kinds.values(), reverse=True)[:5]}")
    what = f"`annotate capture --headless` of {trial.times} pages in one run, always the same page"
    seen = f"{went.memory}, browser and all; {went.seconds:.0f} s of processor time"
    return Outcome(what, 1, seen, tuple(faults))
