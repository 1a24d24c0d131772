"""The report on many documents, and their comparison: processor time and size; the time that opening takes.

    python -m benchmarks.report PACKAGE [--documents 20000] [--extractors cetr,learned] [--openings 5]

The package's documents are repeated under new names and sites (as `benchmarks.scale` does); what the extractors reach
on each is made to vary, so that the rows are not all alike. It is opened in headless Chromium anew each time.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec

from annotate.browser import open_browser
from benchmarks.scale import repeat_package
from cetr.console import python_command, run
from evaluate.cli import evaluate
from evaluate.measures import make_score
from evaluate.package import read_package
from evaluate.results.finding import find_results
from evaluate.results.predictions import PredictedTexts
from evaluate.results.rows import Row
from evaluate.results.runs import read_run, write_json
from evaluate.results.store import RowWriter

SITES = 700


def vary(row: Row, draw: random.Random, name: str, site: str) -> Row:
    """A row as if it were of another document, with fewer words right."""
    scores = {
        measure: make_score(round(s.matched * draw.uniform(0.5, 1)), s.extracted, s.expected)
        for measure, s in row.scores.items()
    }
    return replace(row, document=name, scores=scores, facts={**row.facts, "site": site})


def repeat_results(results: Path, package: Path, out: Path) -> None:
    """Results for a package whose documents are those of other results over and over, under names with a number."""
    names = read_package(package).names
    for found in find_results(results):
        rows, texts, draw = {row.document: row for row in found.read()}, PredictedTexts(found.path), random.Random(0)
        with RowWriter(out, found.extractor) as writer:
            for i, name in enumerate(names):
                row = rows[name.rpartition("-")[0]]
                prediction = texts.find(row.key)
                made = None if prediction is None else msgspec.structs.replace(prediction, document=name)
                writer.write(vary(row, draw, name, f"site{i % SITES}.example"), made)
    known = read_run(results)
    (dataset,) = known.datasets
    dataset = msgspec.structs.replace(dataset, folder=str(package), documents=len(names))
    write_json(out / "run.json", msgspec.structs.replace(known, datasets=(dataset,)))


def measure_command(*arguments: str) -> float:
    """Seconds of processor time that a command of ``evaluate`` takes, its workers among them."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([*python_command("evaluate"), *arguments], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def open_report(path: Path, times: int) -> Iterator[tuple[float, float]]:
    """Seconds until the page is loaded, and of processor time of its process, for each time that it is opened."""
    for _ in range(times):
        with open_browser(headless=True) as context:
            page = context.new_page()
            session = context.new_cdp_session(page)
            session.send("Performance.enable")
            page.goto(path.as_uri())
            loaded = page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")
            metrics = {m["name"]: m["value"] for m in session.send("Performance.getMetrics")["metrics"]}
            yield loaded / 1000, metrics["ProcessTime"]


def main() -> None:
    """Make the report, open it, and print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("package", type=Path)
    parser.add_argument("--documents", type=int, default=20_000)
    parser.add_argument("--extractors", default="cetr,learned")
    parser.add_argument("--openings", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.package.parent) as scratch:
        work = Path(scratch)
        named = [word for name in options.extractors.split(",") for word in ("-e", name)]
        assert run(evaluate, ["run", str(options.package), "--out", str(work / "few"), *named]) == 0
        package = work / options.package.name
        repeat_package(options.package, package, options.documents)
        repeat_results(work / "few", package, work / "many")
        report = work / "report.html"
        spent = measure_command("report", str(work / "many"), "-o", str(report))
        size = report.stat().st_size / 1e6
        print(f"{options.documents} documents: {size:.1f} MB, made in {spent:.0f} s of processor time")
        one, other, *_ = (str(found.path) for found in find_results(work / "many"))
        print(f"compared in {measure_command('compare', one, other):.0f} s of processor time")
        for loaded, used in open_report(report, options.openings):
            print(f"opened in {loaded:.2f} s, {used:.2f} s of processor time")


if __name__ == "__main__":
    main()
