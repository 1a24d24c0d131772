"""The table of docs/reliability.md: a row for each scenario, found by its name and replaced alone."""

from __future__ import annotations

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


def write_row(page: str, order: Sequence[str], name: str, outcome: Outcome, day: str, *, add: bool = False) -> str:
    """The page with a scenario's row replaced, or added; rows stand in the order of the scenarios.

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
    rows[name] = f"| `{name}` | {outcome.what} | {times:,} | {written} | {outcome.seen} | {faults:,} | {day} |"
    kept = [rows[known] for known in order if known in rows]
    return before + _BEGIN + "\n".join([*_HEAD, *kept]) + "\n" + _END + after


def _read(cell: str) -> int:
    return int(cell.strip(" |").replace(",", ""))


def put_row(order: Sequence[str], name: str, outcome: Outcome, *, add: bool) -> None:
    """Put a scenario's row into the page."""
    day = f"{datetime.now(UTC):%Y-%m-%d}"
    PAGE.write_text(write_row(PAGE.read_text("utf-8"), order, name, outcome, day, add=add), "utf-8")
