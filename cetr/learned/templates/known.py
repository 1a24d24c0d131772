"""The templates that a model knows: those of training pages that several sites share, such as forum software's."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from cetr.document import Floats, Ints
from cetr.learned.hashes import Codes
from cetr.learned.templates.gold import ALIKE, GOLD_WEIGHTS, LEAST_ALIKE, ask_gold, compare_paths
from cetr.learned.templates.paths import KINDS
from cetr.learned.templates.postings import Postings, Values, post


@dataclass(frozen=True)
class Templates:
    """The paths of p pages with gold, with two rows of values as in `ask_gold`; a page has ``sizes`` (p,) of them.

    A path whose gold is unknown weighs nothing.
    """

    paths: Postings
    sizes: Ints


def make_templates(pages: Iterable[tuple[Codes, Values, Values]]) -> Templates:
    """Make templates of pages: the different codes of its paths, their weights, and the shares that are gold, NaN if
    unknown.
    """
    tables = [(code, (np.where(np.isnan(gold), 0, weight), np.nan_to_num(gold))) for code, weight, gold in pages]
    return Templates(post(tables, 2), np.array([len(code) for code, _ in tables], dtype=np.int64))


def recall(templates: Templates, paths: Codes) -> Floats:
    """Find what gold of known pages of the same template adds to the log-odds of the n blocks at ``paths``, (n,)."""
    alike = compare_paths(templates.paths, templates.sizes, paths)
    trust = np.where(alike >= LEAST_ALIKE, np.minimum(alike / ALIKE, 1), 0)
    if not trust.any():
        return np.zeros(paths.shape[1])
    odds, counts = ask_gold(templates.paths, trust, paths)
    added: Floats = np.array([GOLD_WEIGHTS[kind] for kind in KINDS]) @ (odds * counts)
    return added
