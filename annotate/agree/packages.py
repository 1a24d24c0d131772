"""Compare packages of the same pages by different annotators, word by word and line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path

import numpy as np

from annotate.agree.coefficients import (
    Labels,
    cohen_kappa,
    krippendorff_alpha,
    score_f1,
    solve_cohen,
    solve_fleiss,
    solve_krippendorff,
    tally_labels,
    tally_pair,
)
from annotate.agree.common import Held, find_one, list_held, name_annotators
from annotate.agree.intervals import Estimate, estimate
from annotate.reading import Failed
from cetr.console import InputError, Limits, map_within, resolve_folder
from cetr.document import Spans, find_unrendered, lex, locate_words, mark_inside
from cetr.tagratio import cut_lines
from evaluate.package import Document
from evaluate.package.fragments import read_line

LIMITS = Limits()
"""What comparing the marks in one page may take."""

UNITS = ("words", "lines")
ALL = "all"
"""Takes the place of a page type for documents of all types."""


@dataclass(frozen=True)
class LineDifference:
    """A line that not all annotators marked: its number from 1, its position, its text, and who marked it."""

    line: int
    start: int
    end: int
    text: str
    marked: tuple[bool, ...]


@dataclass(frozen=True)
class DocumentAgreement:
    """Agreement on one document.

    ``who`` are the numbers of the m annotators who decided on it. ``rejected`` says which of them rejected it, which
    counts as marking nothing. ``labels`` holds their labels for each of `UNITS`, shape (m, n), without optional words.
    ``f1`` is the F1 over words of each pair in the order of `itertools.combinations`. ``kappa`` is Cohen's over words
    for two annotators, else Krippendorff's alpha.
    """

    name: str
    page_type: str
    who: tuple[int, ...]
    rejected: tuple[bool, ...]
    labels: Mapping[str, Labels]
    f1: tuple[float, ...]
    kappa: float | None
    words_differ: int
    lines: tuple[LineDifference, ...]


@dataclass(frozen=True)
class PairAgreement:
    """Two annotators over their common documents: ``agreement`` is the share of ``count`` units with the same label.

    ``kappa`` is Cohen's, ``low`` and ``high`` bound its 95 % interval; ``f1`` is the mean over documents.
    """

    one: str
    other: str
    unit: str
    documents: int
    count: int
    agreement: float
    kappa: float | None
    low: float | None
    high: float | None
    f1: float


@dataclass(frozen=True)
class GroupAgreement:
    """All annotators over the documents of a page type, or `ALL`."""

    page_type: str
    unit: str
    documents: int
    count: int
    fleiss: Estimate
    krippendorff: Estimate


@dataclass(frozen=True)
class Agreement:
    """The whole result; ``omitted`` says which documents are left out and why."""

    annotators: tuple[str, ...]
    documents: tuple[DocumentAgreement, ...]
    pairs: tuple[PairAgreement, ...]
    groups: tuple[GroupAgreement, ...]
    omitted: Mapping[str, str]


def compare_packages(
    folders: Sequence[Path], watch: Callable[[], object] = lambda: None, without: Set[str] = frozenset()
) -> Agreement:
    """Compare packages over the documents, with the same page, on which at least two annotators have decided.

    Optional spans of any annotator leave all counts, and so do the documents ``without``. A line counts as marked if at
    least half of its words are. Raises `InputError` if there is nothing to compare.
    """
    if len(folders) < 2:
        raise InputError("agreement needs two packages or more")
    if len({resolve_folder(folder) for folder in folders}) < len(folders):
        raise InputError("a package is named twice; name another annotator's package")
    annotators = name_annotators(folders)
    documents: list[DocumentAgreement] = []
    omitted: dict[str, str] = {}
    held = [held for held in list_held(folders) if held.name not in without]
    compared = map_within(LIMITS, partial(_compare_one, folders, annotators), held, 1, _give_up)
    for one, found in zip(held, compared, strict=True):
        if isinstance(found, str):
            omitted[one.name] = found
        else:
            documents.append(found)
            watch()
    if not documents:
        raise InputError(f"the packages have no finished document in common: {', '.join(map(str, folders))}")
    pairs, groups = _compare_pairs(annotators, documents), _compare_groups(documents)
    return Agreement(annotators, tuple(documents), tuple(pairs), tuple(groups), omitted)


def _compare_one(folders: Sequence[Path], annotators: Sequence[str], held: Held) -> DocumentAgreement | str:
    found = find_one(folders, annotators, held)
    return found if isinstance(found, str) else compare_documents(held.name, found.documents)


def _give_up(held: Held, why: str) -> str:
    return Failed(why)


def compare_documents(name: str, documents: Mapping[int, Document]) -> DocumentAgreement:
    """Compare what several annotators, given by number, marked in the same page."""
    first = next(iter(documents.values()))
    html = first.html
    tokens = lex(html)
    words = locate_words(html, None, tokens)
    rejected = tuple(d.meta.status == "rejected" for d in documents.values())
    # Nobody can mark what a browser does not render.
    uncounted = mark_inside(words.start, find_unrendered(tokens, captured=True))
    optional = np.logical_or.reduce([uncounted, *(mark_inside(words.start, d.optional) for d in documents.values())])
    marked = np.stack([mark_inside(words.start, _read_marks(d)) for d in documents.values()])
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
        first.meta.page_type or "",
        tuple(documents),
        rejected,
        {"words": word_labels, "lines": line_labels},
        tuple(score_f1(a, b) for a, b in combinations(word_labels, 2)),
        cohen_kappa(*word_labels) if len(documents) == 2 else krippendorff_alpha(word_labels),
        int((word_labels.any(axis=0) & ~word_labels.all(axis=0)).sum()),
        tuple(
            LineDifference(number + 1, start, end, read_line(html, (start, end), tokens), tuple(marked_by))
            for number, start, end, marked_by in zip(
                numbers.tolist(),
                lines.start[numbers].tolist(),
                lines.end[numbers].tolist(),
                line_labels[:, differing].T.tolist(),
                strict=True,
            )
        ),
    )


def _read_marks(document: Document) -> Spans:
    """Read what an annotator marks: nothing, if the document is rejected."""
    return () if document.meta.status == "rejected" else document.spans


def _compare_pairs(annotators: Sequence[str], documents: Sequence[DocumentAgreement]) -> Iterator[PairAgreement]:
    for pair in combinations(range(len(annotators)), 2):
        shared = [(d, d.who.index(pair[0]), d.who.index(pair[1])) for d in documents if set(pair) <= set(d.who)]
        if not shared:
            continue
        f1 = sum(d.f1[list(combinations(d.who, 2)).index(pair)] for d, _, _ in shared) / len(shared)
        for unit in UNITS:
            tallies = [tally_pair(d.labels[unit][i], d.labels[unit][j]) for d, i, j in shared]
            count, same = (int(sum(tally[k] for tally in tallies)) for k in (0, 3))
            kappa = estimate(tallies, solve_cohen)
            yield PairAgreement(
                annotators[pair[0]],
                annotators[pair[1]],
                unit,
                len(shared),
                count,
                same / count if count else 1.0,
                kappa.value,
                kappa.low,
                kappa.high,
                f1,
            )


def _compare_groups(documents: Sequence[DocumentAgreement]) -> Iterator[GroupAgreement]:
    """Compare over all documents, then over each page type if there are several."""
    types = sorted({d.page_type for d in documents if d.page_type})
    for page_type in (ALL, *(types if len(types) > 1 else ())):
        chosen = [d for d in documents if page_type in (ALL, d.page_type)]
        for unit in UNITS:
            tallies = [tally_labels(d.labels[unit]) for d in chosen]
            count = int(sum(tally[0] for tally in tallies))
            fleiss, alpha = estimate(tallies, solve_fleiss), estimate(tallies, solve_krippendorff)
            yield GroupAgreement(page_type, unit, len(chosen), count, fleiss, alpha)
