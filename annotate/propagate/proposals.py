"""Make proposals for the unfinished pages of a site."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from annotate.propagate.proposal import ACTION, Proposal, read_proposal
from cetr.document import Spans
from cetr.learned import load_model
from cetr.site import Memory, remember, see, suggest_among, trace
from evaluate.package import Decision, Document, PackageError, read_document


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
    proposed = last is not None and last.action == ACTION and last.after == document.spans
    return proposed if read_proposal(document.meta) else not document.spans


def propose_for_site(folder: Path, names: Sequence[str], wanted: frozenset[str], sure_from: float) -> list[Proposed]:
    """Make proposals for the ``wanted`` pages of a site from all its pages; unreadable pages do not count."""
    model, memory = load_model(), Memory()
    for name in names:
        try:
            document = read_document(folder, name)
        except PackageError:
            continue
        if document.meta.status != "rejected":
            gold = (document.spans or document.text) if document.meta.finished else None
            memory = remember(memory, trace(see(document.html, model), gold, document.optional))
    proposed = []
    for name in names:
        if name in wanted:
            document = read_document(folder, name)
            found = suggest_among(see(document.html, model), memory)
            expected = round(found.expected_f1, 3)
            sure = found.labelled > 0 and expected >= sure_from
            proposal = Proposal(expected_f1=expected, pages=found.pages, labelled=found.labelled, sure=sure)
            proposed.append(Proposed(document, found.spans, proposal))
    return proposed


def draw_sample(names: Iterable[str], count: int) -> frozenset[str]:
    """Draw the pages that a person must check: the same ones for the same names."""
    ordered = sorted(names)
    return frozenset(Random(" ".join(ordered)).sample(ordered, min(count, len(ordered))))
