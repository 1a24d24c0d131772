"""What ``import evaluate`` gives: docs/api.md as it stands there, and what it promises."""

from __future__ import annotations

import logging
import re
import subprocess
import sys
from pathlib import Path

import pytest

import evaluate
from tests.documents import make_document
from tests.evaluate.running.calling import call

DOCS = Path(__file__).parents[3] / "docs"


@pytest.fixture
def documents(tmp_path: Path) -> list[evaluate.Document]:
    """Twelve documents of a site each, one of them hostile."""
    for i in range(12):
        gold = "<p>Gold &lt;script&gt; words</p>" if i == 3 else f"<p>Gold {i} words</p>"
        make_document(tmp_path / "p", f"d{i:02}", f"{gold}<p>more</p>", (gold,), page_type=("article", "forum")[i % 2])
    return evaluate.read_documents(tmp_path / "p")


def first(html: str) -> str | None:
    """The first paragraph; nothing of one page, and a failure on another."""
    if "Gold 7" in html:
        raise ValueError("no such luck")
    return None if "Gold 5" in html else html.partition("</p>")[0].removeprefix("<p>")


def test_a_function_is_run_as_the_command_does(documents, tmp_path: Path) -> None:
    """Rows, figures and failures are those of `evaluate run`."""
    ours = evaluate.run("plain", documents, ["words", "bag"])
    assert call("run", tmp_path / "p", "-e", "plain", "--measures", "words,bag", "--out", tmp_path / "r") == 0
    theirs = evaluate.read_results(tmp_path / "r")["plain"]
    assert [(r.key, r.gold, r.facts, r.output) for r in ours.rows] == [
        (r.key, r.gold, r.facts, r.output) for r in theirs.rows
    ]
    assert [r.scores["bag"].f1 for r in ours.rows] == [r.scores["bag"].f1 for r in theirs.rows]
    assert ours.texts == theirs.texts
    mine = evaluate.run(first, documents, name="mine")
    rows = {row.document: row for row in mine.rows}
    assert (rows["d07"].status, rows["d07"].error, rows["d07"].scores["words"].f1) == (
        "error",
        "ValueError: no such luck",
        0,
    )
    assert rows["d05"].note == "returned None, which counts as an empty text"
    assert (mine.extractor, mine.summary.failed, rows["d00"].scores["words"].f1) == ("mine", 1, 1.0)


def test_a_page_that_fails_is_logged(documents, caplog: pytest.LogCaptureFixture) -> None:
    """A program that runs an extractor learns of failures while it runs."""
    evaluate.run(first, documents[5:8], name="mine")
    assert caplog.record_tuples == [
        ("evaluate.api.running", logging.WARNING, "p/d07: mine: ValueError: no such luck"),
    ]


def test_the_log_is_silent_until_it_is_configured() -> None:
    """Python itself writes warnings on standard error where no logger has a handler."""
    code = "import logging, cetr, evaluate; [logging.getLogger(f'{n}.x').warning('x') for n in ('cetr', 'evaluate')]"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")


def test_tables_are_flat(documents) -> None:
    """Each record has the same keys and nothing but texts and numbers, as data frames want it."""
    compared = evaluate.compare(evaluate.run("plain", documents), evaluate.run(first, documents))
    for table in (evaluate.run("plain", documents, ["words", "accuracy"]).table(), compared.table()):
        assert {tuple(record) for record in table} == {tuple(table[0])}
        assert all(
            value is None or isinstance(value, str | int | float) for record in table for value in record.values()
        )


