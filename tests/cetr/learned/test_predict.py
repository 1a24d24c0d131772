"""From page to spans: laws of the extractor, and the parts that the numbers depend on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cetr.document import derive_text, normalize_spans, pack_name
from cetr.learned import (
    Model,
    choose_blocks,
    estimate_doubt,
    find_blocks,
    join_blocks,
    list_terms,
    load_model,
    read_page,
    score_blocks,
    suggest,
    to_probability,
)
from cetr.learned.attributes import find_terms, gather_attributes
from cetr.learned.columns import cut, stack_columns
from cetr.learned.extents import find_extents
from cetr.learned.loading import list_columns
from cetr.learned.paths import DEEPEST, ROLES, PathWeights, Vocabulary, count_terms, score_paths, survey_names
from cetr.learned.predict import find_bias, measure_page, take_formulas
from cetr.learned.scores import survey_scores
from cetr.learned.tags import read_tags
from cetr.learned.terms import spell_terms
from cetr.learned.windows import average, pad, pad_sums, shift
from cetr.site import learned
from tests.cetr.learned.markup import MARKUP
from tests.cetr.learned.pages import make_page
from tests.cetr.learned.tagsources import join_sources
from tests.memory import measure_peak

FORMULA = "<mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup>"


def test_a_formula_in_mathml_is_whole() -> None:
    """Its elements end no block, so that a formula in a sentence is a part of it."""
    html = f"<p>The formula <math><semantics><mrow>{FORMULA}</mrow></semantics></math> is famous.</p>"
    blocks = find_blocks(html)
    assert [derive_text(html, (span,)) for span in zip(blocks.start, blocks.end, strict=True)] == [
        "The formula E=mc2 is famous."
    ]


def test_a_formula_between_two_chosen_blocks_is_chosen() -> None:
    """One that stands alone has too few words to be judged by; at the border of what is chosen it stays out."""
    html = f"<p>one</p><math>{FORMULA}</math><p>two</p><math>{FORMULA}</math><p>three</p><b>four</b><p>five</p>"
    chosen = np.array([True, False, True, False, False, False, True])
    assert take_formulas(find_blocks(html), chosen).tolist() == [True, True, True, False, False, False, True]


@given(MARKUP)
def test_shipped_model_gives_normalised_spans(html: str) -> None:
    """Spans lie in the document, sorted and disjoint, whatever the markup; the same page gives the same spans."""
    spans = learned(html)
    assert normalize_spans(spans, len(html)) == spans
    assert learned(html) == spans
    assert 0 <= estimate_doubt(html) <= 1


@given(st.text())
def test_any_string_is_a_page(text: str) -> None:
    """Even what is no HTML at all gets an answer."""
    spans = learned(text)
    assert normalize_spans(spans, len(text)) == spans


def test_references_of_thousands_of_digits_are_characters() -> None:
    """A reference too long to be read as a number, in title or text, counts as a character beyond Unicode."""
    page = "<title>A&#{0}; story</title><meta name=description content='B&#{0};'><p>A story of several words.&#{0};</p>"
    derived = [derive_text(html, learned(html)) for html in (page.format("9" * 5000), page.format("9" * 7))]
    assert derived == ["A story of several words.\ufffd"] * 2


@pytest.mark.parametrize("site", [0, 1, 2])
def test_shipped_model_finds_an_article(site: int) -> None:
    """The shipped model takes a plain article's paragraphs and leaves menu, side bar and footer."""
    html, gold = make_page(site, 1)
    text = derive_text(html, learned(html))
    assert set(gold.split("\n")[1:]) <= set(text.split("\n"))
    assert "Copyright" not in text
    assert text.count("\n") <= gold.count("\n") + 1


def test_script_between_blocks_is_left_out() -> None:
    """Chosen neighbours become one span, unless a block, a script or a form field stands between."""
    html = (
        "<p>one</p>\n<p>two</p><script>x</script><p>three</p><p>no</p><p>four</p><select><option>z</select><p>five</p>"
    )
    blocks = find_blocks(html)
    chosen = np.array([html[a : a + 2] != "no" for a in blocks.start.tolist()])
    pieces = [html[a:b] for a, b in join_blocks(blocks, chosen)]
    assert pieces == ["one</p>\n<p>two", "three", "four", "five"]


def test_of_a_page_without_text_nothing_is_missed() -> None:
    """Nothing is taken, and nothing else can be right."""
    found = suggest("<p><img src=a.png></p>", load_model())
    assert (found.spans, found.expected_f1) == ((), 1.0)


