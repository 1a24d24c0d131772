"""A package to run on, and extractors registered for worker processes, as an installed package of a user would."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.documents import make_document
from tests.evaluate.running.calling import PAGES, call


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


@pytest.fixture(scope="package")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a package and the results of plain on it."""
    folder = tmp_path_factory.mktemp("running")
    for name, html in PAGES.items():
        make_document(folder / "pack", name, html, ("Gold has four words",), language="en", page_type="article")
    make_document(folder / "pack", "draft", "<p>x</p>", (), status="draft")
    assert call("run", folder / "pack", "--extractor", "plain", "--out", folder / "out") == 0
    return folder


@pytest.fixture
def package(made: Path, tmp_path: Path) -> Path:
    """Three documents with four gold words each, and one draft, for a test to change."""
    return shutil.copytree(made / "pack", tmp_path / "pack")


@pytest.fixture
def finished(made: Path, package: Path) -> Path:
    """The results of plain on these documents, for a test to change."""
    out = shutil.copytree(made / "out", package.with_name("out"))
    run = out / "run.json"
    run.write_text(run.read_text().replace(str(made / "pack"), str(package)))
    return out
