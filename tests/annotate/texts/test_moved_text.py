"""Gold whose parts stand in another order than the page's is found all the same."""

from hypothesis import given
from hypothesis import strategies as st

from annotate.formats.importing import align_gold
from annotate.texts.moved_text import find_moved, find_text
from cetr.document import derive_text, lex, locate_words, mark_inside, match_words, split_words

PAGE = (
    "<p>Reviews: people like it very much indeed.</p><div>Menu</div><h1>A lamp</h1>"
    "<p>It gives a warm light, and it lasts for years and years.</p><p>Imprint</p>"
)


def test_moved_paragraph_is_found():
    """A paragraph that the gold has at its end and the page at its beginning is marked; coverage counts it."""
    gold = "A lamp\nIt gives a warm light, and it lasts for years and years.\nReviews: people like it very much indeed."
    alignment = align_gold(PAGE, gold, lex(PAGE))
    assert alignment.coverage == 1.0
    assert [PAGE[s:e] for s, e in alignment.spans] == [
        "Reviews: people like it very much indeed.",
        "A lamp</h1><p>It gives a warm light, and it lasts for years and years.",
    ]


def test_punctuation_goes_with_moved_text_as_with_other():
    """Also where an element ends before it, or a character reference stands for it."""
    page = PAGE.replace(
        "Reviews: people like it very much indeed.", "&ldquo;People like it <b>very much indeed</b>.&rdquo;"
    )
    gold = "A lamp It gives a warm light, and it lasts for years and years. People like it very much indeed"
    alignment = align_gold(page, gold, lex(page))
    assert derive_text(page, alignment.spans).splitlines() == [
        "\u201cPeople like it very much indeed.\u201d",
        "A lamp",
        "It gives a warm light, and it lasts for years and years.",
    ]


def test_few_words_are_not_a_passage():
    """Fewer than five words in a row may stand anywhere, and are not taken for the gold's."""
    gold = "It gives a warm light, and it lasts for years and years. people like it very"
    alignment = align_gold(PAGE, gold, lex(PAGE))
    assert derive_text(PAGE, alignment.spans) == "It gives a warm light, and it lasts for years and years."
    assert alignment.coverage == 12 / 16


def test_repeated_text_is_taken_once():
    """A passage that the gold has once is marked once, however often the page has it."""
    page = "<p>one two three four five six</p>" * 3 + "<p>first of all there was</p>"
    gold = "first of all there was one two three four five six"
    alignment = align_gold(page, gold, lex(page))
    assert split_words(derive_text(page, alignment.spans)) == split_words(
        "one two three four five six first of all there was"
    )


WORDS = st.lists(st.sampled_from("abcdefg"), max_size=60)


@given(WORDS, WORDS)
def test_laws(document, text):
    """What is found is in both, never counted twice, and at least what the longest common subsequence finds."""
    place = match_words(document, text)
    taken = [i in set(place.tolist()) for i in range(len(document))]
    words = locate_words(" ".join(document))
    inside = mark_inside(words.start, tuple((int(words.start[i]), int(words.end[i])) for i, t in enumerate(taken) if t))
    assert inside.tolist() == taken
    moved = find_moved(document, text, inside)
    assert not (moved & inside).any()
    found = find_text(document, text)
    assert found.sum() >= (place >= 0).sum()
    assert (moved | inside).sum() <= len(text)
    for one, other, mask in ((document, text, moved | inside), (text, document, found)):
        chosen = [w for w, f in zip(one, mask, strict=True) if f]
        assert all(chosen.count(w) <= other.count(w) for w in set(chosen))


def test_hostile_repetition_is_linear():
    """A page and a gold of one word a hundred thousand times cost no more than their length."""
    words = ["a"] * 100_000
    assert find_text(words, words[:50_000]).all()
