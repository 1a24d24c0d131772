"""The days that a page names without markup."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cetr.metadata import Fact, read_metadata

BEGIN = "<p>Here the content begins.</p>"


def find(html: str, url: str = "") -> dict[str, str]:
    """The dates of a page, of which the content goes from `BEGIN` to the end."""
    spans = ((html.index(BEGIN), len(html)),)
    return {
        name: fact.value for name, fact in read_metadata(html, spans=spans, url=url).items() if fact.value[:1] == "2"
    }


@pytest.mark.parametrize(
    ("line", "days"),
    [
        ("By Anna, 28 June 2019", {"published": "2019-06-28"}),
        ("28 June 2019 to 3 July 2020", {"published": "2019-06-28"}),
        ("Updated 3 July 2020", {"modified": "2020-07-03"}),
        ("28. Juni 2019, aktualisiert am 3. Juli 2020", {"published": "2019-06-28", "modified": "2020-07-03"}),
        ("Updated 3 July 2020, posted 28 June 2019", {"published": "2019-06-28", "modified": "2020-07-03"}),
        ("28 June 2019 Last updated at 15:43 GMT", {"published": "2019-06-28"}),
        ("Actualités, 28 juin 2019", {"published": "2019-06-28"}),
        ("Actualisé le 28 juin 2019", {"modified": "2019-06-28"}),
        ("Aktuality 28. června 2019", {"published": "2019-06-28"}),
        ("Aktualizováno 28. června 2019", {"modified": "2019-06-28"}),
        ("Atualidade, 28 de junho de 2019", {"published": "2019-06-28"}),
        ("Atualizado em 28 de junho de 2019", {"modified": "2019-06-28"}),
        ("Güncel, 28 Haziran 2019", {"published": "2019-06-28"}),
        ("Güncelleme: 28 Haziran 2019", {"modified": "2019-06-28"}),
        ("Revista, 28 de junio de 2019", {"published": "2019-06-28"}),
        ("Previsioni, 28 giugno 2019", {"published": "2019-06-28"}),
        ("Revised 28 June 2019", {"modified": "2019-06-28"}),
        ("Edited by Anna, 28 June 2019", {"published": "2019-06-28"}),
        ("Credited to Anna, 28 June 2019", {"published": "2019-06-28"}),
        ("Edited 28 June 2019", {"modified": "2019-06-28"}),
        ("수정 2019.06.28", {"modified": "2019-06-28"}),
        ("Frissítve: 2019. június 28.", {"modified": "2019-06-28"}),
        ("Diperbarui 28 Juni 2019", {"modified": "2019-06-28"}),
        ("Page last updated:<br>Fri 28 June 2019", {"modified": "2019-06-28"}),
        ("This page was updated:<br>28 June 2019", {"modified": "2019-06-28"}),
        ("This page was last updated:<br>28 June 2019", {"published": "2019-06-28"}),
        ("Zuletzt geändert am :<br>28. Juni 2019", {"modified": "2019-06-28"}),
        *(
            (f"{word}<br>28 June 2019", {"modified": "2019-06-28"})
            for word in "UPDATED Modified Edited Revised Reviewed".split()
        ),
        ("Last updated on<br>28 June 2019", {"modified": "2019-06-28"}),
        ("Last updated<br>at noon<br>28 June 2019", {"published": "2019-06-28"}),
        ("Recent updates<br>28 June 2019", {"published": "2019-06-28"}),
        ("Reviewed by Anna<br>28 June 2019", {"published": "2019-06-28"}),
        ("Published:<br>28 June 2019", {"published": "2019-06-28"}),
        *((f"{word}<br>28 June 2019", {}) for word in "Born Died Founded Joined Received Registered".split()),
        *((f"Was {word}: 28 June 2019", {}) for word in "born died founded joined received registered".split()),
        ("Airborn 28 June 2019", {"published": "2019-06-28"}),
        ("Joineds 28 June 2019", {"published": "2019-06-28"}),
        ("© 28 June 2019", {}),
        ("Copyright 28 June 2019", {}),
        ("no day", {}),
        ("word " * 22 + "28 June 2019", {"published": "2019-06-28"}),
        ("word " * 23 + "28 June 2019", {}),
        ("我" * 22 + "2019年6月28日", {}),
    ],
)
@pytest.mark.parametrize("form", ["<p>{}</p>" + BEGIN, BEGIN + "<p>{}</p>"])
def test_a_line_says_when(line: str, days: dict[str, str], form: str) -> None:
    """What stands before a day says whether the page was changed then; long lines are no bylines."""
    assert find(form.format(line)) == days


@pytest.mark.parametrize(
    "words",
    "Modified,Reviewed,Geändert,Mis à jour le,Mise à jour,Aggiornato,Bijgewerkt,Uppdaterad,Opdateret,Oppdatert,"
    "Päivitetty,Обновлено,Изменено,Оновлено,Ενημερώθηκε,更新,修改,更改".split(","),
)
def test_a_change_is_told_in_many_languages(words: str) -> None:
    """With the day behind it."""
    assert find(f"<p>{words} 2019-06-28</p>{BEGIN}") == {"modified": "2019-06-28"}


def test_the_nearest_line_before_the_content_counts_first() -> None:
    """Then those before it, and then the first ones of the content."""
    lines = [f"<p>{day} May 2012</p>" for day in range(1, 20)]
    assert find(lines[0] + lines[1] + BEGIN + lines[2]) == {"published": "2012-05-02"}
    for count in (9, 10):
        assert find(lines[0] + "<p>x</p>" * count + BEGIN) == ({"published": "2012-05-01"} if count < 10 else {})
    assert find(f"<pre>1 May 2012{chr(10) * 20}x</pre>{BEGIN}") == {"published": "2012-05-01"}
    for count in (4, 5):
        assert find(BEGIN + "<p>x</p>" * count + lines[0]) == ({"published": "2012-05-01"} if count < 5 else {})


def test_a_change_counts_until_the_publication() -> None:
    """The day of a change on a line farther away is not read, and one in the markup is more trustworthy."""
    changed, published = "<p>Updated 3 July 2020</p>", "<p>28 June 2019</p>"
    assert find(published + changed + BEGIN) == {"published": "2019-06-28", "modified": "2020-07-03"}
    assert find(changed + published + BEGIN) == {"published": "2019-06-28"}
    assert find(f"<meta name=date content=2019-01-01>{changed}{BEGIN}") == {"published": "2019-01-01"}
    stated = '<meta property="article:modified_time" content="2021-01-01">'
    assert find(stated + published + changed + BEGIN) == {"published": "2019-06-28", "modified": "2021-01-01"}


def test_the_content_may_have_gaps() -> None:
    """It begins with its first part, and what is left out between its parts is read, too, but not what follows it."""
    html = f"<p>1 May 2012</p>{BEGIN}<p>2 May 2012</p><p>The end.</p><p>3 May 2012</p>"
    first, middle, last = html.index(BEGIN), html.index("<p>2"), html.index("<p>The")
    gap = read_metadata(html, spans=((first, middle), (last, last + 12)))
    assert gap["published"].value == "2012-05-01"
    assert read_metadata(html[first:], spans=((0, middle - first), (last - first, last - first + 12)))[
        "published"
    ] == Fact("2012-05-02", "text")
    assert read_metadata(html, spans=((last, last + 12),))["published"].value == "2012-05-02"
    assert read_metadata(html[last:], spans=((0, 12),)) == {}


def test_only_what_is_near_is_read() -> None:
    """So reading costs the same on a page of any size."""
    far = f"<!--{'x' * 20_000}-->"
    assert find("<p>28 June 2019</p>" + far + BEGIN) == {}
    assert find(BEGIN + far + "<p>28 June 2019</p>") == {}


@pytest.mark.parametrize(
    ("url", "day"),
    [
        ("https://news.example/2019/06/28/title", "2019-06-28"),
        ("https://news.example/blog/2019/6/8", "2019-06-08"),
        ("https://news.example/2019-06-28-title.html", "2019-06-28"),
        ("https://news.example/2019/06/281", ""),
        ("https://news.example/12019/06/28", ""),
        ("https://news.example/2019/06-28", ""),
        ("https://news.example/2019/13/28", ""),
        ("https://news.example/?day=2019/06/28", ""),
        ("https://2019-06-28.example/", ""),
        ("no URL 2019/06/28", ""),
    ],
)
def test_a_url_may_have_the_day(url: str, day: str) -> None:
    """It counts more than the text, and less than any statement."""
    assert find(f"<p>1 May 2012</p>{BEGIN}", url).get("published") == (day or "2012-05-01")
    assert find(f"<meta name=date content=2020-01-02>{BEGIN}", url) == {"published": "2020-01-02"}


def test_a_fact_says_where_it_comes_from() -> None:
    """The less certain sources can be told from statements, and without the content's spans the text is not read."""
    html = f"<p>28 June 2019</p>{BEGIN}"
    assert read_metadata(html) == {}
    assert read_metadata(html, spans=((html.index(BEGIN), len(html)),)) == {"published": Fact("2019-06-28", "text")}
    assert read_metadata(html, url="http://a.example/2019/06/28/") == {"published": Fact("2019-06-28", "url")}


@given(st.text("<p>2019-06 Juny&;Updated年月日\n'\"", max_size=60), st.integers(0, 60), st.integers(0, 60))
def test_nothing_fails(html: str, start: int, end: int) -> None:
    """Whatever the markup, and wherever the content is."""
    start, end = min(start, len(html)), min(end, len(html))
    read_metadata(html, spans=((start, end),) if start < end else ())
