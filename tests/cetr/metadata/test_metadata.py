"""Metadata: which statement of a page counts, and that it says where it comes from."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cetr.metadata import Fact, read_metadata

PAGE = """<!DOCTYPE html><html lang="de_AT"><head><title>T - Site</title>
<meta property="og:title" content="Og &amp; title"><meta name=author content="https://example.org/ann">
<meta name="DC.creator" content="Ann Other"><meta name=description content=" two
 words "><meta property="article:published_time" content="2024-05-01T10:00:00Z">
<link rel=canonical href="https://example.org/a"><meta name=application-name content=App>
<script type="application/ld+json">{"@context":"https://schema.org","@graph":[
{"@type":"WebSite","name":"The Site"},{"@type":["NewsArticle"],"headline":"Linked",
"dateModified":"Wed, 01 May 2024 12:00:00 GMT","publisher":{"@type":"Organization","name":"House"}}]}</script>
</head><body><h1>Heading</h1></body></html>"""


def test_facts_come_with_their_sources() -> None:
    """The most trusted statement counts; one that is no value of the field does not."""
    assert read_metadata(PAGE) == {
        "title": Fact("Linked", "json-ld headline"),
        "author": Fact("Ann Other", "meta dc.creator"),
        "published": Fact("2024-05-01T10:00:00+00:00", "meta article:published_time"),
        "modified": Fact("2024-05-01T12:00:00+00:00", "json-ld dateModified"),
        "site_name": Fact("House", "json-ld publisher"),
        "language": Fact("de-AT", "html lang"),
        "description": Fact("two words", "meta description"),
        "canonical_url": Fact("https://example.org/a", "link canonical"),
    }


def test_the_page_itself_says_what_its_head_does_not() -> None:
    """Its heading, its microdata and its times supply what the head lacks."""
    html = (
        "<title>Site</title><h1>A <b>heading</b></h1><span itemprop=author><a href=/b>Bo</a></span>"
        "<time datetime=2020-02-30>no day</time><p>on <time>3 May</time>"
    )
    assert read_metadata(html) == {"title": Fact("A heading", "h1"), "author": Fact("Bo", "microdata author")}
    assert read_metadata("<b itemProp='name headline'>A</b>") == {"title": Fact("A", "microdata headline")}


@pytest.mark.parametrize(
    ("html", "facts"),
    [
        ("<title>One</title><svg><title>Two</title></svg>", {"title": ("One", "title")}),
        ("<title></title><h1></h1><time></time><meta itemprop=headline>", {}),
        ("<html xml:lang=de>", {"language": ("de", "html lang")}),
        ("<time datetime=2024-05-01>2 May 2024</time>", {"published": ("2024-05-01", "time")}),
        ("<time>2024-05-01</time><time pubdate>2024-05-02</time>", {"published": ("2024-05-02", "time pubdate")}),
        ("<meta itemprop=author content=Ann><i itemprop=author>Bo</i>", {"author": ("Ann", "microdata author")}),
        ("<i itemprop=author itemscope>A<meta itemprop=name content=Ann></i>", {"author": ("Ann", "microdata author")}),
        ("<i itemprop=headline>A <b itemprop=name>ferry</b></i>", {"title": ("A ferry", "microdata headline")}),
        ("<p itemprop=description>A ferry</p>", {"description": ("A ferry", "microdata description")}),
        ("<i itemprop = author title=More>Ann</i>", {"author": ("Ann", "microdata author")}),
        ("<h1>C<b>#</b> and <a>F</a>#<a>#</a></h1>", {"title": ("C# and F#", "h1")}),
        ("<HTML LANG=de>", {"language": ("de", "html lang")}),
        ("<META NAME=AUTHOR CONTENT=Ann>", {"author": ("Ann", "meta author")}),
        (
            "<LINK REL='Canonical X' HREF=https://example.org>",
            {"canonical_url": ("https://example.org", "link canonical")},
        ),
        ("<I ITEMPROP=author>Ann</I>", {"author": ("Ann", "microdata author")}),
        (
            "<ABBR TITLE=2024-05-01 ITEMPROP=datePublished>May</ABBR>",
            {"published": ("2024-05-01", "microdata datePublished")},
        ),
        (
            '<SCRIPT TYPE=application/LD+JSON>{"@type":"Article","headline":"A"}</SCRIPT>',
            {"title": ("A", "json-ld headline")},
        ),
        ('<script>{"@type":"Article","headline":"A"}</script>', {}),
    ],
)
def test_what_an_element_says(html: str, facts: dict[str, tuple[str, str]]) -> None:
    """The first of several counts, attributes before text, and nothing is read from what stands behind an element."""
    assert read_metadata(html) == {field: Fact(*fact) for field, fact in facts.items()}


def test_the_heading_is_the_one_that_the_title_has() -> None:
    """Of several, not the first, which may be that of a card; without the sign that links to it."""
    html = (
        "<title>Small Habits: A Book</title><h1>Follow the author</h1>"
        '<h1>Small <i>habits</i><a class=headerlink href="#habits">&para;</a></h1>'
    )
    title = read_metadata(html.replace("<title>Small Habits: A Book</title>", "<title></title>"))["title"]
    assert title == Fact("Follow the author", "h1")
    assert read_metadata(html)["title"] == Fact("Small habits", "h1")


def test_a_title_that_says_more_counts_instead_of_an_alien_heading() -> None:
    """A heading that shares little with the title may be the name of the site, but only if it says less."""
    html = "<title>A ferry at dawn - Post</title><h1>{}</h1>"
    assert read_metadata(html.format("Harbour Post"))["title"] == Fact("A ferry at dawn - Post", "title")
    assert read_metadata(html.format("Ferry"))["title"] == Fact("Ferry", "h1")
    assert read_metadata(html.format("Why boats leave so early"))["title"].source == "h1"


def test_an_author_is_a_name() -> None:
    """It is neither an address nor the whole text of a person's card."""
    card = "<div itemprop=author itemscope><a href=/u/1>ann</a> <i>55</i> badges<span itemprop=name>Ann B</span></div>"
    assert read_metadata(card)["author"] == Fact("Ann B", "microdata author")
    assert read_metadata(card.replace("itemprop=name", ""))["author"].value == "ann 55 badgesAnn B"
    assert "author" not in read_metadata('<link rel="author" href="../about.html">')
    nested = "<span itemprop=author itemscope><span>By</span> <span itemprop=name>Ann B</span></span>"
    assert read_metadata(nested)["author"] == Fact("Ann B", "microdata author")
    assert read_metadata("<meta name=author content='By Ann B'>")["author"].value == "Ann B"
    assert "author" not in read_metadata("<meta name=author content=ann@example.org>")
    assert "site_name" not in read_metadata("<meta property=og:site_name content=https://example.org/>")


