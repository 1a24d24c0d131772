from __future__ import annotations

import fcntl
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from cetr.cli import cetr
from cetr.console import InputError, run
from cetr.extraction.batches import Row, Task
from cetr.extraction.bulk import extract_sources, write_part
from cetr.extraction.forms import Form
from cetr.extraction.grouping import Grouping
from cetr.extraction.rows import read_done, read_first
from tests.cetr.extraction.crawls import make_page, read_rows, write_warc


def test_an_interrupted_run_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What a crash has left, down to half a line, is kept and completed; without --resume nothing is overwritten."""
    warc, out = write_warc(tmp_path / "a.warc.gz", range(10)), tmp_path / "out.jsonl"
    assert run(cetr, ["extract", str(warc), "-o", str(out)]) == 0
    whole = out.read_bytes()
    half = whole[: whole.index(b'"record": 8') + 20]
    out.write_bytes(half)
    assert run(cetr, ["extract", str(warc), "-o", str(out)]) == 2
    assert "--resume" in capsys.readouterr().err
    assert run(cetr, ["extract", str(warc), "-o", str(out), "--resume"]) == 0
    assert out.read_bytes() == whole
    assert "5 pages" in capsys.readouterr().err


FOREIGN = '{"source": "a", "record": 0, "url": null, "text": "of an older version"}'


ROW = (
    '{"source": "a.html", "record": 0, "url": "u\\"", "warc_record_id": null, "warc_date": "2026-01-01T00:00:00Z",'
    ' "method": "learned", "text": "t\\n"}\n'
)


def test_a_row_is_on_disk_when_its_page_is_done(tmp_path: Path) -> None:
    """What is killed goes on there, however slow the method is."""
    pages = [tmp_path / f"{number}.html" for number in range(3)]
    for number, page in enumerate(pages):
        page.write_text(make_page(number))
    out = tmp_path / "r.jsonl"
    found: list[int] = []
    extract_sources(Task("plain"), pages, out, watch=lambda _: found.append(len(read_rows(out))))
    assert found == [0, 1, 2]


@pytest.mark.parametrize(("name", "held"), [("r.jsonl", "r.jsonl"), ("r.parquet", "r.parquet.partial.jsonl")])
def test_two_runs_do_not_write_the_same_rows(
    tmp_path: Path, name: str, held: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The second one is refused before it has touched what the first one is writing."""
    (tmp_path / "a.html").write_text(make_page(1))
    out = tmp_path / name
    with (tmp_path / held).open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.write("torn")
        file.flush()
        assert run(cetr, ["extract", str(tmp_path / "a.html"), "-o", str(out), "--resume"]) == 2
    assert capsys.readouterr().err == f"cetr: {out}: another 'cetr extract' is writing there; name another file\n"
    assert (tmp_path / held).read_text() == "torn"


def test_a_page_that_is_named_twice_has_one_row(tmp_path: Path) -> None:
    """A file given by its folder and by itself counts once, because a resumed run could not tell the two apart."""
    page = tmp_path / "pages" / "a.html"
    page.parent.mkdir()
    page.write_text(make_page(1))
    assert run(cetr, ["extract", str(page.parent), str(page), "-o", str(tmp_path / "r.jsonl")]) == 0
    assert [row["source"] for row in read_rows(tmp_path / "r.jsonl")] == [str(page)]


