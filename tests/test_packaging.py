"""The two distributions that are built from this project: the toolkit, and the extractors by themselves."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

import cetr.compiled

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


def test_building_leaves_nothing_beside_the_sources(tmp_path: Path) -> None:
    """The wheel is there, and the folder ``build`` that setuptools makes on the way is not."""
    pytest.importorskip("setuptools", minversion="77")  # what builds is not among what runs
    (tmp_path / "pyproject.toml").write_text(
        '[build-system]\nrequires = ["setuptools"]\nbuild-backend = "backend"\n[project]\nname = "p"\nversion = "1"\n'
    )
    (tmp_path / "p.py").touch()
    hook = f"import sys; sys.path.insert(0, {str(ROOT / 'packaging')!r}); import backend; backend.build_wheel('out')"
    (tmp_path / "out").mkdir()
    subprocess.run([sys.executable, "-c", hook], cwd=tmp_path, check=True, capture_output=True)
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["p-1-py3-none-any.whl"]
    assert {path.name for path in tmp_path.iterdir()} == {"p.py", "p.egg-info", "pyproject.toml", "out"}


def test_both_are_built_in_the_same_way() -> None:
    """The same program builds them, with the same compiled loops."""
    folders = (ROOT, ROOT / "packaging" / "extract")
    toolkit, extract = (tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8")) for folder in folders)
    assert extract["build-system"]["requires"] == toolkit["build-system"]["requires"]
    # Links in a checkout are copies in an sdist.
    assert (folders[1] / "setup.py").read_bytes() == (folders[0] / "setup.py").read_bytes()


@pytest.mark.long
def test_the_extractors_are_built_without_a_compiler_too(tmp_path: Path) -> None:
    """The sdist has the sources of the loops. Its wheel has their types and, where they cannot be compiled, no more."""
    pytest.importorskip("setuptools", minversion="77")
    pytest.importorskip("Cython")
    folder = shutil.copytree(ROOT / "packaging" / "extract", tmp_path / "extract", ignore=lambda *_: ["tests"])
    for path in (folder / "cetr" / "compiled").glob("*.so"):
        path.unlink()
    hook = "import sys; sys.path.insert(0, '.'); import backend; backend.build_sdist('.'); backend.build_wheel('.')"
    environment = os.environ | {"CC": "false"}
    subprocess.run([sys.executable, "-c", hook], cwd=folder, check=True, capture_output=True, env=environment)
    with tarfile.open(next(folder.glob("*.tar.gz"))) as sdist:
        sources = {name.partition("/")[2] for name in sdist.getnames()}
    types = {f"{name}.pyi" for name in cetr.compiled.NAMES}
    names = {f"{name}.pyx" for name in cetr.compiled.NAMES} | types | {"interface.pxi", "text.pxd"}
    assert {"setup.py", *(f"cetr/compiled/{name}" for name in names)} <= sources
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        held = {Path(name).name for name in wheel.namelist() if name.startswith("cetr/compiled/")}
    assert held == {"__init__.py", *types}
    assert not (folder / "build").exists()


def test_the_sdist_names_every_folder_of_the_checkout() -> None:
    """MANIFEST.in grafts what is no Python package, so that the tests of an unpacked sdist find all they need."""
    manifest = (ROOT / "MANIFEST.in").read_text(encoding="utf-8")
    grafted = {line.removeprefix("graft ") for line in manifest.splitlines() if line.startswith("graft ")}
    listed = {path.name for path in ROOT.iterdir() if path.is_dir() and (path / "__init__.py").exists()}
    needed = {"docs", "packages", "packaging", "pins", *listed} - {"annotate", "cetr", "evaluate"}
    assert needed <= grafted
