"""Categories, tags, image and licence: which of a page's statements count, and how lists are written."""

from __future__ import annotations

import json

import pytest

from cetr.metadata import Fact, read_metadata, write_front_matter


def linked(**properties: object) -> str:
    """A page whose JSON-LD says this of an article."""
    return f"<script type=application/ld+json>{json.dumps({'@type': 'Article', **properties})}</script>"


URL = "https://example.org/x"
STATEMENTS = {
    "categories": {
        "json-ld articleSection": linked(articleSection=URL),
        "meta article:section": f"<meta property=article:section content={URL}>",
        "meta parsely-section": f"<meta name=parsely-section content={URL}>",
        "rel category": f"<a rel=category>{URL}</a>",
    },
    "tags": {
        "meta article:tag": f"<meta property=article:tag content={URL}>",
        "rel tag": f"<a rel=tag>{URL}</a>",
        "json-ld keywords": linked(keywords=URL),
        "meta parsely-tags": f"<meta name=parsely-tags content={URL}>",
        "meta news_keywords": f"<meta name=news_keywords content={URL}>",
        "meta sailthru.tags": f"<meta name=sailthru.tags content={URL}>",
        "meta citation_keywords": f"<meta name=citation_keywords content={URL}>",
        "meta dc.subject": f"<meta name=DC.subject content={URL}>",
        "meta dcterms.subject": f"<meta name=dcterms.subject content={URL}>",
        "meta keywords": f"<meta name=keywords content={URL}>",
    },
    "image": {
        "meta og:image": f"<meta property=og:image content={URL}>",
        "meta og:image:url": f"<meta property=og:image:url content={URL}>",
        "json-ld image": linked(image=URL),
        "meta twitter:image": f"<meta name=twitter:image content={URL}>",
        "meta twitter:image:src": f"<meta name=twitter:image:src content={URL}>",
        "link image_src": f"<link rel=image_src href={URL}>",
    },
    "license": {
        "json-ld license": linked(license=URL),
        "link license": f"<link rel=license href={URL}>",
        "rel license": f"<a rel=license href={URL}>x</a>",
        "meta dcterms.license": f"<meta name=dcterms.license content={URL}>",
    },
}
"""For each field the statements of a page, the most trustworthy first."""


@pytest.mark.parametrize("field", STATEMENTS)
def test_the_most_trustworthy_statement_counts(field: str) -> None:
    """Wherever it stands; without it, the next one."""
    statements = list(STATEMENTS[field].items())
    while statements:
        html = "".join(html for _, html in reversed(statements))
        assert read_metadata(html) == {field: Fact(URL, statements.pop(0)[0])}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("article:tag", "a; b"),
        ("citation_keywords", "a; b"),
        ("dc.subject", "a; b"),
        ("dcterms.subject", "a; b"),
        ("news_keywords", "a"),
        ("keywords", "a"),
    ],
)
def test_some_statements_stand_once_for_each_tag(name: str, value: str) -> None:
    """Of the others, the first is whole."""
    html = f"<meta name={name} content=a><meta name={name} content=b>"
    assert read_metadata(html)["tags"].value == value


@pytest.mark.parametrize(
    ("html", "fact"),
    [
        (linked(articleSection=["Sea", "Ports, piers"]), Fact("Sea; Ports, piers", "json-ld articleSection")),
        (linked(articleSection="Sea &amp; air"), Fact("Sea & air", "json-ld articleSection")),
        (linked(articleSection="Sea,Ports, piers,"), Fact("Sea; Ports; piers", "json-ld articleSection")),
        ("<meta property=article:section content='Sea, air'>", Fact("Sea, air", "meta article:section")),
        ("<a rel='category tag'>Sea</a>, <a rel=category>Air</a>, <a rel=category>sea</a>",
         Fact("Sea; Air", "rel category")),
        ("<a rel=category>Sea</a><link rel=category title=Sea><i rel=category>Air</i>", Fact("Sea", "rel category")),
    ],
)  # fmt: skip
def test_categories(html: str, fact: Fact) -> None:
    """Each once; a comma belongs to the name of a category, but for a string in JSON-LD."""
    assert read_metadata(html) == {"categories": fact}


