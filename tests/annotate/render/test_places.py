"""Where the text of a saved page stands in what a browser makes of it."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from annotate.window.copying import copy_page
from annotate.window.places import match_places
from cetr.document import derive_text, locate_text, normalize_spans
from tests.annotate.review.pages import ARTICLE, span_of
from tests.markup import pages

BOX = '<div{} style="overflow: auto; border: 1px solid #999"><template shadowrootmode="open">'
END = "</template></div>"
GRID = '<div style="position: fixed; inset: 0; display: grid; grid-template: {}">'
FILLING = ' style="width: 100%; height: 100%; box-sizing: border-box; border: 1px solid #999"'

spans_in = st.lists(st.tuples(st.integers(0, 300), st.integers(0, 300)), max_size=4)


@given(pages, spans_in)
@example("&nbsp;", [(0, 1)])
@example("&amp;", [(1, 3)])
def test_a_page_stands_where_it_is(html: str, raw: list[tuple[int, int]]) -> None:
    """Of two equal documents each span is the other's: all letters that it touches, a reference being one letter."""
    spans = normalize_spans(raw, len(html))
    places = match_places(html, html)
    there = places.to_shown(spans)
    assert places.to_saved(there) == there
    text = locate_text(html)
    letters = zip(text.text, text.start, text.end, strict=True)
    touched = [letter for letter, start, end in letters if any(start < last and end > first for first, last in spans)]
    assert "".join(derive_text(html, there).split()) == "".join("".join(touched).split())


def test_other_markup_moves_nothing() -> None:
    """Quotes, references and implied tags are the browser's business."""
    saved = "<p title=a>One &amp; two<p>three&nbsp;four"
    shown = '<html><head></head><body><p title="a">One &amp; two</p><p>three&nbsp;four</p></body></html>'
    places = match_places(saved, shown)
    (there,) = places.to_shown((span_of(saved, "two<p>three"),))
    assert shown[slice(*there)] == "two</p><p>three"
    assert places.to_saved((there,)) == (span_of(saved, "two<p>three"),)


def test_text_that_the_browser_moves_is_found_by_its_words() -> None:
    """What stands in a table beside its cells goes in front of it; what follows is found all the same."""
    saved = "<table>Stray words. <tr><td>First cell, here.</td></tr></table><p>And after it.</p>"
    shown = "Stray words. <table><tbody><tr><td>First cell, here.</td></tr></tbody></table><p>And after it.</p>"
    moved = shown.replace("Stray words. ", "").replace("<p>", "Stray words. <p>")
    for other in (shown, moved):
        places = match_places(saved, other)
        (there,) = places.to_shown((span_of(saved, "First cell, here."),))
        assert other[slice(*there)] == "First cell, here."
        assert places.to_saved((there,)) == (span_of(saved, "First cell, here."),)
        assert places.to_saved((span_of(other, "And after it."),)) == (span_of(saved, "And after it."),)
    assert places.words is not None


def test_text_that_is_not_there_is_nowhere() -> None:
    """A span of text that the other lacks is no span."""
    places = match_places("<p>only here</p><p>both</p>", "<p>both</p>")
    assert places.to_shown(((3, 12),)) == ()


@given(pages)
def test_opened_frames_change_no_text(html: str) -> None:
    """What stands in frames is text of the page before and after."""
    assert "".join(derive_text(copy_page(html)).split()) == "".join(derive_text(html).split())


def frame(contents: str, attributes: str = "") -> str:
    """The document of a frame in the page around it."""
    inside = contents.replace("&", "&amp;").replace('"', "&quot;")
    return f'<iframe srcdoc="{inside}" sandbox="allow-same-origin" loading="eager"{attributes}></iframe>'


def test_the_contents_of_a_frame_are_a_document_in_it() -> None:
    """With the address that theirs had, and nothing of the page's own can make more of it; other pages stay."""
    attributes, contents = ' src="/a?b&amp;c" sandbox="allow-scripts"', '<p title="&amp;">Framed</p>'
    shown = frame(f'<base href="/a?b&amp;c">{contents}', attributes)
    assert copy_page(f"<p>1</p><IFRAME{attributes}>{contents}</IFRAME><p>2</p>") == f"<p>1</p>{shown}<p>2</p>"
    assert copy_page(ARTICLE) == ARTICLE


def test_closed_shadow_roots_are_open_in_the_copy() -> None:
    """Scripts of ours look into them as into others."""
    page = '<p><TEMPLATE shadowrootmode="closed">a<template>b</template></TEMPLATE></p>'
    assert copy_page(page) == page.replace("<TEMPLATE", '<TEMPLATE shadowrootmode="open"')


