"""Candidates in JSON Lines."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from annotate.cli import annotate
from annotate.next.pages import Page, read_candidates
from annotate.reading import leave_out
from cetr.console import InputError, run

Ask = Callable[..., tuple[int, list[dict[str, Any]], str]]


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Ask:
    """Run the command: its exit code, the rows that it prints, and what it says."""

    def run_command(file: Path, *extractors: str) -> tuple[int, list[dict[str, Any]], str]:
        options = chain.from_iterable(("--extractor", name) for name in extractors)
        code = run(annotate, ["next", str(file), *options, "--format", "jsonl"])
        shown = capsys.readouterr()
        return code, [json.loads(line) for line in shown.out.splitlines()], shown.err

    return run_command


def leave_a_sign(html: str) -> str:
    """Leave a file that says that a page was seen."""
    Path(os.environ["SIGN"]).touch()
    return ""


@pytest.mark.parametrize(
    ("row", "wrong"),
    [
        (b'{"url": 1}', "url: expected text, but found a whole number"),
        (b'{"html": "\xff"}', "is not UTF-8"),
        (b'{"x": ' + b"[" * 100_000, "(is nested too deeply|is not JSON: Input data was truncated)"),
    ],
)
def test_a_row_that_is_no_page_costs_itself(tmp_path: Path, row: bytes, wrong: str) -> None:
    """What is told names the file and the row; without another row it is an error."""
    (tmp_path / "pages.jsonl").write_bytes(row + b"\n")
    with pytest.raises(InputError, match=f"pages.jsonl: row 1: {wrong}$"):
        list(leave_out(read_candidates(tmp_path / "pages.jsonl"), print))
    (tmp_path / "pages.jsonl").write_bytes(row + b'\n{"html": "<p>a"}')
    refused, page = read_candidates(tmp_path / "pages.jsonl")
    assert isinstance(refused, str) and re.search(f"pages.jsonl: row 1: {wrong}", refused)
    assert page == Page("row 2", "", "<p>a")


def test_a_row_that_is_too_long_costs_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told names the limit."""
    monkeypatch.setattr("cetr.console.files.LARGEST", 20)
    (tmp_path / "pages.jsonl").write_text(f'{{"html": "{"x" * 20}"}}\n{{"html": "<p>a"}}\n')
    told = f"{tmp_path}/pages.jsonl: row 1: is longer than 128 MB, the limit"
    assert list(read_candidates(tmp_path / "pages.jsonl")) == [told, Page("row 2", "", "<p>a")]


def test_a_row_without_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even one of a device, of which the rest is not read."""
    monkeypatch.setattr("cetr.console.files.LARGEST", 1_000_000)
    with pytest.raises(InputError, match=r"^/dev/zero: line 1: is longer than 8 MB, so this is not a file of lines$"):
        list(read_candidates(Path("/dev/zero")))


def test_a_pipe_is_refused(tmp_path: Path) -> None:
    """Candidates are read twice, which a pipe cannot give; it is not taken for a damaged file."""
    (tmp_path / "pages.jsonl").write_text('{"html": "<p>a"}\n')
    with subprocess.Popen(["cat", tmp_path / "pages.jsonl"], stdout=subprocess.PIPE) as cat:
        pipe = Path(f"/dev/fd/{cat.stdout.fileno()}")
        with pytest.raises(InputError, match=f"^{pipe}: is a pipe, which can be read only once"):
            list(read_candidates(pipe))


def test_pages_of_a_file_need_no_address(tmp_path: Path, ask: Ask) -> None:
    """They go by their id, or by their row."""
    rows = [{"html": "<p>one", "id": "a7", "page_type": "x"}, {"html": "<p>two", "url": None}]
    (tmp_path / "pages.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    _, found, _ = ask(tmp_path / "pages.jsonl", "plain", "nothing")
    assert sorted((row["page"], row["page_type"]) for row in found) == [("a7", "x"), ("row 2", "")]


@pytest.mark.parametrize(("bad", "others"), [(1, ""), (2, ", as is 1 other"), (3, ", as are 2 others")])
def test_rows_that_are_no_pages_are_told_together(tmp_path: Path, ask: Ask, bad: int, others: str) -> None:
    """The pages beside them are candidates."""
    (tmp_path / "pages.jsonl").write_text('{"url": "http://a/"}\n' * bad + '{"html": "<p>a"}\n')
    code, found, said = ask(tmp_path / "pages.jsonl", "plain", "nothing")
    assert (code, [row["page"] for row in found]) == (3, [f"row {bad + 1}"])
    assert said == f"annotate: {tmp_path}/pages.jsonl: row 1: html: is missing; left out{others}\n"


def test_a_file_without_a_page_is_told_before_the_long_work(
    tmp_path: Path, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No extractor is asked in vain."""
    (tmp_path / "pages.jsonl").write_text('{"url": "http://a/"}\n')
    monkeypatch.setenv("SIGN", str(tmp_path / "sign"))
    said = f"annotate: {tmp_path}/pages.jsonl: row 1: html: is missing\n"
    assert ask(tmp_path / "pages.jsonl", f"{__name__}:leave_a_sign", "plain") == (2, [], said)
    assert not (tmp_path / "sign").exists()
