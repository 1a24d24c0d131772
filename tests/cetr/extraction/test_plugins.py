"""Extractors of another installed package, good and bad, as methods of `cetr`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import cetr
from cetr.cli import cetr as command
from cetr.console import InputError, run
from evaluate.asking import ExtractionError, extract
from evaluate.extractors import find_extractor
from evaluate.providers.listing import list_extractors

MODULE = """
import evaluate

LEAST = 20

def none(html):
    return None

def page(html):
    return evaluate.Output(html, "html")

def fail(html):
    raise RuntimeError("no such luck")

def leave(html):
    raise SystemExit("no licence")
"""
BAD = {
    "their-typo": "cannot be loaded from their_extractors:typo: AttributeError: module 'their_extractors' has no"
    " attribute 'typo'",
    "their-number": "cannot be loaded from their_extractors:LEAST: it is not a function",
    "their-need": "needs their_absent, which is not installed",
    "their-licence": "cannot be loaded from their_licence:extract: SystemExit: none",
}


@pytest.fixture(autouse=True)
def _installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A package that registers extractors."""
    info = tmp_path / "site" / "their_extractors-1.5.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: their-extractors\nVersion: 1.5\n")
    names = ("none", "page", "fail", "leave", "typo")
    entries = [f"their-{name} = their_extractors:{name}" for name in names]
    entries += ["their-number = their_extractors:LEAST", "their-need = their_absent:extract"]
    entries += ["their-licence = their_licence:extract"]
    (info / "entry_points.txt").write_text("\n".join(["[evaluate.extractors]", *entries]))
    (tmp_path / "site" / "their_extractors.py").write_text(MODULE)
    (tmp_path / "site" / "their_licence.py").write_text("raise SystemExit('none')")
    (tmp_path / "page.html").write_text("<p>One <b>two</b>")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "site"), *sys.path])
    yield
    sys.modules.pop("their_extractors", None)


def test_they_are_methods(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """None is no content, and what is declared to be HTML is read as its readers do."""
    assert cetr.extract("<p>One", "their-none") == ""
    assert cetr.read("<p>One <b>two</b>", "their-page").text == "One two"
    assert cetr.extract("<p>One <b>two</b>", "their-page", format="markdown") == "One **two**"
    assert run(command, ["extract", str(tmp_path / "page.html"), "--method", "their-page"]) == 0
    assert capsys.readouterr().out == "One two\n"


@pytest.mark.parametrize(
    ("name", "why"), [("their-fail", "RuntimeError: no such luck"), ("their-leave", "SystemExit: no licence")]
)
def test_one_that_fails_is_named(name: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the page, and not as a fault of ours; it does not end the program."""
    page = str(tmp_path / "page.html")
    assert run(command, ["extract", page, "--method", name]) == 2
    assert capsys.readouterr().err == f"cetr: {page}: {name}: {why}\n"
    with pytest.raises(ExtractionError, match=f"^{why}$"):
        extract(find_extractor(name), "<p>One", {})


@pytest.mark.parametrize("name", BAD)
def test_one_that_does_not_load_is_named(name: str) -> None:
    """By whichever way it is asked for."""
    for load in (lambda: cetr.extract("<p>One", name), lambda: find_extractor(name)):
        with pytest.raises(InputError) as raised:
            load()
        assert str(raised.value) == f"{name} {BAD[name]}"


def test_one_that_does_not_load_costs_no_other_its_place_in_the_lists(capsys: pytest.CaptureFixture[str]) -> None:
    """The lists say why it does not load."""
    statuses = {listed.name: listed.status for listed in list_extractors()}
    assert {name: statuses[name] for name in (*BAD, "their-none", "plain")} == {**BAD, "their-none": "", "plain": ""}
    assert run(command, ["methods"]) == 0
    listed = " ".join(capsys.readouterr().out.split())
    assert all(f"{name} [{why}]" in listed for name, why in BAD.items())
