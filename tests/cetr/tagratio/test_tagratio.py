from __future__ import annotations

import itertools
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cetr.console import InputError
from cetr.document import derive_text, lex
from cetr.tagratio import METHODS, analyse
from cetr.tagratio.cetr import cetr, cetr_km, cetr_modern, cetr_tm
from cetr.tagratio.ttr import ttr_km_density
from tests.memory import stays_below

pytestmark = pytest.mark.usefixtures("both_ways")

FUNCTIONS = (cetr, cetr_km, cetr_tm, cetr_modern)
NAVIGATION = "".join(f"<ul>\n<li><a href='/{i}'>Item {i}</a></li>\n</ul>\n" for i in range(30))
ARTICLE = "".join(
    f"<p>Paragraph {i} of the article goes on for a while and has\nmore than one line, as paragraphs mostly have.</p>\n"
    for i in range(10)
)
PAGE = f"<html><head><title>A page</title></head>\n<body>\n{NAVIGATION}{ARTICLE}{NAVIGATION}</body></html>"
MARKUP = st.text(max_size=300) | st.lists(
    st.sampled_from(
        "<p>|</p>|<a href=x>|</a>|<script>|</script>|<!--|-->|\n|\r\n|a b c|text of a line|<|>|&amp;|\x00|\ud800".split(
            "|"
        )
    ),
    max_size=60,
).map("".join)


@pytest.mark.parametrize("method", FUNCTIONS)
def test_article_between_navigations_is_found(method: type(cetr)) -> None:
    """Every paragraph is extracted, and of sixty navigation items at most those that touch the article."""
    text = derive_text(PAGE, method(PAGE))
    assert all(f"Paragraph {i} of the article" in text for i in range(10))
    assert text.count("Item") <= 6
    assert "A page" not in text


@pytest.mark.parametrize("method", sorted(METHODS))
@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("", ""),
        ("   \n\n", ""),
        ("<br>\n<br>", ""),
        ("<script>x</script><!-- c -->", ""),
        ("One line without tags", "One line without tags"),
        ("<p>One line</p>", "One line"),
        ("Text\nwithout any tag, of\nvery different lines, all of which are content", None),
        ("<p>same</p>\n" * 20, None),
    ],
)
def test_pages_with_nothing_to_cluster(method: str, html: str, expected: str | None) -> None:
    """One line, no tag, no text, all lines equal: all the text there is."""
    everything = derive_text(html) if expected is None else expected
    assert derive_text(html, analyse(html, method).spans).replace("\n", " ") == everything.replace("\n", " ")


@given(MARKUP, st.sampled_from(sorted(METHODS)))
def test_any_text_gives_spans_inside_it(html: str, method: str) -> None:
    """No markup makes a method fail; spans are sorted, disjoint and inside the document; all arrays have one length."""
    model = analyse(html, method)
    spans = model.spans
    assert all(0 <= s < e <= len(html) for s, e in spans)
    assert all(a[1] < b[0] for a, b in itertools.pairwise(spans))
    arrays = (model.ratio, model.smoothed, model.derivative, model.labels)
    assert {len(values) for values in arrays} == {len(model.lines)}
    assert all(np.isfinite(values).all() for values in arrays)


@given(MARKUP, st.sampled_from(sorted(METHODS)))
def test_labels_are_the_same_for_either_kind_of_line_break(html: str, method: str) -> None:
    """CR LF in place of LF changes no label."""
    html = html.replace("\r", "")
    assert analyse(html, method).labels.tolist() == analyse(html.replace("\n", "\r\n"), method).labels.tolist()


def test_a_seed_gives_the_same_labels() -> None:
    """Clustering the same page twice with one seed labels the same lines."""
    for method in ("cetr", "cetr-km"):
        assert analyse(PAGE, method, seed=7).labels.tolist() == analyse(PAGE, method, seed=7).labels.tolist()


@pytest.mark.parametrize("method", ["cetr", "cetr-modern"])
@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>text</p><a title='" + "y" * 50_000_000 + "'>more</a>", "text\nmore"),
        ("<b>" * 1_000_000, ""),
        ("<a b='\"'>" * 300_000, ""),
        ("<script>x</script>" * 200_000, ""),
        (" " * 5_000_000 + "<p>x", "x"),
        ("a\n" * 1_000_000, " ".join("a" * 1_000_000)),
    ],
    ids=["attribute", "tags", "quotes", "scripts", "spaces", "lines"],
)
def test_huge_pages_get_a_clear_answer(method: str, html: str, text: str) -> None:
    """A 50 MB attribute, a million tags, scripts, lines: the right text, within seconds."""
    start = time.process_time()
    assert derive_text(html, analyse(html, method).spans) == text
    assert time.process_time() - start < 20


