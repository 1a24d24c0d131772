"""A linear score for the names that lead to a block, the terms of its containers: how typical of content they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np

from cetr.document import Floats, Ints
from cetr.learned.attributes import find_terms
from cetr.learned.blocks import Blocks
from cetr.learned.columns import Columns, Describe, join_descriptions, repeat_values
from cetr.learned.containers import Containers
from cetr.learned.extents import Extents
from cetr.learned.families import list_families, survey_families
from cetr.learned.hashes import Hashes, sort_different
from cetr.learned.tags import Tags
from cetr.learned.terms import hash_terms, spell_terms, translate_names
from cetr.learned.windows import average, pad, pad_sums, shift

if TYPE_CHECKING:
    import scipy.sparse as sp

ROLES = 2
"""The roles of a term: it weighs differently in the block's own two containers and in any container around it."""


DEEPEST = 128
"""How many containers around a block are used: a limit for hostile nesting, whose cost would otherwise be quadratic."""


_NUMBER_BITS = 32
_FIRST_BITS = 16
_REST_BITS = np.uint64(64 - _FIRST_BITS)


class Vocabulary(dict[str, int]):
    """Terms and their numbers, from 0."""

    @cached_property
    def _hashes(self) -> tuple[Hashes, Ints, Ints, list[int]]:
        """The hashes of the terms, and of the words for them in other languages, in order, and the number of each.

        Then, for all values of the first `_FIRST_BITS` bits, where hashes with such bits begin, and the steps of a
        binary search among these.
        """
        foreign = {word: self[meaning] for word, meaning in translate_names().items() if meaning in self}
        numbers = foreign | self  # a name that the model has seen needs no translation
        hashes = hash_terms(list(numbers))
        order = np.argsort(hashes)
        begins = np.searchsorted(hashes[order] >> _REST_BITS, np.arange(2**_FIRST_BITS, dtype=np.uint64))
        most = int(np.diff(begins, append=len(hashes)).max())
        steps = [1 << bit for bit in range(most.bit_length() - 1, -1, -1)]
        return hashes[order], np.array(list(numbers.values()), dtype=np.int64)[order], begins, steps

    def find(self, hashes: Hashes) -> Ints:
        """Find the numbers of terms, given their hashes, (t,); -1 for unknown ones. The vocabulary is not empty."""
        known, numbers, begins, steps = self._hashes
        last = len(known) - 1
        place = np.minimum(begins[hashes >> _REST_BITS], last)
        for step in steps:
            further = np.minimum(place + step, last)
            place = np.where(known[further] <= hashes, further, place)
        return np.where(known[place] == hashes, numbers[place], -1)

    @cached_property
    def _families(self) -> tuple[list[str], Ints]:
        """The terms, and the families of those that have been needed as bits; -1 for the others."""
        return list(self), np.full(len(self), -1, dtype=np.int64)

    def find_families(self, numbers: Ints) -> Ints:
        """Find the families of terms as bits, given their numbers, (t,).

        Each is looked at when a page first needs it: all of them would take longer than to load the model.
        """
        terms, families = self._families
        new = np.unique(numbers[families[numbers] < 0]).tolist()
        families[new] = list_families(terms[number] for number in new)
        found: Ints = families[numbers]
        return found


@dataclass(frozen=True)
class PathWeights:
    """Weights (ROLES, v) of v terms."""

    terms: Vocabulary
    weights: Floats


def list_terms(tags: Tags, terms: Vocabulary) -> tuple[Ints, Ints]:
    """List the known terms of the tags, each once per tag: tag and number, both (known,), in order."""
    if not terms:
        nothing = np.zeros(0, dtype=np.int64)
        return nothing, nothing
    number = terms.find(tags.attributes.hash)
    known = np.flatnonzero(number >= 0)
    pairs = sort_different(tags.attributes.owner[known] << _NUMBER_BITS | number[known])
    return pairs >> _NUMBER_BITS, pairs & (1 << _NUMBER_BITS) - 1


def sum_terms(tags: Tags, known: tuple[Ints, Ints], model: PathWeights) -> Floats:
    """Sum the weights of each tag's known terms, and count them, (ROLES + 1, d + 1); the last column is for no tag."""
    tag, index = known
    size = len(tags.names) + 1
    weighed = [np.bincount(tag, weights, size) for weights in model.weights[:, index]]
    return np.stack([*weighed, np.bincount(tag, minlength=size)])


