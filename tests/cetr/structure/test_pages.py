"""Pages of structure as sites write it, each with the Markdown that a careful person would write."""

from __future__ import annotations

from pathlib import Path

import pytest

from cetr.structure import read_blocks, write_markdown
from tests.cetr.structure.commonmark import parse_markdown

PAGES = sorted((Path(__file__).parent / "pages").glob("*.html"))
URL = "https://example.org/docs/page.html"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_becomes_the_markdown_that_a_person_would_write(page: Path) -> None:
    """What is read from the page and what the person wrote are the same tree."""
    html = page.read_text("utf-8")
    found = write_markdown(read_blocks(html, ((0, len(html)),), url=URL))
    expected = page.with_suffix(".md").read_text("utf-8")
    assert parse_markdown(found) == parse_markdown(expected), found
