"""The files of a results folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from cetr.console import InputError
from evaluate.measures import make_score
from evaluate.results.predictions import PredictedTexts, Prediction
from evaluate.results.rows import FIELDS, Row
from evaluate.results.store import RowWriter, cut_torn_line, has_rows, read_rows, remove_results


def write(writer: RowWriter, *documents: str, text: str = "text") -> None:
    """Write a row and a prediction of each document."""
    for name in documents:
        facts = dict.fromkeys(FIELDS, "")
        row = Row("p", name, "ok", 1.0, 1.0, facts, "g", {"words": make_score(1, 1, 1)})
        writer.write(row, Prediction("p", name, text))


def list_documents(path: Path) -> list[str]:
    """The documents of a file of rows, in order."""
    return [row.document for row in read_rows(path)]


def test_results_are_removed_with_what_lists_them(tmp_path: Path) -> None:
    """Those of others stay; an extractor that has not begun has none."""
    for name in ("x", "other"):
        with RowWriter(tmp_path, name) as writer:
            assert not has_rows(tmp_path, [name])
            write(writer, "a")
    for file in ("run.json", "summary.json"):
        (tmp_path / file).write_text("{}")
    assert has_rows(tmp_path, ["y", "x"])
    remove_results(tmp_path, ["y", "x"])
    assert {path.name for path in tmp_path.iterdir()} == {"other.tsv", "other.predictions.jsonl"}
    remove_results(tmp_path, ["x"])
    assert not has_rows(tmp_path, ["x"])


@pytest.mark.parametrize("torn", [b"", b"p\tc", b"p\tc\t" + b"x" * 200_000])
def test_what_is_resumed_goes_on_after_the_last_whole_line(tmp_path: Path, torn: bytes) -> None:
    """Whatever a crash has left behind it, in both files; what is not resumed begins anew."""
    folder = tmp_path / "deep" / "results"
    with RowWriter(folder, "x", resume=True) as writer:
        write(writer, "a", "b")
        assert list_documents(writer.path) == ["a", "b"]
    for path in folder.iterdir():
        path.write_bytes(path.read_bytes() + torn)
    with RowWriter(folder, "x", resume=True) as writer:
        assert writer.done == {("p", "a"), ("p", "b")}
        write(writer, "c")
    assert list_documents(writer.path) == ["a", "b", "c"]
    assert PredictedTexts(writer.path).read(("p", "c")) == "text"
    with RowWriter(folder, "x") as writer:
        assert writer.done == set()
        write(writer, "c")
    assert list_documents(writer.path) == ["c"]


def test_a_whole_prediction_without_the_end_of_its_line_is_kept(tmp_path: Path) -> None:
    """As after an editor that ends no last line; what follows begins a line of its own."""
    with RowWriter(tmp_path, "x") as writer:
        write(writer, "a", "b")
    path = tmp_path / "x.predictions.jsonl"
    path.write_bytes(path.read_bytes()[:-1])
    with RowWriter(tmp_path, "x", resume=True) as writer:
        write(writer, "c")
    predicted = PredictedTexts(writer.path)
    assert [predicted.read(("p", name)) for name in "abc"] == ["text"] * 3


def test_a_file_of_one_torn_line_is_emptied(tmp_path: Path) -> None:
    """Not even its header was whole."""
    (tmp_path / "x.tsv").write_bytes(b"x" * 70_000)
    cut_torn_line(tmp_path / "x.tsv")
    assert (tmp_path / "x.tsv").read_bytes() == b""


def test_what_is_finished_has_the_order_of_the_documents(tmp_path: Path) -> None:
    """Once each, by what was written last, without documents that are gone or still to come."""
    with RowWriter(tmp_path, "x") as writer:
        write(writer, "c", "b", "a")
    with RowWriter(tmp_path, "x", resume=True) as writer:
        write(writer, "b", text="again")
        writer.finish({("p", "a"): 1, ("p", "d"): 2, ("p", "b"): 4})
    assert list_documents(writer.path) == ["a", "b"]
    lines = (tmp_path / "x.predictions.jsonl").read_text().splitlines()
    assert lines == [
        '{"package":"p","document":"a","text":"text"}',
        '{"package":"p","document":"b","text":"again"}',
    ]


def test_results_that_cannot_be_read_or_written_are_named(tmp_path: Path) -> None:
    """A file that is missing or not UTF-8, and one that is a link, except to a device."""
    path = tmp_path / "x.tsv"
    with pytest.raises(InputError, match=r"x\.tsv: is missing$"):
        list(read_rows(path))
    path.write_bytes(b"\xff\n")
    with pytest.raises(InputError, match=r"x\.tsv: is not UTF-8$"):
        list(read_rows(path))
    path.unlink()
    for target in ("gone", "there"):
        (tmp_path / "there").touch()
        path.symlink_to(tmp_path / target)
        with pytest.raises(InputError, match=r"x\.tsv: is a link, and results are not written through links; remove"):
            RowWriter(tmp_path, "x")
        path.unlink()
    path.symlink_to("/dev/null")
    with RowWriter(tmp_path, "x") as writer:
        write(writer, "a")
