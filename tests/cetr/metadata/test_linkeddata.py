"""JSON-LD: which of its things count for a page, and which of their properties."""

from __future__ import annotations

import json

import pytest

from cetr.metadata import Fact, read_metadata


def read(*things: dict[str, object], form: str = "{}") -> dict[str, str]:
    """What a page says that has these things in a graph of JSON-LD, written in a form."""
    graph = form.format(json.dumps({"@graph": things}))
    return {field: fact.value for field, fact in read_metadata(f"<script type=application/ld+json>{graph}").items()}


@pytest.mark.parametrize("form", ["{}", "<!--{}-->", " \n{};", "<!-- {} -->\n"])
def test_json_may_be_wrapped(form: str) -> None:
    """As in the time when browsers had to be kept from showing it."""
    assert read({"@type": "Article", "headline": "A"}, form=form) == {"title": "A"}


def test_json_that_is_too_long_is_not_read() -> None:
    """Reading it would take much time and memory."""
    for length, fields in {1_999_999: {"title"}, 2_000_000: set()}.items():
        thing = '{"@type":"Article","headline":"A"}'.ljust(length)
        assert read_metadata(f"<script type=application/ld+json>{thing}</script>").keys() == fields


def test_strings_may_be_broken() -> None:
    """Many systems write line breaks into them as they are, which is no JSON."""
    html = '<script type="application/ld+json">{"@type":"Article","headline":"A\nferry"}</script>'
    assert read_metadata(html)["title"].value == "A ferry"


def test_the_thing_that_a_page_is_about_counts_first() -> None:
    """Then the page itself; the site gives its name alone, and other things say nothing of the page."""
    page = {"@type": "WebPage", "name": "Page", "description": "Of the page"}
    article = {"@type": ["Article"], "headline": "Headline", "description": "Of the article"}
    others = [{"@type": kind, "name": kind, "description": kind} for kind in ("Organization", "Person", "WebSite")]
    assert read(*others, page, article) == {
        "title": "Headline", "site_name": "WebSite", "description": "Of the article"
    }  # fmt: skip
    assert read(*others, page) == {"title": "Page", "site_name": "WebSite", "description": "Of the page"}


def test_things_may_be_in_a_page() -> None:
    """What it is about, and what it is a part of."""
    question, site = {"@type": "Question", "name": "Why?"}, {"@type": "WebSite", "name": "Site"}
    page: dict[str, object] = {"@type": "WebPage", "mainEntity": question, "isPartOf": site}
    assert read(page) == {"title": "Why?", "site_name": "Site"}


@pytest.mark.parametrize("first", ["datePublished", "uploadDate", "dateCreated"])
def test_a_thing_has_its_date_and_its_language(first: str) -> None:
    """It may be that of its publication, of its upload, or of its creation, in this order."""
    dates = {key: f"2024-05-0{n}" for n, key in enumerate(("dateCreated", "uploadDate", "datePublished"), 1)}
    known = {key: date for key, date in dates.items() if date <= dates[first]}
    assert read({"@type": "VideoObject", "inLanguage": "de", **known}) == {"published": dates[first], "language": "de"}


def test_json_ld_may_name_an_author_by_an_identifier() -> None:
    """The name is then that of the thing with the identifier; without one, neither it nor the address is a name."""
    html = (
        '<script type="application/ld+json">{"@graph":[{"@type":"Article","author":{"@id":"/#ann"},'
        '"publisher":{"@id":"https://example.org/#house"},"mainEntityOfPage":{"@id":"https://example.org/#house"}},'
        '{"@type":"Person","@id":"/#ann","name":"Ann B"},'
        '{"@type":"Organization","@id":"https://example.org/#house","name":"House"}]}</script>'
    )
    facts = read_metadata(html)
    assert facts["author"] == Fact("Ann B", "json-ld author")
    assert facts["site_name"] == Fact("House", "json-ld publisher")
    assert facts["canonical_url"] == Fact("https://example.org/#house", "json-ld mainEntityOfPage")
    assert "site_name" not in read_metadata(html.replace('"name":"House"', '"url":"https://example.org"'))


