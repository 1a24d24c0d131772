"""The third step to the shipped model: the gold of pages whose template several sites share, as with forum software.

    python -m training.add_templates --data DATA --model boosted.npz -o cetr/learned/model.npz

Takes the pages of WCXB's development split that are alike to a page of another registered domain. Takes a minute on one
core. ``python -m benchmarks.templates`` measures what such pages tell of other sites.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from cetr.document import Bools, Ints
from cetr.learned import SHIPPED, load_model, write_model
from cetr.learned.templates import LEAST_ALIKE, Templates, compare_paths, make_templates
from cetr.site import Trace, find_domain, see, trace
from training.datasets import DATA, DatasetPage, read_dataset

SET = "wcxb-dev"


@dataclass(frozen=True)
class Known:
    """The n traces of pages with gold, their ``sites`` (n,), and which of them are ``alike`` (n, n)."""

    traces: Sequence[Trace]
    sites: Sequence[str]
    alike: Bools


def main() -> None:
    """Read, choose, write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--model", default=SHIPPED, help="the model to go on with: what training.boost_model writes")
    parser.add_argument("-o", "--output", type=Path, required=True)
    arguments = parser.parse_args()
    known = survey(list(read_dataset(arguments.data, SET)))
    chosen = choose(known)
    model = replace(load_model(arguments.model), templates=collect(known, chosen))
    write_model(arguments.output, replace(model, about={**model.about, "templates": len(chosen)}))


def survey(pages: Sequence[DatasetPage]) -> Known:
    """Trace the pages and compare each with all."""
    model = replace(load_model(), templates=None)
    traces = [trace(see(page.html, model), page.text) for page in pages]
    every = make_templates((one.paths, one.weights, one.golds) for one in traces)
    alike = np.array([compare_paths(every.paths, every.sizes, one.paths) >= LEAST_ALIKE for one in traces])
    return Known(traces, [find_domain(page.url) or page.id for page in pages], alike)


def choose(known: Known, without: str = "") -> Ints:
    """Choose the pages with gold that are alike to one of another site, as if the site ``without`` were not there."""
    sites = np.array(known.sites)
    labelled = np.array([one.labelled for one in known.traces])
    there = sites != without
    shared = known.alike & there & (sites[:, np.newaxis] != sites)
    return np.flatnonzero(shared.any(axis=1) & there & labelled)


def collect(known: Known, chosen: Ints) -> Templates:
    """Make templates of the chosen pages."""
    traces = [known.traces[number] for number in chosen.tolist()]
    return make_templates((one.paths, one.weights, one.golds) for one in traces)


if __name__ == "__main__":
    main()
