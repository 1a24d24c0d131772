"""Measures of structure, on small documents whose scores can be told by hand."""

from __future__ import annotations

import math
from pathlib import Path

import jieba
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cetr.structure import Block, Inline
from evaluate.measures import Comparison, Page, Score, compare, teds
from evaluate.measures.blocks import read_output, walk, walk_inlines
from evaluate.measures.structure import _cut
from evaluate.outputs import Output, OutputType
from evaluate.scoring import make_comparison
from tests.documents import make_document


def score(measure: str, gold: str, predicted: str) -> Score:
    """The score of one Markdown text against another."""
    output = Output(predicted, "markdown")
    return compare(Comparison(Output(gold, "markdown"), predicted, output=output), (measure,))[measure]


@pytest.mark.parametrize(
    ("measure", "gold", "predicted", "precision", "recall"),
    [
        ("headings", "# A\n\n## B", "# a\n\n### B\n\n# C", 1 / 3, 1 / 2),
        ("headings", "# a *b `c`* d\n\n# e ![x](y)", "# a b c d\n\n# e", 1.0, 1.0),
        ("lists", "- a\\\n  b", "- a b", 1.0, 1.0),
        ("lists", "- a\n  1. b", "- a\n- b", 1 / 2, 1 / 2),
        ("lists", "- a\n  - b", "- a\n- b", 1 / 2, 1 / 2),
        ("lists", "> - a\n>\n>   b", "- a b", 1.0, 1.0),
        ("links", "[a](http://x/) [b](http://y/)", "[A](http://x/)", 1.0, 1 / 2),
        ("links", "**[a](http://x/)** [b](http://y/)", "[A](http://x/#) [b](http://z/)", 1 / 2, 1 / 2),
        ("formulas", "$x^2$ and\n\n$$\na = b\n$$", "$x ^ 2$", 1.0, 1 / 2),
        ("code", "```\nif x:\n    y\n```", "```\nif x:\ny\n```", 1.0, 7 / 11),
        ("code", "```\na\n```\n\n$$\nx\n$$\n\n```\nb\n```", "```\na\nb\n```", 1.0, 1.0),
        ("order", "- a\n- b\n\nx\n\ny", "x\n\n- a\n- b\n\nz", 2 / 3, 2 / 3),
        ("order", "one\n\ntwo\n\nthree", "two\n\nthree\n\none", 2 / 3, 2 / 3),
        ("rouge-5", "a b c d e f g", "a b c d e f h", 8 / 9, 8 / 9),
    ],
)
def test_precision_and_recall_are_those_of_the_things_themselves(
    measure: str, gold: str, predicted: str, precision: float, recall: float
) -> None:
    """Counted are headings with their level, items with their depth, addresses with their text, and so on."""
    found = score(measure, gold, predicted)
    assert (found.precision, found.recall) == pytest.approx((precision, recall))


@given(st.text("aB1 -.\n\r\u3000机器学习自然语言+#&%_\u2028é", max_size=60))
def test_words_are_those_of_jieba(text: str) -> None:
    """Though runs are cut one by one, and those that come again only once."""
    assert _cut(text) == jieba.lcut(text)


@pytest.mark.parametrize(
    ("gold", "predicted", "f1"),
    [
        (
            "# Ein Haus\n\nDas Haus steht am See, und es ist alt.",
            "# Ein Haus\n\nDas Haus steht am Fluss, und es ist neu.",
            0.6818181818,
        ),
        ("北京是中国的首都，有很多古老的建筑。", "北京是中国的首都，有许多建筑。", 0.4285714286),
        ("- one\n- two\n- three\n\n| a | b |\n| --- | --- |\n| 1 | 2 |", "- one\n- two\n\na b 1 2", 0.16),
    ],
)
def test_rouge_5_is_that_of_webmainbench(gold: str, predicted: str, f1: float) -> None:
    """The figures are those of its toolkit, version 0.1.0, on the same Markdown."""
    assert score("rouge-5", gold, predicted).f1 == pytest.approx(f1, abs=1e-6)


def test_edit_similarities_are_those_of_webmainbench() -> None:
    """Of code with its indentation, and of formulas."""
    code = score("code", "```python\ndef f(x):\n    return x\n```", "```\ndef f(x):\nreturn x\n```")
    assert code.details["edit"] == pytest.approx(0.8181818182, abs=1e-6)
    assert score("formulas", "$x^2$ and $y$", "$x^3$").details["edit"] == pytest.approx(0.4, abs=1e-6)


