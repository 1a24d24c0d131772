"""What a site is, as rows say it, and for which pages a field can say it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cetr.cli import cetr
from cetr.console import run
from cetr.extraction.grouping import Grouping


@pytest.mark.parametrize(
    ("grouping", "said"),
    [
        (Grouping(), "+site"),
        (Grouping(by="domain"), "+site-of=domain"),
        (Grouping(field="feed"), "+site-key=feed"),
    ],
)
def test_rows_say_what_a_site_was(grouping: Grouping, said: str) -> None:
    """So that a run does not continue rows for which a site was something else."""
    assert str(grouping) == said


@pytest.mark.parametrize("place", ["pages.warc", "pages.jsonl.gz", "https://one.example/"])
def test_what_has_no_json_beside_it_has_no_site_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], place: str
) -> None:
    """Pages in files of several, and pages from the web."""
    monkeypatch.chdir(tmp_path)
    for file in ("pages.warc", "pages.jsonl.gz"):
        Path(file).touch()
    assert run(cetr, ["extract", place, "--by-site", "--site-key", "feed"]) == 2
    said = capsys.readouterr().err
    assert f"--site-key reads the JSON file beside a saved page, and {place} has none: leave it out" in said