@pytest.mark.parametrize(
    ("links", "author"),
    [
        ("<a rel=author href=/ann>Ann <b>B</b></a>", "Ann B"),
        ("<a rel='nofollow Author' href=/ann>Ann B</a> <a rel=author>More of Ann B</a>", "Ann B"),
        ("<A REL=AUTHOR>Ann B</A>", "Ann B"),
        ("<a rel = 'nofollow noopener author'>Ann B</a>", "Ann B"),
        ("<a rel=author>View all posts by Ann B</a>", "Ann B"),
        ("<a rel=author>Author: Ann B</a> <a rel=author href=https://plus.google.com/1>Google+</a>", "Ann B"),
        ("<a rel=author>View Profile</a> <a rel=author>Archives</a> <a rel=no-author>Bo C</a>", None),
        ("<a data-rel=author>Ann B</a>", None),
        ("<a rel=author>Ann B</a> <a rel=author>Bo C</a>", None),
        ("<a rel=authority>Ann B</a> <i rel=author>Ann B</i> rel=author", None),
    ],
)
def test_a_link_may_lead_to_the_author(links: str, author: str | None) -> None:
    """Its text is the name, unless it is something else or the page links to the authors of several texts."""
    assert read_metadata(links) == ({"author": Fact(author, "rel author")} if author else {})