def test_choice_maximises_expected_f1() -> None:
    """The chosen set has the best expected F1 of all sets, found by trying them all."""
    random = np.random.RandomState(3)
    for _ in range(50):
        probability, words = random.rand(7), random.randint(1, 30, 7).astype(float)
        chosen, expected = choose_blocks(probability, words)
        gain = probability * words
        sets = (np.arange(1, 128)[:, np.newaxis] >> np.arange(7)) & 1
        scores = 2 * (sets @ gain) / (sets @ words + gain.sum())
        assert expected == pytest.approx(scores.max())
        assert 2 * gain[chosen].sum() / (words[chosen].sum() + gain.sum()) == pytest.approx(expected)


@given(MARKUP)
def test_path_scores_are_the_rows_times_the_weights(html: str) -> None:
    """What prediction accumulates along the tree is what training multiplies out."""
    blocks = find_blocks(html)
    extents = find_extents(blocks)
    tags = read_tags(blocks, extents.stop > extents.first)
    found = find_terms(tags.sources, tags.names)
    terms = Vocabulary((term, i) for i, term in enumerate(sorted(set(spell_terms(found)))))
    spelled = zip(found.owner.tolist(), map(terms.get, spell_terms(found)), strict=True)
    assert list(zip(*(found.tolist() for found in list_terms(tags, terms)), strict=True)) == sorted(set(spelled))
    weights = np.random.RandomState(0).randn(ROLES, len(terms))
    scores = score_paths(blocks, tags, list_terms(tags, terms), PathWeights(terms, weights))[:ROLES].sum(axis=0)
    rows = count_terms(blocks, tags, terms)
    assert rows.shape == (len(blocks), ROLES * len(terms))
    np.testing.assert_allclose(rows @ weights.ravel(), scores, atol=1e-5)


def test_nesting_without_end_is_learned_from_in_bounds() -> None:
    """Each block has the terms of so many containers around it, so that a page costs no more than its length."""
    blocks = find_blocks("<div>w " * 300)
    extents = find_extents(blocks)
    tags = read_tags(blocks, extents.stop > extents.first)
    rows = count_terms(blocks, tags, Vocabulary({"<div": 0})).toarray()
    assert [rows[depth].tolist() for depth in (0, 10, 299)] == [[1, 1], [2, 11], [2, DEEPEST + 1]]


def test_terms_of_tags() -> None:
    """Names, their words, digits folded; other languages' words for page parts as the English ones."""
    tags = [
        '<div class="postBody2 art-inhalt" id=c7 role="main" style="display: none">',
        "<p>",
        "<p\tCLASS='a XMLb c'>",
    ]
    sources = join_sources(tags)
    names = np.array([pack_name(name) for name in ("div", "p", "p")], dtype=np.uint64)
    found, spelled = gather_attributes(sources, names), find_terms(sources, names)
    terms: list[set[str]] = [set(), set(), set()]
    for term, owner in zip(spell_terms(spelled), spelled.owner.tolist(), strict=True):
        terms[owner].add(term)
    assert terms == [
        {"<div", ".postbody0", ".art-inhalt", "post", "body", "art", "content", "#c0", "@main", "main", "!hidden"},
        {"<p"},
        {"<p", ".a", ".xmlb", ".c", "xml"},
    ]
    assert found.hidden.tolist() == [True, False, False]
    assert found.style.tolist() == [1, 0, 2]


def test_words_of_names() -> None:
    """A name's words are runs of small letters, with one capital before, of capitals, and of other alphabets."""
    for name, words in (
        ("postBody", {"post", "body"}),
        ("XMLbox", {"xml", "box"}),
        ("XMLHttp a-bc Q1", {"xmlh", "ttp", "bc"}),
        ("aBCdEf gH İx", {"bc", "i"}),
        ("post😀body", {"post", "body"}),
        ("Ab straße-новости日本", {"stra", "ß", "новости日本"}),
    ):
        sources = join_sources([f'<p itemprop="{name}">'])
        terms = set(spell_terms(find_terms(sources, np.array([pack_name("p")], dtype=np.uint64))))
        assert {term for term in terms if term[0] not in "@<"} == words, name


def test_twelve_names_of_a_value_count() -> None:
    """And all their words, in its first 300 characters."""
    names = [f"a{letter}" for letter in "abcdefghijklmn"]
    sources = join_sources([f"<p class='{' '.join(names)}' id='{' ' * 296}b c d'>"])
    terms = set(spell_terms(find_terms(sources, np.array([pack_name("p")], dtype=np.uint64))))
    assert terms == {"<p", "#b", "#c", *names, *(f".{name}" for name in names[:12])}