@pytest.mark.parametrize(
    "line", ['{"my":"only copy"}', '{"source": 1}', "[", "[" * 9999, FOREIGN, FOREIGN + "\n", "{}\n", ROW.strip() + " "]
)
@pytest.mark.parametrize("before", ["", ROW])
def test_what_is_not_ours_is_never_cut(
    tmp_path: Path, line: str, before: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that holds anything else is refused and left as it is, whether its last line ends or not."""
    page, out = tmp_path / "p.html", tmp_path / "mine.jsonl"
    page.write_text(make_page(0))
    out.write_text(before + line)
    assert run(cetr, ["extract", str(page), "-o", str(out), "--resume"]) == 2
    number = 2 if before else 1
    assert capsys.readouterr().err == f"cetr: {out}: line {number}: is not a row of extracted text; name another file\n"
    assert out.read_text() == before + line


def test_a_row_may_be_torn_anywhere(tmp_path: Path) -> None:
    """However much of a row a crash has left, it is made anew, and the rows before it are kept."""
    path = tmp_path / "rows.jsonl"
    for size in range(len(ROW)):
        path.write_text(ROW + ROW[:size])
        assert read_done(path, "learned", ("text",)) == {"a.html": frozenset({0})}
        assert path.read_text() == ROW


@pytest.mark.parametrize("name", ["out.jsonl", "out.parquet"])
def test_methods_are_not_mixed(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Rows tell their method; a run of another one, or with other options, does not go on with them."""
    (tmp_path / "p.html").write_text(make_page(0))
    out = tmp_path / name
    lines = out if out.suffix == ".jsonl" else tmp_path / "out.parquet.partial.jsonl"
    row = json.loads(ROW) | {"method": "dsc@slope=0.4,window=30"}
    lines.write_text(json.dumps(row) + "\n")
    command = ["extract", str(tmp_path / "p.html"), "-o", str(out), "--resume", "--method"]
    for method in ("cetr", "dsc", "dsc@window=30"):
        assert run(cetr, [*command, method]) == 2
        assert capsys.readouterr().err == (
            f"cetr: {lines}: has rows of the method 'dsc@slope=0.4,window=30', not of '{method}'; name another file\n"
        )
        assert lines.read_text() == json.dumps(row) + "\n"
    assert run(cetr, [*command, "dsc@window=30", "--option", "slope=0.4"]) == 0
    rows = read_rows(out) if lines == out else pq.read_table(out).to_pylist()
    assert [row["method"] for row in rows] == ["dsc@slope=0.4,window=30"] * 2


def test_forms_of_markdown_are_not_mixed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Rows tell what else was asked of their Markdown or HTML."""
    (tmp_path / "p.html").write_text(make_page(0))
    out = tmp_path / "out.jsonl"
    command = ["extract", str(tmp_path / "p.html"), "-o", str(out), "--method", "plain", "--format", "markdown"]
    assert run(cetr, [*command, "--front-matter", "--no-images", "--no-links"]) == 0
    assert [row["method"] for row in read_rows(out)] == ["plain --no-links --no-images --front-matter"]
    assert run(cetr, [*command, "--title", "--resume"]) == 2
    assert capsys.readouterr().err.endswith(
        f"cetr: {out}: has rows of the method 'plain --no-links --no-images --front-matter', not of 'plain --title';"
        " name another file\n"
    )
    assert str(Task("learned", form=Form("html", classes=True), grouping=Grouping())) == "learned+site --classes"


def test_options_that_change_nothing_are_not_told() -> None:
    """A default that is written out is the same method; the order of options does not matter."""
    assert str(Task("cetr", {"k": 3})) == "cetr"
    assert str(Task("dsc", {"window": 30, "slope": 0.4})) == "dsc@slope=0.4,window=30"
    assert str(Task("learned")) == "learned"


@pytest.mark.parametrize(
    ("data", "method"),
    [(b"", None), (ROW.encode(), "learned"), (b"x", "line 1"), (b"[]\n", "line 1"), (FOREIGN.encode(), "line 1")],
)
def test_a_part_tells_its_method(tmp_path: Path, data: bytes, method: str | None) -> None:
    """It is recognised by its first row, if it has one; anything else is an error."""
    path = tmp_path / "a.jsonl"
    path.write_bytes(data)
    if method == "line 1":
        with pytest.raises(InputError, match=": line 1: is not a row"):
            read_first(path)
    else:
        row = read_first(path)
        assert (row and row["method"]) == method


def test_parquet_is_there_when_it_is_whole(tmp_path: Path) -> None:
    """Parquet has the same rows, and an interrupted run is continued."""
    warc, out = write_warc(tmp_path / "a.warc.gz", range(5)), tmp_path / "out.parquet"
    (tmp_path / "out.parquet.partial.jsonl").write_text(
        json.dumps(json.loads(ROW) | {"source": str(warc), "record": 3, "text": "kept"}) + "\n"
    )
    assert run(cetr, ["extract", str(warc), "-o", str(out), "--resume"]) == 0
    rows = pq.read_table(out).to_pylist()
    assert [row["record"] for row in rows] == [3, 4, 5, 6, 7]
    assert rows[0]["text"] == "kept"
    assert "Page 4" in rows[4]["text"]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.warc.gz", "out.parquet"]


@pytest.mark.parametrize(
    ("there", "options", "said"),
    [
        ("out.parquet", [], "already exists and is complete; name another file"),
        ("out.parquet", ["--resume"], "already exists and is complete; name another file"),
        ("out.parquet.partial.jsonl", [], "already exists; continue it with --resume, or name another file"),
    ],
)
def test_what_is_there_is_not_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], there: str, options: list[str], said: str
) -> None:
    """Parquet cannot be continued when it is whole, and its rows are continued only if you say so."""
    warc, out = write_warc(tmp_path / "a.warc.gz", range(1)), tmp_path / "out.parquet"
    (tmp_path / there).write_text(ROW)
    assert run(cetr, ["extract", str(warc), "-o", str(out), *options]) == 2
    assert capsys.readouterr().err == f"cetr: {out}: {said}\n"
    assert {p.name for p in tmp_path.iterdir()} == {"a.warc.gz", there}
    assert (tmp_path / there).read_text() == ROW


def test_parquet_needs_its_library(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which is said before any page is extracted; JSON Lines do not need it."""
    warc = write_warc(tmp_path / "a.warc.gz", range(1))
    monkeypatch.setattr("cetr.extraction.bulk.find_spec", lambda name: None)
    assert run(cetr, ["extract", str(warc), "-o", str(tmp_path / "new" / "out.parquet")]) == 2
    assert capsys.readouterr().err.startswith("cetr: writing Parquet needs pyarrow: ")
    assert not (tmp_path / "new").exists()
    assert run(cetr, ["extract", str(warc), "-o", str(tmp_path / "new" / "deep" / "out.jsonl")]) == 0


@pytest.mark.parametrize("option", ["--out=new/rows.jsonl", "--out-dir=new"])
def test_warc_files_need_their_library(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    """Which is said before there is any output, so that the same command works once it is installed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "fastwarc.warc", None)
    command = ["extract", str(write_warc(tmp_path / "a.warc.gz", range(1))), option]
    assert run(cetr, command) == 2
    assert capsys.readouterr().err.startswith("cetr: reading WARC files needs fastwarc: ")
    assert not Path("new").exists()


@pytest.mark.parametrize("style", ["markdown", "json"])
def test_rows_in_another_form_are_not_mixed(tmp_path: Path, capsys: pytest.CaptureFixture[str], style: str) -> None:
    """A run goes on with rows of its own form, also behind a torn one, and refuses a file with others."""
    pages, out = tmp_path / "pages", tmp_path / "o.jsonl"
    pages.mkdir()
    for number in (1, 2):
        (pages / f"{number}.html").write_text(make_page(number))
    arguments = ["extract", str(pages), "-o", str(out), "--resume", "--format"]
    assert run(cetr, [*arguments, style]) == 0
    whole = out.read_bytes()
    out.write_bytes(whole[:-20])
    assert run(cetr, [*arguments, style]) == 0
    assert out.read_bytes() == whole
    capsys.readouterr()
    assert run(cetr, [*arguments, "text"]) == 2
    assert capsys.readouterr().err == f"cetr: {out}: has rows of another --format; name another file\n"
    assert out.read_bytes() == whole


_OTHER = """
import sys
from pathlib import Path
from cetr.extraction.batches import Row, Task
from cetr.extraction.bulk import write_part
def rows():
    yield Row("other", 0, None, {"text": "one"})
    print("begun", flush=True)
    sys.stdin.readline()
    yield Row("other", 1, None, {"text": "two"})
write_part(Task("plain"), rows(), Path(sys.argv[1]))
"""


@pytest.mark.parametrize("suffix", ["jsonl", "parquet"])
def test_two_writers_of_a_part_do_not_mix(tmp_path: Path, suffix: str) -> None:
    """A worker of a killed run is still at a part that a new run makes again: whenever it is there, it is whole."""
    part = tmp_path / f"part.{suffix}"

    def read_sources() -> list[str]:
        return (
            pq.read_table(part)["source"].to_pylist() if suffix == "parquet" else [r["source"] for r in read_rows(part)]
        )

    def make_rows() -> Iterator[Row]:
        yield Row("ours", 0, None, {"text": "one"})
        assert other.stdout is not None
        assert other.stdout.readline() == b"begun\n"
        yield Row("ours", 1, None, {"text": "two"})

    command = [sys.executable, "-c", _OTHER, str(part)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        write_part(Task("plain"), make_rows(), part)
        assert read_sources() == ["ours", "ours"]
        other.communicate(b"\n")
    assert other.returncode == 0
    assert read_sources() == ["other", "other"]
    assert list(tmp_path.iterdir()) == [part]
