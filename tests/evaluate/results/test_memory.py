"""What reading and ordering results takes: little for each row, however many there are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from evaluate.measures import make_score
from evaluate.results.rows import FIELDS, Row
from evaluate.results.statistics import summarize_rows
from evaluate.results.store import RowWriter, read_rows
from evaluate.running.tables import find_standings
from tests.memory import stays_below
from tests.work import count_calls

ROWS = 2_000


def make_row(number: int) -> Row:
    """A row as a run makes it."""
    scores = {"words": make_score(1, 2, 3)}
    return Row("package", f"document-{number:06}", "ok", 0.1, 1.0, dict.fromkeys(FIELDS, ""), "0" * 16, scores)


def test_rows_are_put_in_order_and_read_with_little_memory(tmp_path: Path) -> None:
    """Backwards written, in order again; at most 160 bytes for each row at any time, less than its own line."""
    order = {make_row(number).key: number for number in range(ROWS)}
    backwards = dict(reversed(order.items()))

    def write_and_read() -> None:
        with RowWriter(tmp_path, "x") as writer:
            for number in backwards.values():
                writer.write(make_row(number), None)
            writer.finish(order)
        names = sum(row.document == f"document-{number:06}" for number, row in enumerate(read_rows(writer.path)))
        assert names == ROWS

    # What does not grow: buffers, and the line at work.
    assert stays_below(160 * ROWS + 300_000, write_and_read)


def test_twice_as_many_measures_are_twice_the_work(tmp_path: Path) -> None:
    """What the header says of them is not asked again of each row."""

    def read_back(measures: int) -> int:
        scores = {f"m{number}": make_score(1, 2, 3, {"own": 0.5}) for number in range(measures)}
        with RowWriter(tmp_path, f"{measures}") as writer:
            for number in range(20):
                writer.write(replace(make_row(number), scores=scores), None)
        assert {len(row.scores) for row in read_rows(writer.path)} == {measures}
        return count_calls(lambda: list(read_rows(writer.path)))

    assert read_back(20) < 2.1 * read_back(10)


def test_a_single_extractor_is_compared_with_nothing(tmp_path: Path) -> None:
    """Its rows are not even read."""
    with RowWriter(tmp_path, "x") as writer:
        for number in range(ROWS):
            writer.write(make_row(number), None)
    summaries = {"x": summarize_rows(read_rows(writer.path))}
    assert find_standings(tmp_path, summaries) == {}
    assert stays_below(10_000, lambda: find_standings(tmp_path, summaries))


def test_rows_in_another_order_are_compared_page_by_page(tmp_path: Path) -> None:
    """As those of a run that was resumed with its packages in another order; a page more, and nothing is compared.

    Each page is a little worse, which chance would not do.
    """
    summaries = {}
    for extractor, order in (("x", range(30)), ("y", range(29, -1, -1))):
        with RowWriter(tmp_path, extractor) as writer:
            for number in order:
                scores = {"words": make_score(number % 7 + (extractor == "y"), 10, 10)}
                writer.write(replace(make_row(number), scores=scores), None)
        summaries[extractor] = summarize_rows(read_rows(writer.path))
    standings = find_standings(tmp_path, summaries)
    assert (standings["x"].behind, standings["x"].p) == (pytest.approx(-0.1), 2 / (9999 + 1))
    with RowWriter(tmp_path, "y", resume=True) as writer:
        writer.write(make_row(30), None)
    assert find_standings(tmp_path, summaries) == {}