@pytest.mark.parametrize("key", ["url", "contentUrl"])
def test_an_image_may_be_named_by_its_identifier(key: str) -> None:
    """The address is then that of the image with the identifier; what is no image has none."""
    page = {"@type": "WebPage", "image": {"@id": "/#image"}}
    image = {"@type": "ImageObject", "@id": "/#image", key: "https://example.org/a.jpg"}
    assert (
        read(page, image) == read({**page, "image": [page["image"]]}, image) == {"image": "https://example.org/a.jpg"}
    )
    assert read({**page, "image": {"@id": "/#image", "url": "https://example.org/b.jpg"}}, image) == {
        "image": "https://example.org/b.jpg"
    }
    assert read(page, {**image, "@id": "/#other"}) == read(page, {**image, "@type": "Organization"}) == read(page) == {}
    assert read(page, {"@type": "ImageObject", key: "https://example.org/a.jpg"}) == {}


@pytest.mark.parametrize("author", ['"sameAs":"https://example.org/ann"', '"@id":"_:b1"', '"@id":[]', '"url":"/ann"'])
def test_an_author_in_json_ld_may_have_no_name(author: str) -> None:
    """Neither its identifier or URL nor the name of another thing without an identifier is one."""
    html = (
        f'<script type="application/ld+json">{{"@type":"Article","name":"A ferry","author":{{{author}}}}}</script>'
        '<meta name=author content="Ann B">'
    )
    assert read_metadata(html)["author"] == Fact("Ann B", "meta author")


@pytest.mark.parametrize("url", ['"{}"', '["{}","https://example.org/b"]', '{{"url":"{}"}}', '[{{"@id":"{}"}}]'])
def test_json_ld_writes_an_address_in_many_ways(url: str) -> None:
    """Of several, the first counts."""
    html = (
        f'<script type="application/ld+json">{{"@type":"Article","url":{url.format("https://example.org/a")}}}</script>'
    )
    assert read_metadata(html) == {"canonical_url": Fact("https://example.org/a", "json-ld url")}


def test_addresses_in_json_ld_may_have_references() -> None:
    """As other strings in it."""
    article = dict.fromkeys(("url", "image", "license"), "https://example.org/?a&amp;b")
    addresses = dict.fromkeys(("canonical_url", "image", "license"), "https://example.org/?a&b")
    assert read({"@type": "Article", **article}) == addresses


def test_json_ld_may_name_an_author_twice() -> None:
    """As some plugins do, which write the author of the page and that of the article."""
    named = '["Ann B",{"name":"Ben C"},{"name":"Ann B"},""]'
    html = f'<script type="application/ld+json">{{"@type":"Article","author":{named}}}</script>'
    assert read_metadata(html) == {"author": Fact("Ann B, Ben C", "json-ld author")}


def test_the_names_of_a_value_have_an_end() -> None:
    """Of hundreds of authors the first 50 are kept."""
    names = [f"Ann {chr(ord('A') + n % 26)}{n}" for n in range(200)]
    assert read({"@type": "Article", "author": names}) == {"author": ", ".join(names[:50])}


@pytest.mark.parametrize(("begin", "end"), [("[", "]"), ('{"name":', "}")])
@pytest.mark.parametrize("depth", [480, 30_000])
def test_json_ld_may_be_nested_without_end(begin: str, end: str, depth: int) -> None:
    """It is hostile, and says nothing; the rest of the page does."""
    nested = f'{{"@type":"Article","author":{begin * depth}1{end * depth}}}'
    html = f'<script type="application/ld+json">{nested}</script><title>T</title>'
    assert read_metadata(html) == {"title": Fact("T", "title")}


def test_a_headline_may_be_a_description() -> None:
    """In Wikipedia the headline is a description, and the name is the title."""
    html = (
        "<title>Ferry - Wikipedia</title><h1>Ferry</h1><script type='application/ld+json'>"
        '{"@type":"Article","name":"Ferry","headline":"watercraft that carries passengers"}</script>'
    )
    assert read_metadata(html)["title"] == Fact("Ferry", "h1")
    for title in ("Watercraft that carries passengers", "Ferry, watercraft that carries passengers"):
        assert read_metadata(html.replace("Ferry - Wikipedia", title))["title"].source == "json-ld headline"
