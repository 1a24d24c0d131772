"""Train an extractor on test packages.

Pages with gold that a person decided adapt the shipped model (`cetr.learned.training`). Cross-validation measures how
good the result is on unseen sites, beside other extractors on the same pages.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import version
from itertools import count
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits

from annotate.reading import Failed, Place, choose_jobs, list_places
from cetr.console import InputError, Limits, count_cores, count_of, map_within, resolve_folder
from cetr.document import Floats, find_host, find_language
from cetr.learned import LEAST_COVERAGE, Model, choose_blocks, find_blocks, join_chosen, to_probability
from cetr.learned.training import Adapted, Example, adapt, count_steps, make_example
from evaluate.api.documents import score_prediction
from evaluate.asking import ExtractionError, ask_extractor
from evaluate.extractors import find_extractor
from evaluate.measures import Score
from evaluate.measures.comparison import SHARES
from evaluate.package import Document, PackageError, html_hash, read_document

LEAST_PAGES = 20
"""With fewer pages, it is unknown whether a correction helps."""

LIMITS = Limits()
"""What measuring one page, and scoring one extractor's answer for it, may take."""

PEERS = ("cetr", "trafilatura", "resiliparse")

_UNTAUGHT = "with too little of their gold in the HTML (scored, not learned from)"


@dataclass(frozen=True)
class Row:
    """One extractor on one kind of page: mean precision, recall and F1 over words, and the number of pages."""

    extractor: str
    group: str
    pages: int
    precision: float
    recall: float
    f1: float


@dataclass(frozen=True)
class Trained:
    """The trained model with its strength, the rows of the report, and how many pages were ``left_out``, by reason.

    Pages with too little of their gold in the HTML still count in the rows.
    """

    adapted: Adapted
    sites: int
    rows: tuple[Row, ...]
    left_out: Mapping[str, int]


Begin = Callable[[str, int], Callable[[], object]]
"""Called when a stage of so many steps begins; returns a function to call after each step."""


def name_packages(folders: Sequence[Path]) -> dict[Path, str]:
    """Return the different folders with unique names: their own, numbered if several have the same."""
    names: dict[Path, str] = {}
    for folder in {resolve_folder(folder): folder for folder in folders}.values():
        own = os.fsencode(resolve_folder(folder).name).decode("utf-8", "replace")  # for the model file, which is UTF-8
        alike = (f"{own} ({number})" if number > 1 else own for number in count(1))
        names[folder] = next(name for name in alike if name not in names.values())
    return names


def read_examples(packages: Mapping[Path, str], begin: Begin) -> Iterator[tuple[Document, Example] | str]:
    """Read, measure and label the decided documents, each page once; for the others, say why they are left out.

    The HTML identifies a page, not the address, because a page may have none, and a page that was captured again is
    another page with its own gold.
    """
    places = list_places(packages)
    step, taken = begin("read", len(places)), set[str]()
    give_up = partial(_leave_out_example, packages)
    for found in map_within(LIMITS, partial(_read_example, packages), places, choose_jobs(len(places)), give_up):
        if isinstance(found, str):
            yield found
        elif (page := html_hash(found[0].html)) in taken:
            yield "with the same HTML as an earlier one"
        else:
            taken.add(page)
            yield found
        step()


def _read_example(packages: Mapping[Path, str], place: Place) -> tuple[Document, Example] | str:
    """Read one document, in any process."""
    folder, name = place
    try:
        document = read_document(folder, name)
    except PackageError as error:
        return Failed(f"that cannot be read ({error})")
    if not document.meta.finished:
        return document.meta.status
    if not document.gold:
        return "with an empty gold"
    site = find_host(document.meta.url) or f"{packages[folder]}/{name}"
    example = make_example(document.html, document.gold, site, optional=document.optional)
    # Spans that were aligned to a text are all in the HTML, even if some of the text is not.
    covered = document.meta.coverage is None or document.meta.coverage >= LEAST_COVERAGE
    return document, example if covered else replace(example, teaches=False)


def _leave_out_example(packages: Mapping[Path, str], place: Place, why: str) -> str:
    folder, name = place
    return Failed(f"that {why} ({packages[folder]}/{name})")


