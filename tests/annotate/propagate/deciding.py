"""What people and the command do with the drafts of a package."""

from __future__ import annotations

from pathlib import Path

import msgspec

from annotate.propagate.proposal import read_proposal
from annotate.propagate.run import run_propagate
from cetr.document import derive_text
from evaluate.package import Decision, Document, read_document, read_journal, write_document

DRAFTS = ("b", "c", "d")


def decide(document: Document, status: str, *, without: int = 0) -> None:
    """What a person does in the reviewer: approve or reject, perhaps after marks were taken away."""
    fragments = document.meta.fragments[without:]
    meta = msgspec.structs.replace(document.meta, status=status, annotator="ann", fragments=fragments)
    spans = tuple((f.start, f.end) for f in fragments)
    time = next(iter(read_journal(document.folder))).time
    decision = Decision(time=time, document=document.name, action="approve", annotator="ann", after=spans)
    text = derive_text(document.html, spans)
    write_document(document.folder, document.name, meta=meta, text=text, decision=decision)


def propose(folder: Path, sample: int = 1, sure_from: float = 0.5) -> int:
    """Run the command in this process; returns its exit code."""
    return run_propagate(folder, sure_from, sample, jobs=1, kind="jsonl")


def is_sampled(folder: Path, name: str) -> bool:
    """Whether a person must check the proposal for a document."""
    proposal = read_proposal(read_document(folder, name).meta)
    return proposal is not None and proposal.sample
