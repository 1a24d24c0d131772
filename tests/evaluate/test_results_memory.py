"""What reading and ordering results takes: little for each row, however many there are."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

from evaluate.measures import make_score
from evaluate.results.rows import FIELDS, Row
from evaluate.results.store import RowWriter, read_rows

ROWS = 2_000


def make_row(number: int) -> Row:
    """A row as a run makes it."""
    scores = {"words": make_score(1, 2, 3)}
    return Row("package", f"document-{number:06}", "ok", 0.1, 1.0, dict.fromkeys(FIELDS, ""), "0" * 16, scores)


def test_rows_are_put_in_order_and_read_with_little_memory(tmp_path: Path) -> None:
    """Backwards written, in order again; at most 160 bytes for each row at any time, less than its own line."""
    with RowWriter(tmp_path, "x") as writer:
        for number in reversed(range(ROWS)):
            writer.write(make_row(number), None)
        order = {make_row(number).key: number for number in range(ROWS)}
        tracemalloc.start()
        try:
            writer.finish(order)
            names = sum(row.document == f"document-{number:06}" for number, row in enumerate(read_rows(writer.path)))
            most = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    assert names == ROWS
    assert most / ROWS < 160 + 100_000 / ROWS  # what does not grow: buffers, and the line at work
