"""Where a text stands in a document."""

from __future__ import annotations

import pytest
from hypothesis import given

from cetr.document import align_text, derive_text, normalize_spans, split_words
from tests.markup import MARKUP


@given(MARKUP)
def test_own_text_aligns_completely(html: str) -> None:
    """The derived text of a whole document is found in it word for word."""
    text = derive_text(html, normalize_spans([(0, len(html))], len(html)))
    alignment = align_text(html, text)
    assert alignment.coverage == 1.0
    assert split_words(derive_text(html, alignment.spans)) == split_words(text)


def test_alignment_prefers_unbroken_runs() -> None:
    """A word that stands in the navigation and in the content is found beside its neighbours."""
    html = "<a>The</a><a>News</a><p>The cat sat, purring.</p>"
    alignment = align_text(html, "The cat sat, purring.")
    assert alignment.coverage == 1.0
    assert [html[s:e] for s, e in alignment.spans] == ["The cat sat, purring."]


def test_alignment_prefers_what_the_page_shows() -> None:
    """Words of the title are found in the page, if they stand there; a word that only the title has is found in it."""
    html = "<title>On foxes - News</title><h1>On foxes</h1><p>They run.</p>"
    assert [html[s:e] for s, e in align_text(html, "On foxes They run.").spans] == ["On foxes</h1><p>They run."]
    inside = "<p>They <svg><title>On foxes</title></svg>run</p>"
    assert derive_text(inside, align_text(inside, "They run").spans) == "They\nrun"
    alignment = align_text(html, "News They run.")
    assert alignment.coverage == 1.0
    assert html[slice(*alignment.spans[0])] == "News"


@pytest.mark.parametrize(
    "text", ["¿Qué pasa?", "‹Oui›", "یہ خبر ہے۔", "यह समाचार है।", "នេះ។", "ရှိသည်။", "Այո։", "አዎ።", "【速報】今日．"]
)
def test_the_punctuation_of_any_script_belongs_to_its_sentence(text: str) -> None:
    """Before its first word, and after its last one."""
    html = f"<p>1 <b>{text}</b> 2</p>"
    assert [html[s:e] for s, e in align_text(html, text).spans] == [text]
