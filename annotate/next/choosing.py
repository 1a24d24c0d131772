"""Choose what to label next: a page of each template, and the most informative pages of rare sites, languages and
types.

First come pages that count for many others of their site (`templates`), so that few labels cover most pages. Then come
those from which most can be learned: where extractors disagree (query by committee: Seung, Opper and Sompolinsky, 1992)
and where the learned model expects a low score of its own answer (uncertainty sampling: Lewis and Gale, 1994).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from annotate.next.candidates import Candidate
from annotate.next.templates import Templates
from annotate.texts.near_duplicates import ALIKE, compare_sketches
from cetr.document import Ints, find_language

NEARLY = 0.8
"""The part of the greatest worth of a label that is nearly as much."""


def expect_gain(candidate: Candidate) -> float:
    """Estimate how much can be learned from a page, 0 to 1.

    Among the scores that docs/harvest.md compares, this one is furthest ahead of chance with 20 pages picked.
    """
    return candidate.disagreement * candidate.doubt


@dataclass(frozen=True)
class Choice:
    """A page to label, its score, and how many candidates it covers that no earlier page did, an estimate for
    large sites.
    """

    candidate: Candidate
    score: float
    covers: int


@dataclass(frozen=True)
class Caps:
    """The most pages of one site, language and page type; None means no limit."""

    site: int | None = None
    language: int | None = None
    kind: int | None = None


def choose_next(
    candidates: Sequence[Candidate],
    present: Sequence[Candidate],
    caps: Caps,
    gain: Callable[[Candidate], float] = expect_gain,
    *,
    by_template: bool = True,
) -> Iterator[Choice]:
    """Order candidates as they should be labelled; near-duplicates and pages over a cap are left out.

    Each step considers the candidates that are worth nearly the most for uncovered pages (all if ``by_template`` is
    off). It takes the one with the greatest gain / sqrt(1 + pages of its site so far), and the first of equals. The
    time is O((chosen + present) * candidates).
    """
    if not candidates:
        return
    sketches = np.stack([c.sketch for c in candidates])
    gains = np.array([gain(c) for c in candidates])
    left = np.ones(len(candidates), dtype=bool)
    for known in present:
        left &= compare_sketches(known.sketch, sketches) < ALIKE
    limits = {"site": caps.site, "language": caps.language, "kind": caps.kind}
    groups, present_groups = _group(candidates), _group(present)
    values = {name: np.array(groups[name]) for name in limits}
    counts = {name: _count_alike(values[name], present_groups[name]) for name in limits}
    templates = Templates(candidates, present) if by_template else None
    covers = np.zeros(len(candidates)) if templates is None else templates.covers
    worth = np.zeros(len(candidates)) if templates is None else templates.worth
    while True:
        for name, limit in limits.items():
            left &= limit is None or counts[name] < limit
        if not left.any():
            return
        first = left & (worth >= NEARLY * worth[left].max() - 1e-9)
        score = np.where(first, gains / np.sqrt(1 + counts["site"]), -np.inf)
        best = int(np.argmax(score))
        yield Choice(candidates[best], float(score[best]), round(covers[best]))
        if templates is not None:
            templates.cover(best)
        left &= compare_sketches(sketches[best], sketches) < ALIKE
        left[best] = False
        for name, of_all in values.items():
            counts[name] += (of_all == of_all[best]) & (of_all != "")


def _group(candidates: Sequence[Candidate]) -> dict[str, list[str]]:
    """List the groups of candidates that caps limit; regions of a language are one."""
    return {
        "site": [c.site for c in candidates],
        "language": [find_language(c.language) for c in candidates],
        "kind": [c.kind for c in candidates],
    }


def _count_alike(values: npt.NDArray[np.str_], others: Sequence[str]) -> Ints:
    """Count how often each value occurs among others; an unknown, empty value never."""
    counted = Counter(filter(None, others))
    return np.array([counted[value] for value in values.tolist()], dtype=np.int64)
