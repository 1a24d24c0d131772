from __future__ import annotations

from pathlib import Path

import pytest

from tests.annotate.propagate.deciding import DRAFTS
from tests.cetr.site.pages import write_article, write_paragraphs
from tests.documents import make_document


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A finished page of a site and three drafts, and a draft of another site."""
    folder = tmp_path / "pack"
    make_document(folder, "a", write_article("a"), tuple(write_paragraphs("a")), url="https://one.example/a")
    for name in DRAFTS:
        make_document(folder, name, write_article(name), (), url=f"https://one.example/{name}", status="draft")
    make_document(folder, "z", write_article("z"), (), url="https://two.example/z", status="draft")
    return folder
