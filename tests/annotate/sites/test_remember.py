"""The site memory of a package."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from annotate.sites import remembering
from annotate.sites.remembering import run_remember, trace_document
from cetr.console import Exit, InputError
from cetr.document import derive_text
from cetr.learned import Model, load_model, write_model
from cetr.site import Sites, Trace
from evaluate.package import Document
from tests.cetr.site.pages import write_article, write_paragraphs
from tests.documents import make_document


def test_a_memory_of_a_package_has_its_gold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One finished page tells what the site's pages are about; a rejected page, and one without a URL, do not count."""
    folder, out = tmp_path / "pack", tmp_path / "sites.npz"
    gold = tuple(write_paragraphs("a"))
    make_document(folder, "a", write_article("a"), gold, url="https://www.one.example/a")
    make_document(folder, "b", write_article("b"), gold[:0], url="https://one.example/b", status="draft")
    make_document(folder, "c", write_article("c"), gold[:0], url="https://one.example/c", status="rejected")
    make_document(folder, "d", write_article("d"), gold[:0], url="")
    make_document(folder, "torn", write_article("y"), gold[:0])
    (folder / "torn.json").write_text("{")
    assert run_remember([folder], out, "") == Exit.PARTIAL
    said = capsys.readouterr()
    assert said.out == f"{out}: 2 pages of 1 site, 1 with gold\n"
    assert said.err.startswith(f"annotate: {folder / 'torn.json'}: ") and said.err.count("\n") == 1
    (folder / "torn.json").unlink()
    assert run_remember([folder], out, "") == Exit.FINE
    sites, new = Sites(), write_article("e")
    sites.load(out)
    assert derive_text(new, sites.extract(new, "https://one.example/e")).split("\n") == write_paragraphs("e")
    with pytest.raises(InputError, match="empty: no page to remember"):
        make_document(tmp_path / "empty", "d", write_article("d"), (), url="")
        run_remember([tmp_path / "empty"], out, "")


def test_a_model_that_is_replaced_ends_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A memory holds what one model says, by which it is known."""
    model, out = tmp_path / "my.npz", tmp_path / "sites.npz"
    make_document(tmp_path / "p", "a", write_article("a"), tuple(write_paragraphs("a")), url="https://one.example/a")
    write_model(model, load_model())

    def replace_model(document: Document, known: Model) -> Trace:
        write_model(model, replace(known, about={"data": "other"}))
        return trace_document(document, known)

    monkeypatch.setattr(remembering, "trace_document", replace_model)
    with pytest.raises(InputError) as raised:
        run_remember([tmp_path / "p"], out, str(model))
    assert str(raised.value) == f"{model}: was replaced during the run; begin again"
    assert not out.exists()
