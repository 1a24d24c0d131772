"""Whole pages in scripts that a measure of English words would get wrong."""

from __future__ import annotations

from pathlib import Path
from unicodedata import normalize

import pytest

from evaluate.measures import compare, score
from evaluate.outputs import Output
from evaluate.scoring import make_comparison
from tests.documents import find_spans, make_document

PAGES = {
    # Site name 4, headline 6, sentence 4 and 4 characters.
    "zh": ("<p>新闻首页</p>", "<h1>北京今天下雪</h1><p>学校停课，孩子高兴。</p>", 14, 18),
    # Letters (6, 6 and 7) are words, with their marks: no dictionary is needed, and a part of a text is found in it.
    "th": ("<p>หน้าแรก</p>", "<h1>ข่าววันนี้</h1><p>ฝนตกหนัก</p>", 13, 19),
    # Words between spaces, right to left; marks (here a shadda and a tanwin) belong to them.
    "ar": ("<p>الصفحة الرئيسية</p>", "<h1>أخبار اليوم</h1><p>هطل المطرُ بشدّةٍ، وفرح الأطفال.</p>", 7, 9),
}


@pytest.mark.parametrize("language", PAGES)
@pytest.mark.parametrize("form", ["spans", "text"])
def test_page(tmp_path: Path, language: str, form: str) -> None:
    """The whole page has perfect recall and the article's share for precision, by words and by the page's own words."""
    navigation, article, expected, extracted = PAGES[language]
    html = f"<html><body>{navigation}{article}</body></html>"
    document = make_document(tmp_path / "p", "page", html, (article,), language=language)
    whole = find_spans(html, navigation + article)
    prediction = whole if form == "spans" else make_comparison(document, whole).predicted
    scores = compare(make_comparison(document, prediction), ["words", "bag", "accuracy"])
    for found in scores.values():
        assert (found.matched, found.extracted, found.expected) == (expected, extracted, expected)
        assert (found.precision, found.recall) == (expected / extracted, 1.0)
    assert scores["accuracy"].details == {"accuracy": expected / extracted}


@pytest.mark.parametrize(
    "text",
    ["Ti\u1ebfng Vi\u1ec7t l\u00e0", "\ud55c\uad6d\uc5b4\ub294", "\u304c\u3093\u3070\u308b", "\u0622\u0645\u0646"],
)
def test_letters_with_separate_marks_are_the_same_letters(text: str) -> None:
    """A page that writes letters and marks apart (NFD) is extracted perfectly by who returns them composed (NFC)."""
    decomposed, composed = (
        Output(f"# {normalize(form, text)}\n\n[{normalize(form, text)}](/a)\n", "markdown") for form in ("NFD", "NFC")
    )
    assert decomposed != composed
    names = ("words", "chars", "bag", "set", "headings", "links", "order")
    assert {found.f1 for found in score(decomposed, composed, names).values()} == {1.0}


def test_characters_that_nobody_sees_do_not_count() -> None:
    """Soft hyphens and characters without width are no errors of an extractor that leaves them out."""
    assert score("Bun\xaddes\xadtag \u200b", "Bundestag", ["words", "chars"])["chars"].f1 == 1.0
    hebrew = score("\u05d1\u2068Chromium\u2069 \u202a7\u202c\u200f.", "\u05d1Chromium 7.", ["words", "chars"])
    assert (hebrew["words"].f1, hebrew["chars"].f1) == (1.0, 1.0)
