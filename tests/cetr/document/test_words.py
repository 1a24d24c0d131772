"""The words of many scripts, with and without their places."""

from __future__ import annotations

import itertools
from unicodedata import normalize

from hypothesis import given
from hypothesis import strategies as st

from cetr.document import (
    UNSEEN,
    derive_text,
    fold,
    join_words,
    locate_words,
    normalize_spans,
    place_words,
    split_words,
)
from cetr.document.words import _word_pattern
from tests.markup import MARKUP, SPANS


@given(MARKUP, SPANS)
def test_located_words_are_those_of_the_derived_text(html: str, spans: list[tuple[int, int]]) -> None:
    """Words located in the document are the words of the derived text, in order, with places inside the spans."""
    normal = normalize_spans(spans, len(html))
    words = locate_words(html, normal)
    assert words.words == split_words(derive_text(html, normal))
    places = list(zip(words.start.tolist(), words.end.tolist(), strict=True))
    assert all(s < e for s, e in places)
    assert all(a[1] <= b[0] or a == b or a[0] == b[0] for a, b in itertools.pairwise(places))


def test_words_of_many_scripts() -> None:
    """Letters and digits make words with their marks; in scripts without spaces each character is one."""
    assert split_words("Don't STOP_me 3.5 stra\u00dfe") == ["don", "t", "stop", "me", "3", "5", "strasse"]
    assert split_words("\u4e2d\u6587abc\u3002") == ["\u4e2d", "\u6587", "abc"]
    assert split_words("\u0e01\u0e34\u0e19") == ["\u0e01\u0e34", "\u0e19"]
    assert split_words("\u0915\u093f\u0924\u093e\u092c") == ["\u0915\u093f\u0924\u093e\u092c"]
    assert split_words("\u0643\u062a\u0627\u0628 \u062c\u062f\u064a\u062f") == [
        "\u0643\u062a\u0627\u0628",
        "\u062c\u062f\u064a\u062f",
    ]


def test_words_are_joined_as_people_write_them() -> None:
    """With spaces, but not where a script has none."""
    assert join_words(["two", "words"]) == "two words"
    assert join_words(["\u4e2d", "\u6587", "abc", "\u0e01"]) == "\u4e2d\u6587 abc \u0e01"


@given(st.text() | st.text([chr(c) for c in (*range(0x2BFF), *range(0x1F000, 0x1FB00))], max_size=40))
def test_both_ways_to_find_words(text: str) -> None:
    """Plain alphabets are split by a faster pattern, into the same words."""
    seen = "".join(character for character in text if character not in UNSEEN)
    assert split_words(text) == [fold(word) for word in _word_pattern().findall(seen)]


@given(
    st.text() | st.text([chr(c) for c in (*range(0x250), *range(0x300, 0x370), *range(0x1F00, 0x2150))], max_size=40)
)
def test_words_of_equivalent_texts_are_equal(text: str) -> None:
    """Letters with their marks in one character (NFC) and in several (NFD) make the same words, with places or not."""
    words = split_words(normalize("NFC", text))
    assert words == split_words(text) == split_words(normalize("NFD", text))
    placed = place_words(text)
    assert words == placed.words == place_words(normalize("NFD", text)).words
    places = zip(placed.start.tolist(), placed.end.tolist(), strict=True)
    assert words == [word for start, end in places for word in split_words(text[start:end])]


def test_what_nobody_sees_does_not_part_words() -> None:
    """Soft hyphens and joiners stand within one word, which keeps its whole place; they are at no edge of it."""
    html = "<p>\u200dDeutsch&shy;land\u2060 \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645</p>"
    words = locate_words(html)
    assert (
        words.words == ["deutschland", "\u0645\u06cc\u062e\u0648\u0627\u0647\u0645"] == split_words(derive_text(html))
    )
    assert locate_words("a\xadb \ud800").words == ["ab"]
    assert [html[s:e] for s, e in zip(words.start.tolist(), words.end.tolist(), strict=True)] == [
        "Deutsch&shy;land",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    ]
