"""Registering extractors for worker processes, as an installed package of a user would."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def register_extractor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Register ``name``, ``module:function`` as an entry point of a distribution on the search path."""
    root = Path(__file__).parents[3]
    site = tmp_path / "site"

    def register(name: str, target: str) -> None:
        info = site / "strangers-1.5.dist-info"
        info.mkdir(parents=True, exist_ok=True)
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: strangers\nVersion: 1.5\n")
        with (info / "entry_points.txt").open("a") as file:
            if file.tell() == 0:
                file.write("[evaluate.extractors]\n")
            file.write(f"{name} = {target}\n")
        monkeypatch.setattr(sys, "path", list(dict.fromkeys([str(site), str(root), *sys.path])))

    return register
