"""Comparing pairs of texts of strangers: what takes too long, or too much memory, costs its pair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from cetr.console import InputError, LimitError, Limits, bounding, count_cores, map_within, refusing_beyond
from evaluate.measures import Score, compare
from evaluate.measures.comparison import Comparison
from evaluate.outputs import Output, OutputType, read_as_text
from evaluate.package import read_document
from evaluate.running.documents import fail_unread
from evaluate.score.texts import pair_texts, read_outputs
from evaluate.scoring import make_comparison

LONG = 100_000
"""Characters of a text from which on compiled code, which nothing interrupts, can take too long."""

Pair = tuple[str, Output, Output]
"""An identifier, the gold text and the predicted text."""

Compared = tuple[dict[str, Score], str]
"""The scores by measure, and why there are none that count, if so."""


def read_pairs(gold: Path, prediction: Path, kind: OutputType | None, limits: Limits) -> list[Pair]:
    """The texts of two places, paired, read within the limit of memory."""
    try:
        with bounding(replace(limits, timeout=1e6)):
            return pair_texts(read_outputs(gold), read_outputs(prediction, kind), (gold, prediction))
    except LimitError as error:
        said = f"take more than {limits.memory} MB of memory to be read; allow more with --memory"
        raise InputError(f"{gold}, {prediction}: {said}") from error


def compare_pairs(
    pairs: Sequence[Pair], names: Sequence[str], limits: Limits, package: Path | None
) -> tuple[dict[str, dict[str, Score]], dict[str, str]]:
    """The scores of pairs by identifier and measure, and why some could not be compared: their scores are 0.

    ``package`` is the folder of the golds' documents, if these are known.
    """
    longest = max((max(len(one), len(other)) for _, one, other in pairs), default=0)
    jobs = max(2, min(count_cores(), len(pairs) // 50)) if longest > LONG else 1
    compared = map_within(limits, partial(_compare, names, package), pairs, jobs, partial(_fail, names, limits))
    scores, failures = {}, {}
    for (identifier, _, _), (found, why) in zip(pairs, compared, strict=True):
        scores[identifier] = found
        if why:
            failures[identifier] = why
    return scores, failures


def _compare(names: Sequence[str], package: Path | None, pair: Pair) -> Compared:
    identifier, gold, predicted = pair
    if package is not None:
        return compare(make_comparison(read_document(package, identifier), predicted), names), ""
    return compare(Comparison(read_as_text(gold), read_as_text(predicted), output=predicted), names), ""


def _fail(names: Sequence[str], limits: Limits, pair: Pair, why: str) -> Compared:
    with refusing_beyond(limits, f"{', '.join(names)}: even without any text"):
        return fail_unread(names), why
