"""WebMainBench: rows whose marks are attributes, or elements of our own export."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from annotate.formats.webmainbench import INSERTED
from cetr.console import InputError
from tests.annotate.formats.samples import read_all


def write_rows(folder: Path, *rows: dict[str, object]) -> Path:
    """Write rows as JSON Lines."""
    path = folder / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def test_rows_that_are_no_pages_cost_themselves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that begins with one is something else."""
    monkeypatch.setattr("cetr.console.files.LARGEST", 100)
    good, bad = {"track_id": "a", "html": '<p cc-select="true">x'}, {"track_id": "b"}
    source = write_rows(tmp_path, good, bad, good | {"url": "x" * 100})
    records, omissions = read_all("webmainbench", source)
    assert (list(records), omissions) == (
        ["a"],
        {"row 2": "row 2: html: is missing", "row 3": "is longer than 128 MB, the limit"},
    )
    with pytest.raises(InputError, match=r"rows\.jsonl: is not WebMainBench in JSON Lines: row 1: html: is missing$"):
        read_all("webmainbench", write_rows(tmp_path, bad, good))


def test_marks_count_more_than_texts(tmp_path: Path) -> None:
    """They are removed from the page, with the elements that our export has put around text, and no others."""
    html = f"</span><p>a{INSERTED}b<span>c</span></span></p>"
    row = {"track_id": "a", "html": html, "main_html": "<p>other", "meta": {"language": 5, "style": ["x"]}}
    record = read_all("webmainbench", write_rows(tmp_path, row))[0]["a"]
    assert record.html == "</span><p>ab<span>c</span></p>"
    assert [record.html[start:end] for start, end in record.spans] == ["b<span>c"]
    assert (record.text, record.url, record.language, record.page_type) == (None, "", None, None)
    assert record.extra == {"webmainbench": row["meta"]}
