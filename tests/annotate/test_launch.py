from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest


@pytest.mark.parametrize("command", ["annotate", "evaluate"])
def test_a_foreign_package_named_evaluate_is_reported_in_one_line(command: str, tmp_path: Path) -> None:
    """With another 'evaluate' first on the path, our commands say so and name the way out, without a traceback."""
    (tmp_path / "evaluate").mkdir()
    (tmp_path / "evaluate" / "__init__.py").write_text("raise ImportError('no module named datasets')\n")
    done = subprocess.run(
        [Path(sys.executable).with_name(command), "--help"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == (
        f"{command}: another package named 'evaluate' is in the way ({tmp_path}/evaluate/__init__.py); install "
        "cetr-gold in an environment of its own (with pipx, or uv tool)\n"
    )


def test_what_ours_has_overwritten_is_told(tmp_path: Path) -> None:
    """Installed over another 'evaluate', our commands work, and say what is broken; so does the library."""
    root = Path(__file__).parents[2]
    for package in ("annotate", "cetr", "evaluate"):
        (tmp_path / package).symlink_to(root / package)
    (tmp_path / "evaluate-0.4.6.dist-info").mkdir()

    def start(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False)

    told = start("-m", "annotate", "--version")
    assert (told.returncode, told.stdout) == (0, f"annotate, version {version('cetr-gold')}\n")
    assert told.stderr == (
        "annotate: evaluate-0.4.6 is broken in this environment, because cetr-gold has a package of the same name; "
        "install cetr-gold in an environment of its own (with pipx, or uv tool), then reinstall the other\n"
    )
    for code in ("import evaluate; evaluate.load('accuracy')", "from evaluate import load"):
        assert start("-c", code).stderr.endswith(
            "\nImportError: module 'evaluate' has no attribute 'load': this is cetr-gold's package of that name, not "
            "Hugging Face's; install each in an environment of its own\n"
        )


@pytest.mark.parametrize("command", ["annotate", "evaluate", "cetr"])
def test_a_command_starts_as_a_module(command: str) -> None:
    """``python -m`` runs what the console script runs, under its name and with its exit codes."""

    def start(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", command, *arguments],
            cwd=Path(__file__).parents[2],
            capture_output=True,
            text=True,
            check=False,
        )

    told = start("--version")
    assert told.returncode == 0
    assert told.stdout.startswith(f"{command}, version {version('cetr-gold')}")
    wrong = start("nonsense")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr.startswith(f"{command}: No such command 'nonsense'")
