"""The extractors whose disagreement counts, and the model whose doubt counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from annotate.agree.coefficients import score_f1
from annotate.next.pages import Page
from cetr.console import InputError
from cetr.document import Bools, Spans
from cetr.learned import SHIPPED
from evaluate.asking import extract, read_facts, select_facts
from evaluate.extractors import Extractor, find_extractor

COMMITTEE = ("learned", "cetr-modern", "cetr")
"""The extractors to ask if none are named."""


def form_committee(names: Sequence[str]) -> dict[str, Callable[[Page], Spans | str]]:
    """Return the extractors by name, each once, or `COMMITTEE`. Raises `InputError` for an unknown one."""

    def bind(name: str) -> Callable[[Page], Spans | str]:
        extractor = find_extractor(name)
        return lambda page: extract(extractor, page.html, _find_facts(page, extractor))

    committee = {name: bind(name) for name in names or COMMITTEE}
    if len(committee) < 2:
        raise InputError("disagreement needs at least two different extractors; name another --extractor")
    return committee


def _find_facts(page: Page, extractor: Extractor) -> dict[str, object]:
    if page.document is not None:
        return read_facts(page.document, extractor)
    return select_facts(extractor, url=lambda: page.url, layout=lambda: None)


def choose_model(names: Iterable[str]) -> str:
    """Choose the model whose doubt counts: the first model file on the committee, or the shipped one."""
    return next((name.removeprefix("learned:") for name in names if name.startswith("learned:")), SHIPPED)


def measure_disagreement(masks: Sequence[Bools]) -> float:
    """Compute 1 minus the mean F1 of all pairs of extractors over the document's words; 0 for a single one."""
    scores = [score_f1(one, other) for one, other in combinations(masks, 2)]
    return 1 - sum(scores) / len(scores) if scores else 0.0