def test_place_on_a_long_page() -> None:
    """The place of a paragraph is measured in 5,000 letters on each side at most, so all in the middle are alike."""
    paragraph = f"<p>{'It rained on all the days of that week. ' * 25}</p>"  # 750 letters
    columns = read_page(paragraph * 30).describe(slice(0, 30))
    before = np.asarray(columns["running_before"])
    assert before[[0, 1, 6]].tolist() == [0, 750 / 6500, 4500 / 10250]
    assert np.unique(before[7:-7]).tolist() == [5000 / 10750]
    assert columns["running_after"].tolist() == before[::-1].tolist()
    assert columns["text_place"].tolist() == before.tolist()


def test_blocks_in_comments_need_better_reasons(small_model: Model) -> None:
    """A model's bias against comments counts for blocks below an element called so, on top of that for all."""
    page = read_page("<article><p>One two.</p></article><div class=comments><ul><li><p>Three four.</p></ul></div>")
    terms = Vocabulary({"comments": 0, ".comments": 1})
    paths = PathWeights(terms, np.zeros((ROLES, 2)))
    model = replace(small_model, paths=paths, bias=-0.25, comment_bias=-1.5)
    known = list_terms(page.tags, terms)
    assert find_bias(page, known, model).tolist() == [-0.25, -1.75]
    unbiased = score_blocks(page, known, replace(model, bias=0.0, comment_bias=0.0))
    assert (score_blocks(page, known, model) - unbiased).tolist() == pytest.approx([-0.25, -1.75])


def test_long_names_of_elements_are_known() -> None:
    """Names that fill all eight letters of a packed name are not rounded."""
    page = read_page("<section><article><p>One two.</p></article></section><blockquote>Three.</blockquote>")
    names, _ = list_columns()
    values = dict(zip(names, measure_page(page).T.tolist(), strict=False))
    assert values["inside_section"] == [1, 0]
    assert values["inside_article"] == [1, 0]
    assert values["inside_blockquote"] == [0, 1]


def test_hidden_is_inherited() -> None:
    """What stands in a hidden container is hidden."""
    page = read_page("<div hidden><div><p>a</p></div></div><p>b</p>")
    assert page.tags.hidden[page.blocks.container].tolist() == [True, False]


def test_neighbours_beyond_the_page_are_zero() -> None:
    """Shifting looks back (positive) or ahead; averages shrink at the edges."""
    values, whole = np.array([1.0, 2.0, 3.0]), slice(0, 3)
    assert shift(pad(values), whole, 1).tolist() == [0, 1, 2]
    assert shift(pad(values), whole, -2).tolist() == [3, 0, 0]
    assert shift(pad(values), whole, 5).tolist() == [0, 0, 0]
    assert average(pad_sums(values), whole, 1).tolist() == [1.5, 2, 2.5]
    assert average(pad_sums(values), slice(1, 3), 1).tolist() == [2, 2.5]


@pytest.mark.parametrize("size", [1, 3, 8])
def test_parts_of_a_page_are_what_they_are_in_the_whole(size: int) -> None:
    """A page described in parts has the same features to the last bit, and the same content.

    Scores agree as far as sums of 32-bit products do, which are taken in another order for another number of rows.
    """
    html = "".join(make_page(site, 5)[0] for site in range(3))
    page, model = read_page(html), load_model()
    whole, parts = slice(0, len(page.blocks)), cut(len(page.blocks), size)
    assert (parts[0].start, parts[-1].stop, parts[0].stop) == (0, whole.stop, size)
    known = list_terms(page.tags, model.paths.terms)
    describe = survey_names(page.blocks, page.tags, page.extents, known, model.paths)
    scores = survey_scores(np.linspace(-6, 4, whole.stop), page.blocks, page.extents)
    for one in (page.describe, describe, scores):
        joined = np.concatenate([stack_columns(one(part)) for part in parts], axis=1)
        assert joined.tobytes() == stack_columns(one(whole)).tobytes()
    at_once, in_parts = score_blocks(page, known, model), score_blocks(page, known, model, size)
    np.testing.assert_allclose(in_parts, at_once, atol=1e-4)
    chosen, again = (choose_blocks(to_probability(odds), page.blocks.words)[0] for odds in (at_once, in_parts))
    assert join_blocks(page.blocks, again) == join_blocks(page.blocks, chosen)


@pytest.mark.long
def test_memory_grows_little_with_the_number_of_blocks() -> None:
    """A page that is nothing but tiny blocks takes a bounded amount for each of them, and so for each byte."""
    learned("<p>a")
    fewer, more = (measure_peak(lambda count=count: learned("<p>a" * count)) for count in (30_000, 60_000))
    assert (more - fewer) / 30_000 < 1000


def test_small_model_learns_its_sites(small_model: Model) -> None:
    """A model of generated sites extracts exactly the content of a new page of such a site."""
    html, gold = make_page(1, 99)
    assert derive_text(html, suggest(html, small_model).spans) == gold
