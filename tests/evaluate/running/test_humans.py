"""Annotators and saved outputs, scored as extractors are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evaluate.package.writing import write_document
from tests.documents import make_document
from tests.evaluate.running.calling import PAGES, call


def test_other_annotator_is_a_row(package: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A person's text is scored as an extractor's is; a document they lack is an error that names it."""
    for name, html in PAGES.items():
        document = make_document(tmp_path / "other", name, html, ("Gold has four words",))
        if name == "b":
            write_document(tmp_path / "other", name, meta=document.meta, text="Gold words")
    assert call("run", package, "--extractor", "plain", "--human", tmp_path / "other", "--out", tmp_path / "o") == 0
    summary = json.loads((tmp_path / "o" / "summary.json").read_text())["extractors"]
    human = summary["human:other"]
    assert human["measures"]["words"]["recall"] == pytest.approx((1 + 0.5 + 1) / 3)
    (tmp_path / "other" / "b.json").unlink()
    capfd.readouterr()
    assert call("run", package, "--human", tmp_path / "other", "--out", tmp_path / "o2") == 2
    assert capfd.readouterr().err == (
        f"evaluate: {tmp_path / 'other'}: lacks 1 of the documents ('b' is missing);"
        " annotate agree compares those that both have\n"
    )


@pytest.mark.parametrize(
    ("more", "status", "why"),
    [("<p>here, too</p>", "gold", "is a different page there"), ("", "draft", "is not finished: draft")],
)
def test_another_annotator_has_decided_on_the_same_page(
    package: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str], more: str, status: str, why: str
) -> None:
    """A page that only has the name of ours, and one that nobody has finished, are no second opinion."""
    for name, html in PAGES.items():
        make_document(tmp_path / "other", name, html + more, ("Gold has four words",), status=status)
    assert call("run", package, "--human", tmp_path / "other", "--out", tmp_path / "o") == 2
    assert f"lacks 3 of the documents ('a' {why}); annotate agree" in capfd.readouterr().err


def test_saved_outputs_of_one_name_are_refused(
    package: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """They know a document by its name alone, so they cannot be those of two packages that share one."""
    make_document(tmp_path / "twin", "b", "<p>Two words</p>", ("Two words",))
    (tmp_path / "texts").mkdir()
    for name in PAGES:
        (tmp_path / "texts" / f"{name}.txt").write_text("Gold words")
    saved = f"saved:{tmp_path / 'texts'}"
    assert call("run", package, tmp_path / "twin", "--extractor", saved, "--out", tmp_path / "o") == 2
    assert capfd.readouterr().err == (
        f"evaluate: {saved}: knows documents only by their names, and 'b' is in two packages;"
        " run each with an --out of its own\n"
    )


def test_folders_of_one_name_are_refused(package: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Results know packages by their folders' names, on any machine, so no two may have the same."""
    twin = tmp_path / "twin" / "pack"
    make_document(twin, "z", "<p>Two words</p>", ("Two words",))
    told = (
        f"evaluate: {package} and {twin}: have the same folder name, by which results tell packages apart; "
        "rename one, or run each with an --out of its own\n"
    )
    assert call("run", package, twin, "--extractor", "plain", "--out", tmp_path / "o") == 2
    assert capfd.readouterr().err == told
    assert call("run", package, "--human", package, "--human", twin, "--out", tmp_path / "o") == 2
    assert capfd.readouterr().err == told
