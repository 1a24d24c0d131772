"""What to label next: pages of sites, languages and types that are rare so far, of which most is to be learned.

That is where extractors disagree (query by committee: Seung, Opper and Sompolinsky, 1992) and where the learned model
expects little of its own answer (uncertainty sampling: Lewis and Gale, 1994).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from annotate.near_duplicates import Sketch, compare_sketches
from annotate.next.candidates import Candidate

ALIKE = 0.8
"""From this estimated similarity on two pages are near-duplicates."""


def expect_gain(candidate: Candidate) -> float:
    """How much is to be learned from a page, 0 to 1.

    Of the scores that docs/harvest.md compares, the only one ahead of chance with 20 pages picked and with 50.
    """
    return candidate.disagreement * candidate.doubt


@dataclass(frozen=True)
class Choice:
    """A page to label, and its score."""

    candidate: Candidate
    score: float


@dataclass(frozen=True)
class Caps:
    """The most pages to have of one site, language and page type; None: as many as there are."""

    site: int | None = None
    language: int | None = None
    kind: int | None = None


def choose_next(
    candidates: Sequence[Candidate],
    present: Sequence[Candidate],
    caps: Caps,
    gain: Callable[[Candidate], float] = expect_gain,
) -> Iterator[Choice]:
    """Candidates in the order in which to label them; near-duplicates and pages over a cap are left out.

    Each time the one with the greatest gain / sqrt(1 + pages of its site so far) is taken. Time O(chosen * candidates).
    """
    counts = {
        "site": Counter(c.site for c in present),
        "language": Counter(c.language for c in present),
        "kind": Counter(c.kind for c in present),
    }
    limits = {"site": caps.site, "language": caps.language, "kind": caps.kind}
    known = [c.sketch for c in present]
    left = [c for c in candidates if not _is_like(c.sketch, known)]

    def fits(candidate: Candidate) -> bool:
        values = {name: getattr(candidate, name) for name in counts}
        return all(
            limit is None or not values[name] or counts[name][values[name]] < limit for name, limit in limits.items()
        )

    def score(candidate: Candidate) -> float:
        of_site = counts["site"][candidate.site] if candidate.site else 0
        return float(gain(candidate) / (1 + of_site) ** 0.5)

    while left := [c for c in left if fits(c)]:
        best = max(left, key=score)
        yield Choice(best, score(best))
        for name, counter in counts.items():
            counter[getattr(best, name)] += 1
        left = [c for c in left if c is not best and not _is_like(c.sketch, [best.sketch])]


def _is_like(sketch: Sketch, others: Sequence[Sketch]) -> bool:
    return bool(others) and bool((compare_sketches(sketch, np.stack(others)) >= ALIKE).any())
