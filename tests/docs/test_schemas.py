"""The schema numbers of all formats stand in docs/package-format.md."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROWS = {
    "annotate.capture.model.draft": "draft of `annotate capture`",
    "annotate.capture.keys": "keys of `annotate capture`",
    "annotate.harvest.rules": "rules of `annotate harvest`",
    "annotate.review.config": "`review.toml`",
    "annotate.team.assigning": "plan of an interrupted `annotate assign`",
    "cetr.classic.mss_model": "model of `mss` (`annotate train-mss`)",
    "cetr.console.settings": "`settings.toml`",
    "cetr.learned.model": "model of `learned` (`annotate train`)",
    "cetr.site.files": "memory of sites (`cetr extract --site-memory`)",
    "cetr.visual.layout": "`NAME.layout.json.gz`",
    "evaluate.package.journal": "each line of `journal.jsonl`",
    "evaluate.package.meta": "`package.toml`, `NAME.json`",
    "evaluate.results.runs": "`run.json`, `summary.json` of results",
}
"""The modules that number a format, and the rows of the formats."""


def read_numbers() -> dict[str, int]:
    """The modules with a number, and the number."""
    files = [file for house in ("annotate", "cetr", "evaluate") for file in (ROOT / house).rglob("*.py")]
    found = {file: re.findall(r"^SCHEMA\b.*= (\d+)", file.read_text("utf-8"), re.MULTILINE) for file in files}
    return {
        ".".join(file.relative_to(ROOT).with_suffix("").parts): int(number)
        for file, numbers in found.items()
        for number in numbers
    }


def test_the_table_has_the_numbers_of_the_code() -> None:
    """Every module with a number has a row, and every row is of a module."""
    text = (ROOT / "docs" / "package-format.md").read_text("utf-8")
    table = text.partition("| file | schema |\n|---|---|\n")[2].partition("\n\n")[0]
    told = {file: int(number) for file, number in re.findall(r"^\| (.+) \| (\d+) \|$", table, re.MULTILINE)}
    assert told == {ROWS[module]: number for module, number in read_numbers().items()}
    assert len(told) == len(ROWS)


def test_the_browser_writes_the_number_that_is_read() -> None:
    """Layouts are made by a script, which has no constants of ours."""
    script = (ROOT / "annotate" / "capture" / "layout.js").read_text("utf-8")
    assert re.findall(r"schema: (\d+)", script) == [str(read_numbers()["cetr.visual.layout"])]
