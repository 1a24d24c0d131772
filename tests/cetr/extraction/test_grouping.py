"""What a site is, as rows say it, and for which pages a field can say it."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow
import pytest
from pyarrow import parquet

from cetr.cli import cetr
from cetr.console import run
from cetr.extraction.grouping import Grouping
from cetr.extraction.sitecluster import PARTS, deal_pages, read_dealt
from cetr.sources import SourcePage, read_source
from tests.cetr.site.pages import ABOUT, write_article


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


def test_a_row_is_of_the_site_of_its_url() -> None:
    """Unless a field is to say it."""
    page = SourcePage("rows.jsonl", 0, "http://www.one.example/a", named_site="x")
    assert [Grouping(field=field).find_site(page) for field in ("", "feed")] == ["one.example", "x"]


@pytest.mark.parametrize("place", ["pages.warc", "https://one.example/"])
def test_what_has_neither_json_nor_a_row_has_no_site_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], place: str
) -> None:
    """Pages of crawls, and pages from the web."""
    monkeypatch.chdir(tmp_path)
    Path("pages.warc").touch()
    assert run(cetr, ["extract", place, "--by-site", "--site-key", "feed"]) == 2
    said = capsys.readouterr().err
    assert "--site-key reads the JSON file beside a saved page, or its row in JSON Lines or Parquet, and" in said
    assert f"{place} has neither; leave it out" in said


@pytest.mark.parametrize("name", ["rows.jsonl", "rows.parquet"])
def test_a_row_names_its_site(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    """By its value, or by one under ``extra``, whatever the host; a row without one is alone."""
    named = [{"feed": 7}, {"feed": None, "extra": {"feed": "7"}}, {"feed": 8}, {}]
    rows = [
        {"url": f"http://{n}.example/", "html": write_article(str(n)), "feed": None, "extra": {}} | values
        for n, values in enumerate(named)
    ]
    if name == "rows.parquet":
        parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / name)
    else:
        (tmp_path / name).write_text("\n".join(map(json.dumps, rows)), "utf-8")
    out = tmp_path / "out.jsonl"
    assert run(cetr, ["extract", str(tmp_path / name), "--by-site", "--site-key", "feed", "-o", str(out)]) == 0
    assert capsys.readouterr().err == "cetr: 4 pages (1 of unknown site, extracted alone)\n"
    texts = {row["url"]: row["text"] for row in map(json.loads, out.read_text("utf-8").splitlines())}
    assert [url for url in sorted(texts) if ABOUT in texts[url]] == ["http://2.example/", "http://3.example/"]


@pytest.mark.parametrize(
    ("values", "site"),
    [
        ({"feed": b"x\xff"}, "x\ufffd"),
        ({"feed": 7.0}, "7"),
        ({"feed": 7.5}, ""),
        ({"feed": [7]}, ""),
        ({"feed": {"feed": "x"}}, ""),
        ({"feed": "", "extra": {"feed": "x"}}, "x"),
        ({"extra": '{"feed": "x"}'}, "x"),
        ({"extra": '{"feed": "x"'}, ""),
        ({"extra": "[" * 9_000}, ""),
        ({"extra": f'{{"feed": "x", "more": [{"0," * 9_000}0]}}'}, ""),
    ],
)
def test_a_site_is_named_by_text_or_a_whole_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, values: dict[str, object], site: str
) -> None:
    """In Parquet, that may be bytes, a whole number among fractions, as pandas writes it if others are missing, and
    under ``extra`` in JSON, as in an exported package; but not in JSON that takes much memory.
    """
    monkeypatch.setattr("cetr.sources.rows._MOST_SIGNS", 9_000)
    parquet.write_table(pyarrow.Table.from_pylist([{"html": "<p>a", **values}]), tmp_path / "rows.parquet")
    (page,) = read_source(tmp_path / "rows.parquet", site_key="feed")
    assert (page.skip, page.named_site) == ("", site)


def test_a_row_that_names_its_site_is_dealt_with_it(tmp_path: Path) -> None:
    """To the part of that site, if the parts of many are extracted on several machines."""
    rows = [{"html": "<p>a", "feed": "x"}, {"html": "<p>b"}, {"html": "<p>c", "feed": "x"}]
    (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    deal_pages(Grouping(field="feed"), tmp_path / "rows.jsonl", tmp_path / "dealt")
    parts = [[(site, one.page.record) for site, one in read_dealt(tmp_path / "dealt", n)] for n in range(PARTS)]
    assert sorted(filter(None, parts)) == [[("", 1)], [("x", 0), ("x", 2)]]