@pytest.mark.parametrize("letter", ["t", "\u2019", "\U0001f600"])
def test_memory_stays_under_ten_times_the_page(letter: str) -> None:
    """A page of ordinary density takes at most ten bytes a character at any time, though one be wider than the rest."""
    html = f"<div class='teaser teaser--large'>\n<p class='teaser__text'>{'Some text. ' * 10}</p>\n</div>\n" * 5000
    html += letter

    def extract() -> None:
        lex("")
        derive_text(html, cetr(html))

    assert stays_below(10 * len(html), extract)


def test_the_ratio_of_a_block_is_text_by_tags() -> None:
    """cetr-modern clusters square roots, but its ratio is that of the counts, text in links left out."""
    html = f"<p>{'x' * 64}</p><p><b>{'y' * 8}</b></p><p>{'z' * 16}<a href=x>{'w' * 9}</a></p>"
    model = analyse(html, "cetr-modern", radius=0)
    assert model.lines.tags.tolist() == [1, 3, 4]
    assert model.ratio.tolist() == [64.0, 8 / 3, 4.0]
    assert model.smoothed.tolist() == [8.0, (8 / 3) ** 0.5, 2.0]


@pytest.mark.parametrize("method", sorted(METHODS))
def test_the_greatest_and_least_settings_are_worked_with(method: str) -> None:
    """Whatever is accepted gives an answer, also where there are more clusters than lines, or nothing to cluster."""
    cut = method in ("cetr-tm", "ttr-threshold")
    for options in (
        {"coefficient": 1_000_000} if cut else {"k": 100, "seed": 2**32 - 1},
        {"coefficient": 0} if cut else {"k": 2 if method == "cetr-modern" else 1},
        {"wrap": 1_000_000_000, "radius": 1_000_000},
    ):
        for html in ("", "<p>one<p>two", PAGE):
            assert len(analyse(html, method, **options).labels) == len(analyse(html, method, **options).lines)


def test_options_out_of_range_are_named() -> None:
    """An impossible option is an error that names the method and the option."""
    for options in ({"k": 0}, {"wrap": -1}, {"radius": float("nan")}, {"radius": float("inf")}, {"seed": -1}):
        with pytest.raises(InputError, match=f"cetr: {next(iter(options))}: "):
            analyse(PAGE, **options)
    with pytest.raises(InputError, match="cetr-modern: k: 1 is not a whole number from 2 to 100"):
        analyse(PAGE, "cetr-modern", k=1)
    with pytest.raises(InputError, match="not a tag-ratio method"):
        analyse(PAGE, "plain")


def test_kernel_of_2008_is_as_wide_as_one_says() -> None:
    """Ratios 0, 0, 10, 0, 0 deviate by 4: a radius of 1, or a spread of a quarter, blurs them as Eq. 1 to 3 have it.

    The kernel is e^-.5, 1, e^-.5 by their sum, 2.21306. By default it has a radius of 2.
    """
    page = "<br>\n<br>\nabcdefghij\n<br>\n<br>"
    for options in ({"radius": 1.0}, {"spread": 0.25}, {"spread": 0.25, "radius": 7.0}):
        smoothed = analyse(page, "ttr-threshold", **options).smoothed.tolist()
        assert smoothed == pytest.approx([0, 2.740686, 4.518628, 2.740686, 0], abs=1e-6)
    assert analyse(page, "ttr-threshold", radius=0).smoothed.tolist() == [0, 0, 10, 0, 0]
    default, wide = (derive_text(PAGE, ttr_km_density(PAGE, **options)) for options in ({}, {"radius": 2.0}))
    assert default == wide


def test_slope_has_its_sign() -> None:
    """Eq. 4 unsmoothed: before a line of 9 the mean of the next three is 3 more, at it 9 more than what follows."""
    model = analyse("<br>\n<br>\nninechars\n<br>\n<br>", "ttr-threshold", radius=0)
    assert model.slope.tolist() == pytest.approx([3, 3, -9, 0, 0])
    assert model.derivative.tolist() == pytest.approx([3, 3, 9, 0, 0])