def test_a_heading_of_another_level_counts_by_its_text_in_a_detail() -> None:
    """So that a shift of all levels can be told from headings that are gone."""
    assert score("headings", "# A", "## A").details == {"present": 1.0, "where-present": 0.0, "where-text": 1.0}
    details = score("headings", "# A\n\n## B", "## A\n\n## B\n\n# C").details
    assert details == pytest.approx({"present": 1.0, "where-present": 0.4, "where-text": 0.8})


@pytest.mark.parametrize("measure", ["headings", "lists", "tables", "code", "formulas", "links", "order"])
def test_a_document_without_a_thing_does_not_count_where_it_is_present(measure: str) -> None:
    """It has no value of its own there, and the mean of ``present`` says how many documents have one."""
    details = dict(score(measure, "text", "text").details)
    assert details.pop("present") == 0.0
    assert all(map(math.isnan, details.values()))


TABLE = "| a | b |\n|---|---|\n| 1 | 22 |"


@pytest.mark.parametrize(
    ("predicted", "teds"),
    [
        (TABLE, 1.0),
        ("| a | b |\n|---|---|\n| 1 | 24 |", 1 - 0.5 / 7),  # half of a cell's text
        ("| a | b |\n|---|---|", 1 - 3 / 7),  # a row and its two cells
        ("| a |\n|---|\n| 1 |", 1 - 2 / 7),  # a column
        ("| x | a | b |\n|---|---|---|\n| y | 1 | 22 |", 1 - 2 / 9),
        ("| x | y |\n|---|---|\n| a | b |\n| 1 | 22 |", 1 - 3 / 10),
        ("| x | y | z |\n|---|---|---|\n| 1 | 22 |  |\n| a | b |  |", 1 - 8 / 13),
        ("a b 1 22", 0.0),
    ],
)
def test_teds_is_one_minus_the_distance_over_the_larger_tree(predicted: str, teds: float) -> None:
    """Trees of a table, its rows and its cells; a flattened table is none."""
    assert score("tables", TABLE, predicted).f1 == pytest.approx(teds)


@pytest.mark.parametrize("span", ["colspan=2", "rowspan=2"])
def test_a_cell_that_spans_others_is_another(span: str) -> None:
    """Whatever its text."""
    table = f"<table><tr><th {span}>a</th><th>b</th></tr><tr><td>1</td><td>22</td></tr></table>"
    comparison = Comparison(Output(TABLE, "markdown"), "", output=Output(table, "html"))
    assert compare(comparison, ("tables",))["tables"].f1 == pytest.approx(1 - 1 / 7)


