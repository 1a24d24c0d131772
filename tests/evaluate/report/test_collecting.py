"""The figures of a report."""

from __future__ import annotations

from pathlib import Path

from evaluate.comparing.sides import Side
from evaluate.measures.comparison import make_score
from evaluate.report.collecting import Collected, describe_results
from evaluate.results.rows import Row


def test_the_interval_is_of_the_figure_that_is_shown() -> None:
    """Two kinds of documents, each of F1 1/3: that is their mean, surely; the F1 of means is 0.6, and not so sure."""
    score = {name: [make_score(2, 2, 10), make_score(2, 10, 2)] * 20 for name in ("words", "shingles")}
    rows = {
        ("p", str(i)): Row("p", str(i), "ok", 0.0, 1.0, {}, "", {name: score[name][i] for name in score})
        for i in range(40)
    }
    collected = Collected((Side("x", Path("x.tsv"), rows),), tuple(score), tuple(rows), ("",), {})
    figures = describe_results(collected)["figures"]
    assert isinstance(figures, dict)
    (words,), (shingles,) = (figures[name] for name in score)
    assert (words["low"], words["f1"], words["high"]) == (0.3333, 0.3333, 0.3333)
    assert (shingles["f1"], shingles["high"]) == (0.6, 0.6)
    assert 0.5 < shingles["low"] < 0.6
