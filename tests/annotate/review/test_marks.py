"""Marking and unmarking lines of a page."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.review.model.decisions import (
    State,
    accept_agreed,
    note_by_hand,
    take_prediction,
    toggle_lines,
    toggle_optional,
    with_fields,
    with_spans,
    with_status,
)
from annotate.review.model.marks import extent_of_lines, mark_lines, mark_text, text_of_lines, unmark_text
from annotate.review.model.page import build_page, find_block
from cetr.document import derive_text, normalize_spans
from evaluate.package import NO_CONTENT, Meta
from tests.annotate.review.pages import ARTICLE, HEADING, MONDAY, NORTH, SOUTH, line_with, span_of
from tests.markup import pages

PAGE = build_page(ARTICLE)


def state(spans: tuple[tuple[int, int], ...] = ()) -> State:
    """A state with some text marked."""
    return State(spans, Meta(url="https://example.org/", html_sha256=""))


def test_toggle_marks_the_text_of_a_line_without_its_tags() -> None:
    """The span runs from the first to the last visible character."""
    assert toggle_lines(PAGE, state(), [line_with(PAGE, "Rain is")]).spans == (HEADING,)


def test_a_page_approved_with_nothing_marked_has_no_content() -> None:
    """The approval says so, until somebody marks something; a rejection, or an approval of marks, says nothing."""
    approved = with_status(PAGE, state(), "reviewed")
    assert (approved.meta.status, approved.meta.extra) == ("reviewed", {NO_CONTENT: True})
    marked = toggle_lines(PAGE, approved, [line_with(PAGE, "Rain is")])
    assert marked.meta.extra == with_status(PAGE, marked, "reviewed").meta.extra == {}
    assert with_status(PAGE, state(), "rejected").meta.extra == {}


def test_an_approval_guesses_the_language() -> None:
    """Where nobody has named it, and not of a page that is rejected."""
    unknown = with_fields(with_spans(PAGE, state(), (HEADING, NORTH, SOUTH, MONDAY)), language=None)
    approved = with_status(PAGE, unknown, "reviewed").meta
    assert (approved.language, approved.extra) == ("en", {"guessed": ["language"]})
    assert note_by_hand(approved, {"language": "cs"}) == {"language": "cs", "extra": {}}
    assert note_by_hand(approved, {"title": "Rain"}) == {"title": "Rain", "extra": {"guessed": ["language"]}}
    assert with_status(PAGE, unknown, "rejected").meta.language is None
    named = with_status(PAGE, with_fields(unknown, language="cs"), "reviewed").meta
    assert (named.language, named.extra) == ("cs", {})


def test_neighbouring_lines_join_across_markup() -> None:
    """Two paragraphs with only tags between them become one fragment, so it is not fragmented."""
    first = toggle_lines(PAGE, state(), [line_with(PAGE, "It will")])
    both = toggle_lines(PAGE, first, [line_with(PAGE, "Rain is")])
    assert both.spans[0][0] == HEADING[0]
    assert len(both.spans) == 1
    assert both.meta.fragmented is False


def test_cutting_a_line_out_of_the_middle_leaves_two_clean_spans() -> None:
    """What is left begins and ends with visible text, and the flag says that it is fragmented."""
    whole = state(((HEADING[0], SOUTH[1]),))
    lines = range(*find_block(PAGE, line_with(PAGE, "It will")))
    cut = toggle_lines(PAGE, whole, lines)
    assert cut.spans == (HEADING, SOUTH)
    assert cut.meta.fragmented is True


def test_a_sign_between_two_fragments_does_not_interrupt() -> None:
    """Only words do, as in a capture and in `annotate check`."""
    page = build_page('<p>It rains.</p><h2>South<a href="#s">¶</a></h2><p>It is dry.</p><p>More</p>')
    around = take_prediction(page, state(), ((3, 25), (51, 61)))
    assert (around.spans, around.meta.fragmented) == (((3, 25), (51, 61)), False)
    without = take_prediction(page, around, ((3, 12), (51, 61)))
    assert (without.spans, without.meta.fragmented) == (((3, 12), (51, 61)), True)


def test_a_line_ends_with_its_block() -> None:
    """A page without line breaks: a heading is marked without the paragraph behind it, and cells stay together."""
    html = "<div><h2>Description</h2> <p>It is <b>dry</b>.</p></div><!-- <p> --><tr><td>1<td>2<br>end</table>"
    page = build_page(html)
    lines = [html[start:end] for start, end in zip(page.start, page.end, strict=True)]
    assert lines == ["<div><h2>Description</h2> ", "<p>It is <b>dry</b>.</p></div><!-- <p> -->",
                     "<tr><td>1<td>2", "<br>end</table>"]  # fmt: skip
    assert page.row.tolist() == [0, 0, 0, 0]
    assert toggle_lines(page, state(), [0]).spans == ((9, 20),)


def test_an_overruled_flag_stays() -> None:
    """A flag that contradicts the spans was set by somebody; toggling does not touch it."""
    overruled = State((HEADING,), Meta(url="https://example.org/", html_sha256="", fragmented=True))
    assert toggle_lines(PAGE, overruled, [line_with(PAGE, "On Monday")]).meta.fragmented is True


def test_untouched_spans_stay_as_they_were_drawn() -> None:
    """A fragment a person drew with the mouse keeps its exact bounds when another line is toggled."""
    drawn = (HEADING[0] - 4, HEADING[1] + 5)
    spans = toggle_lines(PAGE, state((drawn,)), [line_with(PAGE, "On Monday")]).spans
    assert spans[0] == drawn


def test_a_partly_marked_line_is_completed_first_and_cleared_next() -> None:
    """Toggling a partial line marks all of it; toggling again takes the mark away."""
    word = span_of(ARTICLE, "Rain is exp")
    line = line_with(PAGE, "Rain is")
    full = toggle_lines(PAGE, state((word,)), [line])
    assert full.spans == (HEADING,)
    assert toggle_lines(PAGE, full, [line]).spans == ()


def test_unrendered_text_is_never_marked_but_can_be_unmarked() -> None:
    """Text of the title is not shown by a browser: marking it does nothing, an imported mark on it can go."""
    line = line_with(PAGE, "Rain | The Daily")
    title = span_of(ARTICLE, "Rain | The Daily")
    assert toggle_lines(PAGE, state(), [line]).spans == ()
    assert toggle_lines(PAGE, state((title,)), [line]).spans == ()


@pytest.mark.parametrize(
    ("middle", "text"),
    [
        ("<noscript>hidden</noscript>", "before\nafter"),
        ("<template>hidden</template>", "before\nafter"),
        ("<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>", "before 漢kan after"),
        ("<b><Template ShadowRootMode=open>shown<template>hidden</template></template></b>", "before\nshown\nafter"),
        ("<iframe>hidden</iframe>", "before\nafter"),
        ("<iframe><b>shown</b></iframe>", "before\nshown\nafter"),
    ],
)
def test_what_is_not_rendered_in_the_middle_is_left_out(middle: str, text: str) -> None:
    """Marking a line around it makes two spans; what a capture saves of shadow roots and frames is rendered."""
    page = build_page(f"<body><p>before {middle} after</p></body>")
    marked = toggle_lines(page, state(), range(len(page)))
    assert derive_text(page.html, marked.spans) == text


def test_only_what_is_added_joins_its_neighbours() -> None:
    """Fragments that somebody keeps apart stay apart, whatever is added elsewhere, and text between two parts them."""
    html = "<p>One.</p><p>Two.</p><p>Three.</p><p>Four.</p><p>Five.</p>"
    one, two, three, four, five = (span_of(html, f"{word}.") for word in ("One", "Two", "Three", "Four", "Five"))
    page = build_page(html)
    assert mark_text(page, (two, three, five), (one,)) == ((one[0], two[1]), three, five)
    assert mark_text(page, (two, three, five), (four,)) == (two, (three[0], five[1]))
    assert mark_text(page, (one,), (three,)) == (one, three)
    assert mark_text(page, (), ()) == ()


def test_no_prediction_marks_what_is_not_rendered() -> None:
    """An extractor may take a title, or what is there for browsers without scripts."""
    taken = take_prediction(PAGE, state(), ((0, len(ARTICLE)),)).spans
    assert derive_text(ARTICLE, taken) == derive_text(ARTICLE, text_of_lines(PAGE, range(len(PAGE))))
    assert "The Daily" not in derive_text(ARTICLE, taken)


def test_lines_of_a_paragraph_are_one_block() -> None:
    """A wrapped paragraph is one block, and list items are blocks of their own."""
    first, last = find_block(PAGE, line_with(PAGE, "It will"))
    assert last - first == 3
    assert find_block(PAGE, line_with(PAGE, "First related"))[1] <= line_with(PAGE, "Second related") + 1


def test_taking_a_prediction_changes_only_the_given_lines() -> None:
    """Within the lines gold becomes the prediction; marks elsewhere stay."""
    prediction = (SOUTH, MONDAY)
    lines = range(*find_block(PAGE, line_with(PAGE, "The south")))
    assert take_prediction(PAGE, state((HEADING,)), prediction, lines).spans == (HEADING, SOUTH)
    assert take_prediction(PAGE, state((HEADING,)), prediction).spans == prediction


def test_accepting_what_all_agree_on_leaves_the_disputed_as_it_is() -> None:
    """What all take is marked, what none takes is unmarked, the rest keeps its mark."""
    columns = [(NORTH, MONDAY), (NORTH, SOUTH)]
    assert accept_agreed(PAGE, state((HEADING, SOUTH)), columns).spans == ((NORTH[0], SOUTH[1]),)


def test_optional_is_a_mark_of_its_own() -> None:
    """Making a line optional leaves its gold mark alone, and doing it twice takes it back."""
    line = line_with(PAGE, "Rain is")
    optional = toggle_optional(PAGE, state((HEADING,)), [line])
    assert (optional.spans, optional.optional) == ((HEADING,), (HEADING,))
    assert toggle_optional(PAGE, optional, [line]).optional == ()


def test_line_marks_ignore_punctuation() -> None:
    """A line whose closing full stop is not marked counts as marked whole."""
    page = build_page("<p>One sentence.</p>\n<p>* * *</p>")
    assert mark_lines(page, ()).total.tolist() == [len("Onesentence"), len("***")]
    assert mark_lines(page, (span_of(page.html, "One sentence"),)).count.tolist() == [len("Onesentence"), 0]
    assert mark_lines(page, (span_of(page.html, "* * *"),)).count.tolist() == [0, len("***")]


@given(pages, st.data())
def test_marking_and_unmarking_lines_is_undone_by_each_other(html: str, data: st.DataObject) -> None:
    """After marking lines their rendered text is marked and nothing else; after unmarking, nothing of it is."""
    page = build_page(html)
    lines = data.draw(st.lists(st.integers(0, max(len(page) - 1, 0)), max_size=5, unique=True)) if len(page) else []
    text = text_of_lines(page, lines)
    marked = mark_text(page, (), text)
    assert derive_text(html, marked).split() == derive_text(html, text).split()
    assert unmark_text(page, marked, extent_of_lines(page, lines)) == ()


@given(pages, st.lists(st.tuples(st.integers(0, 300), st.integers(0, 300)), max_size=4), st.data())
def test_spans_stay_normalised_and_marks_add_up(html: str, raw: list[tuple[int, int]], data: st.DataObject) -> None:
    """Whatever is toggled, spans stay sorted and disjoint, and a line never has more marked than it has."""
    page = build_page(html)
    spans = normalize_spans(raw, len(html))
    if len(page):
        line = data.draw(st.integers(0, len(page) - 1))
        spans = toggle_lines(page, state(spans), [line]).spans
    assert spans == normalize_spans(spans, len(html))
    marks = mark_lines(page, spans)
    assert (marks.count <= marks.total).all()
    everything = mark_lines(page, ((0, len(html)),))
    assert (everything.count == everything.total).all()