def test_nodes_of_tables_too_large_for_trees_are_multisets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their order does not count, and a text is the same or another."""
    monkeypatch.setattr(teds, "MOST_PAIRS", 27)
    for predicted, same in (("22 | A\n-|-\n1 | b", 7), ("22 | A\n-|-\n1 | bc", 6), ("a | b\n-|-", 4)):
        assert score("tables", TABLE, predicted).f1 == pytest.approx(same / 7)
    monkeypatch.setattr(teds, "MOST_PAIRS", 49)
    assert score("tables", TABLE, "a | b\n-|-\n1 | 24").f1 == pytest.approx(1 - 0.5 / 7)


def test_a_table_is_paired_with_the_one_that_shares_most_cells() -> None:
    """Whatever the order; one that is missing counts against recall."""
    other = "| x | y |\n|---|---|\n| 8 | 9 |"
    found = score("tables", f"{TABLE}\n\ntext\n\n{other}\n\ntext\n\n{TABLE}", f"{other}\n\ntext\n\n{TABLE}")
    assert (found.precision, found.recall) == pytest.approx((1.0, 2 / 3))


def test_cells_count_by_their_texts_in_a_detail() -> None:
    """Without empty ones, so that a flattened row can be told from lost text."""
    assert score("tables", TABLE, "| a | b |\n|---|---|\n| 1 |  |").details["cells"] == pytest.approx(6 / 7)


def test_a_single_block_has_no_order() -> None:
    """It takes two that both sides have."""
    found = [score("order", "one\n\ntwo", predicted).details["present"] for predicted in ("one\n\n2", "one\n\ntwo")]
    assert found == [0.0, 1.0]


def test_structure_comes_from_the_spans() -> None:
    """No label but the spans is needed; what is optional is left out; gold without spans is read as its text."""
    html = "<h1>A</h1><h3>B</h3><h2>C</h2>"
    spans, optional = ((0, 20),), ((20, len(html)),)
    for gold, predicted, counts in (
        (((0, len(html)),), (), (0, 0, 2)), (spans, ((0, len(html)),), (2, 2, 2)), (spans[:0], spans, (0, 2, 0)),
    ):  # fmt: skip
        found = compare(Comparison("", "", Page(html, gold, predicted, optional)), ("headings",))["headings"]
        assert (found.matched, found.extracted, found.expected) == counts
    assert compare(Comparison("A", "A", Page(html, spans[:0])), ("order",))["order"].expected == 1


GOLD = "<h1>Ants</h1><p>They march in one line.</p>"
EXTRA = "<h2>\u201cMore\u201d?</h2><ul><li>one</li></ul><table><tr><td>2</td></tr></table><p><a href='/'>go</a>!</p>"
WITH = {
    "html": GOLD + EXTRA,
    "markdown": "# Ants\n\nThey march in one line.\n\n## \u201cMore\u201d?\n\n- one\n\n|2|\n|-|\n\n[go](/)!",
    "text": "Ants\nThey march in one line.\n\u201cMore\u201d?\none\n2\ngo!",
}


@pytest.mark.parametrize("kind", WITH)
def test_optional_structure_counts_neither_way(tmp_path: Path, kind: OutputType) -> None:
    """Who returns it as HTML, Markdown or text scores as without it; no sign beside its words stays."""
    document = make_document(tmp_path / "p", "a", f"<nav>Home</nav>{GOLD}{EXTRA}", (GOLD,), optional=(EXTRA,))
    measures = ("headings", "lists", "tables", "links", "order", "rouge-5", "chars")
    without = {"html": GOLD, "markdown": "# Ants\n\nThey march in one line.", "text": "Ants\nThey march in one line."}
    found, expected = (
        compare(make_comparison(document, Output(texts[kind], kind)), measures) for texts in (WITH, without)
    )
    for name in measures:
        counts = [(s.matched, s.extracted, s.expected) for s in (found[name], expected[name])]
        assert counts[0] == counts[1], name


def test_plain_text_has_no_structure() -> None:
    """Of a text of no declared type the lines are paragraphs, whatever stands in them."""
    gold = Output("# A\n\nb", "markdown")
    assert compare(Comparison(gold, "# A\nb"), ("headings",))["headings"].recall == 0.0
    lines = tuple(Block("paragraph", 0, 0, inlines=(Inline("text", line),)) for line in ("# A", "<b>"))
    assert read_output("# A\n \n <b> ") == lines


@pytest.mark.parametrize(("kind", "found"), [("html", ["paragraph"]), ("markdown", ["code"])])
def test_html_is_not_read_as_markdown(kind: OutputType, found: list[str]) -> None:
    """Though Markdown may contain it, a blank line or indentation would end it there; no text has no blocks."""
    html = "<div>\n\n    <p>one</p></div>"
    assert [block.kind for block in walk(read_output(Output(html, kind)))] == found
    assert read_output(Output("", kind)) == ()


@pytest.mark.parametrize(("markdown", "display"), [("$a & b < c$", ""), ("$$\na & b < c\n$$", "; mode=display")])
def test_formulas_of_markdown_are_those_of_the_page(markdown: str, display: str) -> None:
    """Whatever signs they share with HTML, inline and displayed; what would end our own element does not."""
    html = f'<p>one</p><script type="math/tex{display}">a & b < c</script>'
    comparison = Comparison("", "", Page(html, ((0, len(html)),)), output=Output(f"one\n\n{markdown}", "markdown"))
    shapes = [[(b.kind, b.text) for b in found] for found in (comparison.predicted_blocks, comparison.gold_blocks)]
    assert shapes[0] == shapes[1]
    assert compare(comparison, ("formulas",))["formulas"].f1 == 1.0
    ended = read_output(Output(markdown.replace("<", "</script>"), "markdown"))
    assert [part.text for block in ended for part in (block, *block.inlines) if part.text] == ["a & b < /script> c"]


def test_prices_are_no_formulas() -> None:
    """Dollars beside a space or a digit."""
    (block,) = read_output(Output("From $ 5 $ to 6$7$8, or $x$.", "markdown"))
    assert [inline.text for inline in walk_inlines(block) if inline.kind == "formula"] == ["x"]


@pytest.mark.parametrize(
    ("markdown", "kinds"),
    [
        ("- [x] done", ["list", "item", "paragraph"]),
        ("a[^1]\n\n[^1]: b", ["paragraph", "notes", "note", "paragraph"]),
        ("|  |  |\n|---|---|\n| a | b |", ["table", "row", "cell", "paragraph", "cell", "paragraph"]),
        ("> " * 30 + "deep", ["quote"] * 30 + ["paragraph"]),
    ],
)
def test_what_markdown_says_is_read_as_it_was_written(markdown: str, kinds: list[str]) -> None:
    """A task has no brackets, notes no line above them, a row without a head is a table, and no depth is lost."""
    assert [block.kind for block in walk(read_output(Output(markdown, "markdown")))] == kinds