@pytest.mark.parametrize(
    "tag", ["<b itemprop=author>x</b>", "<a rel=author>x</a>", "<h1>x</h1>", '<p itemprop="author ']
)
def test_a_page_may_repeat_itself_without_end(tag: str) -> None:
    """Reading the text of each of 30,000 elements would take minutes."""
    start = time.process_time()
    read_metadata(tag * 30_000)
    assert time.process_time() - start < 5


def test_a_language_is_a_tag() -> None:
    """Written as BCP 47 recommends; the first of several, and not an encoding."""
    said = {
        "EN_us": "en-US",
        "zh-hant-tw": "zh-Hant-TW",
        "ca-VALENCIA": "ca-valencia",
        "en, sv": "en",
        "utf-8": "",
        "english": "",
        "lang=": "",
    }
    html = '<meta http-equiv="content-language" content="{}">'
    found = {written: read_metadata(html.format(written)) for written in said}
    assert {written: facts["language"].value if facts else "" for written, facts in found.items()} == said
    assert read_metadata("<html><body><iframe><html lang=de><body lang=de>Ja</iframe>") == {}


def test_a_time_of_a_change_is_none_of_publication() -> None:
    """What a page marks as the date of its last change is not taken for that of its publication."""
    changed = "<time datetime=2024-05-02 itemprop=dateModified>2 May</time>"
    assert read_metadata(changed) == {"modified": Fact("2024-05-02", "microdata dateModified")}
    assert read_metadata(f"{changed}<time>2024-05-01</time>")["published"] == Fact("2024-05-01", "time")


@pytest.mark.parametrize("name", ["OriginalPublicationDate", "publish-date", "pub_date", "sailthru.date"])
def test_dates_have_many_names(name: str) -> None:
    """Newspapers name the date of publication as their own systems do."""
    found = read_metadata(f'<meta name="{name}" content="2012/01/11 15:44:33">')
    assert found == {"published": Fact("2012-01-11", f"meta {name.lower()}")}


def test_a_paper_has_all_its_authors() -> None:
    """Each in a statement of its own, once; a number is no author."""
    html = "".join(
        f'<meta name=citation_author content="{name}">' for name in ("Lind, Ada", "", "Roy, Bo", "Lind, Ada")
    )
    assert read_metadata(html)["author"] == Fact("Lind, Ada; Roy, Bo", "meta citation_author")
    assert read_metadata(html.replace("Lind, ", "").replace("Roy, ", ""))["author"].value == "Ada, Bo"
    assert "author" not in read_metadata('<meta property="article:author" content="262588213843476">')


def test_a_canonical_address_is_absolute() -> None:
    """One that is relative tells nothing without another."""
    html = '<link rel=canonical href="/a"><meta property="og:url" content="https://example.org/a">'
    assert read_metadata(html)["canonical_url"] == Fact("https://example.org/a", "meta og:url")


def test_facts_are_in_the_order_of_the_fields() -> None:
    """Wherever they come from."""
    html = "<title>A</title><meta name=description content=B><p>By Ada Lind, 5 January 2024</p><p>Content</p>"
    facts = read_metadata(html, spans=((html.index("Content"), html.index("Content") + 7),))
    assert list(facts) == ["title", "author", "published", "description"]


@given(st.text('<>{}[]":,@/ abtypeldjson+scrimgna=', max_size=80))
def test_no_statement_is_too_broken(inner: str) -> None:
    """Whatever stands in a page's head, reading it ends."""
    read_metadata(f'<script type="application/ld+json">{inner}</script><meta {inner}><time {inner}>')
