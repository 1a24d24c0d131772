"""Which pages to label next: how well each criterion finds the pages that the model gets wrong, and what they teach it.

    python -m benchmarks.next_pages --data DATA --set dragnet

The pages are of a set that the shipped model was not trained on. In each of several draws, 400 pages stand for those
without labels; each criterion picks 20 and 50 of them as 'annotate next' does, the shipped model is corrected by
these, and judged on 200 pages of other sites. The table says by how much its F1 over the words of blocks rises, the
mean over the draws; how far that is ahead of pages picked by chance in the same draws, with its standard error; and how
far the criterion ranks pages as the model's error does (Spearman).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from statistics import mean

import numpy as np
from scipy.stats import spearmanr
from tqdm import tqdm

from annotate.next.candidates import Candidate, Opinion, examine_page
from annotate.next.choosing import Caps, choose_next, expect_gain
from annotate.next.committee import form_committee
from annotate.next.pages import Page
from benchmarks.learning_curve import judge
from cetr.learned import estimate_doubt, load_model, score_page
from cetr.learned.training import Example, make_example, measure
from evaluate.tables import Cell, format_table
from training.datasets import DATA, find_domain, read_dataset

Criterion = Callable[[Candidate], float]


@dataclass(frozen=True)
class Known:
    """A page of the set: what 'annotate next' knows of it, what could be learned from it, and the model's F1."""

    candidate: Candidate
    example: Example
    f1: float


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--set", default="dragnet")
    parser.add_argument("--sizes", default="20,50", help="how many pages to label")
    parser.add_argument("--unlabelled", type=int, default=400)
    parser.add_argument("--judged", type=int, default=200)
    parser.add_argument("--draws", type=int, default=6)
    arguments = parser.parse_args()
    sizes = [int(size) for size in arguments.sizes.split(",")]
    known = read_known(arguments.data, arguments.set)
    criteria = list_criteria()
    gains: dict[tuple[str, int], list[float]] = {}
    for draw in tqdm(range(arguments.draws), desc="draws", disable=None):
        unlabelled, judged = split_sites(known, arguments.unlabelled, arguments.judged, draw)
        alone = judge([], judged, load_model())
        for name, criterion in criteria.items():
            for size in sizes:
                reached = judge(pick(unlabelled, criterion, size), judged, load_model())
                gains.setdefault((name, size), []).append(reached - alone)
    rows = []
    for name, criterion in criteria.items():
        row: dict[str, Cell] = {"criterion": name}
        for size in sizes:
            ahead = np.array(gains[name, size]) - np.array(gains["chance", size])
            error = float(ahead.std() / max(len(ahead) - 1, 1) ** 0.5)
            row |= {
                f"gain_{size}": mean(gains[name, size]),
                f"ahead_{size}": float(ahead.mean()),
                f"error_{size}": error,
            }
        ranked = spearmanr([criterion(k.candidate) for k in known], [1 - k.f1 for k in known])
        rows.append(row | {"spearman": float(ranked.statistic)})
    print(format_table(rows, "table"), end="")


def list_criteria() -> dict[str, Criterion]:
    """What to rank by, each 0 to 1; chance twice, to see how far it strays."""
    return {
        "disagreement": lambda c: c.disagreement,
        "doubt": lambda c: c.doubt,
        "mean": lambda c: (c.disagreement + c.doubt) / 2,
        "product": expect_gain,
        "greater": lambda c: max(c.disagreement, c.doubt),
        "chance": lambda c: Random(c.name).random(),
        "chance again": lambda c: Random(c.name + "again").random(),
    }


def read_known(folder: Path, name: str) -> list[Known]:
    """All pages of a set that can teach, examined."""
    model, committee = load_model(), form_committee(())
    known = []
    for page in tqdm(list(read_dataset(folder, name)), desc="read", disable=None):
        example = make_example(page.html, page.text, find_domain(page.url) or page.id)
        if example.teaches:
            candidate = examine_page(
                Page(page.id, page.url, page.html), committee, lambda html: Opinion(estimate_doubt(html))
            )
            known.append(Known(candidate, example, measure([example], [score_page(example.page, model)])))
    return known


def split_sites(known: Sequence[Known], unlabelled: int, judged: int, draw: int) -> tuple[list[Known], list[Example]]:
    """So many pages to pick from and to judge on, no site on both sides."""
    ordered = sorted(known, key=lambda k: sha256(f"{draw} {k.candidate.name}".encode()).digest())
    side = {k.example.site: sha256(f"{draw} {k.example.site}".encode()).digest()[0] % 3 for k in known}
    pool = islice((k for k in ordered if side[k.example.site]), unlabelled)
    return list(pool), [k.example for k in islice((k for k in ordered if not side[k.example.site]), judged)]


def pick(unlabelled: Sequence[Known], criterion: Criterion, size: int) -> list[Example]:
    """The examples that a person would have labelled."""
    by_name = {k.candidate.name: k.example for k in unlabelled}
    chosen = choose_next([k.candidate for k in unlabelled], [], Caps(), criterion, by_template=False)
    return [by_name[choice.candidate.name] for choice in islice(chosen, size)]


if __name__ == "__main__":
    main()
