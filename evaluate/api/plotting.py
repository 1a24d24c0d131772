"""Plots of results; they need matplotlib: ``pip install 'cetr-gold[plot]'``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from cetr.console import InputError, name_install
from evaluate.api.running import Results

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def plot_precision_recall(results: Iterable[Results] | Mapping[str, Results], measure: str = "words") -> Figure:
    """Plot mean precision against mean recall of several results, with curves of equal F1.

    ``results`` is a list of them, or what `read_results` returns.
    """
    if isinstance(results, Results):
        raise TypeError("results: is Results, not a list of them")
    results = list(results.values() if isinstance(results, Mapping) else results)
    if not results:
        raise InputError("there are no results to plot")
    figure = _make_figure()
    axes = figure.subplots()
    steps = [i / 200 for i in range(1, 201)]
    for level in (0.5, 0.6, 0.7, 0.8, 0.9):
        recalls = [r for r in steps if level / 2 < r and level * r / (2 * r - level) <= 1]
        axes.plot(recalls, [level * r / (2 * r - level) for r in recalls], color="#c4ccd4", linewidth=0.8)
    for i, one in enumerate(results):
        _check_measure(one, measure)
        figures = one.summary.measures[measure]
        axes.plot(figures.recall, figures.precision, "osD^vP*X"[i % 8], label=one.extractor)
    axes.set(xlim=(0, 1.02), ylim=(0, 1.02), aspect="equal", xlabel="recall", ylabel="precision")
    axes.legend(fontsize=8, loc="lower left")
    axes.set_title(f"{measure}, means over documents", fontsize=9, loc="left")
    return figure


def plot_differences(old: Results, new: Results, measure: str = "words") -> Figure:
    """Plot the change of F1 on each document, from the greatest loss to the greatest gain."""
    for side in (old, new):
        _check_measure(side, measure)
    before = {row.key: row.scores[measure].f1 for row in old.rows}
    after = {row.key: row.scores[measure].f1 for row in new.rows}
    if before.keys() != after.keys():
        raise InputError("the results have different documents")
    changes = sorted(after[key] - before[key] for key in before)
    figure = _make_figure()
    axes = figure.subplots()
    axes.bar(range(len(changes)), changes, width=1.0, color=["#b3261e" if c < 0 else "#0072b2" for c in changes])
    axes.axhline(0, color="#333333", linewidth=0.8)
    worse, better = sum(c < 0 for c in changes), sum(c > 0 for c in changes)
    axes.set(xlabel="documents", ylabel=f"change of {measure} F1")
    title = f"{old.extractor} → {new.extractor}: {worse} worse, {len(changes) - worse - better} same, {better} better"
    axes.set_title(title, fontsize=9, loc="left")
    return figure


def _check_measure(results: Results, measure: str) -> None:
    if measure not in (known := results.rows[0].scores):
        raise InputError(
            f"the results of {results.extractor} have no measure '{measure}' (they have {', '.join(known)})"
        )


def _make_figure() -> Figure:
    try:
        from evaluate.api.figures import ShownFigure
    except ModuleNotFoundError as error:
        raise InputError(f"plots need matplotlib: {name_install('plot')}") from error
    return ShownFigure(figsize=(5.2, 5.0), dpi=120, layout="constrained")
