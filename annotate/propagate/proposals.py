"""Make proposals for the unfinished pages of a site."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from annotate.propagate.proposal import ACTION, TAKE_BACK, Proposal, read_proposal
from annotate.sites.remembering import trace_document
from cetr.console import Limits, map_within
from cetr.document import Spans, find_unrendered, lex, subtract_spans
from cetr.learned import load_model
from cetr.site import Memory, Trace, remember, see, suggest_among
from evaluate.package import Decision, Document, PackageError, read_document, read_meta

LIMITS = Limits()
"""What scoring one page may take."""


@dataclass(frozen=True)
class Proposed:
    """A proposal for a document: the spans to mark."""

    document: Document
    spans: Spans
    proposal: Proposal


def is_untouched(document: Document, last: Decision | None) -> bool:
    """Whether a draft has no marks of a person: none at all, or still those of the last proposal."""
    if document.meta.status != "draft" or document.meta.annotator is not None:
        return False
    proposed = last is not None and last.action in (ACTION, TAKE_BACK) and last.after == document.spans
    return proposed if read_proposal(document.meta) else not document.spans


def propose_for_site(
    folder: Path, names: Sequence[str], wanted: frozenset[str], sure_from: float
) -> list[Proposed | str]:
    """Make proposals for the ``wanted`` pages of a site from all its pages, or say why there is none.

    Pages that cannot be read, or break a limit, do not count. A copy of a finished page, byte for byte, gets its marks.
    """
    memory = Memory()
    for found in map_within(LIMITS, partial(_trace, folder), names, 1, _tell_nothing):
        if found is not None:
            memory = remember(memory, found)
    propose = partial(_propose, folder, memory, _find_finished(folder, names), sure_from)
    return list(map_within(LIMITS, propose, [name for name in names if name in wanted], 1, give_up))


def give_up(name: str, why: str) -> str:
    """Say that a page gets no proposal, and why."""
    return f"{name}: no proposal: {why}"


def _trace(folder: Path, name: str) -> Trace | None:
    try:
        document = read_document(folder, name)
    except PackageError:
        return None
    if document.meta.status == "rejected":
        return None
    return trace_document(document, load_model())


def _tell_nothing(name: str, why: str) -> None:
    return None


def _find_finished(folder: Path, names: Iterable[str]) -> dict[str, Spans]:
    """Find the marks of finished pages by the hash of their HTML."""
    found: dict[str, Spans] = {}
    for name in names:
        with suppress(PackageError):
            meta = read_meta(folder, name)
            if meta.finished:
                found[meta.html_sha256] = meta.spans
    return found


def _propose(
    folder: Path, memory: Memory, finished: Mapping[str, Spans], sure_from: float, name: str
) -> Proposed | str:
    try:
        document = read_document(folder, name)
    except PackageError as error:
        return give_up(name, str(error))
    if (spans := finished.get(document.meta.html_sha256)) is not None:
        return Proposed(document, spans, Proposal(expected_f1=1.0, pages=1, labelled=1, sure=True))
    found = suggest_among(see(document.html, load_model()), memory)
    expected = round(found.expected_f1, 3)
    sure = found.labelled > 0 and expected >= sure_from
    proposal = Proposal(expected_f1=expected, pages=found.pages, labelled=found.labelled, sure=sure)
    # What the model takes as a part of a sentence, but no browser shows: brackets around readings, say.
    return Proposed(document, subtract_spans(found.spans, find_unrendered(lex(document.html), captured=True)), proposal)


def draw_sample(sure: Iterable[Proposed], count: int, find_site: Callable[[str], str]) -> frozenset[str]:
    """Draw the names of the pages that a person must check: the same ones for the same proposals.

    They are spread evenly over the sites and, within a site, over the expected F1, so that no large part goes unseen.
    Each page is as likely to be drawn as any other, so the mean of the sample is that of all.
    """
    ordered = sorted(sure, key=lambda p: (find_site(p.document.meta.url), p.proposal.expected_f1, p.document.name))
    names = [p.document.name for p in ordered]
    count = min(count, len(names))
    first = int(Random(" ".join(names)).random() * len(names))
    return frozenset(names[(first + i * len(names)) // count] for i in range(count))
