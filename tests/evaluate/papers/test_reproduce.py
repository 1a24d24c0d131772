"""The tables of the papers from rows that are written down here, and one by the command."""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import pytest
from matplotlib.font_manager import fontManager

from cetr.console import run, write_picture
from evaluate.cli import evaluate
from evaluate.measures import Score
from evaluate.papers.charts import draw_bars, draw_lines
from evaluate.papers.exhibits import EXHIBITS
from evaluate.papers.tabulate import tabulate
from evaluate.results.rows import Row
from tests.documents import make_document


def make_row(package: str, number: int, precision: float, recall: float, accuracy: float) -> Row:
    """A page that took 2 ms for 1 kB; its F1 is the mean of precision and recall, so that sums stay simple."""
    f1 = (precision + recall) / 2
    scores = {
        name: Score(precision, recall, f1, 1, 1, 1, {"accuracy": accuracy} if name == "accuracy" else {})
        for name in ("words", "chars", "bag", "set", "accuracy")
    }
    return Row(package, f"d{number}", "ok", 0.002, 1.0, {}, "", scores)


ROWS = [
    make_row("a", 0, 1.0, 0.5, 0.8),
    make_row("a", 1, 0.5, 0.75, 0.6),
    make_row("a", 2, 0.75, 1.0, 1.0),
    make_row("b", 0, 0.25, 1.0, 0.5),
]


def test_threshold_has_mean_median_deviation_and_perfect_pages() -> None:
    """Precision 1, .5, .75 and recall .5, .75, 1 on one package: both .75, .75, .25, and one page at 1."""
    table = tabulate(EXHIBITS["threshold"], {"ttr-threshold": ROWS[:3]}, {})
    assert [(row["data"], row["figure"], row["mean"], row["perfect"]) for row in table] == [
        ("(paper)", "precision", 0.5597, 2),
        ("(paper)", "recall", 0.9449, 75),
        ("a", "precision", 0.75, 1),
        ("a", "recall", 0.75, 1),
    ]
    assert all((row["median"], row["deviation"], row["pages"]) == (0.75, 0.25, 3) for row in table[2:])


def test_clustering_has_the_paper_s_row_above_each_package_s() -> None:
    """Median and mean of accuracy .8, .6, 1 and of precision and recall; nothing of the other systems."""
    table = tabulate(EXHIBITS["clustering"], {"ttr-ff-density": ROWS}, {})
    assert [row["data"] for row in table] == ["(paper)", "a", "b"]
    assert list(table[0].values())[2:] == [0.8496, 0.7787, 0.7210, 0.6031, 0.9899, 0.9391]
    assert list(table[1].values())[2:] == pytest.approx([0.8, 0.8, 0.75, 0.75, 0.75, 0.75])
    assert list(table[0]) == list(table[1])


def test_table_of_cetr_averages_packages_not_pages() -> None:
    """F1 .75 on three pages of one package and .625 on one of another is .6875; a paper's row is beside it."""
    (row,) = tabulate(EXHIBITS["cetr"], {"cetr": ROWS}, {})
    assert row == {
        "extractor": "cetr",
        "a": 0.75,
        "b": 0.625,
        "average": 0.6875,
        "(paper) CleanEval-Eng": 0.9472,
        "(paper) Average": 0.9393,
    }


def test_gottron_s_charts_are_by_package_and_measure() -> None:
    """Figure 1 and 2: means; figure 3: the sample deviation of F1 .75, .625, .875 and 2 ms a kB."""
    results = {"plain": ROWS, "bte": ROWS}
    means = tabulate(EXHIBITS["gottron-f1"], results, {})
    assert [(row["data"], row["extractor"]) for row in means] == [
        ("a", "plain"),
        ("a", "bte"),
        ("b", "plain"),
        ("b", "bte"),
    ]
    assert (means[0]["chars.f1"], means[0]["set.precision"], means[2]["bag.recall"]) == (0.75, 0.75, 1.0)
    (first, *_) = tabulate(EXHIBITS["gottron-deviation-time"], results, {})
    assert (first["words.f1_std"], first["ms_per_kb"]) == (0.125, pytest.approx(2.0))
    figure = draw_bars(means, "figure 1", ["chars.f1", "words.f1", "bag.f1"])
    assert [axes.get_title(loc="left") for axes in figure.axes] == ["F1, chars", "F1, words", "F1, bag"]
    assert [bar.get_height() for bar in figure.axes[0].patches] == [0.75, 0.625, 0.75, 0.625]


