"""Whether the compiled loops are there, since their build fails without an error."""

from __future__ import annotations

import os
import shutil
import sysconfig
from pathlib import Path

import pytest

import cetr.compiled

CAN_COMPILE = shutil.which("cc") is not None and (Path(sysconfig.get_path("include")) / "Python.h").exists()


@pytest.mark.skipif(not CAN_COMPILE, reason="there is no C compiler, or no headers of Python")
@pytest.mark.skipif(os.environ.get("CETR_GOLD_COMPILED") == "0", reason="NumPy was asked for")
def test_the_loops_are_used_where_they_can_be_compiled() -> None:
    """A mistake in their sources would otherwise go unseen: NumPy would do the work, and their tests be skipped."""
    assert cetr.compiled.IN_USE, "compile them: make .venv"


@pytest.mark.skipif(not cetr.compiled.IN_USE, reason="the compiled loops were not built here, or NumPy was asked for")
def test_loops_of_another_version_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """They were compiled before the code around them changed, and would take other arguments."""
    from cetr.compiled import lines

    monkeypatch.setattr(lines, "INTERFACE", cetr.compiled.INTERFACE - 1)
    assert not cetr.compiled._are_usable()
