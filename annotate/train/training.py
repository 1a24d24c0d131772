"""Training an extractor from test packages: the labels pay back.

Pages whose gold a person decided correct the shipped model (`cetr.learned.adapt`). How good the result is on sites
that it has not seen is measured by cross-validation, beside other extractors on the same pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits

from cetr.errors import InputError
from cetr.learned.adapt import Adapted, adapt
from cetr.learned.blocks import Floats
from cetr.learned.choice import choose_blocks, to_probability
from cetr.learned.examples import Example, make_example
from cetr.learned.model import Model
from cetr.learned.predict import join_blocks, read_page, score_page
from evaluate.extractors import find_extractor
from evaluate.measures import Score, compare
from evaluate.package import Document, read_document, read_package
from evaluate.running.documents import find_site
from evaluate.text import Prediction, make_comparison

LEAST_PAGES = 20
"""Fewer pages than this say too little about where a correction helps."""

PEERS = ("cetr", "trafilatura", "resiliparse")
MEASURE = "words"


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
    """The trained model with its strength, and the rows of the report."""

    adapted: Adapted
    sites: int
    rows: tuple[Row, ...]


def find_documents(folders: Sequence[Path]) -> list[tuple[Path, str]]:
    """The folder and name of every document of some packages, each folder once."""
    return [(folder, name) for folder in dict.fromkeys(folders) for name in read_package(folder).names]


def is_decided(document: Document) -> bool:
    """Whether a document's gold is there to learn from."""
    return document.meta.status in ("gold", "reviewed") and bool(document.text.strip() or document.spans)


def read_examples(places: Sequence[tuple[Path, str]], step: Callable[[], None]) -> Iterator[tuple[Document, Example]]:
    """Read, measure and label the decided documents."""
    for folder, name in places:
        document = read_document(folder, name)
        step()
        if is_decided(document):
            gold = document.spans or document.text
            site = find_site(document.meta) or f"{folder.name}/{name}"
            yield document, make_example(document.html, gold, site, optional=document.optional)


def train(
    folders: Sequence[Path], base: Model, *, peers: Sequence[str] = PEERS, step: Callable[[str], None] = lambda _: None
) -> Trained:
    """Correct ``base`` by the gold of packages, and compare on the same pages, by sites the model has not seen."""
    if base.adaptation is not None:
        raise InputError("--base: this model was corrected already; name the one it was made from, and all packages")
    places = find_documents(folders)
    read = list(read_examples(places, lambda: step("read")))
    if len(read) < LEAST_PAGES:
        named = " ".join(map(str, folders))
        raise InputError(f"{named}: {len(read)} pages with gold, training needs {LEAST_PAGES}; capture some more")
    documents, examples = [d for d, _ in read], [e for _, e in read]
    about: dict[str, object] = {
        "data": {folder.resolve().name: sum(d.folder == folder for d in documents) for folder in folders},
        "program": f"cetr-gold {version('cetr-gold')}",
        "base": dict(base.about),
    }
    step("train")
    with threadpool_limits(1):  # sums in another order are other sums: the same pages give the same model anywhere
        adapted = adapt(base, examples, about)
    scores: dict[str, list[Score]] = {"this model": [], "its base": []}
    untouched = adapt_nothing(base, examples)
    for document, own, before in zip(documents, adapted.odds, untouched, strict=True):
        step("score")
        scores["this model"].append(score_odds(document, own))
        scores["its base"].append(score_odds(document, before))
        for peer in peers:
            scores.setdefault(peer, []).append(score_extractor(document, peer))
    rows = tuple(summarize(documents, scores))
    return Trained(adapted, len({e.site for e in examples}), rows)


def adapt_nothing(base: Model, examples: Sequence[Example]) -> list[Floats]:
    """The base model's own log-odds."""
    return [score_page(example.page, base) for example in examples]


def score_odds(document: Document, odds: Floats) -> Score:
    """How well the blocks that log-odds choose match the gold."""
    blocks = read_page(document.html).blocks
    chosen, _ = choose_blocks(to_probability(odds), blocks.words)
    return score_prediction(document, join_blocks(blocks, chosen))


def score_extractor(document: Document, name: str) -> Score:
    """How well an extractor's answer matches the gold; one that fails scores 0."""
    extractor = find_extractor(name)
    facts = {"url": document.meta.url, "document": document.name, "layout": None}
    try:
        answer = extractor.extract(document.html, **{k: v for k, v in facts.items() if k in extractor.wants})
    except Exception:  # noqa: BLE001  # extractors are anyone's code
        answer = ""
    return score_prediction(document, answer)


def score_prediction(document: Document, prediction: Prediction) -> Score:
    """Score spans or text as 'evaluate run' does."""
    return compare(make_comparison(document, prediction), (MEASURE,))[MEASURE]


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


__all__ = ["LEAST_PAGES", "PEERS", "Row", "Trained", "find_documents", "train"]
