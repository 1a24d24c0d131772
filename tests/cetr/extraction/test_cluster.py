"""Extraction on a cluster, as far as it takes no cluster."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cetr.cli import cetr
from cetr.console import run
from cetr.extraction.cluster import _name_part, refuse_change
from tests.cetr.extraction.crawls import write_warc


@pytest.mark.parametrize(
    ("options", "advice"),
    [([], "remove that part and continue with --resume"), (["--by-site"], "begin again in another folder")],
)
def test_an_archive_that_has_grown_is_refused(
    options: list[str], advice: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A run that goes on leaves out what has a part, which lacks the pages that the archive has got since, also by a
    copy that keeps the time of the original.
    """
    warc, out = write_warc(tmp_path / "a.warc.gz", range(3)), tmp_path / "out"
    part = out / ("part-07.jsonl" if options else f"{_name_part(warc)}.jsonl")
    out.mkdir()
    part.touch()
    refuse_change(warc, part, "is as it was")
    os.utime(part, (2, 2))
    os.utime(warc, (1, 1))
    command = ["extract", str(warc), "-o", str(out), "--cluster", "tcp://127.0.0.1:1", "--resume", *options]
    assert run(cetr, command) == 2
    assert (
        capsys.readouterr().err
        == f"cetr: {warc}: its contents, name or permissions have changed since {part} was written; {advice}\n"
    )
