"""Parquet: the layout of data sets, and that of others."""

import pyarrow
import pytest
from pyarrow import parquet

from annotate.cli import annotate
from annotate.formats.records import Record
from cetr.console import run
from tests.annotate.formats.samples import GOLD, PAGE, SPANS, make_package, read_all


def test_parquet_has_the_layout_of_datasets(tmp_path):
    """The file stands where `datasets` looks for the split, with a row for each document and spans as lists."""
    make_package(tmp_path / "pack")
    assert run(annotate, ["export", "parquet", str(tmp_path / "pack"), str(tmp_path / "out")]) == 0
    table = parquet.read_table(tmp_path / "out/data/test-00000-of-00001.parquet")
    row = next(r for r in table.to_pylist() if r["id"] == "full")
    assert row["spans"] == [list(s) for s in SPANS]
    assert (row["html"], row["text"], row["extra"]) == (PAGE, GOLD, '{"k": [1]}')


def test_the_card_counts_what_is_exported(tmp_path):
    """Documents that are left out, and the decisions on them, are not in the card beside the data."""
    make_package(tmp_path / "pack")
    assert run(annotate, ["export", "parquet", str(tmp_path / "pack"), str(tmp_path / "out")]) == 0
    card = (tmp_path / "out/README.md").read_text("utf-8")
    assert "\n2 documents, 12 words of main content" in card
    assert "| status | documents |\n| --- | ---: |\n| gold | 2 |\n" in card
    assert "| unknown | 2 | 0 | 0 |  | 0 |" in card


def test_parquet_of_others(tmp_path):
    """A file with other columns is read as far as it goes; one without pages is refused."""
    parquet.write_table(pyarrow.table({"html": [PAGE], "text": ["On foxes"], "label": [3]}), tmp_path / "a.parquet")
    records, _ = read_all("parquet", tmp_path / "a.parquet")
    assert records == {"row 000001": Record(id="row 000001", html=PAGE, text="On foxes", extra={"label": 3})}
    parquet.write_table(pyarrow.table({"html": [PAGE], "text": [""], "extra": ["[" * 100_000]}), tmp_path / "a.parquet")
    assert read_all("parquet", tmp_path / "a.parquet")[0]["row 000001"].extra == {"extra": "[" * 100_000}
    parquet.write_table(pyarrow.table({"x": [1]}), tmp_path / "b.parquet")
    (tmp_path / "c.parquet").write_bytes(b"no")
    assert run(annotate, ["import", "parquet", str(tmp_path / "b.parquet"), str(tmp_path / "p")]) == 2
    assert run(annotate, ["import", "parquet", str(tmp_path / "c.parquet"), str(tmp_path / "p")]) == 2
    assert not (tmp_path / "p").exists()


@pytest.mark.parametrize("kind", [pyarrow.timestamp("ns"), pyarrow.date32()])
def test_parquet_with_a_value_that_python_cannot_hold(tmp_path, capsys, kind):
    """A time in nanoseconds, or a date in a far year, is a one-line error."""
    value = pyarrow.array([10_000_001], pyarrow.int64() if kind.bit_width == 64 else pyarrow.int32()).cast(kind)
    parquet.write_table(pyarrow.table({"html": [PAGE], "text": ["foxes"], "seen": value}), tmp_path / "a.parquet")
    assert run(annotate, ["import", "parquet", str(tmp_path / "a.parquet"), str(tmp_path / "p")]) == 2
    error = capsys.readouterr().err
    told = "row 1: seen: has a value that Python does not have; leave the column out ("
    assert error.startswith(f"annotate: {tmp_path}/a.parquet: {told}")
    assert error.count("\n") == 1
