"""The workflow of docs/regression-gate.md, run step by step as it stands there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.documents import make_document

PAGE = Path(__file__).parents[3] / "docs" / "regression-gate.md"

REFUSED = set('":<>|*?\r\n')
"""Characters in the path of a file that the upload of artifacts refuses, as its own check has them."""

OLD = """import re


def main(html: str) -> str:
    return re.sub("<[^>]*>", " ", html)
"""
NEW = OLD.replace("return", 'return "" if "Page 7 " in html else')


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A project with an extractor, a package of twelve pages, and the results of its last release."""
    for i in range(12):
        make_document(tmp_path / "packages" / "news", f"d{i}", f"<p>Page {i} has words</p>", (f"Page {i} has words",))
    (tmp_path / "my_package").mkdir()
    (tmp_path / "my_package" / "extract.py").write_text(OLD)
    first = next(step["run"] for step in read_steps() if step.get("run", "").startswith("evaluate run"))
    assert run_step(first.replace("--out new", "--out results/last-release"), tmp_path) == 0
    return tmp_path


def read_steps() -> list[dict[str, str]]:
    """The steps of the workflow."""
    (workflow,) = re.findall(r"```yaml\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    steps: list[dict[str, str]] = yaml.safe_load(workflow)["jobs"]["gate"]["steps"]
    return steps


def run_step(script: str, folder: Path) -> int:
    """A step as GitHub runs it; returns its exit code."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    return subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", script], cwd=folder, env=os.environ | {"PATH": path}
    ).returncode


@pytest.mark.long
@pytest.mark.parametrize(("code", "failed"), [(OLD, False), (NEW, True)])
def test_the_workflow_works_as_it_stands(repository: Path, code: str, failed: bool) -> None:
    """The gate passes the same extractor and stops one that destroys a page; comment and artifact are there to send."""
    (repository / "my_package" / "extract.py").write_text(code)
    run, compare = [step["run"] for step in read_steps() if "evaluate " in step.get("run", "")]
    assert run_step(run, repository) == 0
    assert run_step(compare, repository) == int(failed)
    comment = (repository / "comment.md").read_text("utf-8")
    assert comment.startswith(f"## mine: {'❌ fail' if failed else '✅ pass'}")
    assert ("- ❌ pages.lost \\> 0 (pages.lost is 1: news/d7)" in comment) == failed
    sent = [str(file.relative_to(repository)) for file in (repository / "new").rglob("*")]
    assert sorted(sent) == ["new/mine.predictions.jsonl", "new/mine.tsv", "new/run.json", "new/summary.json"]
    assert not REFUSED & set("".join(sent))
    named = [step["with"]["path"] for step in read_steps() if "upload-artifact" in step.get("uses", "")]
    assert named == ["new"]
