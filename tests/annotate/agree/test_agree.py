"""`annotate agree`: the coefficients on published examples, and packages that differ in known places."""

import json
from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from annotate.agree import compare_packages, tell_omitted
from annotate.agree.coefficients import (
    cohen_kappa,
    krippendorff_alpha,
    solve_cohen,
    solve_fleiss,
    solve_krippendorff,
    tally_labels,
    tally_pair,
)
from annotate.agree.intervals import estimate
from annotate.cli import annotate
from cetr.console import InputError, run
from evaluate.package import Captured
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
    """An annotator who marks nothing agrees with others only by chance: exactly 0, never shown as -0.0000."""
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
    """Neither depends on the order of the annotators or on which label is called true; 1 is perfect agreement, the
    maximum.
    """
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
    assert agreement.groups[0].krippendorff.value == pytest.approx(krippendorff_alpha(marked))
    assert agreement.groups[0].fleiss.value == pytest.approx(solve_fleiss(tally_labels(marked)))


def test_optional_words_are_not_counted(tmp_path):
    """Text that one of them calls optional is not a disagreement."""
    write(tmp_path / "ann", "a", "A title of four", optional=("<p>First paragraph has these words.</p>",))
    write(tmp_path / "bob", "a", "A title of four", "First paragraph has these words.")
    agreement = compare_packages([tmp_path / "ann", tmp_path / "bob"])
    assert agreement.documents[0].words_differ == 0
    assert agreement.pairs[0].count == 18 - 5
    assert agreement.pairs[0].f1 == 1.0


def test_identical_marks_have_an_f1_of_one_whatever_the_texts(tmp_path):
    """Marks are compared, not an imported text that has more words than the marks."""
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
    """Every pair has its rows; documents that are missing, unfinished or have another page are named."""
    for who in ("ann", "bob", "cat"):
        write(tmp_path / who, "all", "First paragraph has these words.")
        captured = Captured(time=datetime(2026, 11, 26, 8, tzinfo=UTC), tool="t") if who == "ann" else None
        write(tmp_path / who, "page", "First", html=PAGE + who, captured=captured)
        write(tmp_path / who, "draft", "First", status={"ann": "gold", "bob": "draft", "cat": "harvested"}[who])
    write(tmp_path / "ann", "alone", "First", url="https://e.org/1")
    write(tmp_path / "bob", "anew", "First", html=PAGE + "anew", url="https://e.org/1")
    agreement = compare_packages([tmp_path / who for who in ("ann", "bob", "cat")])
    assert [(p.one, p.other) for p in agreement.pairs if p.unit == "words"] == [
        ("ann", "bob"),
        ("ann", "cat"),
        ("bob", "cat"),
    ]
    assert [(g.page_type, g.unit, g.krippendorff.value) for g in agreement.groups] == [
        ("all", "words", 1.0),
        ("all", "lines", 1.0),
    ]
    assert agreement.omitted == {
        "alone": "is missing from bob (which has its URL as anew), cat",
        "anew": "is missing from ann (which has its URL as alone), cat",
        "draft": "is not finished in bob (draft), cat (harvested)",
        "page": "has different HTML in ann (captured 2026-11-26 08:00) and bob (imported) and cat (imported); let all"
        " mark the same capture",
    }


def test_an_unfinished_page_of_a_third_person_is_in_nobody_s_way(tmp_path):
    """Two people have decided on a page; the third has captured it anew and not yet decided."""
    for who in ("ann", "bob"):
        write(tmp_path / who, "a", "First paragraph")
    write(tmp_path / "cat", "a", "First", html=PAGE + "anew", status="draft")
    agreement = compare_packages([tmp_path / who for who in ("ann", "bob", "cat")])
    assert ([document.name for document in agreement.documents], agreement.omitted) == (["a"], {})


def test_documents_that_do_not_count_are_not_compared(tmp_path):
    """The report of a team reads only those with known answers, of thousands that were collected."""
    for who in ("ann", "bob"):
        for name in ("a", "b"):
            write(tmp_path / who, name, "First", html=PAGE + name)
    agreement = compare_packages([tmp_path / "ann", tmp_path / "bob"], without={"a"})
    assert ([document.name for document in agreement.documents], agreement.omitted) == (["b"], {})


def test_a_package_agrees_with_no_package_that_is_itself(tmp_path):
    """It would agree in everything; the error says that it is the same package, however its path is written."""
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


def test_a_page_that_one_of_them_rejected_is_compared(tmp_path):
    """It is the strongest disagreement: whoever rejects it marks nothing. A page that both reject is left out."""
    write(tmp_path / "ann", "a", "First paragraph has these words.")
    write(tmp_path / "bob", "a", "First paragraph has these words.", status="rejected")
    for who in ("ann", "bob"):
        write(tmp_path / who, "b", "First paragraph has these words.", html=PAGE + "b", status="rejected")
    agreement = compare_packages([tmp_path / "ann", tmp_path / "bob"])
    (document,) = agreement.documents
    assert (document.rejected, document.f1, document.words_differ) == ((False, True), (0.0,), 5)
    assert agreement.omitted == {"b": "is rejected in all"}


