"""The extractors whose disagreement counts, and the model whose doubt does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import entry_points
from itertools import combinations

import numpy as np
import numpy.typing as npt

from annotate.next.pages import Page
from cetr.document import Spans
from cetr.errors import InputError
from cetr.learned import SHIPPED
from evaluate.extractors import GROUP, Extractor, find_extractor
from evaluate.facts import read_facts

COMMITTEE = ("learned", "cetr-modern", "cetr", "lp", "plain")
"""Extractors that are asked when none are named: the first three of these that are there."""


def form_committee(names: Sequence[str]) -> dict[str, Callable[[Page], Spans | str]]:
    """Extractors by name, each once, or the first three of `COMMITTEE`. Raises `InputError` for an unknown one."""
    there = entry_points(group=GROUP).names
    wanted = dict.fromkeys(names) or [name for name in COMMITTEE if name in there][:3]

    def bind(name: str) -> Callable[[Page], Spans | str]:
        extractor = find_extractor(name)
        return lambda page: extractor.extract(page.html, **_find_facts(page, extractor))

    committee = {name: bind(name) for name in wanted}
    if len(committee) < 2:
        raise InputError("disagreement needs at least two different extractors: name another --extractor")
    return committee


def _find_facts(page: Page, extractor: Extractor) -> dict[str, object]:
    if page.document is not None:
        return read_facts(page.document, extractor)
    return {k: v for k, v in (("url", page.url), ("layout", None)) if k in extractor.wants}


def choose_model(names: Iterable[str]) -> str:
    """The model whose doubt counts: the first of one's own on the committee, or the shipped one."""
    return next((name.removeprefix("learned:") for name in names if name.startswith("learned:")), SHIPPED)


def measure_disagreement(masks: Sequence[npt.NDArray[np.bool_]]) -> float:
    """1 less the mean F1 of all pairs of extractors over the document's words; 0 for a single one."""
    scores = []
    for one, other in combinations(masks, 2):
        total = int(one.sum()) + int(other.sum())
        scores.append(2 * int((one & other).sum()) / total if total else 1.0)
    return 1 - sum(scores) / len(scores) if scores else 0.0
