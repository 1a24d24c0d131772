"""Tables of data, whose cells share a fate."""

from __future__ import annotations

import numpy as np
import pytest

from cetr.document import derive_text
from cetr.learned import find_blocks, join_chosen
from cetr.learned.tables import complete_tables

ROWS = [["", "High", "Low"], ["Brest", "7:12", "13:30"], ["Dover", "5:48", "12:02"]]


def write_table(rows: list[list[str]]) -> str:
    """A table with these cells."""
    return "<table>" + "".join("".join(("<tr>", *(f"<td>{cell}" for cell in row))) for row in rows) + "</table>"


def complete(html: str, *content: str, other: float = 0.4) -> list[str]:
    """The texts that are chosen if the model has chosen ``content``, and others have that probability."""
    blocks = find_blocks(html)
    texts = [html[start:end] for start, end in zip(blocks.start.tolist(), blocks.end.tolist(), strict=True)]
    chosen = np.array([text in content for text in texts])
    assert chosen.sum() == len(content)
    found = complete_tables(blocks, np.where(chosen, 0.9, other), chosen)
    return [text for text, taken in zip(texts, found, strict=True) if taken]


@pytest.mark.parametrize("around", ["{}", "<table><tr><td>{}</table>", "<div><table><tr><td><p>{}</p></table></div>"])
def test_a_table_of_data_is_completed(around: str) -> None:
    """Its headings, and cells that the model alone would leave out, also if it is in a table for layout; no other text
    is added.
    """
    html = f"<p>Tides</p>{around.format(write_table(ROWS))}<p>Home</p>"
    assert complete(html, "7:12", "13:30", "Dover") == [cell for row in ROWS for cell in row if cell]


def test_names_of_values_are_cells() -> None:
    """A table has two columns, too, if one is of headings; three rows of five with as many cells are most."""
    rows = "".join(f"<tr><th>{port}<td>7:12" for port in ("Brest", "Dover", "Cork"))
    html = f"<table><tr><th>Port<th>High<th>Low<tr><th>Tides{rows}</table>"
    assert len(complete(html, "Port")) == 10


@pytest.mark.parametrize(
    "rows",
    [
        ROWS[1:],
        [["Brest"], ["Dover"], ["Cork"]],
        [["Brest", "7:12"], ["Dover", "5:48"], ["Cork"], ["Quay"]],
        [[f"{port}<table><td>7:12</td><td>13:30</td></table>"] for port in ("Brest", "Dover", "Cork")],
        [["Brest", "7:12"], ["Dover"], ["Cork", "4:31", "11:20"], ["Quay", "9", "8", "7"]],
        [["Brest", "7:12"], ["Dover", "The tide turns twice a day. " * 20], ["Cork", "The sea is calm. " * 20]],
    ],
    ids=["two rows", "one column", "half", "inner cells", "irregular", "paragraphs"],
)
def test_a_table_for_layout_is_not(rows: list[list[str]]) -> None:
    """What has few rows or columns, rows of many lengths, or paragraphs, may be the page itself."""
    chosen = [cell.partition("<")[0].strip() for row in rows for cell in row if not cell.startswith("Brest")]
    assert complete(write_table(rows), *chosen) == chosen


def test_rows_without_a_table_are_not() -> None:
    """As browsers read them, they are no rows, and their text is that of the page."""
    assert complete(f"<table></table>{write_table(ROWS).removeprefix('<table>')}<p>Home", "Home") == ["Home"]


def test_a_table_is_not_completed_for_a_few_cells() -> None:
    """Its mean probability counts, by words: of twelve words here, three are not enough, and four are."""
    rows = [["Brest", "7:12"], ["Dover", "5:48"], ["Cork", "4:31"], ["Quay", "9:05"]]
    html = write_table(rows)
    assert complete(html, "Brest", "Dover", "Cork", other=0.09) == ["Brest", "Dover", "Cork"]
    assert len(complete(html, "Brest", "Dover", "Cork", "Quay", other=0.101)) == 8


def test_a_sign_counts_half_a_word() -> None:
    """A table of signs alone is as probable as one of words."""
    rows = [["$", "$"]] * 3
    assert complete(write_table(rows), other=0.29) == []
    assert len(complete(write_table(rows), other=0.301)) == 6


@pytest.mark.parametrize(("words", "taken"), [(30, 6), (31, 0)])
def test_blocks_of_data_are_short(words: int, taken: int) -> None:
    """They have 16 words on average, at most."""
    assert len(complete(write_table([["1 2", "word " * words]] * 3))) == taken


@pytest.mark.parametrize(("other", "taken"), [(0.1, 6), (0.11, 8)])
def test_improbable_cells_stay_out(other: float, taken: int) -> None:
    """What a label leaves out is not added again."""
    assert len(complete(write_table(ROWS), "7:12", "13:30", "Dover", "5:48", "12:02", "High", other=other)) == taken


def test_the_title_stays_above_a_completed_table() -> None:
    """Whether a title is near to the content is told by what the model has chosen, not by what was added."""
    html = f"<h1>Tides</h1>{write_table([['<b><a>Port</a></b></td>', 'High'], *ROWS[1:]])}"
    blocks = find_blocks(html)
    probability = np.full(len(blocks), 0.4)
    chosen = np.arange(len(blocks)) > 1
    assert derive_text(html, join_chosen(blocks, probability, chosen)).startswith("Tides\nPort")


@pytest.mark.long
def test_deep_tables_cost_little() -> None:
    """A page of 50,000 tables in each other is completed; with quadratic cost it would not be."""
    html = "<table><tr><td>1<td>2" * 50_000
    blocks = find_blocks(html)
    nothing = np.zeros(len(blocks), dtype=np.bool_)
    assert not complete_tables(blocks, np.full(len(blocks), 0.4), nothing).any()
    assert complete_tables(blocks, np.full(len(blocks), 0.4), ~nothing).all()
