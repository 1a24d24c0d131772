"""Whether a page shows words between the parts of its main content."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.markup.interruption import has_words
from cetr.document import derive_text, normalize_spans, split_words

PIECES = st.sampled_from(["<p>", "</p>", "<br>", " ", "word", "—", "&amp;", "&eacute;", "<script>x()</script>", "< 3"])


@given(st.lists(PIECES, max_size=30).map("".join), st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99))))
def test_words_are_found_wherever_they_are(html: str, drawn: list[tuple[int, int]]) -> None:
    """Although not all of the text is derived at once; no reference is cut in two, which would make a word of it."""
    spans = normalize_spans([(min(pair), max(pair)) for pair in drawn], len(html))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("annotate.markup.interruption._FIRST", 2)
        assert has_words(html, spans) == bool(split_words(derive_text(html, spans)))


def test_a_long_page_is_searched_up_to_its_first_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reviewer asks at every mark, and the text between two marks may be megabytes."""
    derived = []
    monkeypatch.setattr(
        "annotate.markup.interruption.derive_text",
        lambda html, spans, tokens: derived.append(spans) or derive_text(html, spans, tokens),
    )
    html = "<p>A word.</p>" * 100_000
    assert has_words(html, ((3, len(html)),))
    assert derived == [((3, 4102),)]
