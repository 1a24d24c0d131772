"""Find a measure by its name: built in, registered by a package, or ``module:function``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import SupportsFloat

from cetr.console import FAILURE, InputError, choose_registered, describe_error, suggest_name
from evaluate.measures.accuracy import score_accuracy
from evaluate.measures.bags import score_bag, score_set
from evaluate.measures.benchmarks import score_levenshtein, score_rouge_lsum, score_shingles, score_wcxb
from evaluate.measures.comparison import LARGEST, LARGEST_SHARE, NUMBERS, SHARES, Comparison, Measure, Score
from evaluate.measures.sequence import score_chars, score_words
from evaluate.measures.structure import (
    score_code,
    score_formulas,
    score_headings,
    score_links,
    score_lists,
    score_order,
    score_rouge_5,
    score_tables,
)
from evaluate.modules import load_function

GROUP = "evaluate.measures"
"""The entry-point group in which any package registers measures."""

EVERY = "all"
"""In place of names: all built-in and registered measures."""

MEASURES: Mapping[str, Measure] = {
    "words": score_words,
    "chars": score_chars,
    "bag": score_bag,
    "set": score_set,
    "accuracy": score_accuracy,
    "shingles": score_shingles,
    "wcxb": score_wcxb,
    "rouge-lsum": score_rouge_lsum,
    "levenshtein": score_levenshtein,
    "rouge-5": score_rouge_5,
    "headings": score_headings,
    "lists": score_lists,
    "tables": score_tables,
    "code": score_code,
    "formulas": score_formulas,
    "links": score_links,
    "order": score_order,
}

OF_PAGES: frozenset[str] = frozenset({"accuracy"})
"""Measures that need the page and cannot score two texts alone."""


NEEDS: Mapping[str, str] = {"rouge-5": "jieba"}
"""Measures that need another package, and its module."""


def list_measures() -> dict[str, Measure]:
    """List all measures by name: built in, then registered by packages, which cannot replace built-in ones."""
    return {**MEASURES, **{entry.name: find_measure(entry.name) for entry in entry_points(group=GROUP)}}


def check_measures(names: Iterable[str], *, pages: bool = True) -> tuple[str, ...]:
    """Check names and return each once, or all for `EVERY`. Raises `InputError` for an unknown name.

    `EVERY` leaves out measures that need a package that is not installed and, without ``pages``, those that need the
    page.
    """
    if isinstance(names, str):
        raise TypeError(f"measures: is the text '{names}', not a list of names, such as ['bag']")
    names = list(names)
    if EVERY in names:
        left_out = {name for name, needed in NEEDS.items() if find_spec(needed) is None}
        left_out |= frozenset() if pages else OF_PAGES
        names = [name for name in list_measures() if name not in left_out]
    for name in names:
        find_measure(name)
    return tuple(dict.fromkeys(names))


@cache
def find_measure(name: str) -> Measure:
    """Find a measure by name. Raises `InputError` that lists the measures, or says why it cannot be loaded."""
    if name in MEASURES:
        return MEASURES[name]
    if ":" in name:
        return load_function(name)
    registered = entry_points(group=GROUP, name=name)
    if not registered:
        known = [*MEASURES, *sorted(entry_points(group=GROUP).names)]
        raise InputError(
            f"no measure named '{name}'{suggest_name(name, known)} (available: {', '.join(known)}, module:function)"
        )
    entry = choose_registered(registered)
    try:
        found: Measure = entry.load()
    except FAILURE as error:  # it is foreign code
        raise InputError(f"measure '{name}': cannot be loaded: {describe_error(error)}") from error
    return found


def apply_measure(name: str, comparison: Comparison) -> Score:
    """Score a comparison by a measure. Raises `InputError` if a measure that is not built in fails."""
    measure = find_measure(name)
    if name in MEASURES:
        return measure(comparison)
    try:
        score = measure(comparison)
    except FAILURE as error:  # it is foreign code
        raise MeasureError(f"measure '{name}': {describe_error(error)}") from error
    if not isinstance(score, Score):
        raise MeasureError(f"measure '{name}': returned {type(score).__name__}, not a Score")
    try:
        return _check_score(score)
    except ValueError as error:
        raise MeasureError(f"measure '{name}': {error}") from error


def _check_score(score: Score) -> Score:
    """Return a score with floats; raises ValueError for what results cannot hold."""
    numbers = {part: _as_number(part, getattr(score, part)) for part in NUMBERS}
    for part, number in numbers.items():
        most = LARGEST_SHARE if part in SHARES else LARGEST
        if not 0 <= number <= most:
            raise ValueError(f"{part}: {number:g} is not between 0 and {most:g}")
    return Score(**numbers, details={str(part): _as_number(part, value) for part, value in score.details.items()})


def _as_number(part: str, value: object) -> float:
    if not isinstance(value, SupportsFloat):
        raise ValueError(f"{part}: {value!r:.40} is not a number")
    return float(value)


class MeasureError(InputError):
    """A measure that is not built in failed, which is not a failure of the extractor."""
