"""Batches of a run of many pages."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cetr.cli import cetr
from cetr.console import InputError, run
from cetr.document import content_text
from cetr.extraction import batches, forms
from cetr.learned import load_model, write_model
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
def test_the_pages_of_a_silent_server_are_passed_over(
    options: list[str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """After three time-outs in a row; a page that comes begins the count anew, and other servers are asked."""
    asked = []

    def load(url: str, timeout: float) -> str:
        assert timeout == 4  # before the page's own time is over, which would be the failure of an extractor
        asked.append(url)
        if url == "http://a.example/2":
            return "<p>came"
        raise InputError(f"{url}: did not arrive within {timeout:g} seconds")

    monkeypatch.setattr(batches, "load_html", load)
    urls = [f"http://a.example/{number}" for number in range(8)]
    assert run(cetr, ["extract", *urls, "http://b.example/", "--timeout", "8", "--jobs", "0", *options]) == 3
    assert asked == [*urls[:6], "http://b.example/"]
    why = "unreadable: passed over: 3 pages of its site in a row did not arrive in time"
    assert [record.getMessage() for record in caplog.records if "passed" in record.getMessage()] == [
        f"{url}: {why}" for url in urls[6:]
    ]
