"""How `evaluate run` grows: pages a second by workers and by the size of the data set, and the memory it takes.

    python -m benchmarks.scale PACKAGE [--pages 1000,10000,100000] [--jobs 1,2] [--extractor plain]

The pages of a real package are repeated under new names (hard links: no space) in a folder of --work. Memory is the
peak of the process that hands out the work; workers keep one page at a time.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from itertools import cycle, islice
from pathlib import Path

from benchmarks.children import benchmark_command, own_environment
from benchmarks.memory import read_memory
from cetr.console import run
from evaluate.cli import evaluate
from evaluate.package import read_package


def run_measured(arguments: list[str]) -> int:
    """Run a command of ``evaluate``, then print this process's peak of memory on standard error."""
    code = run(evaluate, arguments)
    print(f"{read_memory(peak=True):.0f}", file=sys.stderr)
    return code


def repeat_package(package: Path, folder: Path, count: int) -> None:
    """A package of so many documents, which are those of another one over and over."""
    names = read_package(package).names
    folder.mkdir(parents=True)
    shutil.copy(package / "package.toml", folder)
    for i, name in enumerate(islice(cycle(names), count)):
        for suffix in (".html", ".txt", ".json"):
            os.link(package / (name + suffix), folder / f"{name}-{i:06}{suffix}")


def main() -> None:
    """Print a line for each number of pages and workers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("package", type=Path)
    parser.add_argument("--pages", default="1000,10000,100000")
    parser.add_argument("--jobs", default="1,2")
    parser.add_argument("--extractor", default="plain")
    parser.add_argument("--work", type=Path, default=Path("scale-benchmark"))
    options = parser.parse_args()
    print(f"{'pages':>8} {'jobs':>5} {'seconds':>9} {'pages/s':>8} {'peak MB':>8}")
    for count in map(int, options.pages.split(",")):
        folder = options.work / f"pages-{count}"
        repeat_package(options.package, folder, count)
        for jobs in options.jobs.split(","):
            out = options.work / "results"
            command = [*benchmark_command("scale"), "run", str(folder), "--extractor", options.extractor]
            start = time.perf_counter()
            result = subprocess.run(
                [*command, "--out", str(out), "--jobs", jobs],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                check=True,
                env=own_environment(),
            )
            seconds = time.perf_counter() - start
            peak = int(result.stderr.split()[-1])
            print(f"{count:8} {jobs:>5} {seconds:9.1f} {count / seconds:8.1f} {peak:8}", flush=True)
            shutil.rmtree(out)
        shutil.rmtree(folder)


if __name__ == "__main__":
    if sys.argv[1:2] == ["run"]:
        sys.exit(run_measured(sys.argv[1:]))
    main()
