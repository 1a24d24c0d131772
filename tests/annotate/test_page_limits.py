"""A page that takes too much, or cannot be read, costs itself: the others are worked on, and a line names it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from annotate.agree import packages as agree
from annotate.agree import tell_omitted
from annotate.mss import pages as mss
from annotate.next import pages as candidates
from annotate.next import run as choosing
from annotate.propagate import proposals
from annotate.propagate.run import run_propagate
from annotate.reading import choose_exit
from annotate.rules import run as rules
from annotate.rules.marked import mark_page
from annotate.train import training
from cetr.console import Exit, Limits
from cetr.learned import load_model
from tests.alarms import take_too_long
from tests.cetr.site.pages import write_article, write_paragraphs
from tests.documents import make_document
from tests.memory import allowing, stays_below
from tests.work import taking_at_most


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


SpoilPages = Callable[[object, str], str]


@pytest.fixture(params=["time", "memory"])
def spoil(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> SpoilPages:
    """Let a function of a module take too long, or too much, for pages that say "slow"; returns how that is told."""

    def spoil_pages(module: object, name: str) -> str:
        function: Callable[..., Any] = getattr(module, name)
        limits = Limits(timeout=600) if request.param == "time" else allowing(500)

        def misbehave(*arguments: Any, **named: Any) -> Any:
            if any("slow" in str(argument) for argument in arguments):
                if request.param == "time":
                    take_too_long()
                bytes(2 * 10**9)
            return function(*arguments, **named)

        monkeypatch.setattr(module, "LIMITS", limits)
        monkeypatch.setattr(module, name, misbehave)
        return f"took more than {'600 s' if request.param == 'time' else f'{limits.memory} MB of memory'}"

    return spoil_pages


def test_agree(folder: Path, tmp_path: Path, spoil: SpoilPages) -> None:
    """The document is among those that are left out."""
    for name in ("quick", "slow"):
        make_document(tmp_path / "q", name, write_page(name), (), url=f"https://one.example/{name}")
    took = spoil(agree, "compare_documents")
    agreement = agree.compare_packages([folder, tmp_path / "q"])
    assert [document.name for document in agreement.documents] == ["quick"]
    assert f"slow: {took}; left out" in tell_omitted(agreement.omitted)
    assert choose_exit(agreement.omitted.values()) == Exit.PARTIAL


def test_propagate(folder: Path, spoil: SpoilPages, capsys: pytest.CaptureFixture[str]) -> None:
    """It tells nothing about its site, of which the other finished page is left, and gets no proposal."""
    load_model()  # which takes its own time
    took = spoil(proposals, "read_document")
    assert run_propagate(folder, 0.5, 1, jobs=1, kind="jsonl") == Exit.PARTIAL
    said = capsys.readouterr()
    (row,) = map(json.loads, said.out.splitlines())
    assert (row["document"], row["site"], row["pages"], row["finished"]) == ("quick-draft", "one.example", 1, 1)
    assert f"annotate: slow-draft: no proposal: {took}\n" in said.err


def test_rules(folder: Path, spoil: SpoilPages, capsys: pytest.CaptureFixture[str]) -> None:
    """The rule is learned from the others."""
    took = spoil(rules, "mark_page")
    assert rules.run_rules(folder) == Exit.PARTIAL
    said = capsys.readouterr()
    assert said.out.startswith("# from 1 finished page; F1 not known")
    assert f"annotate: {folder / 'slow'}: {took}; left out\n" in said.err


def test_a_rule(folder: Path, spoil: SpoilPages, capsys: pytest.CaptureFixture[str]) -> None:
    """Learning one has a limit, too: it depends on all pages of the site."""
    took = spoil(rules, "learn_rule")
    assert rules.run_rules(folder) == Exit.FINE
    said = capsys.readouterr()
    assert said.out == ""
    assert f"annotate: https://one.example/*: no rule: learning one {took}\n" in said.err


def test_train(folder: Path, spoil: SpoilPages) -> None:
    """It is counted among those that are left out."""
    took = spoil(training, "make_example")
    found = list(training.read_examples({folder: "p"}, lambda what, steps: lambda: None))
    assert [one if isinstance(one, str) else one[0].name for one in found] == [
        "quick",
        "draft",
        f"that {took} (p/slow)",
        "draft",
    ]
    assert choose_exit(one for one in found if isinstance(one, str)) == Exit.PARTIAL


def test_train_mss(folder: Path, spoil: SpoilPages, capsys: pytest.CaptureFixture[str]) -> None:
    """It is named."""
    took = spoil(mss, "read_document")
    pages, lost = mss.read_finished([folder])
    assert ([html for html, _ in pages], lost) == ([write_page("quick")], 1)
    assert capsys.readouterr().err == f"annotate: {folder / 'slow'}: {took}; left out\n"


CHOICE: dict[str, Any] = {
    "count": 9, "extractors": ("plain", "nothing"), "by_doubt": False, "site_of": "host", "jobs": 1, "kind": "jsonl",
    "per_site": None, "per_language": None, "per_type": None,
}  # fmt: skip


def test_next(folder: Path, spoil: SpoilPages, capsys: pytest.CaptureFixture[str]) -> None:
    """Pages that are labelled have a limit, as candidates have."""
    load_model()
    took = spoil(choosing, "sketch_page")
    choosing.run_next(folder, [], **CHOICE)
    said = capsys.readouterr()
    assert f"annotate: https://one.example/slow: {took}; left out\n" in said.err


@pytest.mark.parametrize("spoil", ["memory"], indirect=True)
def test_next_reading(folder: Path, spoil: SpoilPages) -> None:
    """Pages have a limit while they are read, drafts too."""
    took = spoil(candidates, "read_document")
    found = list(candidates.read_from_package(folder, drafts=False))
    assert [page if isinstance(page, str) else page.name for page in found] == [
        "quick",
        f"{folder / 'slow'}: {took}; left out",
        f"{folder / 'slow-draft'}: {took}; left out",
    ]
    assert [page.name for page in candidates.read_candidates(folder)] == ["quick-draft"]


def test_a_page_too_large_to_be_read(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its file takes no room on the disk, and as little memory."""
    for name in ("slow", "slow-draft"):
        os.truncate(folder / f"{name}.html", 128_000_001)
    why = "slow.html: is larger than 128 MB, the limit"
    assert rules.run_rules(folder) == Exit.PARTIAL
    said = capsys.readouterr()
    assert said.out.startswith("# from 1 finished page; F1 not known")
    assert f"annotate: {folder / why}; left out\n" in said.err
    pages, lost = mss.read_finished([folder])
    assert ([html for html, _ in pages], lost) == ([write_page("quick")], 1)
    assert capsys.readouterr().err == f"annotate: {folder / why}; left out\n"
    found = list(training.read_examples({folder: "p"}, lambda what, steps: lambda: None))
    assert [one for one in found if isinstance(one, str)] == [
        "draft",
        f"that cannot be read ({folder / why})",
        f"that cannot be read ({folder / 'slow-draft.html'}: is larger than 128 MB, the limit)",
    ]
    assert run_propagate(folder, 0.5, 1, jobs=1, kind="jsonl") == Exit.PARTIAL
    said = capsys.readouterr()
    assert [json.loads(line)["document"] for line in said.out.splitlines()] == ["quick-draft"]
    assert "slow-draft: no proposal: " in said.err
    assert choosing.run_next(folder, [], **CHOICE) == 3
    said = capsys.readouterr()
    assert [json.loads(line)["page"] for line in said.out.splitlines()] == ["https://one.example/quick-draft"]
    assert f"annotate: {folder / why}; left out\n" in said.err


