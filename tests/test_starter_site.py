"""The pages of the starter site and of its Czech sister agree with the gold.toml beside them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup, Tag

PACKAGES = Path(__file__).parent.parent / "packages"
SITES = ("starter-site", "czech-site")
PAGES = {
    f"{site}/{page['file']}": page
    for site in SITES
    for page in tomllib.loads((PACKAGES / site / "gold.toml").read_text("utf-8"))["pages"]
}
SCRIPTED = "starter-site/scripted.html"
STATIC = sorted(PAGES.keys() - {SCRIPTED})
PAGE_TYPES = {"article", "forum", "product", "listing", "collection", "documentation", "service"}
VOCABULARIES = ("https://schema.org", "http://www.w3.org/")


def parse(name: str) -> BeautifulSoup:
    """Parse a page from its bytes, so that the declared charset decides, as in a browser."""
    return BeautifulSoup((PACKAGES / name).read_bytes(), "html.parser")


def match(soup: BeautifulSoup, selectors: list[str]) -> list[Tag]:
    """All elements that match any of the selectors, in document order."""
    return soup.select(", ".join(selectors)) if selectors else []


def collapse(text: str) -> str:
    """Make each run of whitespace one blank."""
    return re.sub(r"\s+", " ", text).strip()


def main_content(name: str, page: dict[str, Any]) -> str:
    """Text of a page's selected elements without the dropped ones."""
    soup = parse(name)
    for element in match(soup, page["drop"]):
        element.decompose()
    return collapse(" ".join(element.get_text() for element in match(soup, page["select"])))


def test_gold_lists_every_page_once() -> None:
    """gold.toml has exactly one entry for every HTML file of the site."""
    found = [f"{site}/{path.name}" for site in SITES for path in (PACKAGES / site).glob("*.html")]
    assert sorted(PAGES) == sorted(found)


def test_site_covers_the_page_types() -> None:
    """Each page type of WCXB occurs, and one page holds several articles."""
    assert {page["page_type"] for page in PAGES.values()} == PAGE_TYPES
    assert [name for name, page in PAGES.items() if page["multiple_articles"]] == ["starter-site/front.html"]


@pytest.mark.parametrize("name", STATIC)
def test_title_and_language_are_the_pages_own(name: str) -> None:
    """Title and language agree with what the page declares; the page of 2004 declares no language."""
    soup, page = parse(name), PAGES[name]
    assert soup.title is not None and soup.html is not None
    assert collapse(soup.title.get_text()) == page["title"]
    declared = soup.html.get("lang")
    assert (str(declared).lower() if declared else None) == (
        None if name == "starter-site/tables-2004.html" else page["language"].lower()
    )


@pytest.mark.parametrize("name", STATIC)
def test_every_selector_matches(name: str) -> None:
    """No selector is idle, selected elements are not nested, and each dropped one lies within a selected one."""
    soup, page = parse(name), PAGES[name]
    assert [selector for selector in page["select"] + page["drop"] if not soup.select(selector)] == []
    selected = {id(element) for element in match(soup, page["select"])}
    assert [e for e in match(soup, page["select"]) if any(id(parent) in selected for parent in e.parents)] == []
    assert [e for e in match(soup, page["drop"]) if not any(id(parent) in selected for parent in e.parents)] == []


@pytest.mark.parametrize("name", STATIC)
def test_main_content_begins_and_ends_as_stated(name: str) -> None:
    """The selected text starts and ends with the words that gold.toml gives, and is of realistic length."""
    text = main_content(name, PAGES[name])
    assert text.startswith(PAGES[name]["first_words"])
    assert text.endswith(PAGES[name]["last_words"])
    assert len(text) > 800


def test_scripted_page_is_empty_as_served() -> None:
    """The scripted page's body has no text outside scripts, and its gold words stand in the embedded JSON."""
    soup = parse(SCRIPTED)
    served = (PACKAGES / SCRIPTED).read_text("utf-8")
    assert PAGES[SCRIPTED]["first_words"] in served and PAGES[SCRIPTED]["last_words"] in served
    assert PAGES[SCRIPTED]["title"] in served and soup.title is not None
    assert soup.title.get_text() != PAGES[SCRIPTED]["title"]
    for script in soup.select("script"):
        script.decompose()
    assert soup.body is not None and soup.body.get_text(strip=True) == ""


def test_minified_page_is_one_line() -> None:
    """The minified page holds no line break at all."""
    assert b"\n" not in (PACKAGES / "starter-site" / "minified.html").read_bytes()


def test_page_of_2004_is_latin_1() -> None:
    """The table page declares ISO-8859-1, and its bytes are not UTF-8."""
    data = (PACKAGES / "starter-site" / "tables-2004.html").read_bytes()
    assert b"charset=iso-8859-1" in data
    assert "Höllmühle" in data.decode("latin-1")
    with pytest.raises(UnicodeDecodeError):
        data.decode("utf-8")


@pytest.mark.parametrize("name", sorted(PAGES))
def test_page_needs_nothing_from_elsewhere(name: str) -> None:
    """Images and style sheets are local files that exist; absolute addresses are names of vocabularies only."""
    soup, folder = parse(name), (PACKAGES / name).parent
    sources = [str(tag["src"]) for tag in soup.select("[src]")]
    sources += [str(tag["href"]) for tag in soup.select("link[rel=stylesheet]")]
    assert [source for source in sources if not (folder / source.partition("?")[0]).is_file()] == []
    addresses = re.findall(r"https?://[^\s\"'<>]+", (PACKAGES / name).read_bytes().decode("latin-1"))
    assert [address for address in addresses if not address.startswith(VOCABULARIES)] == []
