"""Results to compare, and the command."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cetr.console import run as run_command
from evaluate.cli import evaluate
from tests.documents import make_document


@pytest.fixture(scope="package")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a package of four documents and the results of plain and nothing on them."""
    tmp_path = tmp_path_factory.mktemp("compare")
    for i, rest in enumerate(("", "<p>more of that</p>", "<p>rest</p>", "")):
        gold = () if i == 3 else ("Gold words",)
        html = f"<p>{'Other' if i == 3 else 'Gold words'}</p>{rest}"
        make_document(tmp_path / "pack", f"d{i}", html, gold, page_type="article" if i < 2 else "forum")
    arguments = ["run", str(tmp_path / "pack"), "--extractor", "plain", "--extractor", "nothing"]
    assert run_command(evaluate, [*arguments, "--measures", "words,bag", "--out", str(tmp_path / "r")]) == 0
    return tmp_path


@pytest.fixture
def results(made: Path, tmp_path: Path) -> Path:
    """A copy of these results that a test may change."""
    shutil.copytree(made / "r", tmp_path / "r")
    return tmp_path / "r"


@pytest.fixture
def call(capfd: pytest.CaptureFixture[str]):
    """``evaluate compare``: exit code, standard output and standard error."""

    def compare(*arguments: object) -> tuple[int, str, str]:
        capfd.readouterr()
        code = run_command(evaluate, ["compare", *map(str, arguments), "--resamples", "199"])
        captured = capfd.readouterr()
        return code, captured.out, captured.err

    return compare