@pytest.mark.long
def test_nested_elements_cost_rules_no_more_than_others() -> None:
    """20,000 of them within the limit; what is around each text was once listed for each anew, which took minutes."""
    with taking_at_most(60):
        page = mark_page("<p>One two three <div class=main>" * 20_000, "https://one.example/")
    assert page.total.sum() == 60_000
    assert page.cover([".main"]).sum() == 19_999


def test_nested_elements_of_many_names_cost_rules_memory_in_proportion() -> None:
    """Each name matches all the text within; what matches each text was once listed, which took 80 MB here."""
    html = "".join(f"<div class={a}{b}{c}>word " for a in "abcdefghij" for b in "abcdefghij" for c in "abcdefghij")
    assert stays_below(20_000_000, lambda: mark_page(html * 2, "https://one.example/"))
    page = mark_page(html, "https://one.example/")
    assert (len(page.matched), page.cover([".aab"]).sum(), page.cover([".jjj", ".jji"]).sum()) == (1000, 999, 2)


def test_children_of_an_element_of_many_names_cost_rules_memory_in_proportion() -> None:
    """A few of its names tell the places in it; with all, this page took over 80 MB, and five seconds."""
    names = [f"{a}{b}{c}" for a in "abcdefghij" for b in "abcdefghij" for c in "abcdefghij"]
    html = f"<div class='{' '.join(names)}'>{'<b>word</b> ' * 1000}</div>"
    assert stays_below(20_000_000, lambda: mark_page(html, "https://one.example/"))
    page = mark_page(html, "https://one.example/")
    assert [page.cover([selector]).sum() for selector in (".jjj", ".aaa > b")] == [1000, 1000]
    assert len(page.matched) == 1020