def test_comparing(documents) -> None:
    """Differences by name, pages with their words, and all of it printed."""
    compared = evaluate.compare(evaluate.run("plain", documents), evaluate.run(first, documents))
    figure = compared.figures["words.f1"]
    assert (figure.unit, figure.count, figure.worse, figure.better) == ("site", 12, 3, 9)
    assert compared.pages[0].change is not None
    assert "resampled by site: 12 sites" in str(compared)
    assert "<td>words.f1</td>" in compared._repr_html_()
    with pytest.raises(
        evaluate.InputError, match=r"lacks 1 document.* \(common=True compares the documents that both "
    ):
        evaluate.compare(evaluate.run("plain", documents[1:]), evaluate.run("plain", documents))
    common = evaluate.compare(evaluate.run("plain", documents[1:]), evaluate.run("plain", documents), common=True)
    assert common.figures["words.f1"].documents == 11


def test_scores_of_texts_spans_and_markdown(documents) -> None:
    """For a document or a gold text; None is an empty text."""
    score = evaluate.score_prediction
    document = documents[0]
    assert score(document, document.spans)["words"].f1 == 1
    assert score(document, evaluate.Output("# Gold [0](http://a.b/) words", "markdown"))["words"].f1 == 1
    assert score("Gold words", "gold")["words"].recall == 0.5
    assert score("Gold words", None)["words"].f1 == 0
    with pytest.raises(TypeError, match="spans need a document"):
        score("Gold", ((0, 1),))
    size = len(document.html)
    for function in (score, evaluate.show_difference):
        with pytest.raises(evaluate.InputError, match=rf"^the span \[0, {size + 1}\) is not in the page"):
            function(document, ((0, size + 1),))


def test_a_difference_in_a_notebook(documents) -> None:
    """Right, missing and superfluous words; what looks like markup is shown, not obeyed."""
    shown = evaluate.show_difference(documents[3], "Gold <img src=x> words")
    assert shown.parts() == [
        ("right", "Gold <"),
        ("missing", "script> "),
        ("superfluous", "img src=x>"),
        ("right", "words"),
    ]
    assert evaluate.show_difference(documents[3].text, "Gold <img src=x> words").parts() == shown.parts()
    html = shown._repr_html_()
    assert "<img" not in html and "<script" not in html
    assert 'title="superfluous"' in html
    assert "<script" not in evaluate.run("plain", documents)._repr_html_()


def test_results_are_a_table(documents) -> None:
    """Printed, they are the figures of each measure, as in a notebook; their repr has no rows."""
    results = evaluate.run("nothing", documents)
    assert repr(results) == "Results(extractor='nothing')"
    assert str(results).splitlines()[0] == "nothing: 12 documents, 0 failed"
    assert str(results).splitlines()[-1].split() == ["words", "0.0000", "0.0000", "0.0000", "0.0000"]
    failing = evaluate.run(first, documents, name="mine")
    told = "mine: 12 documents, 1 failed; the first: p/d07: ValueError: no such luck"
    assert str(failing).splitlines()[0] == told
    assert str(evaluate.run("nothing", documents[:1])).splitlines()[0] == "nothing: 1 document, 0 failed"


def test_the_repr_of_a_document_leaves_out_the_page(documents) -> None:
    """A notebook that shows a package is not filled with its HTML."""
    document = documents[0]
    assert f"name={document.name!r}" in repr(document)
    assert repr(document.html) not in repr(document)


def test_the_repr_of_a_comparison_and_a_difference_is_a_line(documents) -> None:
    """In a terminal; they are values that a list can look for."""
    results = evaluate.run("nothing", documents)
    compared = evaluate.compare(results, results)
    assert repr(compared) == "Compared(old='nothing', new='nothing')"
    assert compared in [evaluate.compare(results, results), compared]
    assert repr(evaluate.show_difference(documents[0], "")).startswith("Shown(name='d00', score=Score(")


