"""What a site's memory keeps of a page: texts, paths and elements, and how much content these held."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import numpy as np
import numpy.typing as npt

from cetr.document import Floats
from cetr.learned import LEAST_WORDS, Labels, to_probability
from cetr.learned.templates import KINDS, MOST_PATHS, Codes
from cetr.site.signatures import Signature
from cetr.site.wholes import share_containers

Shares = npt.NDArray[np.float16]

MOST_TEXTS = MOST_PATHS
"""How many texts are kept of a page, chosen as its paths are."""

_FULL_WEIGHT = 5.0
"""A path with at least this many words on a page weighs 1 there."""


@dataclass(frozen=True)
class Trace:
    """One page as its site remembers it.

    ``key`` identifies the page, ``title`` its title. ``texts`` (t,) are its different texts. ``marks`` (t,) is 1 if the
    text is in the gold anywhere, 0 if not, NaN without gold. ``places`` (q,) are its texts at their paths. ``paths``
    (p,) are the paths of all kinds, with ``weights`` (p,), 0 to 1, by their words. ``contents`` (p,) is the share of
    content there by the model, ``golds`` (p,) by gold, NaN without gold. ``inlines`` (i,) are inline elements that are
    a part of a block, with their ``leanings`` (i,), as `cetr.site.leanings` compares them, and ``containers`` (c,) the
    containers with a share of gold, ``holdings`` (c,); none of either without gold.
    """

    key: int
    title: int
    texts: Codes
    marks: Shares
    places: Codes
    paths: Codes
    weights: Shares
    contents: Shares
    golds: Shares
    inlines: Codes
    leanings: Shares
    containers: Codes
    holdings: Shares

    @property
    def labelled(self) -> bool:
        """Whether its gold is known."""
        return not bool(np.isnan(self.golds).all())

    @property
    def empty(self) -> bool:
        """Whether its gold is known, and says that it has no content."""
        return self.labelled and not bool((self.golds > 0).any())

    @property
    def size(self) -> int:
        """Its size in bytes."""
        elements = len(self.inlines) + len(self.containers)
        return 16 + 6 * len(self.texts) + 4 * len(self.places) + 10 * len(self.paths) + 6 * elements


def make_trace(
    key: int,
    signature: Signature,
    words: Floats,
    odds: Floats,
    labels: Labels | None,
    inlines: tuple[Codes, Floats] | None = None,
) -> Trace:
    """Make the trace of a page whose n blocks have ``words`` (n,) and these log-odds (n,) by the model alone.

    ``inlines`` are its inline elements, sorted, and their leanings, if there is gold.
    """
    texts, number = np.unique(signature.text, return_inverse=True)
    counted = np.zeros(len(words)) if labels is None else labels.counted
    share = np.zeros(len(words)) if labels is None else labels.share
    marks = np.full(len(texts), np.nan)
    np.fmax.at(marks, number, np.where(counted > 0, share > 0.5, np.nan))
    weight = np.maximum(words, LEAST_WORDS)
    paths, of = np.unique(signature.paths.ravel(), return_inverse=True)

    def add(values: Floats) -> Floats:
        return cast(Floats, np.bincount(of, weights=np.tile(values, len(KINDS))))[:MOST_PATHS]

    total, known = add(weight), add(weight * counted)
    nothing = np.zeros(0, dtype=np.uint32), np.zeros(0)
    codes, leanings = inlines or nothing
    containers, holdings = nothing if labels is None else share_containers(signature.nesting, words, labels)
    golds = np.divide(add(weight * counted * share), known, out=np.full(len(known), np.nan), where=known > 0)
    return Trace(
        key,
        signature.title,
        texts[:MOST_TEXTS],
        marks[:MOST_TEXTS].astype(np.float16),
        np.unique(signature.place)[:MOST_TEXTS],
        paths[:MOST_PATHS],
        np.minimum(total / _FULL_WEIGHT, 1).astype(np.float16),
        (add(weight * to_probability(odds)) / total).astype(np.float16),
        golds.astype(np.float16),
        codes[:MOST_TEXTS],
        leanings[:MOST_TEXTS].astype(np.float16),
        containers[:MOST_TEXTS],
        holdings[:MOST_TEXTS].astype(np.float16),
    )
