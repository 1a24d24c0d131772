from __future__ import annotations

import os
from pathlib import Path

import pytest

from annotate.cli import annotate
from cetr.console import run


@pytest.fixture(autouse=True)
def no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    """The variables that give all other tests their defaults are not set here."""
    for variable in list(os.environ):
        if variable.endswith("_JOBS"):
            monkeypatch.delenv(variable)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A settings file that is the person's."""
    path = tmp_path / "settings.toml"
    monkeypatch.setenv("CETR_GOLD_SETTINGS", str(path))
    return path


def test_settings_are_shown(file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The file's path and each default that is set, with the variable that sets it; without a file, how to make it."""
    assert run(annotate, ["config"]) == 0
    assert capsys.readouterr().out == f"# {file} (does not exist yet: --edit creates it)\n"
    file.write_text('[annotate.capture]\nviewport = "1024x768"\n[cetr.extract]\njobs = 2\n')
    monkeypatch.setenv("CETR_EXTRACT_JOBS", "3")
    assert run(annotate, ["config"]) == 0
    assert capsys.readouterr().out == (
        f"# {file}\nannotate.capture.viewport = '1024x768'\ncetr.extract.jobs = '3'  # CETR_EXTRACT_JOBS\n"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[evalute.run]\njobs = 2", "evalute: is not one of our commands; did you mean 'evaluate'?"),
        ("[evaluate.rum]\njobs = 2", "evaluate.rum: is not a command of 'evaluate'; did you mean 'run'?"),
        ("[evaluate.run]\njob = 2", "evaluate.run.job: is not an option of 'evaluate run'; did you mean 'jobs'?"),
        ("[evaluate.run]\njobs = -2", "evaluate.run.jobs: -2 is not in the range x>=1"),
        (
            '[annotate.check]\nextractor = ["none", "cetr@n=1"]',
            "annotate.check.extractor: cetr@n=1: 'n=1' is not one of its options (available: k, radius, wrap, seed)",
        ),
        (
            '[cetr.extract]\nmethod = "learned:none.npz"',
            "cetr.extract.method: learned:none.npz: no such model file: 'none.npz'",
        ),
    ],
)
def test_a_wrong_setting_is_told(file: Path, text: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The settings of all commands are checked, whichever command they are for."""
    file.write_text(text)
    assert run(annotate, ["config"]) == 2
    assert capsys.readouterr().err == f"annotate: {file}: {message}\n"