def test_not_everybody_needs_to_have_every_document(tmp_path):
    """Each pair is compared over what both have; what few share is left out in a single line."""
    gold = "First paragraph has these words."
    for who, names in (("ann", "ab"), ("bob", "bc"), ("cat", "cadefg")):
        for name in names:
            write(tmp_path / who, name, gold, html=PAGE + name)
    agreement = compare_packages([tmp_path / who for who in ("ann", "bob", "cat")])
    assert [(p.one, p.other, p.documents, p.f1) for p in agreement.pairs if p.unit == "words"] == [
        ("ann", "bob", 1, 1.0),
        ("ann", "cat", 1, 1.0),
        ("bob", "cat", 1, 1.0),
    ]
    assert tell_omitted(agreement.omitted) == ["4 documents left out (d, e, f, ...): each is missing from ann, bob"]


def test_fleiss_kappa_of_the_paper():
    """Two of three raters on each of four subjects, by hand: (1/3 - 1/2) / (1/2)."""
    labels = np.array([[1, 1, 0, 0], [1, 0, 1, 0], [0, 0, 1, 1]], dtype=bool)
    assert solve_fleiss(tally_labels(labels)) == pytest.approx(-1 / 3)


@given(st.lists(LABELS, min_size=1, max_size=4))
def test_coefficients_of_several_documents_are_those_of_all_their_units(documents):
    """Added up, the tallies of documents with the same annotators give what one of all units does."""
    tallies = [tally_labels(labels[:2]) for labels in documents]
    whole = np.concatenate([labels[:2] for labels in documents], axis=1)
    for solve in (solve_fleiss, solve_krippendorff):
        assert solve(sum(tallies)) == pytest.approx(solve(tally_labels(whole)), nan_ok=True)
    pairs = [tally_pair(*labels[:2]) for labels in documents]
    assert solve_cohen(sum(pairs)) == pytest.approx(solve_cohen(tally_pair(*whole)), nan_ok=True)


def test_intervals_are_by_document(tmp_path):
    """If all documents are alike, the interval has no width; for a single document there is none."""
    for name in "abc":
        write(tmp_path / "ann", name, "A title of four", "First paragraph has these words.", html=PAGE + name)
        write(tmp_path / "bob", name, "First paragraph has these words.", html=PAGE + name)
    (words, _) = compare_packages([tmp_path / "ann", tmp_path / "bob"]).pairs
    assert words.kappa == pytest.approx(words.low) == pytest.approx(words.high)
    labels = np.array([[1, 1, 0, 0], [1, 0, 1, 0]], dtype=bool)
    perfect = np.array([[1, 1, 0, 0], [1, 1, 0, 0]], dtype=bool)
    one = estimate([tally_labels(labels)], solve_krippendorff)
    assert (one.low, one.high) == (None, None)
    two = estimate([tally_labels(labels), tally_labels(perfect)], solve_krippendorff)
    assert two.low == pytest.approx(krippendorff_alpha(np.concatenate([labels] * 2, axis=1)))
    assert two.high == pytest.approx(1.0)


def test_page_types_have_coefficients_of_their_own(tmp_path):
    """If there are several page types, each has its own coefficients."""
    for who, gold in (("ann", "First paragraph has these words."), ("bob", "Second paragraph has these words.")):
        write(tmp_path / who, "a", "First paragraph has these words.", page_type="article")
        write(tmp_path / who, "b", gold, html=PAGE + "b", page_type="forum")
    groups = compare_packages([tmp_path / "ann", tmp_path / "bob"]).groups
    found = {(g.page_type, g.unit): (g.documents, g.krippendorff.value) for g in groups}
    assert set(found) == {(t, u) for t in ("all", "article", "forum") for u in ("words", "lines")}
    assert found["article", "words"] == (1, 1.0)
    assert found["forum", "words"][1] < found["all", "words"][1] < 1


def test_command(tmp_path, capsys):
    """The table shows pairs, alpha and the documents that differ; JSON has everything; --lines lists lines. What
    cannot be read makes the exit code 3, and what is left out for another reason does not.
    """
    write(tmp_path / "ann", "a", "First paragraph has these words.")
    write(tmp_path / "bob", "a", "Second paragraph has these words.")
    write(tmp_path / "ann", "b", "First paragraph has these words.", html=PAGE + "b")
    write(tmp_path / "bob", "b", "First paragraph has these words.", html=PAGE + "b")
    folders = [str(tmp_path / "ann"), str(tmp_path / "bob")]
    assert run(annotate, ["agree", *folders]) == 0
    table = capsys.readouterr().out
    assert any(line.split()[:5] == ["page_type", "unit", "documents", "count", "fleiss"] for line in table.splitlines())
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
    write(tmp_path / "ann", "alone", "First")
    assert run(annotate, ["agree", *folders]) == 0
    (tmp_path / "ann" / "alone.json").write_text("{")
    assert run(annotate, ["agree", *folders]) == 3
