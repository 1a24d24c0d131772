from __future__ import annotations

from pathlib import Path

import pytest

from annotate.starter import StarterPage, read_site
from cetr.document import derive_text
from evaluate.package import check_fragments, html_hash, read_document, read_journal, read_package

ROOT = Path(__file__).parents[1] / "packages"
SITE = read_site(ROOT / "starter-site")


def name_of(page: StarterPage) -> str:
    """The name of a page's document: its URL's host and a number."""
    return f"{Path(page.file).stem}-localhost-0001"


def test_the_starter_package_has_every_page_of_its_site() -> None:
    """The package was made from the site as it is: no page is missing, none is left over."""
    assert read_package(ROOT / "starter").names == tuple(sorted(name_of(page) for page in SITE.pages))


@pytest.mark.parametrize("page", SITE.pages, ids=lambda page: page.file)
def test_a_document_of_the_starter_package_is_what_its_site_says(page: StarterPage) -> None:
    """Text, facts, fragments and hash of each document agree with the site's gold and with each other."""
    document = read_document(ROOT / "starter", name_of(page))
    meta = document.meta
    text = " ".join(document.text.split())
    assert text.startswith(page.first_words)
    assert text.endswith(page.last_words)
    assert (meta.title, meta.language, meta.page_type, meta.multiple_articles) == (
        page.title,
        page.language,
        page.page_type,
        page.multiple_articles,
    )
    assert document.text == derive_text(document.html, document.spans)
    assert all(check.exact for check in check_fragments(document.html, meta.fragments))
    assert meta.html_sha256 == html_hash(document.html)
    assert [decision.action for decision in read_journal(ROOT / "starter", document.name)] == ["capture", "meta"]
