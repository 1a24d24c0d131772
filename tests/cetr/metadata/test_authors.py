"""The author that a page names without markup made for it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cetr.metadata import Fact, read_metadata
from cetr.metadata.authors import read_names

BEGIN = "<p>Here the content begins.</p>"


def find(html: str) -> str:
    """The author of a page, of which the content goes from `BEGIN` to the end; empty if it names none."""
    fact = read_metadata(html, spans=((html.index(BEGIN), len(html)),)).get("author")
    return fact.value if fact else ""


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Anna Meier", "Anna Meier"),
        ("Anna de la Cruz, 5 May 2012", "Anna de la Cruz"),
        ("Anna Meier January 5, 2012", "Anna Meier"),
        ("Anna Meier Jan. 5, 2012", "Anna Meier"),
        ("Anna Meier Jan. 5 at noon", "Anna Meier"),
        ("Anna Meier Monday 5 May", "Anna Meier"),
        ("Anna Meier. Data: 2012", "Anna Meier"),
        ("Anna Steinmeier. Data: 2012", "Anna Steinmeier"),
        ("Prof. J.R.R. Meier Jr.", "Prof. J.R.R. Meier Jr."),
        ("Anna May", "Anna May"),
        ("Theresa May said", "Theresa May"),
        ("Anna Meier- 5 May", "Anna Meier"),
        ("Anna Meier– 5 May", "Anna Meier"),
        ("Anna Mei...", ""),
        ("Anna, Ben Ali", ""),
        ("Anna Meier on 5 May", "Anna Meier"),
        ("Anna Meier: Travel Notes", "Anna Meier"),
        ("Anna Meier Senior Editor", "Anna Meier"),
        ("J. R. R. O’Neill-Smith | News", "J. R. R. O’Neill-Smith"),
        ("ANNA MEIER (@anna)", "ANNA MEIER"),
        ("Anna Meier and Ben Ali", "Anna Meier, Ben Ali"),
        ("Anna Meier, Ben Ali & Cleo van Damm", "Anna Meier, Ben Ali, Cleo van Damm"),
        ("Anna Meier in Berlin and Ben Ali", "Anna Meier"),
        ("Anna Meier1", "Anna Meier"),
        ("Анна Петрова и Иван Иванов", "Анна Петрова, Иван Иванов"),
        ("Anna", ""),
        ("Anna the Great", ""),
        ("van Damm", ""),
        ("Anna van", ""),
        ("Anna Berta Cleo Dora Emma", ""),
        ("anna meier", ""),
        ("Chief Editor", ""),
        ("5 May 2012", ""),
        ("", ""),
    ],
)
def test_names_have_two_to_four_words(text: str, names: str) -> None:
    """They begin with capitals, but for particles; what is no name ends them."""
    assert read_names(text) == names


@pytest.mark.parametrize(
    ("line", "author"),
    [
        ("By Anna Meier", "Anna Meier"),
        ("Posted by: Anna Meier, 5 May 2012", "Anna Meier"),
        ("5 May 2012 by Anna Meier", "Anna Meier"),
        ("Travel | By Anna Meier | 3 comments", "Anna Meier"),
        ("Von Anna Meier und Ben Ali", "Anna Meier, Ben Ali"),
        ("Par Anna Meier", "Anna Meier"),
        ("Автор: Анна Петрова", "Анна Петрова"),
        ("Text: Anna Meier", "Anna Meier"),
        ("Autorin: Anna Meier", "Anna Meier"),
        ("Autora: Ana Meier", "Ana Meier"),
        ("Autore: Aldo Meier", "Aldo Meier"),
        ("Autorka: Anna Meier", "Anna Meier"),
        ("Auteure : Anna Meier", "Anna Meier"),
        ("Authority: Anna Meier", ""),
        ("Reposted by Anna Meier", ""),
        ("DIY Crafts", ""),
        ("Standing by Anna Meier", ""),
        ("By the way", ""),
        ("Text Anna Meier", ""),
        ("5 May 2012 by Anna Meier" + " word" * 19, "Anna Meier"),
        ("5 May 2012 by Anna Meier" + " word" * 20, ""),
    ],
)
@pytest.mark.parametrize("form", ["<p>{}</p>" + BEGIN, BEGIN + "<p>{}</p>"])
def test_a_byline_names_the_author(line: str, author: str, form: str) -> None:
    """Near the beginning of the content; what stands in the middle of a sentence is none."""
    assert find(form.format(line)) == author


@pytest.mark.parametrize(
    ("line", "author"),
    [
        ("作者：王攀", "王攀"),
        ("作者 : 王攀 2012-01-17", "王攀"),
        ("2012-01-17 来源：新华网 作者：刘轶 编辑：何明", "刘轶"),
        ("作者：王攀、李晓亮，何明", "王攀, 李晓亮, 何明"),
        ("记者 许雪毅 王橙澄", "许雪毅, 王橙澄"),
        ("記者：邱雯琪 羅執中 台北報導", "邱雯琪, 羅執中"),
        ("記者陳鈞凱／台北報導", "陳鈞凱"),
        ("欣傳媒╱記者丁彥伶／台北報導 2012-01-17", "丁彥伶"),
        ("一二三四五六七八記者 王攀", "王攀"),
        ("一二三四五六七八九記者 王攀", ""),
        ("今天，记者 何明", ""),
        ("今天。记者 何明", ""),
        ("编辑：张三记者 何明", ""),
        ("编辑:张三记者 何明", ""),
        ("本報訊 (記者劉立春)", "劉立春"),
        ("记者 王攀 摄", ""),
        ("记者王攀摄", ""),
        ("记者许雪毅攝", ""),
        ("記者 許雪毅、王橙澄 攝", ""),
        ("记者王攀今天说", ""),
        ("原作者：王攀", ""),
        ("作者：手机版", ""),
        ("作者：王", ""),
        ("作者：王攀李明", ""),
        ("责任编辑：王攀", ""),
    ],
)
def test_a_byline_may_be_chinese(line: str, author: str) -> None:
    """A name begins with a frequent surname and has two or three characters. A photographer is no author."""
    assert find(f"<p>{line}</p>{BEGIN}") == find(f"<b class=byline>{line}</b>{BEGIN}") == author
    assert find(f"<b class=author>{author}</b>{BEGIN}") == author


@pytest.mark.parametrize(
    ("attributes", "author"),
    [
        ("class=author", "Anna Meier"),
        ("class='post__authorName x'", "Anna Meier"),
        ("id=byline", "Anna Meier"),
        ("class='comment author'", ""),
        ("class=author-bio", ""),
        ("class=author-box", ""),
        ("class=author-card", ""),
        ("class='author vcard'", "Anna Meier"),
        ("class=autor-nombre", "Anna Meier"),
        ("class=autoresize", ""),
        ("class='author symbiosis'", "Anna Meier"),
        ("class=author id=comment-form", ""),
        *((f"class=author-{other}", "") for other in "form img image photo foto related summary avatar".split()),
        ("title=author", ""),
    ],
)
def test_an_element_may_be_called_after_the_author(attributes: str, author: str) -> None:
    """Unless it has an author of something else, or is about the author."""
    assert find(f"<div {attributes}>Anna Meier</div>{BEGIN}") == author
    assert find(f"{BEGIN}<div {attributes}>By:<br>Anna Meier<br>Ben Ali</div>") == author
    assert find(f"{BEGIN}<div {attributes}>one<br>two<br>Anna Meier</div>") == ""


def test_the_nearest_element_counts() -> None:
    """A byline counts more, and elements far from the beginning of the content not at all."""
    ben, anna = "<b class=author>Ben Ali</b>", "<b class=author>Anna Meier</b>"
    assert find(ben + anna + BEGIN) == "Anna Meier"
    assert find(f"{'x' * 99}{ben}{BEGIN}{anna}") == "Ben Ali"
    assert find(f"<p>By Cleo Damm</p>{anna}{BEGIN}") == "Cleo Damm"
    assert find(f"{anna}<!--{'x' * 5_000}-->{BEGIN}") == ""
    assert find(f"{BEGIN}<!--{'x' * 5_000}-->{anna}") == ""


def test_a_statement_counts_more() -> None:
    """The text is read only if no statement names an author, and the fact says so."""
    html = f"<p>By Anna Meier</p>{BEGIN}"
    spans = ((html.index(BEGIN), len(html)),)
    assert read_metadata(html, spans=spans) == {"author": Fact("Anna Meier", "text")}
    assert find(f"<meta name=author content='Ben Ali'>{html}") == "Ben Ali"
    assert read_metadata(f"<b class=author>Anna Meier</b>{BEGIN}") == {}


@given(
    st.lists(st.sampled_from(["By ", "Anna", " van ", ", ", "<p>", "<b class=author>", " and ", "1", "\n"]), max_size=9)
)
def test_nothing_fails(parts: list[str]) -> None:
    """Whatever is written; names are read again from what was read."""
    text = "".join(parts)
    names = find(text + BEGIN)
    assert read_names(names) == names
