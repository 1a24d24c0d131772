"""Accuracy over the document's own words, and what optional spans do to every count."""

from __future__ import annotations

from pathlib import Path

import pytest

from cetr.console import InputError
from evaluate.measures import Comparison, Page, compare, score
from evaluate.measures.optional import leave_out
from evaluate.scoring import make_comparison
from tests.documents import find_spans, make_document

HTML = "<nav>Home News</nav><article><h1>Big title</h1><p>By Ann Lee</p><p>One two three.</p></article><i>bye</i>"
GOLD = ("<h1>Big title</h1>", "<p>One two three.</p>")


def test_accuracy_counts_the_documents_words(tmp_path: Path) -> None:
    """Eleven words, five of them gold; a prediction of the article is wrong by the three of the author line."""
    document = make_document(tmp_path / "p", "a", HTML, GOLD)
    prediction = find_spans(HTML, HTML[HTML.index("<article>") : HTML.index("<i>")])
    result = compare(make_comparison(document, prediction), ["accuracy"])["accuracy"]
    assert (result.matched, result.extracted, result.expected) == (5, 8, 5)
    assert result.details == {"accuracy": 8 / 11}


def test_accuracy_is_the_same_for_spans_and_their_text(tmp_path: Path) -> None:
    """A predicted text is put back into the document."""
    document = make_document(tmp_path / "p", "a", HTML, GOLD)
    result = compare(make_comparison(document, "Big title\nBy Ann Lee\nOne two three."), ["accuracy"])["accuracy"]
    assert (result.matched, result.extracted, result.expected) == (5, 8, 5)


def test_accuracy_counts_the_marked_occurrence_of_a_word() -> None:
    """Spans say which of several equal texts is meant; a word that they only touch is marked, or optional."""
    html = "<p>one two</p><p>one two three</p>"
    first, second = (0, html.rindex("<p>")), (html.rindex("one"), html.index("two three") + 1)
    result = compare(Comparison("one two", "one two", Page(html, (second,), (first,))), ["accuracy"])["accuracy"]
    assert (result.matched, result.extracted, result.expected) == (0, 2, 2)
    assert result.details == {"accuracy": 1 / 5}
    page = Page(html, (second,), (first,), optional=(second,))
    result = compare(Comparison("", "one two", page), ["accuracy"])["accuracy"]
    assert (result.matched, result.extracted, result.expected) == (0, 2, 0)


def test_accuracy_needs_a_page() -> None:
    """Two texts alone have no true negatives; all words of a page without any are right."""
    assert compare(Comparison("", "", Page("", (), ())), ["accuracy"])["accuracy"].details == {"accuracy": 1.0}
    with pytest.raises(InputError, match="needs a page"):
        score("a", "b", ["accuracy"])


@pytest.mark.parametrize("form", ["spans", "text"])
@pytest.mark.parametrize("gold", [GOLD, (*GOLD, "<p>By Ann Lee</p>")], ids=["not gold", "gold"])
@pytest.mark.parametrize("taken", [True, False])
def test_optional_leaves_every_count(tmp_path: Path, form: str, gold: tuple[str, ...], taken: bool) -> None:
    """Optional words cost nothing and earn nothing, extracted or not, marked as gold too or not, spans or text."""
    document = make_document(tmp_path / "p", "a", HTML, gold, optional=("<p>By Ann Lee</p>",))
    parts = ("News", *GOLD, *(["<p>By Ann Lee</p>"] if taken else []))
    prediction = find_spans(HTML, *parts)
    text = "News\nBig title\n" + ("By Ann Lee\n" if taken else "") + "One two three."
    scores = compare(make_comparison(document, prediction if form == "spans" else text), ["words", "bag", "accuracy"])
    for name in ("words", "bag", "accuracy"):
        assert (scores[name].matched, scores[name].extracted, scores[name].expected) == (5, 6, 5), name
    assert scores["accuracy"].details == {"accuracy": 7 / 8}


def test_optional_leaves_an_imported_text(tmp_path: Path) -> None:
    """A gold text that is not derived from its spans loses the optional words by alignment."""
    html = "<p>One two</p><p>maybe this</p><p>three</p>"
    document = make_document(
        tmp_path / "p", "a", html, (html,), text="One; two maybe, this three", optional=("maybe this",)
    )
    comparison = make_comparison(document, html)
    assert comparison.gold.split() == ["One;", "two", "three"]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ('"Who?"\nOne (maybe) two, perhaps three\n(Ads!)', " \nOne ( ) two,   three\n "),
        ('New!\n"Who?"\nOne.\n(Ads!)\n', "New!\n \nOne.\n \n"),
        ("One two", "One two"),
        ("", ""),
    ],
)
def test_a_line_that_is_optional_goes_with_its_punctuation(text: str, left: str) -> None:
    """Of other lines the words go, each stretch by itself; what the page does not have stays."""
    html = '<h1>"Who?"</h1><p>One (maybe) two, perhaps three</p><p>(Ads!)</p>'
    assert leave_out(html, text, find_spans(html, "Who?", "maybe", "perhaps", "Ads")) == left


def test_gold_is_the_text_file_as_it_is(tmp_path: Path) -> None:
    """Without optional spans nothing is derived anew."""
    document = make_document(tmp_path / "p", "a", HTML, GOLD, text="Edited  by hand.")
    assert make_comparison(document, "x").gold == "Edited  by hand."