def test_pictures_of_the_copy_wait_for_nobody() -> None:
    """Those far below would have no place on the page before somebody scrolls to them."""
    assert copy_page("<img src=a><IMG Loading=lazy>") == '<img src=a><IMG loading="eager" Loading=lazy>'


def test_a_page_gives_no_orders_in_the_copy() -> None:
    """Neither redirects, however they are written, nor policies, which would forbid styles of scripts."""
    policy = "<meta http-equiv='Content-Security-Policy' content=\"style-src 'nonce-a'\">"
    assert copy_page(policy) == policy.replace("<meta", '<meta http-equiv=""')
    other, redirect = "<meta name=a content=b>", "<META content='0;/b' http-equiv=re&#102;resh>"
    still = redirect.replace("<META", '<META http-equiv=""')
    assert copy_page(other + redirect) == other + still
    assert copy_page(f"<iframe>{redirect}</iframe>") == frame(still)


@pytest.mark.parametrize(
    ("html", "shown"),
    [
        ("<iframe src=a> </iframe></iframe>b", frame('<base href="a"> ', " src=a") + "</iframe>b"),
        ("<iframe srcdoc=x>a<iframe>b</iframe>c</iframe>d", frame("a" + frame("b") + "c", " srcdoc=x") + "d"),
        ("<iframe>a<iframe>b", frame("a" + frame("b"))),
        (
            "<frameset><frame></frameset></frameset>",
            GRID.format("minmax(0, 1fr) / minmax(0, 1fr)") + "</div></frameset>",
        ),
        (
            "<frameset rows='80, 2*,*,;' cols='30.5%,*'><frame a><noframes>b</noframes>",
            GRID.format(f"80px minmax(0, 2fr) {'minmax(0, 1fr) ' * 2}/ 30% minmax(0, 1fr)")
            + frame("b", FILLING + " a"),
        ),
        ("<frame data=a><noframes>b</noframes>", frame('<base href="a">b', " data=a")),
        ("<frame a><noframes>b<iframe>c</iframe></noframes>d", frame("b" + frame("c"), " a") + "d"),
        ("<frame><noframes>a<noframes>b</noframes>c</noframes>", frame("a<noframes>b</noframes>c")),
        ("<noframes>a</noframes></noframes>", "<noframes>a</noframes></noframes>"),
        ("<iframe><noscript>a</noscript>b</iframe>", frame("<template>a</template>b")),
    ],
)
def test_frames_are_opened_however_they_are_written(html: str, shown: str) -> None:
    """Also in other frames; what stood there for browsers without frames stays so."""
    assert copy_page(html) == shown


def test_many_frames_cost_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those after the first ones are part of the page, and so are deep ones; styles in them count for them alone."""
    monkeypatch.setattr("annotate.window.copying.MOST", 2)
    monkeypatch.setattr("annotate.window.copying.DEEPEST", 1)
    box = f"{BOX.format(' hidden')}a{END}"
    assert copy_page("<iframe>a<iframe hidden>a</iframe>c</iframe>") == frame(f"a{box}c")
    assert copy_page("<iframe hidden>a</iframe>" * 3) == frame("a", " hidden") * 2 + box
    assert copy_page("<iframe>" * 100_000).count(END) == 99_999


def test_the_size_of_a_frame_is_read_in_one_go() -> None:
    """Spaces that any of three parts may take would cost hours."""
    assert "grid-template: minmax(0, 1fr) / minmax(0, 1fr)" in copy_page(f"<frameset cols='1{' ' * 100_000};'>")


def test_each_frame_has_its_own_style_sheets() -> None:
    """Frames number them from 1, each for itself; where they are part of the page, no number may mean two."""
    style = "<style data-adoptedstylesheet={}></style>"
    numbered = (f'<style data-adoptedstylesheet="{i} 1" data-adoptedstylesheet=1></style>' for i in (1, 2))
    page = style.format(1) + f"<iframe>{style.format(1)}</iframe>" * 2
    assert copy_page(page) == style.format(1) + "".join(map(frame, numbered))


def test_elements_of_the_copy_say_where_they_were() -> None:
    """Those that stand for others, too, and those in frames."""
    page = "<p>a</p><iframe src=b><i>c</i></iframe><frameset><frame><noframes>d</noframes></frameset>"
    places = [str(page.index(tag)) for tag in ("<p", "<iframe", "<i>", "<frameset", "<frame>", "<noframes>")]
    marks = re.findall(r' at=(?:"|&quot;)([\d ]+)', copy_page(page, "at"))
    assert marks == [*places[:4], " ".join(places[4:])]
