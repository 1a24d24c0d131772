from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from annotate.starter import StarterPage, host_of, read_site
from cetr.document import derive_text
from evaluate.package import check_fragments, html_hash, read_document, read_journal, read_package

ROOT = Path(__file__).parents[1] / "packages"
SITE = read_site(ROOT / "starter-site")


def name_of(page: StarterPage) -> str:
    """The name of a page's document: its URL's host and a number."""
    return f"{host_of(page)}-localhost-{int(page.file.rpartition('-')[2][:-5]) if page.site else 1:04d}"


def test_the_starter_package_has_every_page_of_its_site() -> None:
    """The package was made from the site as it is: no page is missing, none is left over."""
    assert read_package(ROOT / "starter").names == tuple(sorted(name_of(page) for page in SITE.pages))


def test_the_package_of_sites_has_several_pages_of_each() -> None:
    """Three articles, two threads, two products, each kind of one template under one host."""
    assert read_package(ROOT / "starter-sites").names == tuple(sorted(name_of(page) for page in SITE.series))
    assert Counter(map(host_of, SITE.series)) == {"news": 3, "forum": 2, "product": 2}


PAGES = [("starter", page) for page in SITE.pages] + [("starter-sites", page) for page in SITE.series]


@pytest.mark.parametrize(("package", "page"), PAGES, ids=lambda value: getattr(value, "file", value))
def test_a_document_of_a_starter_package_is_what_its_site_says(package: str, page: StarterPage) -> None:
    """Text, facts, fragments and hash of each document agree with the site's gold and with each other."""
    document = read_document(ROOT / package, name_of(page))
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
    actions = [decision.action for decision in read_journal(ROOT / package, document.name)]
    assert actions == (["capture", "meta"] if package == "starter" else ["capture"])
