"""What the documentation tells people to run does run, as it stands."""

from __future__ import annotations

import ast
import doctest
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT, Block, read_blocks

PAGES = (
    "README.md",
    "docs/tutorial.md",
    "docs/which-extractor.md",
    "docs/recipes.md",
    "docs/czech-news.md",
    "docs/install.md",
    "docs/sites.md",
    "docs/evaluation.md",
    "docs/extractors.md",
    "docs/formats.md",
    "docs/package-format.md",
    "docs/quality.md",
    "docs/structure.md",
    "docs/tag-ratios.md",
    "docs/learned.md",
    "docs/capture.md",
    "docs/harvest.md",
    "docs/measures.md",
    "docs/regression-gate.md",
    "docs/reproduction.md",
)

ELSEWHERE = {"docs/api.md": "tests/evaluate/api/test_api.py", "CONTRIBUTING.md": "tests/docs/test_contributing.py"}
"""Pages whose blocks another test runs."""


def find_missing(block: Block) -> list[str]:
    """The libraries that a Python block imports and that are not installed here."""
    imports = [node for node in ast.walk(ast.parse(block.text)) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {node.module if isinstance(node, ast.ImportFrom) else node.names[0].name for node in imports}
    tops = {str(name).partition(".")[0] for name in names}
    return sorted(name for name in tops if importlib.util.find_spec(name) is None)


def prints(wanted: str, printed: str) -> bool:
    """Whether a command printed what a page shows: ``...`` stands for any text, spaces for any white space."""
    return doctest.OutputChecker().check_output(wanted, printed, doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)


def test_no_page_is_forgotten() -> None:
    """A page has no block to run, or is run here, or by the test that `ELSEWHERE` names."""
    pages = [path.relative_to(ROOT).as_posix() for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"))]
    runnable = {
        page
        for page in pages
        if any(block.language in {"sh", "python"} and "skip" not in block.marks for block in read_blocks(page))
    }
    assert runnable <= set(PAGES) | set(ELSEWHERE)
    assert all((ROOT / test).is_file() for test in ELSEWHERE.values())


@pytest.mark.parametrize("page", PAGES)
def test_every_block_runs(page: str, tmp_path: Path) -> None:
    """The blocks of a page run in turn in one folder, with the exit codes and the output that the page shows."""
    shutil.copytree(ROOT / "packages", tmp_path / "packages")
    if page == "README.md":
        shutil.copytree(ROOT / "packages" / "starter", tmp_path / "my-pages")
    (tmp_path / "pages").mkdir()
    for path in (ROOT / "packages" / "starter").glob("*-0001.html"):
        shutil.copy(path, tmp_path / "pages")
    shutil.copy(ROOT / "packages" / "starter" / "news-localhost-0001.html", tmp_path / "page.html")
    environment = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    missing: list[str] = []
    printed = ""
    for block in read_blocks(page):
        if "output" in block.marks:
            assert prints(block.text, printed), f"{page}:{block.line}: the command printed {printed[:2000]}"
        if "skip" in block.marks or block.language not in {"sh", "python"}:
            continue
        if block.language == "python":
            missing += (lacking := find_missing(block))
            if lacking:
                continue
        snippet = tmp_path / (block.file or f"snippet.{block.language}")
        snippet.parent.mkdir(exist_ok=True)
        snippet.write_text(block.text, encoding="utf-8")
        command = ["sh", "-eu", snippet] if block.language == "sh" else [sys.executable, snippet]
        done = subprocess.run(
            command,
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode in block.codes, f"{page}:{block.line}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
        printed = done.stdout
    if missing:
        pytest.skip(f"all else ran; not installed: {', '.join(missing)}")
