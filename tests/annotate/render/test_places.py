"""Where the text of a saved page stands in what a browser makes of it."""

from __future__ import annotations

from html import escape

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from annotate.window.copying import copy_page
from annotate.window.places import match_places
from cetr.document import derive_text, locate_text, normalize_spans
from tests.annotate.review.pages import ARTICLE, span_of
from tests.markup import pages

BOX = '<div style="overflow: auto; border: 1px solid #999">'
LARGE = ' style="display: block; width: 100%; height: 80vh; border: 1px solid #999"'

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


def test_the_contents_of_a_frame_are_a_document_in_it() -> None:
    """With the address that theirs had, and nothing of the page's own can make more of it; other pages stay."""
    attributes, contents = ' src="/a?b&amp;c" sandbox="allow-scripts"', '<p title="&amp;">Framed</p>'
    frame = f"<IFRAME{attributes}>{contents}</IFRAME>"
    inside = escape(f'<base href="/a?b&amp;c">{contents}')
    shown = f'<iframe srcdoc="{inside}" sandbox="allow-same-origin" loading="eager"{attributes}></iframe>'
    assert copy_page(f"<p>1</p>{frame}<p>2</p>") == f"<p>1</p>{shown}<p>2</p>"
    assert copy_page(ARTICLE) == ARTICLE


def test_closed_shadow_roots_are_open_in_the_copy() -> None:
    """Scripts of ours look into them as into others."""
    page = '<p><TEMPLATE shadowrootmode="closed">a<template>b</template></TEMPLATE></p>'
    assert copy_page(page) == page.replace("<TEMPLATE", '<TEMPLATE shadowrootmode="open"')


def test_redirects_are_none_in_the_copy() -> None:
    """However they are written; in frames, too."""
    other, redirect = "<meta name=a content=b>", "<META content='0;/b' http-equiv=re&#102;resh>"
    still = redirect.replace("<META", '<META http-equiv=""')
    assert copy_page(other + redirect) == other + still
    assert escape(still) in copy_page(f"<iframe>{redirect}</iframe>")


@pytest.mark.parametrize(
    ("html", "shown"),
    [
        ("<iframe src=a> </iframe></iframe>b", f"{BOX}</div></iframe>b"),
        ("<iframe srcdoc=x src=a>a<iframe>b</iframe>c</iframe>d", f"[a{BOX}b</div>c] srcdoc=x src=a></iframe>d"),
        ("<iframe>a<iframe>b", f"[a{BOX}b]></iframe>"),
        ("<frameset><frame src=a></frameset>", "<div></div>"),
        ("<frame><noframes>a<iframe>b</iframe></noframes><noframes>c", f"[a{BOX}b</div>]{LARGE}></iframe><noframes>c"),
    ],
)
def test_frames_are_opened_however_they_are_written(html: str, shown: str) -> None:
    """Frames in frames are part of these; empty ones, and what stood there for browsers without frames, stay so."""
    before, found, rest = shown.partition("[")
    inside, _, after = rest.partition("]")
    written = f'<iframe srcdoc="{escape(inside)}" sandbox="allow-same-origin" loading="eager"{after}' if found else ""
    assert copy_page(html) == before + written


def test_many_frames_cost_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those after the first ones are part of the page; styles in them count for them alone."""
    monkeypatch.setattr("annotate.window.copying.MOST", 1)
    shown = copy_page("<iframe>a</iframe>" * 2)
    assert shown.partition("</iframe>")[2] == f'{BOX}<template shadowrootmode="open">a</template></div>'
