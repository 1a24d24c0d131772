"""The features of blocks, on pages small enough to count by hand."""

from __future__ import annotations

import math

import pytest

from tests.cetr.learned.measured import Features, assert_features, logs, measure

RUNNING = "<p>" + "word " * 16


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (
            "<p>Rain 42 km, at 7.<p>雨！",
            {
                "width": logs(11, 3),
                "words": logs(5, 1),
                "word_length": [11 / 5, 3],
                "upper": [1 / 11, 0],
                "digit": [3 / 11, 0],
                "ideograph": [0, 1],
                "stops": logs(1, 1),
                "commas": logs(1, 0),
                "stop_share": [50 / 11, 10],
                "comma_share": [50 / 11, 0],
            },
        ),
        ("<p>" + "a" * 25, {"word_length": [20]}),
        ("<p>A&eacute;雨", {"upper": [1 / 3], "ideograph": [1 / 3], "page_ideographs": [1 / 3]}),
        (
            "<p>a | $5 (b)<p>a|||| $$$$<p>€",
            {
                "money": [1, 3, 1],
                "separators": logs(1, 4, 0),
                "separator_share": [1 / 3, 3, 0],
                "punctuation": logs(2, 0, 0),
                "word_length": [1, 1, 0],
                "stop_share": [0, 0, 0],
                "upper": [0, 0, 0],
            },
        ),
        (
            "<p><a>aa</a><b>b</b><strong>b</strong><label>ccc</label><font>ee</font><p><time>9</time><i>a</i><code>b",
            {
                "link": [2 / 9, 0],
                "strong": [2 / 9, 0],
                "label": [3 / 9, 0],
                "time": [0, 1 / 3],
                "span": [2 / 9, 0],
                "em": [0, 1 / 3],
                "code": [0, 1 / 3],
            },
        ),
        (
            "<p>A b.<p>1 b?<p>• b？<p>b,<p>b:<p>b：",
            {
                "begins_upper": [1, 0, 0, 0, 0, 0],
                "begins_digit": [0, 1, 0, 0, 0, 0],
                "begins_separator": [0, 0, 1, 0, 0, 0],
                "ends_sentence": [1, 1, 1, 0, 0, 0],
                "ends_question": [0, 1, 1, 0, 0, 0],
                "ends_comma": [0, 0, 0, 1, 1, 1],
                "ends_colon": [0, 0, 0, 0, 1, 1],
            },
        ),
        ("<p>one<p>one<b>two</b>three", {"texts": logs(0, 4)}),
        ("<p>one two<p>Two, one<p>one<p>$<p>€", {"copies": logs(1, 1, 0, 1, 1)}),
        (
            "<title>Ferry &amp; quay</title><meta name=description content='The ferry, late again'><p>A late ferry"
            "<p>Ferry, ferry, ferry, ferry, ferry<p>Ice",
            {
                "in_title": [1 / 3, 1, 0],
                "of_title": [1 / 2, 2, 0],
                "in_description": [2 / 3, 1, 0],
                "of_description": [2 / 4, 5 / 4, 0],
            },
        ),
        ("<title>Ice</title><p>Ice", {"in_title": [1], "of_title": [1]}),
        ("<p>Ice", {"in_title": [0], "of_title": [0], "in_description": [0], "of_description": [0]}),
    ],
)
def test_text(html: str, expected: Features) -> None:
    """Characters, words, how a block begins and ends, and what it repeats of the page."""
    assert_features(measure(html), expected)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (
            "<nav><h5>one</h5><ol><li>two</ol></nav><main><dl><dd>three</dl></main>",
            {
                "tag_h4": [1, 0, 0],
                "tag_li": [0, 1, 0],
                "tag_dt": [0, 0, 1],
                "tag_article": [0, 0, 0],
                "inside_nav": [1, 1, 0],
                "inside_h4": [1, 0, 0],
                "inside_ul": [0, 1, 0],
                "inside_li": [0, 1, 0],
                "inside_main": [0, 0, 1],
                "inside_dl": [0, 0, 1],
                "depth": [2, 3, 3],
            },
        ),
        ("<div hidden><p>one</p></div><p>two", {"hidden": [1, 0], "tag_p": [1, 1], "tag_div": [0, 0]}),
        ("<div>" * 41 + "one", {"depth": [40], "tag_div": [1]}),
    ],
)
def test_tags(html: str, expected: Features) -> None:
    """The innermost container, and what is around it."""
    assert_features(measure(html), expected)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (
            "<ul><li>four</ul><p>four<b>five<br></b></p><!----><p>a<p><i>seven",
            {
                "gap": logs(2, 2, 4, 2),
                "inner": logs(0, 1, 0, 0),
                "tag_ratio": logs(4 / 3, 8 / 4, 1 / 5, 5 / 3),
                "source_gap": logs(8, 8, 22, 6),
                "place": [0, 1 / 4, 2 / 4, 3 / 4],
                "from_start": logs(0, 1, 2, 3),
                "from_end": logs(3, 2, 1, 0),
                "text_place": [0, 4 / 18, 12 / 18, 13 / 18],
            },
        ),
        (
            "<img><p>a<img><img>b</p><br><p>c</p><select></select><input><p>d</p><br><br>",
            {
                "img_before": logs(1, 0, 0),
                "img_after": logs(0, 0, 0),
                "br_before": logs(0, 1, 0),
                "br_after": logs(1, 0, 2),
                "input_before": logs(0, 0, 3),
                "input_after": logs(0, 3, 0),
            },
        ),
        (
            f"<p>a{RUNNING}<p>b<p>c{RUNNING}",
            {
                "since_running": logs(5, 0, 1, 2, 0),
                "until_running": logs(1, 0, 2, 1, 0),
                "running_before": [0, 0, 1 / 2, 1 / 2, 1 / 2],
                "running_after": [1, 1 / 2, 1 / 2, 1 / 2, 0],
            },
        ),
        ("<p>a<p>$", {"text_place": [0, 1], "until_running": logs(2, 2)}),
        ("<p>$", {"text_place": [0], "page_width": logs(1), "page_link": [0], "page_ideographs": [0]}),
        (
            "<title>Late ferry</title><h2>News</h2><p>One<h1>Ice</h1><p>Late ferry<p>Two",
            {
                "heading": [1, 0, 1, 0, 0],
                "since_heading": logs(0, 1, 0, 1, 2),
                "after_h1": [-1, -1, 0, 1, 1],
                "since_h1": logs(0, 0, 0, 1, 2),
                "after_title": [-1, -1, -1, 0, 1],
                "since_title": logs(0, 0, 0, 0, 1),
            },
        ),
        (
            "<title>Late ferry</title><p>One<p>Two",
            {
                "since_heading": logs(2, 2),
                "after_h1": [-2, -2],
                "since_h1": [0, 0],
                "after_title": [-2, -2],
                "since_title": [0, 0],
            },
        ),
    ],
)
def test_place(html: str, expected: Features) -> None:
    """What is between a block and its neighbours, and how far it is from running text and from the headline."""
    assert_features(measure(html), expected)