@pytest.mark.parametrize(
    ("html", "fact"),
    [
        ("<meta property=article:tag content=Ferry><meta property=article:tag content='port, ferry'>",
         Fact("Ferry; port", "meta article:tag")),
        ("<a rel=tag>#ferry</a> <a rel=tag>port</a><meta name=keywords content=site>", Fact("ferry; port", "rel tag")),
        ("<meta name=keywords content='C#, F# , # Go, #, ##'>", Fact("C#; F#; Go", "meta keywords")),
        (linked(keywords="ferry,port,"), Fact("ferry; port", "json-ld keywords")),
        (linked(keywords=["ferry", {"@type": "DefinedTerm", "name": "port"}]), Fact("ferry; port", "json-ld keywords")),
        ("<meta name=keywords content='渡轮，港口、海; 海'>", Fact("渡轮; 港口; 海", "meta keywords")),
        ("<meta name=keywords content=' , '><meta name=news_keywords content=ferry>",
         Fact("ferry", "meta news_keywords")),
    ],
)  # fmt: skip
def test_tags(html: str, fact: Fact) -> None:
    """Commas of several scripts separate them; each counts once, however it is capitalized."""
    assert read_metadata(html) == {"tags": fact}


def test_links_of_a_page_of_teasers_say_nothing_of_the_page() -> None:
    """Lists apart from each other must have the same links, or one of them those of all others."""
    lists = [f"<p>{''.join(f'<a rel=tag href=/tag>{tag}</a>' for tag in tags)}</p>" for tags in ("ab", "b", "cd")]
    text = "<p>" + "x" * 300
    assert read_metadata(lists[1] + text + lists[0])["tags"].value == "a; b"
    assert read_metadata(lists[0] + text + lists[0])["tags"].value == "a; b"
    assert read_metadata(lists[0] + text + lists[2]) == {}
    assert read_metadata(lists[0] + lists[2])["tags"].value == "a; b; c; d"
    many = "<a rel=tag href=/tag>tag {}</a>"
    cloud = "".join(map(many.format, range(26)))
    assert read_metadata(cloud + text + lists[0])["tags"].value == "a; b"
    assert len(read_metadata(cloud.replace(many.format(25), ""))["tags"].value.split("; ")) == 25
    assert read_metadata(cloud) == {}


@pytest.mark.parametrize(("between", "facts"), [(300, {"tags": Fact("a; b", "rel tag")}), (301, {})])
def test_links_are_a_list_up_to_a_distance(between: int, facts: dict[str, Fact]) -> None:
    """From the end of one start tag to the next, in characters."""
    assert read_metadata(f"<a rel=tag>{'a</a>'.ljust(between)}<a rel=tag>b</a>") == facts


def test_a_list_has_an_end() -> None:
    """Of thousands of keywords the first 50 are kept."""
    html = f"<meta name=keywords content='{','.join(map(str, range(9000)))}'>"
    assert read_metadata(html)["tags"].value == "; ".join(map(str, range(50)))
    assert read_metadata(linked(keywords=[f"k{n}" for n in range(9000)]))["tags"].value.endswith("; k49")


@pytest.mark.parametrize(
    ("html", "fact"),
    [
        ("<meta property=og:image content=//example.org/a.jpg>", Fact("https://example.org/a.jpg", "meta og:image")),
        ("<meta property=og:image content=a.jpg><meta name=twitter:image content=https://example.org/b.jpg>",
         Fact("https://example.org/b.jpg", "meta twitter:image")),
        (linked(image=[{"@id": "https://example.org/#image", "url": "https://example.org/c.jpg"}]),
         Fact("https://example.org/c.jpg", "json-ld image")),
        (linked(image={"contentUrl": "https://example.org/d.jpg"}), Fact("https://example.org/d.jpg", "json-ld image")),
        ("<base href=https://example.org/x/><link rel=image_src href=e.jpg>",
         Fact("https://example.org/x/e.jpg", "link image_src")),
    ],
)  # fmt: skip
def test_an_image_has_an_absolute_address(html: str, fact: Fact) -> None:
    """The identifier of its description is none, and a relative address counts only where the page's is known."""
    assert read_metadata(html) == {"image": fact}


