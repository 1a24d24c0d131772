"""`annotate agree`: the coefficients on published examples, and packages that differ in known places."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from annotate.agree import cohen_kappa, compare_packages, krippendorff_alpha
from annotate.cli import annotate
from cetr.console import InputError, run
from tests.documents import make_document

PAGE = (
    "<html><body>\n<p>Home and news</p>\n<h1>A title of four</h1>\n<p>First paragraph has these words.</p>\n"
    "<p>Second paragraph has these words.</p>\n<p>Imprint</p>\n</body></html>"
)


def write(folder, name, *gold, optional=(), html=PAGE, **facts):
    """Write a document of which some parts are gold."""
    make_document(folder, name, html, gold, optional=optional, **facts)


def test_cohen_kappa_of_the_textbook():
    """Twenty yes-yes, five and ten disagreements, fifteen no-no: 0.4."""
    one = np.array([1] * 25 + [0] * 25, dtype=bool)
    other = np.array([1] * 20 + [0] * 5 + [1] * 10 + [0] * 15, dtype=bool)
    assert cohen_kappa(one, other) == pytest.approx(0.4)


def test_chance_is_nought():
    """Whoever marks nothing agrees with others by chance alone: exactly 0, which no rounding turns into -0.0000."""
    nothing = np.zeros(99, dtype=bool)
    kappas = {cohen_kappa(np.arange(99) < marked, nothing) for marked in range(1, 100)}
    assert [*map(str, kappas)] == ["0.0"]


def test_krippendorff_alpha_of_the_paper():
    """Krippendorff 2011, section A: two observers, ten articles, binary data: 0.095."""
    one, other = "0100000010", "1110010000"
    labels = np.array([[c == "1" for c in row] for row in (one, other)])
    assert krippendorff_alpha(labels) == pytest.approx(0.095, abs=5e-4)


LABELS = arrays(np.bool_, array_shapes(min_dims=2, max_dims=2, min_side=2, max_side=12))


@given(LABELS, st.randoms())
def test_laws_of_the_coefficients(labels, chance):
    """Neither depends on who comes first or on which label is called true; 1 is perfect agreement, and the most."""
    alpha, kappa = krippendorff_alpha(labels), cohen_kappa(labels[0], labels[1])
    order = list(range(len(labels)))
    chance.shuffle(order)
    assert krippendorff_alpha(labels[order]) == (None if alpha is None else pytest.approx(alpha))
    assert krippendorff_alpha(~labels) == (None if alpha is None else pytest.approx(alpha))
    assert cohen_kappa(labels[1], labels[0]) == (None if kappa is None else pytest.approx(kappa))
    assert alpha is None or alpha <= 1
    assert (alpha == 1) == (alpha is not None and bool((labels == labels[0]).all()))


@given(arrays(np.bool_, array_shapes(min_dims=2, max_dims=2, min_side=2, max_side=9)))
def test_alpha_is_one_minus_observed_by_expected(labels):
    """Alpha by its definition, pair by pair."""
    m, n = labels.shape
    pairs = [(labels[i, u], labels[j, u]) for u in range(n) for i in range(m) for j in range(m) if i != j]
    everything = labels.ravel()
    expected = np.mean([a != b for i, a in enumerate(everything) for j, b in enumerate(everything) if i != j])
    if expected == 0:
        assert krippendorff_alpha(labels) is None
    else:
        assert krippendorff_alpha(labels) == pytest.approx(1 - np.mean([a != b for a, b in pairs]) / expected)


def test_undefined_coefficients():
    """Without units or without two labels there is nothing to correct for chance."""
    same = np.ones(5, dtype=bool)
    assert cohen_kappa(same, same) is None
    assert cohen_kappa(same[:0], same[:0]) is None
    assert krippendorff_alpha(np.stack([same, same])) is None
    assert krippendorff_alpha(np.array([[True, False]])) is None


def test_two_annotators(tmp_path):
    """Words, lines, F1 and the differing line are as counted by hand."""
    write(tmp_path / "ann", "a", "A title of four", "First paragraph has these words.")
    write(
        tmp_path / "bob", "a", "A title of four", "First paragraph has these words.", "Second paragraph has these words"
    )
    agreement = compare_packages([tmp_path / "ann", tmp_path / "bob"])
    (document,) = agreement.documents
    assert agreement.annotators == ("ann", "bob")
    assert (document.words_differ, document.f1) == (5, (2 * 9 / (9 + 14),))
    (line,) = document.lines
    assert (line.text, line.marked) == ("Second paragraph has these words.", (False, True))
    assert PAGE[line.start : line.end] == "<p>Second paragraph has these words.</p>"
    words, lines = agreement.pairs
    assert (words.unit, words.count, words.agreement) == ("words", 18, 13 / 18)
    assert (lines.unit, lines.count, lines.agreement) == ("lines", 5, 4 / 5)
    marked = np.zeros((2, 18), dtype=bool)
    marked[:, 3:12] = True
    marked[1, 12:17] = True
    assert words.kappa == pytest.approx(cohen_kappa(*marked))
    assert agreement.alpha["words"] == pytest.approx(krippendorff_alpha(marked))


def test_optional_words_are_not_counted(tmp_path):
    """What one of them calls optional is no disagreement."""
    write(tmp_path / "ann", "a", "A title of four", optional=("<p>First paragraph has these words.</p>",))
    write(tmp_path / "bob", "a", "A title of four", "First paragraph has these words.")
    agreement = compare_packages([tmp_path / "ann", tmp_path / "bob"])
    assert agreement.documents[0].words_differ == 0
    assert agreement.pairs[0].count == 18 - 5
    assert agreement.pairs[0].f1 == 1.0


def test_identical_marks_have_an_f1_of_one_whatever_the_texts(tmp_path):
    """A text that was imported as it came, and has more than its marks, is not what is compared."""
    gold = "First paragraph has these words."
    write(tmp_path / "ann", "a", gold, text=f"{gold} And a caption that the page has not.")
    write(tmp_path / "bob", "a", gold)
    agreement = compare_packages([tmp_path / "ann", tmp_path / "bob"])
    assert (agreement.documents[0].f1, agreement.pairs[0].kappa) == ((1.0,), 1.0)


def test_what_cannot_be_marked_is_no_unit(tmp_path):
    """The words of the title, which no browser renders in the page, are not counted."""
    html = PAGE.replace("<body>", "<head><title>Four words in it</title></head><body>")
    for who in ("ann", "bob"):
        write(tmp_path / who, "a", "First paragraph has these words.", html=html)
    words, lines = compare_packages([tmp_path / "ann", tmp_path / "bob"]).pairs
    assert (words.count, lines.count) == (18, 5)


def test_half_a_line_is_a_line(tmp_path):
    """A line counts as marked from half of its words on."""
    write(tmp_path / "ann", "a", "First paragraph has")
    write(tmp_path / "bob", "a", "First paragraph")
    (document,) = compare_packages([tmp_path / "ann", tmp_path / "bob"]).documents
    assert [line.marked for line in document.lines] == [(True, False)]


def test_three_annotators_and_what_is_left_out(tmp_path):
    """Every pair has its rows; documents that are missing, unfinished or of another page are named."""
    for who in ("ann", "bob", "cat"):
        write(tmp_path / who, "all", "First paragraph has these words.")
        write(tmp_path / who, "page", "First", html=PAGE + who)
        write(tmp_path / who, "draft", "First", status={"ann": "gold", "bob": "draft", "cat": "harvested"}[who])
    write(tmp_path / "ann", "alone", "First")
    agreement = compare_packages([tmp_path / who for who in ("ann", "bob", "cat")])
    assert [(p.one, p.other) for p in agreement.pairs if p.unit == "words"] == [
        ("ann", "bob"),
        ("ann", "cat"),
        ("bob", "cat"),
    ]
    assert agreement.alpha == {"words": 1.0, "lines": 1.0}
    assert agreement.omitted == {
        "alone": "is not in bob, cat",
        "draft": "is not finished in bob (draft), cat (harvested)",
        "page": "has another page in one package than in another",
    }


def test_a_package_agrees_with_no_package_that_is_itself(tmp_path):
    """It would agree in everything; that it is the same is said, however it is written."""
    (tmp_path / "a").mkdir()
    with pytest.raises(InputError, match="a package is named twice"):
        compare_packages([tmp_path / "a", tmp_path / "a" / ".." / "a"])


def test_nothing_in_common(tmp_path):
    """Packages without a common document, or a single one, are refused."""
    write(tmp_path / "ann", "a", "First")
    write(tmp_path / "bob", "b", "First")
    with pytest.raises(InputError, match="no finished document in common"):
        compare_packages([tmp_path / "ann", tmp_path / "bob"])
    assert run(annotate, ["agree", str(tmp_path / "ann")]) == 2


def test_command(tmp_path, capsys):
    """The table shows pairs, alpha and the documents that differ; JSON has everything; --lines lists lines."""
    write(tmp_path / "ann", "a", "First paragraph has these words.")
    write(tmp_path / "bob", "a", "Second paragraph has these words.")
    write(tmp_path / "ann", "b", "First paragraph has these words.", html=PAGE + "b")
    write(tmp_path / "bob", "b", "First paragraph has these words.", html=PAGE + "b")
    folders = [str(tmp_path / "ann"), str(tmp_path / "bob")]
    assert run(annotate, ["agree", *folders]) == 0
    table = capsys.readouterr().out
    assert "Krippendorff's alpha: words " in table
    assert [line.split()[0] for line in table.splitlines()[-1:]] == ["a"]
    assert run(annotate, ["agree", *folders, "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert [(d["document"], d["words_differ"], d["lines_differ"]) for d in record["documents"]] == [
        ("a", 10, 2),
        ("b", 0, 0),
    ]
    assert [line["marked_by"] for line in record["lines"]] == ["ann", "bob"]
    assert run(annotate, ["agree", *folders, "--lines", "--format", "tsv"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split("\t")[-2:] == ["ann", "First paragraph has these words."]
