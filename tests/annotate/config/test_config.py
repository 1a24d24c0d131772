from __future__ import annotations

from pathlib import Path

import pytest

from annotate.cli import annotate
from cetr.console import run


def test_settings_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file's path and each default that it sets; of a file that is not there, how to make it."""
    path = tmp_path / "settings.toml"
    monkeypatch.setenv("CETR_GOLD_SETTINGS", str(path))
    assert run(annotate, ["config"]) == 0
    assert capsys.readouterr().out == f"# {path} (does not exist yet: --edit creates it)\n"
    path.write_text('[annotate.capture]\nviewport = "1024x768"\n[cetr.extract]\njobs = 2\n')
    assert run(annotate, ["config"]) == 0
    assert capsys.readouterr().out == (f"# {path}\nannotate.capture.viewport = '1024x768'\ncetr.extract.jobs = 2\n")
