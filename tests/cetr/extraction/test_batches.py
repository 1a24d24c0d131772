"""Batches of a run of many pages."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cetr.cli import cetr
from cetr.console import InputError, Limits, run
from cetr.document import content_text
from cetr.extraction import batches, forms
from cetr.extraction.batches import Task, make_batches, read_html
from cetr.learned import SHIPPED, load_model, write_model
from cetr.sources import SourcePage
from tests.cetr.site.pages import write_article


@pytest.mark.parametrize(("options", "kept"), [([], 0), (["--by-site"], 1)])
def test_a_model_that_is_replaced_ends_the_run(
    options: list[str], kept: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No row may be of another model than those before; a site that was begun with the old one is done with it."""
    model, out = tmp_path / "my.npz", tmp_path / "rows.jsonl"
    for host in "ab":
        link = f'<head><link rel="canonical" href="http://{host}.example/">'
        (tmp_path / f"{host}.html").write_text(write_article(host).replace("<head>", link), encoding="utf-8")
    write_model(model, load_model())

    def replace_model(html: str, content: str) -> str:
        write_model(model, replace(load_model(), about={"data": "other"}))
        return content_text(html, content)

    monkeypatch.setattr(forms, "content_text", replace_model)
    command = ["extract", str(tmp_path), "--method", f"learned:{model}", "--jobs", "0", "-o", str(out), *options]
    assert run(cetr, command) == 2
    said = "was replaced during the run; put the old model back and continue with --resume, or begin again"
    assert capsys.readouterr().err == f"cetr: {model}: {said}\n"
    assert len(out.read_text(encoding="utf-8").splitlines()) == kept


@pytest.mark.parametrize("options", [[], ["--by-site"]])
def test_the_pages_of_a_silent_server_are_not_tried(
    options: list[str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """After three time-outs in a row; a page that comes begins the count anew, and other servers are asked."""
    asked = []

    def load(url: str, timeout: float) -> tuple[str, str]:
        assert timeout == 4  # before the page's own time is over, which would be the failure of an extractor
        asked.append(url)
        if url == "http://a.example/2":
            return "<p>came", url
        raise InputError(f"{url}: did not arrive within {timeout:g} seconds")

    monkeypatch.setattr(batches, "fetch_page", load)
    urls = [f"http://a.example/{number}" for number in range(8)]
    assert run(cetr, ["extract", *urls, "http://b.example/", "--timeout", "8", "--jobs", "0", *options]) == 3
    assert asked == [*urls[:6], "http://b.example/"]
    why = "unreadable: not tried: 3 pages of its site in a row did not arrive in time"
    assert [record.getMessage() for record in caplog.records if "not tried" in record.getMessage()] == [
        f"{url}: {why}" for url in urls[6:]
    ]


PAGES = st.sampled_from([SourcePage("a.html", 0), SourcePage("http://a.example/", 0)]) | st.integers(0, 7).map(
    lambda size: SourcePage("a.warc", 0, data=bytes(size))
)


@given(st.lists(PAGES, max_size=12))
def test_batches_are_as_large_as_they_may_be(pages: list[SourcePage]) -> None:
    """A batch ends with the page that makes it full: by its number, by its bytes, or because the web is slow."""

    def is_full(batch: list[SourcePage]) -> bool:
        slow = any(page.source.startswith("http") for page in batch)
        return slow or len(batch) == 4 or sum(len(page.data or b"") for page in batch) >= 10

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(batches, "BATCH_PAGES", 4)
        patch.setattr(batches, "BATCH_BYTES", 10)
        found = list(make_batches(pages))
    assert [page for batch in found for page in batch] == pages
    assert all(map(is_full, found[:-1])) and all(found)
    assert not any(is_full(batch[:-1]) for batch in found)


def test_a_page_without_html_says_why(tmp_path: Path) -> None:
    """What cannot be read is told from what is no page; a declared charset counts, and a reason to skip."""
    pdf = tmp_path / "a.html"
    pdf.write_bytes(b"%PDF-1.7")
    pages = {
        SourcePage(str(tmp_path / "gone.html"), 0): ("", "unreadable: No such file or directory"),
        SourcePage(str(pdf), 0): ("", f"not HTML: {pdf}: is a PDF, not HTML"),
        SourcePage("a.warc", 1, data=b"<p>\xd0", charset="koi8-r"): ("<p>\u043f", ""),
        SourcePage("a.warc", 2, data=b"<p>", skip="status 404"): ("", "status 404"),
    }
    found = {page: read_html(page, Limits()) for page in pages}
    assert {page: (html, page_found.skip) for page, (html, page_found) in found.items()} == pages


def test_the_model_of_a_task_is_that_of_its_option_or_its_name() -> None:
    """The option wins, as in the run."""
    tasks = [Task("learned:a.npz", {"model": "b.npz"}), Task("learned:a.npz"), Task("learned")]
    assert [task.model_file for task in tasks] == ["b.npz", "a.npz", SHIPPED]