@pytest.mark.parametrize(
    ("title", "block", "is_title"),
    [
        ("Late ferry", "Late ferry", True),
        ("Ferry", "Ferry", False),
        ("Late ferry, ice", "One late ferry", True),
        ("Late ferry, ice", "One late ferry, no ice", False),
        ("Late ferry, ice, night, quay", "Late ferry", False),
        ("Late ferry, ice, night", "Late ferry", True),
    ],
)
def test_the_title_on_the_page(title: str, block: str, is_title: bool) -> None:
    """More than one word, more than six tenths of which are in the page's title, and more than four of its tenths."""
    assert measure(f"<title>{title}</title><p>{block}")["after_title"] == [0 if is_title else -2]


def test_no_other_word_counts_as_one_of_the_title() -> None:
    """Of ten thousand words, many of whose hashes end alike."""
    words = " ".join(f"a{number}" for number in range(10_000))
    assert measure(f"<title>a7</title><p>{words}")["in_title"] == [pytest.approx(1 / 10_000)]


def test_page() -> None:
    """What all blocks have in common."""
    html = (
        "<main><h2>News</h2><ul><li><a>One</a><li><a>Two</a></ul><article><h1>Ferry back</h1><img><time>9:30</time>"
        f"<table><tr><td>5 km<td>$3</table><p>雨<p>One</article></main><form></form>{RUNNING}"
    )
    width = 4 + 3 + 3 + 9 + 3 + 3 + 1 + 3 + 3 + 64
    expected: dict[str, float] = {
        "blocks": math.log1p(10),
        "width": math.log1p(width),
        "link": 6 / width,
        "widest": math.log1p(64),
        "running": 64 / width,
        "all_running": math.log1p(64),
        "paragraphs": math.log1p(3),
        "paragraph_text": 70 / width,
        "items": 6 / width,
        "tables": 4 / width,
        "money": math.log1p(1),
        "ideographs": 1 / 10,
        "copies": 2 / 10,
        "source": math.log1p(len(html)),
        "main": 1,
        "in_article": 6 / 10,
        "h1": 1,
        "h2": math.log1p(1),
        "repeats": math.log1p(1),
        "digits": 5 / width,
        "articles": math.log1p(1),
        "forms": math.log1p(1),
        "times": math.log1p(2),
        "images": math.log1p(1),
    }
    assert_features(measure(html), {f"page_{name}": [value] * 10 for name, value in expected.items()})
