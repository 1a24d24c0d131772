"""A page that takes too long costs itself: the others are worked on, and a line names it."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from annotate.agree import packages as agree
from annotate.agree import tell_omitted
from annotate.mss import pages as mss
from annotate.next import run as choosing
from annotate.propagate import proposals
from annotate.propagate.run import run_propagate
from annotate.rules import run as rules
from annotate.train import training
from cetr.console import Limits
from cetr.learned import load_model
from tests.cetr.site.pages import write_article, write_paragraphs
from tests.documents import make_document

TOOK = "took more than 2 s"


def write_page(name: str) -> str:
    """An article that says its name."""
    return f"{write_article(name)}<!-- {name} -->"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two finished pages of a site and two drafts; one of each takes too long."""
    folder = tmp_path / "p"
    for name in ("quick", "slow"):
        url = f"https://one.example/{name}"
        make_document(folder, name, write_page(name), tuple(write_paragraphs(name)), url=url)
        draft = f"{name}-draft"
        make_document(folder, draft, write_page(draft), (), url=f"https://one.example/{draft}", status="draft")
    return folder


def slow_down(monkeypatch: pytest.MonkeyPatch, module: object, name: str) -> None:
    """Let a function of a module take half a minute for pages that say "slow", where two seconds are allowed."""
    function: Callable[..., Any] = getattr(module, name)

    def dawdle(*arguments: Any, **named: Any) -> Any:
        if any("slow" in str(argument) for argument in arguments):
            time.sleep(30)
        return function(*arguments, **named)

    monkeypatch.setattr(module, "LIMITS", Limits(timeout=2))
    monkeypatch.setattr(module, name, dawdle)


def test_agree(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The document is among those that are left out."""
    for name in ("quick", "slow"):
        make_document(tmp_path / "q", name, write_page(name), (), url=f"https://one.example/{name}")
    slow_down(monkeypatch, agree, "compare_documents")
    agreement = agree.compare_packages([folder, tmp_path / "q"])
    assert [document.name for document in agreement.documents] == ["quick"]
    assert f"slow: {TOOK}; left out" in tell_omitted(agreement.omitted)


def test_propagate(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It tells nothing about its site, and gets no proposal."""
    load_model()  # which takes its own time
    slow_down(monkeypatch, proposals, "read_document")
    run_propagate(folder, 0.5, 1, jobs=1)
    said = capsys.readouterr()
    assert [line.split("\t")[:2] for line in said.out.splitlines()] == [["quick-draft", "one.example"]]
    assert f"annotate: slow-draft: no proposal: {TOOK}\n" in said.err


def test_rules(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The rule is learned from the others."""
    slow_down(monkeypatch, rules, "mark_page")
    rules.run_rules(folder)
    said = capsys.readouterr()
    assert said.out.startswith("# from 1 finished page; F1 not known")
    assert f"annotate: {folder / 'slow'}: left out: {TOOK}\n" in said.err


def test_a_rule(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Learning one has a limit, too: it depends on all pages of the site."""
    slow_down(monkeypatch, rules, "learn_rule")
    rules.run_rules(folder)
    said = capsys.readouterr()
    assert said.out == ""
    assert f"annotate: https://one.example/*: no rule: learning one {TOOK}\n" in said.err


def test_train(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is counted among those that are left out."""
    slow_down(monkeypatch, training, "make_example")
    found = list(training.read_examples({folder: "p"}, lambda what, steps: lambda: None))
    assert [one if isinstance(one, str) else one[0].name for one in found] == [
        "quick",
        "draft",
        f"that {TOOK} (p/slow)",
        "draft",
    ]


def test_train_mss(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It is named."""
    slow_down(monkeypatch, mss, "read_document")
    assert [html for html, _ in mss.read_pages([folder])] == [write_page("quick")]
    assert capsys.readouterr().err == f"annotate: {folder / 'slow'}: left out: {TOOK}\n"


def test_next(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Pages that are labelled have a limit, as candidates have."""
    load_model()
    slow_down(monkeypatch, choosing, "sketch_page")
    caps = {"per_site": None, "per_language": None, "per_type": None}
    choosing.run_next(folder, [], count=9, extractors=("plain", "nothing"), **caps, by_doubt=False, jobs=1)
    said = capsys.readouterr()
    assert f"annotate: https://one.example/slow: left out: {TOOK}\n" in said.err
