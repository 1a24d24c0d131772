"""Tables of the documentation list what the code has."""

from __future__ import annotations

import re
from pathlib import Path

from annotate.check.dismissal import KEY as DISMISSED
from annotate.propagate.proposal import KEY as PROPOSAL
from annotate.review.blind import BLIND
from annotate.review.model.adjudication import KEY as ADJUDICATION
from annotate.review.model.signing import LATER
from annotate.team.assigning import ASSIGNED
from cetr.extraction.cli import extract
from evaluate.package import NO_CONTENT
from tests.docs.blocks import ROOT


def read_first_cells(page: str, heading: str) -> set[str]:
    """The names in the first column of the table with that heading."""
    table = (ROOT / "docs" / page).read_text("utf-8").partition(f"\n{heading}\n")[2].partition("\n\n")[0]
    return {name for row in table.splitlines() for name in re.findall(r"`([\w-]+)`", row.split(" | ")[0])}


def read_code(folder: Path) -> str:
    """All modules of a folder."""
    return "\n".join(file.read_text("utf-8") for file in sorted(folder.rglob("*.py")))


def test_every_finding_has_a_row() -> None:
    """`annotate check` prints the codes of the table, and no others."""
    code = read_code(ROOT / "annotate" / "check")
    told = read_first_cells("quality.md", "| code | means that |")
    assert set(re.findall(r'Finding\(\s*(?:[\w.]+|""),\s*"([a-z-]+)"', code)) <= told
    assert {name for name in told if f'"{name}"' not in code} == set()


def test_every_key_of_ours_has_a_row() -> None:
    """What the tools keep under `extra` of the metadata and of the package."""
    told = read_first_cells("package-format.md", "Our own tools use these keys under `extra`:\n\n| key | value |")
    written = re.findall(r'extra(?:\[|=\{|: dict\[str, Any\] = \{)"(\w+)"', read_code(ROOT / "annotate"))
    assert {*written, ADJUDICATION, DISMISSED, LATER, NO_CONTENT, PROPOSAL} - told == set()
    package = (ROOT / "docs" / "package-format.md").read_text("utf-8")
    assert f"`{ASSIGNED}` (" in package and f"`{BLIND}` (" in package


def test_the_options_that_stand_for_those_of_trafilatura_exist() -> None:
    """In the second column; the first one has the options of trafilatura."""
    page = (ROOT / "docs" / "from-trafilatura.md").read_text("utf-8")
    rows = page.partition("\n| `trafilatura` | here |\n")[2].partition("\n\n")[0].splitlines()[1:]
    named = {option for row in rows for option in re.findall(r"--[a-z][a-z-]*", row.split(" | ", 1)[1])}
    assert {"--urls", "--format", "--by-site"} <= named <= {name for param in extract.params for name in param.opts}
