"""Run scenarios, and put their rows into docs/reliability.md.

    python -m benchmarks.reliability                         # all, one after the other
    python -m benchmarks.reliability --list
    python -m benchmarks.reliability --only kill-import --only git-crlf --write
    python -m benchmarks.reliability --missing --write       # those that the page has no row of yet
    python -m benchmarks.reliability --only kill-train --times 10 --seed 2 --write --add
    python -m benchmarks.reliability --only run-100000 --times 5000

A scenario ends with a line: how often something was done, what was seen, and how many faults; the faults stand below.
``--write`` puts a row into the page as soon as its scenario has ended and leaves all others alone, so you can measure
in parts; with ``--add`` and another seed, kills are added to those of the row. A scenario that lacks something of the
machine (root, a program) is named and left out.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.reliability.outcome import LackError, Outcome, Scenario, Trial
from benchmarks.reliability.page import PAGE, put_row
from benchmarks.reliability.table import SCENARIOS


def run_scenario(scenario: Scenario, times: int | None, seed: int, place: Path | None) -> Outcome:
    """Run one scenario in a folder of its own."""
    with TemporaryDirectory(prefix="rel-", dir=place) as work:
        return scenario.run(Trial(Path(work), times or scenario.times, Random(f"{seed} {scenario.name}")))


def choose(only: Sequence[str], *, missing: bool) -> list[Scenario]:
    """Those of these names, or all; with ``missing`` those that the page has no row of."""
    page = PAGE.read_text("utf-8") if missing else ""
    return [one for one in SCENARIOS if (not only or one.name in only) and f"| `{one.name}` |" not in page]


def main() -> None:
    """Print a line for each scenario, its faults below; ends with 1 if there are any."""
    parser = argparse.ArgumentParser(
        prog="reliability", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    names = [scenario.name for scenario in SCENARIOS]
    parser.add_argument("--only", action="append", default=[], choices=names, metavar="NAME", help="repeatable")
    parser.add_argument("--missing", action="store_true", help="only those that the page has no row of")
    parser.add_argument("--list", action="store_true", help="print the names")
    parser.add_argument("--times", type=int, help="how often, or how many pages, instead of what the table says")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work", type=Path, help="folder with room for 2 GB")
    parser.add_argument("--write", action="store_true", help=f"put the rows into {PAGE.name}")
    parser.add_argument("--add", action="store_true", help="with --write: add to the numbers of the row that is there")
    options = parser.parse_args()
    failed = False
    for scenario in choose(options.only, missing=options.missing):
        if options.list:
            print(scenario.name)
            continue
        try:
            outcome = run_scenario(scenario, options.times, options.seed, options.work)
        except LackError as error:
            print(f"{scenario.name}: left out: {error}", file=sys.stderr, flush=True)
            continue
        failed |= bool(outcome.faults)
        seen = outcome.seen if outcome.hits is None else f"{outcome.hits} while it wrote"
        print(f"{scenario.name}: {outcome.times} times, {len(outcome.faults)} faults; {seen}", flush=True)
        for fault in dict.fromkeys(outcome.faults):
            print(f"      {fault}", flush=True)
        if options.write:
            put_row(names, scenario.name, outcome, add=options.add)
    sys.exit(failed)


if __name__ == "__main__":
    main()