def sum_around(containers: Containers, values: Floats) -> Floats:
    """Sum a value (n containers,) over each container and all around it."""
    size = len(containers.events) + 1
    steps = np.zeros(size)
    steps[containers.opened[1:]] = values[1:]
    steps -= np.bincount(containers.closed[1:], values[1:], size)
    summed: Floats = np.cumsum(steps)[containers.opened] + values[0]
    summed[0] = values[0]
    return summed


def score_paths(blocks: Blocks, tags: Tags, known: tuple[Ints, Ints], model: PathWeights) -> Floats:
    """Compute a score for each role, and the number of known terms (of `list_terms`) that lead to the block, (ROLES +
    1, n).
    """
    per_tag = sum_terms(tags, known, model)
    own = per_tag[:, tags.container]
    at, parent = blocks.container, blocks.containers.parent[blocks.container]
    around = [sum_around(blocks.containers, values)[at] for values in own[1:]]
    return np.stack((own[0, at] + own[0, parent], *around))


def survey_paths(scores: Floats, width: Floats) -> Describe:
    """Compute features from path scores: the scores, and how they compare with the neighbours' and the page's."""
    total = scores[:ROLES].sum(axis=0)
    best = total.max()
    padded, sums = pad(total), pad_sums(total)
    page = (width @ total) / max(width.sum(), 1)

    def describe(part: slice) -> Columns:
        columns = {"path_near path_around path_terms": scores[:, part], "path": total[part]}
        for steps in (1, 2, -1, -2):
            columns[f"path@{steps}"] = shift(padded, part, steps)
        for radius in (3, 10):
            columns[f"path~{radius}"] = average(sums, part, radius)
        columns["path_below_best"] = total[part] - best
        columns["page_path page_best_path"] = repeat_values((page, best), part.stop - part.start)
        return columns

    return describe


def survey_names(
    blocks: Blocks, tags: Tags, extents: Extents, known: tuple[Ints, Ints], model: PathWeights
) -> Describe:
    """Compute all features from the names that lead to the blocks of a page; ``known`` are those of `list_terms`."""
    paths = survey_paths(score_paths(blocks, tags, known, model), blocks.width)
    families = survey_families(blocks, tags, extents, known[0], model.terms.find_families(known[1]))
    return partial(join_descriptions, (paths, families))


def count_terms(blocks: Blocks, tags: Tags, terms: Vocabulary) -> sp.csr_matrix:
    """Count the terms that lead to each block by role, (n, ROLES * v): the rows that `score_paths` weighs, for
    training.
    """
    import scipy.sparse as sp  # only to train

    tag, index = list_terms(tags, terms)
    size, containers = len(terms), blocks.containers
    shape = (len(tags.names) + 1, size)
    per_tag = sp.csr_matrix((np.ones(len(index), dtype=np.float32), (tag, index)), shape=shape)
    own = per_tag[tags.container]
    parent = containers.parent[blocks.container]
    used, block_row = np.unique(blocks.container, return_inverse=True)
    rows, columns = [np.arange(len(used))], [used]
    for _ in range(DEEPEST):
        inner = columns[-1] > 0
        rows.append(rows[-1][inner])
        columns.append(containers.parent[columns[-1][inner]])
    row, column = np.concatenate(rows), np.concatenate(columns)
    shape = (len(used), len(containers.parent))
    around = sp.csr_matrix((np.ones(len(row), dtype=np.float32), (row, column)), shape=shape)
    return sp.hstack([own[blocks.container] + own[parent], (around @ own)[block_row]], format="csr")


def choose_terms(pages: Sequence[tuple[str, Tags]], least_sites: int) -> Vocabulary:
    """Number the terms that occur on at least so many sites; ``pages`` are pairs of site and tags."""
    sites: dict[str, set[str]] = {}
    for site, tags in pages:
        for term in set(spell_terms(find_terms(tags.sources, tags.names))):
            sites.setdefault(term, set()).add(site)
    return Vocabulary((term, i) for i, term in enumerate(sorted(t for t, s in sites.items() if len(s) >= least_sites)))
