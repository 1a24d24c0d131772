"""The table of docs/reliability.md: a row for each scenario, found by its name and replaced alone."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.reliability.outcome import Outcome

PAGE = Path(__file__).parents[2] / "docs" / "reliability.md"
_BEGIN, _END = "<!-- table -->\n", "<!-- end -->"
_HEAD = [
    "| name | what was done | times | while it wrote | what was seen | faults | measured |",
    "|---|---|---|---|---|---|---|",
]


def write_row(page: str, order: Sequence[str], name: str, outcome: Outcome, measured: str, *, add: bool = False) -> str:
    """The page with a scenario's row replaced, or added; rows stand in the order of the scenarios, their sums below.

    With ``add`` the numbers of the row that is there are added to.
    """
    before, _, rest = page.partition(_BEGIN)
    table, _, after = rest.partition(_END)
    rows = {line.split("`")[1]: line for line in table.splitlines() if line.startswith("| `")}
    times, hits, faults = outcome.times, outcome.hits, len(outcome.faults)
    if add and name in rows:
        cells = [cell.strip() for cell in rows[name].split(" |")]
        times, faults = times + _read(cells[2]), faults + _read(cells[5])
        hits = None if hits is None else hits + _read(cells[3])
    written = "" if hits is None else f"{hits:,}"
    rows[name] = f"| `{name}` | {outcome.what} | {times:,} | {written} | {outcome.seen} | {faults:,} | {measured} |"
    kept = [rows[known] for known in order if known in rows]
    return before + _BEGIN + "\n".join([*_HEAD, *kept, "", _sum_up(kept)]) + "\n" + _END + after


def _sum_up(rows: Sequence[str]) -> str:
    """How many kills and faults the rows have together."""
    cells = [row.split(" |") for row in rows]
    kills = [row for row in cells if row[3].strip()]
    times, hits = (sum(_read(row[column]) for row in kills) for column in (2, 3))
    faults = sum(_read(row[5]) for row in cells)
    return f"The table has {times:,} kills, {hits:,} of them while the command wrote, and {faults:,} faults."


def _read(cell: str) -> int:
    return int(cell.strip(" |").replace(",", ""))


def put_row(order: Sequence[str], name: str, outcome: Outcome, *, add: bool) -> None:
    """Put a scenario's row into the page, with the day and the load of the machine over the last minute."""
    measured = f"{datetime.now(UTC):%Y-%m-%d}, load {os.getloadavg()[0]:.0f}"
    PAGE.write_text(write_row(PAGE.read_text("utf-8"), order, name, outcome, measured, add=add), "utf-8")
