"""Training an extractor from test packages: the labels pay back.

Pages whose gold a person decided correct the shipped model (`cetr.learned.training`). How good the result is on sites
that it has not seen is measured by cross-validation, beside other extractors on the same pages.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from itertools import count
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits

from cetr.console import InputError, count_of
from cetr.document import Floats
from cetr.learned import Blocks, Model, choose_blocks, find_blocks, join_blocks, to_probability
from cetr.learned.training import LEAST_COVERAGE, Adapted, Example, adapt, count_steps, make_example
from evaluate.extractors import find_extractor
from evaluate.facts import ExtractionError, ask_extractor
from evaluate.measures import Score
from evaluate.package import Document, html_hash, read_document, read_package, resolve_folder
from evaluate.package.sites import find_site
from evaluate.scoring import score_prediction

LEAST_PAGES = 20
"""Fewer pages than this say too little about where a correction helps."""

PEERS = ("cetr", "trafilatura", "resiliparse")

_UNTAUGHT = "of which too little gold is in the HTML (scored, not learned from)"


@dataclass(frozen=True)
class Row:
    """One extractor on one kind of page: mean precision, recall and F1 over words, and how many pages."""

    extractor: str
    group: str
    pages: int
    precision: float
    recall: float
    f1: float


@dataclass(frozen=True)
class Trained:
    """The trained model with its strength, the rows of the report, and how many pages were ``left_out`` why.

    Those with too little of their gold in the HTML are in the rows all the same.
    """

    adapted: Adapted
    sites: int
    rows: tuple[Row, ...]
    left_out: Mapping[str, int]


Begin = Callable[[str, int], Callable[[], object]]
"""Told that a stage of so many steps begins; what it returns is called after each step."""


def name_packages(folders: Sequence[Path]) -> dict[Path, str]:
    """The different folders, and a name for each that no other has: its own, with a number where others have it."""
    names: dict[Path, str] = {}
    for folder in {resolve_folder(folder): folder for folder in folders}.values():
        own = os.fsencode(resolve_folder(folder).name).decode("utf-8", "replace")  # for the model file, which is UTF-8
        alike = (f"{own} ({number})" if number > 1 else own for number in count(1))
        names[folder] = next(name for name in alike if name not in names.values())
    return names


def find_obstacle(document: Document, taken: Container[str]) -> str:
    """Why nothing can be learned from a document, if so; ``taken`` has the HTML, hashed, of those before.

    The HTML says which page it is, not the address: a page may have none, and one that was captured again is another
    page with a gold of its own.
    """
    if not document.meta.finished:
        return document.meta.status
    if not (document.text.strip() or document.spans):
        return "with an empty gold"
    return "there twice" if html_hash(document.html) in taken else ""


def read_examples(packages: Mapping[Path, str], begin: Begin) -> Iterator[tuple[Document, Example] | str]:
    """Read, measure and label the decided documents, each page once; of each of the others, why it is left out."""
    places = [(folder, name) for folder in packages for name in read_package(folder).names]
    step, taken = begin("read", len(places)), set[str]()
    for folder, name in places:
        document = read_document(folder, name)
        if obstacle := find_obstacle(document, taken):
            yield obstacle
        else:
            taken.add(html_hash(document.html))
            gold = document.spans or document.text
            site = find_site(document.meta.url) or f"{packages[folder]}/{name}"
            example = make_example(document.html, gold, site, optional=document.optional)
            # Spans that were found for a text are all in the HTML, whatever else of the text is not.
            covered = document.meta.coverage is None or document.meta.coverage >= LEAST_COVERAGE
            yield document, example if covered else replace(example, teaches=False)
        step()


def train(
    folders: Sequence[Path],
    base: Model,
    *,
    peers: Sequence[str] = PEERS,
    begin: Begin = lambda what, steps: lambda: None,
) -> Trained:
    """Correct ``base`` by the gold of packages, and compare on the same pages, by sites the model has not seen."""
    if base.adaptation is not None:
        raise InputError("--base: this model was corrected already; name the one it was made from, and all packages")
    packages = name_packages(folders)
    found = list(read_examples(packages, begin))
    read = [item for item in found if not isinstance(item, str)]
    left_out = Counter(item for item in found if isinstance(item, str))
    documents, examples = [d for d, _ in read], [e for _, e in read]
    taught = [document for document, example in read if example.teaches]
    left_out[_UNTAUGHT] = len(read) - len(taught)
    if len(taught) < LEAST_PAGES:
        named, others = " ".join(map(str, folders)), describe_left_out(left_out)
        counted = count_of(len(taught), "page") + " with gold" + (f" ({others})" if others else "")
        raise InputError(f"{named}: {counted}, training needs {LEAST_PAGES}; capture some more")
    about: dict[str, object] = {
        "data": {name: sum(d.folder == folder for d in taught) for folder, name in packages.items()},
        "program": f"cetr-gold {version('cetr-gold')}",
        "base": dict(base.about),
    }
    step = begin("train", count_steps(examples))
    with threadpool_limits(1):  # sums in another order are other sums: the same pages give the same model anywhere
        adapted = adapt(base, examples, about, step)
    scores: dict[str, list[Score]] = {"this model": [], "its base": []}
    step = begin("score", len(documents))
    for document, own, before in zip(documents, adapted.odds, adapted.prior, strict=True):
        blocks = find_blocks(document.html)
        scores["this model"].append(score_odds(document, blocks, own))
        scores["its base"].append(score_odds(document, blocks, before))
        for peer in peers:
            scores.setdefault(peer, []).append(score_extractor(document, peer))
        step()
    rows = tuple(summarize(documents, scores))
    return Trained(adapted, len({e.site for e in examples}), rows, left_out)


def describe_left_out(left_out: Mapping[str, int]) -> str:
    """How many pages were left out, by reason, for a person; empty if none was."""
    parts = [f"{number} {reason}" for reason, number in sorted(left_out.items()) if number]
    return f"left out: {', '.join(parts)}" if parts else ""


def score_odds(document: Document, blocks: Blocks, odds: Floats) -> Score:
    """How well those of a document's blocks that log-odds choose match the gold."""
    chosen, _ = choose_blocks(to_probability(odds), blocks.words)
    return score_prediction(document, join_blocks(blocks, chosen))


def score_extractor(document: Document, name: str) -> Score:
    """How well an extractor's answer matches the gold; one that fails scores 0."""
    extractor = find_extractor(name)
    try:
        answer = ask_extractor(extractor, document)
    except ExtractionError:
        answer = ""
    return score_prediction(document, answer)


def summarize(documents: Sequence[Document], scores: Mapping[str, Sequence[Score]]) -> Iterator[Row]:
    """Means over all pages, over each page type and over each language, of each extractor."""
    groups: dict[str, list[int]] = {"all": list(range(len(documents)))}
    for i, document in enumerate(documents):
        groups.setdefault(f"type {document.meta.page_type or '-'}", []).append(i)
        groups.setdefault(f"language {document.meta.language or '-'}", []).append(i)
    for group in ["all", *sorted(set(groups) - {"all"})]:
        for extractor, found in scores.items():
            chosen = [found[i] for i in groups[group]]
            means = (float(np.mean([getattr(s, field) for s in chosen])) for field in ("precision", "recall", "f1"))
            yield Row(extractor, group, len(chosen), *means)