def train(
    folders: Sequence[Path],
    base: Model,
    *,
    peers: Sequence[str] = PEERS,
    begin: Begin = lambda what, steps: lambda: None,
) -> Trained:
    """Adapt ``base`` to the gold of packages, and compare extractors on sites that the new model was not trained on."""
    if base.adaptation is not None:
        raise InputError(
            "--base: this model is already a correction; name the model that it was made from, and all packages"
        )
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
        raise InputError(f"{named}: {counted}, but training needs {LEAST_PAGES}; label some more")
    about: dict[str, object] = {
        "data": {name: sum(d.folder == folder for d in taught) for folder, name in packages.items()},
        "program": f"cetr-gold {version('cetr-gold')}",
        "base": dict(base.about),
    }
    step = begin("train", count_steps(examples))
    with threadpool_limits(1):  # in a fixed order, as sums depend on it: the same pages give the same model anywhere
        adapted = adapt(base, examples, about, step)
    scores = score_all(documents, adapted, peers, begin("score", len(documents)))
    rows = tuple(summarize(documents, scores))
    return Trained(adapted, len({e.site for e in examples}), rows, left_out)


def describe_left_out(left_out: Mapping[str, int]) -> str:
    """Describe for a person how many pages were left out, by reason; empty if none was."""
    parts = [f"{number} {reason}" for reason, number in sorted(left_out.items()) if number]
    return f"left out: {', '.join(parts)}" if parts else ""


def score_all(
    documents: Sequence[Document], adapted: Adapted, peers: Sequence[str], step: Callable[[], object]
) -> dict[str, list[Score]]:
    """Score the model, its base and their peers on every document. What fails, or breaks a limit, scores 0."""
    answers: list[tuple[str, Sequence[Floats | None]]] = [("this model", adapted.odds), ("its base", adapted.prior)]
    answers += [(peer, [None] * len(documents)) for peer in peers]
    items = ((document, name, odds[i]) for i, document in enumerate(documents) for name, odds in answers)
    # Peers have compiled code, which nothing but the end of its process interrupts.
    found = map_within(LIMITS, _score, items, max(2, count_cores()) if peers else 1, _score_nothing)
    scores: dict[str, list[Score]] = {name: [] for name, _ in answers}
    for _ in documents:
        for of_one in scores.values():
            of_one.append(next(found))
        step()
    return scores


Answer = tuple[Document, str, Floats | None]
"""A document, an extractor, and the log-odds of the document's blocks if these are its answer."""


def _score(answer: Answer) -> Score:
    """Score an answer against the gold, in any process; an extractor that fails scores 0."""
    document, name, odds = answer
    if odds is not None:
        blocks = find_blocks(document.html)
        probability = to_probability(odds)
        chosen, _ = choose_blocks(probability, blocks.words)
        return score_prediction(document, join_chosen(blocks, probability, chosen))["words"]
    extractor = find_extractor(name)
    try:
        return score_prediction(document, ask_extractor(extractor, document))["words"]
    except ExtractionError:
        return score_prediction(document, "")["words"]


def _score_nothing(answer: Answer, why: str) -> Score:
    return Score(0.0, 0.0, 0.0, 0, 0, 0)


def summarize(documents: Sequence[Document], scores: Mapping[str, Sequence[Score]]) -> Iterator[Row]:
    """Compute each extractor's means over all pages, and over each page type and language that not all pages have."""
    groups: dict[str, list[int]] = {"all": list(range(len(documents)))}
    for i, document in enumerate(documents):
        groups.setdefault(f"type {document.meta.page_type or '(none)'}", []).append(i)
        groups.setdefault(f"language {find_language(document.meta.language or '(none)')}", []).append(i)
    smaller = sorted(group for group, pages in groups.items() if len(pages) < len(documents))
    for group in ["all", *smaller]:
        for extractor, found in scores.items():
            chosen = [found[i] for i in groups[group]]
            means = (float(np.mean([getattr(s, field) for s in chosen])) for field in SHARES)
            yield Row(extractor, group, len(chosen), *means)