def test_names_of_packages_in_any_script_can_be_drawn(tmp_path: Path) -> None:
    """A name in Devanagari takes a font that has it, if there is one, and is no reason to say anything."""
    rows = [make_row("\u0938\u092e\u093e\u091a\u093e\u0930", 0, 1.0, 0.5, 0.8), make_row("b" * 40, 1, 1.0, 1.0, 1.0)]
    figure = draw_bars(tabulate(EXHIBITS["gottron-f1"], {"plain": rows}, {}), "figure 1", ["words.f1"])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        write_picture(figure, tmp_path / "f.png")
    second, first = figure.axes[0].get_xticklabels()
    assert second.get_text() == "b" * 21 + "\N{HORIZONTAL ELLIPSIS}"
    has_font = "Noto Sans Devanagari" in fontManager.get_font_names()
    assert ("Noto Sans Devanagari" in first.get_fontfamily()) is has_font
    assert second.get_fontfamily() == ["sans-serif"]


def test_lengths_are_those_of_the_pages(tmp_path: Path) -> None:
    """Figures 4.1 to 4.4: pages of 10, 20 and 200 words of text; first all, then each length."""
    for number, words in enumerate((10, 20, 200)):
        make_document(tmp_path / "a", f"d{number}", f"<p>{'word ' * words}</p>", ("word",))
    table = tabulate(EXHIBITS["visual"], {"hybrid": ROWS[:3]}, {"a": tmp_path / "a"})
    assert [(row["words"], row["pages"]) for row in table] == [
        ("(paper)", None),
        ("(paper)", None),
        ("all", 3),
        ("0-124", 2),
        ("125-249", 1),
    ]
    assert [row["accuracy"] for row in table[2:]] == [pytest.approx(0.8), pytest.approx(0.7), 1.0]
    # Recall .625 and accuracy .7 are the least: the scale of both begins at .6.
    panels = draw_lines(table, "figures 4.2 and 4.4", ["recall", "accuracy"]).axes
    assert [panel.lines[0].get_ydata().tolist() for panel in panels] == [[0.625, 1.0], [pytest.approx(0.7), 1.0]]
    assert [panel.get_ylim() for panel in panels] == [pytest.approx((0.58, 1.02))] * 2


def test_command_runs_the_paper_s_systems(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Table 1 of 2008 on one page that is all content; what a paper has as a table is not drawn."""
    make_document(tmp_path / "p", "a", "Words alone", ("Words alone",))
    assert run(evaluate, ["reproduce", "threshold", str(tmp_path / "p"), "--format", "json", "--jobs", "1"]) == 0
    rows = json.loads(capfd.readouterr().out)
    assert [(row["data"], row["mean"]) for row in rows[2:]] == [("p", 1.0), ("p", 1.0)]
    assert run(evaluate, ["reproduce", "threshold", str(tmp_path / "p"), "-o", str(tmp_path / "f.png")]) == 2
    assert "'threshold' is a table in its paper" in capfd.readouterr().err
    kept = ["reproduce", "threshold", str(tmp_path / "p"), "--results", str(tmp_path / "r")]
    assert run(evaluate, [*kept, "--resume"]) == run(evaluate, [*kept, "--resume"]) == 0
    capfd.readouterr()
    assert run(evaluate, kept) == 2
    told = "name another folder ('evaluate run --overwrite' deletes what is there)"
    assert capfd.readouterr().err == (
        f"evaluate: {tmp_path / 'r'}: already has results; continue them with --resume, or {told}\n"
    )
