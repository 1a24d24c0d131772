"""What the documentation tells people to run does run, as it stands."""

from __future__ import annotations

import ast
import doctest
import importlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT, SKIPS, Block, read_blocks
from tests.docs.folders import make_folders
from tests.docs.terminal import run_in_terminal

PAGES = (
    "README.md",
    "docs/review.md",
    "docs/team.md",
    "docs/tutorial.md",
    "docs/which-extractor.md",
    "docs/from-trafilatura.md",
    "docs/recipes.md",
    "docs/czech-news.md",
    "docs/install.md",
    "docs/sites.md",
    "docs/site-memory.md",
    "docs/evaluation.md",
    "docs/extractors.md",
    "docs/formats.md",
    "docs/publish.md",
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
    "docs/python.md",
)

LONG = {
    "docs/czech-news.md", "docs/evaluation.md", "docs/learned.md", "docs/publish.md", "docs/recipes.md",
    "docs/review.md", "docs/sites.md", "docs/team.md", "docs/which-extractor.md",
}  # fmt: skip
"""Pages whose blocks take longest."""

ELSEWHERE = {"docs/api.md": "tests/evaluate/api/test_api.py", "CONTRIBUTING.md": "tests/docs/test_contributing.py"}
"""Pages whose blocks another test runs."""


def find_missing(block: Block) -> list[str]:
    """The libraries that a Python block imports and that are not installed here."""
    imports = [node for node in ast.walk(ast.parse(block.text)) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {node.module if isinstance(node, ast.ImportFrom) else node.names[0].name for node in imports}
    tops = {str(name).partition(".")[0] for name in names}
    return sorted(name for name in tops if importlib.util.find_spec(name) is None)


def find_unknown(block: Block) -> list[str]:
    """The names that a Python block imports from our packages, or takes from `cetr`, and that do not exist."""
    used: set[tuple[str, str]] = set()
    for node in ast.walk(ast.parse(block.text)):
        match node:
            case ast.ImportFrom(module=str(module)) if module.partition(".")[0] in {"annotate", "cetr", "evaluate"}:
                used |= {(module, alias.name) for alias in node.names}
            case ast.Attribute(value=ast.Name(id="cetr"), attr=name):
                used.add(("cetr", name))
    return sorted(f"{module}.{name}" for module, name in used if not hasattr(importlib.import_module(module), name))


def prints(wanted: str, printed: str) -> bool:
    """Whether a command printed what a page shows: ``...`` stands for any text, spaces for any white space."""
    return doctest.OutputChecker().check_output(wanted, printed, doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)


def list_pages() -> list[str]:
    """The pages of the documentation."""
    return [path.relative_to(ROOT).as_posix() for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"))]


def test_no_page_is_forgotten() -> None:
    """A page has no block to run, or is run here, or by the test that `ELSEWHERE` names."""
    runnable = {page for page in list_pages() if any(block.runs for block in read_blocks(page))}
    assert runnable <= set(PAGES) | set(ELSEWHERE)
    assert all((ROOT / test).is_file() for test in ELSEWHERE.values())


def test_a_block_is_skipped_for_a_reason() -> None:
    """Each block that is not run names a reason of the list, and each reason is needed."""
    blocks = [block for page in list_pages() for block in read_blocks(page)]
    skipped = [block for block in blocks if block.language in {"sh", "python"} and not block.runs]
    assert {f"{block.page}:{block.line}" for block in skipped if block.find_mark("skip") not in SKIPS} == set()
    assert {block.find_mark("skip") for block in skipped} == set(SKIPS)


@pytest.mark.parametrize(
    "page", [pytest.param(page, marks=[pytest.mark.long] if page in LONG else []) for page in PAGES]
)
def test_every_block_runs(page: str, tmp_path: Path) -> None:
    """The blocks of a page run in turn in one folder, with the exit codes and the output that the page shows."""
    make_folders(page, tmp_path)
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "TERM": "xterm-256color",
    }
    missing: list[str] = []
    printed = ""
    for block in read_blocks(page):
        if "output" in block.marks:
            assert prints(block.text, printed), f"{page}:{block.line}: the command printed {printed[:2000]}"
        if not block.runs:
            continue
        if block.language == "python":
            missing += (lacking := find_missing(block))
            if lacking:
                assert find_unknown(block) == []
                continue
        snippet = tmp_path / (block.find_mark("file") or f"snippet.{block.language}")
        snippet.parent.mkdir(exist_ok=True)
        snippet.write_text(block.text, encoding="utf-8")
        command = ["bash", "-eu", snippet] if block.language == "sh" else [sys.executable, snippet]
        if keys := block.find_mark("keys"):
            code, printed = run_in_terminal(command, keys.split(","), folder=tmp_path, environment=environment)
            said = printed
        else:
            done = subprocess.run(
                command,
                cwd=tmp_path,
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                check=False,
            )
            code, printed, said = done.returncode, done.stdout, done.stdout + done.stderr
        assert code in block.codes, f"{page}:{block.line}: {said[-4000:]}"
    if missing:
        pytest.skip(f"all else ran; not installed: {', '.join(missing)}")
