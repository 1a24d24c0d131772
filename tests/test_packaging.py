"""The two distributions that are built from this project: the toolkit, and the extractors by themselves."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


def read_project(folder: Path) -> dict[str, Any]:
    """The project's table in the pyproject.toml of a folder."""
    project: dict[str, Any] = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project


def test_the_extractors_alone_are_those_of_the_toolkit() -> None:
    """Both name the same extractors of ours, with the same dependencies, licence and Python."""
    toolkit, extract = read_project(ROOT), read_project(ROOT / "packaging" / "extract")
    group = "evaluate.extractors"
    own = {name: at for name, at in toolkit["entry-points"][group].items() if at.startswith("cetr.")}
    assert extract["entry-points"][group] == own
    assert extract["scripts"] == {"cetr": toolkit["scripts"]["cetr"]}
    assert set(extract["dependencies"]) <= set(toolkit["dependencies"])
    same = ("authors", "classifiers", "keywords", "license", "requires-python")
    assert {key: extract[key] for key in same} == {key: toolkit[key] for key in same}
