"""The examples of CONTRIBUTING.md: one file and one registration each."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from annotate.cli import annotate
from annotate.formats.table import FORMATS, Format
from cetr.document import derive_text
from evaluate.extractors import find_extractor
from evaluate.measures import Comparison, find_measure
from evaluate.package import read_document
from tests.docs.blocks import ROOT, read_blocks

PAGE = "<nav>Home</nav><p>The last ferry leaves at midnight.</p>"


def put_example(path: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Write the example file of that path into a folder that Python imports from; returns the module's name."""
    (block,) = (block for block in read_blocks("CONTRIBUTING.md") if block.find_mark("file") == path)
    name = f"contributed_{Path(path).stem}"
    (folder / f"{name}.py").write_text(block.text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder))
    return name


def read_registration(table: str) -> ast.Dict:
    """The row that the page adds to a table, as a dictionary display."""
    (block,) = (block for block in read_blocks("CONTRIBUTING.md") if f"row={table}" in block.marks)
    row = ast.parse("{" + block.text + "}", mode="eval").body
    assert isinstance(row, ast.Dict)
    return row


def test_the_extractor_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is found, takes options, and returns spans."""
    name = put_example("cetr/classic/longest.py", tmp_path, monkeypatch)
    found = find_extractor(f"{name}:longest@least=30")
    assert derive_text(PAGE, found.extract(PAGE)) == "The last ferry leaves at midnight."
    assert find_extractor(f"{name}:longest@least=50").extract(PAGE) == ()


def test_the_measure_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It scores a comparison; the row names its function."""
    name = put_example("evaluate/measures/lengths.py", tmp_path, monkeypatch)
    row = read_registration("MEASURES")
    score = find_measure(f"{name}:{ast.unparse(row.values[0])}")(Comparison("one two three four", "five six"))
    assert (score.precision, score.recall) == (1.0, 0.5)


def test_the_importer_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With its row in the table, 'annotate import' and 'export' know the format."""
    name = put_example("annotate/formats/lines.py", tmp_path, monkeypatch)
    row = eval(ast.unparse(read_registration("FORMATS")), {"Format": Format})
    monkeypatch.setitem(sys.modules, "annotate.formats.lines", __import__(name))
    for key, value in row.items():
        monkeypatch.setitem(FORMATS, key, value)
    # The command reads the table when it is imported, which another test may have done already.
    monkeypatch.delitem(sys.modules, "annotate.formats.cli", raising=False)
    (tmp_path / "set.tsv").write_text(f"{PAGE}\tThe last ferry leaves at midnight.\nno gold\n", encoding="utf-8")
    done = CliRunner().invoke(
        annotate, ["import", "lines", str(tmp_path / "set.tsv"), str(tmp_path / "p"), "--jobs", "1"]
    )
    assert "has no tab" in done.output
    assert read_document(tmp_path / "p", "line-1").text == "The last ferry leaves at midnight."
    assert (
        CliRunner().invoke(annotate, ["export", "lines", str(tmp_path / "p"), str(tmp_path / "out.tsv")]).exit_code == 0
    )
    assert (tmp_path / "out.tsv").read_text("utf-8") == f"{PAGE}\tThe last ferry leaves at midnight.\n"


def test_the_examples_are_in_the_style_of_the_project(tmp_path: Path) -> None:
    """Ruff finds nothing in them."""
    for number, block in enumerate(b for b in read_blocks("CONTRIBUTING.md") if b.find_mark("file")):
        (tmp_path / f"example{number}.py").write_text(block.text, encoding="utf-8")
    command = [sys.executable, "-m", "ruff", "--config", str(ROOT / "pyproject.toml")]
    checked = subprocess.run(
        [*command[:3], "check", *command[3:], str(tmp_path)], capture_output=True, text=True, check=False
    )
    formatted = subprocess.run(
        [*command[:3], "format", "--check", *command[3:], str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert (checked.returncode, formatted.returncode) == (0, 0), checked.stdout + formatted.stderr + formatted.stdout