def test_the_address_of_the_page_completes_others() -> None:
    """An image from anywhere but the web is none."""
    html = "<meta property=og:image content=/a.jpg><link rel=canonical href=../b>"
    assert read_metadata(html) == {}
    assert {name: fact.value for name, fact in read_metadata(html, url="https://example.org/x/y").items()} == {
        "image": "https://example.org/a.jpg",
        "canonical_url": "https://example.org/b",
    }
    assert read_metadata("<meta property=og:image content=data:image/png;base64,AA>", url="https://example.org/") == {}


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("../a/b.jpg", "https://example.org/a/b.jpg"),
        ("./b", "https://example.org/x/b"),
        ("/b c.jpg", "https://example.org/b%20c.jpg"),
        ("a/b.html?c=d", "https://example.org/x/a/b.html?c=d"),
        ("b.php#c", "https://example.org/x/b.php#c"),
        ("#", ""),
        ("CC BY 4.0", ""),
        ("cc-by-4.0", ""),
        ("n/a", ""),
        ("None", ""),
        ("template.imageAddress", ""),
        ("Liquid error (layout/theme line 3): invalid.jpg", ""),
        ("mailto:b@example.org", ""),
    ],
)
def test_words_are_no_address(written: str, address: str) -> None:
    """Templates without a value, and names of licences; what a page has as relative address must look like one."""
    html = "".join(f"<link rel={rel} href='{written}'>" for rel in ("image_src", "license", "canonical"))
    facts = read_metadata(html, url="https://example.org/x/y")
    assert [fact.value for fact in facts.values()] == [address] * 3 * bool(address)


@pytest.mark.parametrize("home", ["/", "HTTPS://example.org", "https://example.org/"])
def test_a_start_page_is_no_image_and_no_licence(home: str) -> None:
    """Templates without a value lead to it; but the page itself may be one."""
    html = "".join(f"<link rel={rel} href='{home}'>" for rel in ("image_src", "license", "canonical"))
    facts = read_metadata(f"{html}<a rel=license href=/by>x</a>", url="https://example.org/x/y")
    assert list(facts) == ["canonical_url", "license"]
    assert facts["license"] == Fact("https://example.org/by", "rel license")


def test_a_blank_image_is_none() -> None:
    """WordPress names it where a page has no image."""
    html = "<meta property=og:image content=https://example.org/i/blank.jpg>"
    assert read_metadata(html) == read_metadata(html.replace("jpg", "gif")) == {}
    assert read_metadata(html.replace("jpg", "jpg?m=1383295312i")) == {}
    page = "https://example.org/blank.html"
    assert read_metadata(f"<link rel=canonical href={page}>") == {"canonical_url": Fact(page, "link canonical")}
    other = "https://example.org/blank.jpg/a.jpg"
    assert read_metadata(f"{html}<link rel=image_src href={other}>") == {"image": Fact(other, "link image_src")}


@pytest.mark.parametrize(
    ("html", "source"),
    [
        ("<a rel='license noopener' href=//example.org/by/4.0/><img></a>", "rel license"),
        ("<A REL=LICENSE HREF=//example.org/by/4.0/><IMG></A>", "rel license"),
        ("<link rel='license noopener' href=https://example.org/by/4.0/>", "link license"),
        ("<link rel=license href=https://example.org/by/4.0/>", "link license"),
        (linked(license={"@id": "https://example.org/by/4.0/"}), "json-ld license"),
        (linked(license="https://example.org/by/4.0/") + "<a rel=license href=https://example.org/other>",
         "json-ld license"),
    ],
)  # fmt: skip
def test_a_licence_is_an_address(html: str, source: str) -> None:
    """Its link may have no text."""
    assert read_metadata(html) == {"license": Fact("https://example.org/by/4.0/", source)}


def test_front_matter_has_lists() -> None:
    """As static site generators read them; a tag in quotes is still a string, and a date needs none."""
    facts = {
        "published": "2024-05-01", "description": "On a ferry", "categories": "Sea, air", "tags": 'on; the "ferry"',
        "image": "https://example.org/a.jpg", "license": "https://example.org/by",
    }  # fmt: skip
    assert write_front_matter({name: Fact(value, "text") for name, value in facts.items()}) == (
        '---\ndate: 2024-05-01\ndescription: "On a ferry"\ncategories: ["Sea, air"]\ntags: ["on", "the \\"ferry\\""]\n'
        'image: "https://example.org/a.jpg"\nlicense: "https://example.org/by"\n---\n'
    )
