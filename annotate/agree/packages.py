"""Packages of the same pages, each by another annotator, compared word by word and line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np

from annotate.agree.coefficients import Labels, cohen_kappa, krippendorff_alpha
from cetr.console import InputError
from cetr.document import Bools, derive_text, find_unrendered, lex, locate_words, mark_inside
from cetr.tagratio import cut_lines
from evaluate.package import Document, PackageError, read_document, read_package, resolve_folder

UNITS = ("words", "lines")


@dataclass(frozen=True)
class LineDifference:
    """A line that not all annotators marked: its number from 1, its place, its text, and who marked it."""

    line: int
    start: int
    end: int
    text: str
    marked: tuple[bool, ...]


@dataclass(frozen=True)
class DocumentAgreement:
    """Agreement on one document.

    ``labels`` has for each of `UNITS` the labels of the m annotators, shape (m, n), without optional words.
    ``f1`` are the word F1 of each pair in the order of `itertools.combinations`, ``kappa`` is Cohen's over words for
    two annotators, else Krippendorff's alpha.
    """

    name: str
    labels: dict[str, Labels]
    f1: tuple[float, ...]
    kappa: float | None
    words_differ: int
    lines: tuple[LineDifference, ...]


@dataclass(frozen=True)
class PairAgreement:
    """Two annotators over all documents: ``agreement`` is the share of units with the same label."""

    one: str
    other: str
    unit: str
    count: int
    agreement: float
    kappa: float | None
    f1: float


@dataclass(frozen=True)
class Agreement:
    """All of it: ``alpha`` is Krippendorff's over all annotators by unit, ``omitted`` says which documents and why."""

    annotators: tuple[str, ...]
    documents: tuple[DocumentAgreement, ...]
    pairs: tuple[PairAgreement, ...]
    alpha: dict[str, float | None]
    omitted: dict[str, str]


def compare_packages(folders: Sequence[Path], watch: Callable[[], object] = lambda: None) -> Agreement:
    """Compare two packages or more over the documents that all of them have finished, with the same page.

    Optional spans of any annotator leave all counts. A line counts as marked where at least half of its words are.
    Raises `InputError` if there is nothing to compare.
    """
    if len(folders) < 2:
        raise InputError("agreement needs two packages or more")
    if len({resolve_folder(folder) for folder in folders}) < len(folders):
        raise InputError(f"a package is named twice: {', '.join(map(str, folders))}")
    annotators = name_annotators(folders)
    documents: list[DocumentAgreement] = []
    omitted: dict[str, str] = {}
    for name, found in find_common(folders, annotators):
        if isinstance(found, str):
            omitted[name] = found
        else:
            documents.append(compare_documents(name, found))
            watch()
    if not documents:
        raise InputError(f"the packages have no finished document in common: {', '.join(map(str, folders))}")
    joined = {unit: np.concatenate([d.labels[unit] for d in documents], axis=1) for unit in UNITS}
    return Agreement(
        annotators,
        tuple(documents),
        tuple(_compare_pairs(annotators, documents, joined)),
        {unit: krippendorff_alpha(labels) for unit, labels in joined.items()},
        omitted,
    )


def name_annotators(folders: Sequence[Path]) -> tuple[str, ...]:
    """Short names that tell the folders apart: the last part of their paths, or the whole paths."""
    short = tuple(resolve_folder(folder).name for folder in folders)
    return short if len(set(short)) == len(short) else tuple(str(folder) for folder in folders)


def find_common(folders: Sequence[Path], annotators: Sequence[str]) -> Iterator[tuple[str, list[Document] | str]]:
    """Each document as all packages have it, if it is finished in all, with the same page; else why it is left out."""
    names = [set(read_package(folder).names) for folder in folders]
    for name in sorted(set().union(*names)):
        missing = [a for a, known in zip(annotators, names, strict=True) if name not in known]
        if missing:
            yield name, f"is not in {', '.join(missing)}"
            continue
        try:
            found = [read_document(folder, name) for folder in folders]
        except PackageError as error:
            yield name, f"cannot be read: {error}"
            continue
        unfinished = [f"{a} ({d.meta.status})" for a, d in zip(annotators, found, strict=True) if not d.meta.finished]
        if unfinished:
            yield name, f"is not finished in {', '.join(unfinished)}"
        elif len({d.html for d in found}) > 1:
            yield name, "has another page in one package than in another"
        else:
            yield name, found


def compare_documents(name: str, documents: Sequence[Document]) -> DocumentAgreement:
    """Compare what several annotators marked in the same page."""
    html = documents[0].html
    tokens = lex(html)
    words = locate_words(html, None, tokens)
    # Nobody can mark what a browser does not render.
    uncounted = mark_inside(words.start, find_unrendered(tokens))
    optional = np.logical_or.reduce([uncounted, *(mark_inside(words.start, d.optional) for d in documents)])
    marked = np.stack([mark_inside(words.start, d.spans) for d in documents])
    lines = cut_lines(html, tokens=tokens)
    line = np.searchsorted(lines.start, words.start, side="right") - 1
    counted = ~optional & (line >= 0)
    sizes = np.bincount(line[counted], minlength=len(lines))
    shares = np.stack([np.bincount(line[counted & m], minlength=len(lines)) for m in marked])
    has_words = sizes > 0
    line_labels = (2 * shares >= sizes)[:, has_words]
    word_labels = marked[:, ~optional]
    differing = np.flatnonzero(line_labels.any(axis=0) & ~line_labels.all(axis=0))
    numbers = np.flatnonzero(has_words)[differing]
    return DocumentAgreement(
        name,
        {"words": word_labels, "lines": line_labels},
        tuple(_score_f1(a, b) for a, b in combinations(word_labels, 2)),
        cohen_kappa(*word_labels) if len(documents) == 2 else krippendorff_alpha(word_labels),
        int((word_labels.any(axis=0) & ~word_labels.all(axis=0)).sum()),
        tuple(
            LineDifference(
                number + 1,
                int(lines.start[number]),
                int(lines.end[number]),
                " ".join(derive_text(html, ((int(lines.start[number]), int(lines.end[number])),), tokens).split()),
                tuple(line_labels[:, i].tolist()),
            )
            for i, number in zip(differing.tolist(), numbers.tolist(), strict=True)
        ),
    )


def _score_f1(one: Bools, other: Bools) -> float:
    """F1 of two annotators' labels of the same words; 1 where neither marks any."""
    total = int(one.sum()) + int(other.sum())
    return 2 * int((one & other).sum()) / total if total else 1.0


def _compare_pairs(
    annotators: Sequence[str], documents: Sequence[DocumentAgreement], joined: dict[str, Labels]
) -> Iterator[PairAgreement]:
    for pair, (i, j) in enumerate(combinations(range(len(annotators)), 2)):
        f1 = sum(document.f1[pair] for document in documents) / len(documents)
        for unit, labels in joined.items():
            one, other = labels[i], labels[j]
            same = float((one == other).mean()) if len(one) else 1.0
            yield PairAgreement(annotators[i], annotators[j], unit, len(one), same, cohen_kappa(one, other), f1)