def test_plots(documents) -> None:
    """One point for each of the results, one bar for each document."""
    results = [evaluate.run("plain", documents), evaluate.run(first, documents)]
    by_name = {one.extractor: one for one in results}
    for several in (results, by_name):
        assert len(evaluate.plot_precision_recall(several).axes[0].get_legend().get_texts()) == 2
    with pytest.raises(evaluate.InputError, match=r"^there are no results to plot$"):
        evaluate.plot_precision_recall([])
    assert len((figure := evaluate.plot_differences(*results)).axes[0].patches) == 12
    assert figure._repr_png_().startswith(b"\x89PNG")  # a notebook shows it
    for plot in (
        lambda: evaluate.plot_precision_recall(results, "bag"),
        lambda: evaluate.plot_differences(*results, "bag"),
    ):
        with pytest.raises(evaluate.InputError, match=r"results of plain have no measure 'bag' \(they have words\)"):
            plot()


def test_what_results_could_not_tell_apart_is_refused(documents, monkeypatch: pytest.MonkeyPatch) -> None:
    """A document that is there twice; a package is known by its folder's name, also from within the folder."""
    with pytest.raises(evaluate.InputError, match=r"^p/d00: occurs twice"):
        evaluate.run("nothing", [*documents, documents[0]])
    monkeypatch.chdir(documents[0].folder)
    assert evaluate.run("nothing", evaluate.read_documents(".")).rows[0].key == ("p", "d00")


def test_other_pages_are_not_left_out_unsaid(documents) -> None:
    """An extractor that is to get them is refused, because only the command passes them."""
    with pytest.raises(evaluate.InputError, match=r"learned\+site: only 'evaluate run' can pass other pages"):
        evaluate.run("learned+site", documents)


def test_the_page_of_the_docs(tmp_path: Path) -> None:
    """Its code runs in one process as it stands, and its table has every public name."""
    text = (DOCS / "api.md").read_text("utf-8")
    blocks = [block for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if "pandas" not in block]
    done = subprocess.run([sys.executable, "-c", "\n".join(blocks)], cwd=DOCS.parent, capture_output=True, text=True)
    assert (done.returncode, "plain -> strip_tags: 18 documents" in done.stdout) == (0, True), done.stderr
    told = set(re.findall(r"`(\w+)", text.partition("## Names")[2]))
    assert set(evaluate.__all__) <= told
    for name in evaluate.__all__:
        assert getattr(evaluate, name).__doc__


def test_the_import_is_light() -> None:
    """Commands import the package, and their help is to be there at once."""
    code = "import sys, evaluate; print([m for m in ('numpy', 'scipy', 'click', 'bs4') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_name_that_there_is_not() -> None:
    """The error is Python's own."""
    with pytest.raises(AttributeError, match="module 'evaluate' has no attribute 'read_package'"):
        evaluate.read_package  # noqa: B018  # asking is the test


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda documents: evaluate.run("plain", documents, "bag"), "measures: is the text 'bag', not a list of names"),
        (lambda documents: evaluate.run(documents, "plain"), "extractor: is list, not a function or a name"),
        (lambda _: evaluate.compare("old", "new"), "old: is str, not Results"),
        (
            lambda _: evaluate.run("plain", "packages/starter"),
            "documents: is str, not documents; read_documents returns a list",
        ),
        (lambda documents: evaluate.run("plain", documents[0]), "documents: is Document, not documents"),
        (lambda _: evaluate.run("plain", ["starter"]), "documents: one is str; read_documents returns documents"),
        (lambda _: evaluate.score_prediction(None, "text"), "document: is NoneType, not a Document or a gold text"),
        (lambda documents: evaluate.plot_precision_recall(evaluate.run("plain", documents)), "is Results, not a list"),
    ],
)
def test_arguments_of_another_type_are_named(documents, call, message: str) -> None:
    """A name instead of a list, exchanged arguments, and a path instead of results."""
    with pytest.raises(TypeError, match=message):
        call(documents)


def test_an_extractor_that_leaves_does_not_end_the_notebook(documents) -> None:
    """What it says as it leaves is the page's error, as in `evaluate run`."""

    def leave(html: str) -> str:
        raise SystemExit("no licence")

    (row,) = evaluate.run(leave, documents[:1]).rows
    assert (row.status, row.error) == ("error", "SystemExit: no licence")
