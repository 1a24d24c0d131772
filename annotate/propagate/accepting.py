"""Accept the sure proposals together, once a person has decided on a sample of them."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import mean

import click
import msgspec

from annotate.agree.coefficients import score_f1
from annotate.propagate.proposal import ACCEPT, ACTION, KEY, TAKE_BACK, Proposal, read_proposal
from annotate.propagate.proposals import is_untouched
from annotate.reading import say_left_out
from cetr.console import Exit, InputError, count_of, name_some
from cetr.document import Spans, locate_words, mark_inside, normalize_spans
from evaluate.package import (
    NO_CONTENT,
    ConflictError,
    Decision,
    Document,
    Meta,
    PackageError,
    check_writable,
    read_document,
    read_journal,
    read_meta,
    read_package,
    rewrite_document,
)

STATUS = "harvested"
"""The status of a draft that was accepted unseen: it is exported, but neither scored nor learned from."""


@dataclass(frozen=True)
class Sample:
    """The F1, over words, of each sampled proposal that a person has decided on, and the names of those still open."""

    scores: dict[str, float]
    open: tuple[str, ...]


def run_accept(folder: Path, at_least: float, annotator: str | None) -> Exit:
    """Accept the remaining sure proposals.

    Returns `Exit.FOUND` if the sample was not good enough, and `Exit.PARTIAL` if a document could not be read.
    """
    names = read_package(folder).names
    check_writable(folder)
    last: dict[str, Decision] = {}
    proposals: dict[str, Decision] = {}
    for decision in read_journal(folder):
        last[decision.document] = decision
        if decision.action == ACTION:
            proposals[decision.document] = decision
    # Earlier proposals were made from fewer finished pages: they say nothing of these, nor these of them.
    latest = max((proposed.time for proposed in proposals.values()), default=None)
    names = tuple(name for name in names if name in proposals and proposals[name].time == latest)
    sample = look_at_sample(folder, names, proposals)
    if sample.open:
        raise InputError(
            f"{folder}: the sample has {count_of(len(sample.open), 'undecided page')} ({name_some(sample.open)}); "
            f"look at them: annotate review {shlex.quote(str(folder))} --proposed"
        )
    if not sample.scores:
        raise InputError(f"{folder}: no sample was drawn; draw one: annotate propagate {shlex.quote(str(folder))}")
    f1 = mean(sample.scores.values())
    of = f"F1 {f1:.3f} over the sample of {count_of(len(sample.scores), 'page')}"
    if f1 < at_least:
        click.echo(f"annotate: {folder}: {of}, less than {at_least:g}: nothing accepted; finish more pages of each "
                   "site and propagate again", err=True)  # fmt: skip
        return Exit.FOUND
    accepted, lost = 0, 0
    for name in names:
        document = _read(folder, name)
        if document is None:
            lost += 1
            continue
        proposal = read_proposal(document.meta)
        if proposal is not None and proposal.sure and is_untouched(document, last.get(name)):
            detail = {"unseen": True, "sample": len(sample.scores), "sample_f1": f1}
            accepted += _accept(document, proposal, annotator, detail)
    click.echo(f"annotate: {count_of(accepted, 'page')} accepted unseen, as {STATUS}: {of}", err=True)
    return Exit.PARTIAL if lost else Exit.FINE


def look_at_sample(folder: Path, names: Sequence[str], proposals: dict[str, Decision]) -> Sample:
    """Score the sampled proposals among these documents; a rejected one counts 0."""
    scores: dict[str, float] = {}
    undecided: list[str] = []
    for name in names:
        proposed = proposals[name]
        if not proposed.detail.get("sample"):
            continue
        meta = read_meta(folder, name)
        if meta.status in ("draft", STATUS):
            undecided.append(name)
        elif meta.status == "rejected":
            scores[name] = 0.0
        else:
            scores[name] = compare(read_document(folder, name), proposed.after)
    return Sample(scores, tuple(undecided))


def compare(document: Document, proposed: Spans) -> float:
    """Compute the F1 of proposed spans against a document's, over its words; optional text counts neither way."""
    start = locate_words(document.html).start
    counted = ~mark_inside(start, document.optional)
    found = mark_inside(start, normalize_spans(proposed, len(document.html)))
    return score_f1(mark_inside(start, document.spans) & counted, found & counted)


def _accept(document: Document, proposal: Proposal, annotator: str | None, detail: Mapping[str, object]) -> bool:
    known = msgspec.structs.replace(proposal, accepted_by=annotator or "")
    said = {} if document.spans else {NO_CONTENT: True}
    extra = {**document.meta.extra, KEY: msgspec.to_builtins(known), **said}
    meta = msgspec.structs.replace(document.meta, status=STATUS, extra=extra)
    return _write(document, meta, ACCEPT, annotator, {**detail, "expected_f1": proposal.expected_f1})


def run_take_back(folder: Path, annotator: str | None) -> Exit:
    """Make pages that were accepted unseen drafts again, with their proposals, unless somebody has decided since.

    Returns `Exit.PARTIAL` if a document could not be read.
    """
    names = read_package(folder).names
    check_writable(folder)
    last = {decision.document: decision for decision in read_journal(folder)}
    taken, lost = 0, 0
    for name in (name for name in names if name in last and last[name].action == ACCEPT):
        document = _read(folder, name)
        if document is None:
            lost += 1
            continue
        proposal = read_proposal(document.meta)
        if proposal is not None and document.meta.status == STATUS:
            known = msgspec.structs.replace(proposal, accepted_by=None)
            left = {key: value for key, value in document.meta.extra.items() if key != NO_CONTENT}
            extra = {**left, KEY: msgspec.to_builtins(known)}
            meta = msgspec.structs.replace(document.meta, status="draft", extra=extra)
            taken += _write(document, meta, TAKE_BACK, annotator, {})
    click.echo(f"annotate: {count_of(taken, 'page')} taken back: drafts again, with their proposals", err=True)
    return Exit.PARTIAL if lost else Exit.FINE


def _read(folder: Path, name: str) -> Document | None:
    """Read a document; None, with a line on standard error, if it cannot be read."""
    try:
        return read_document(folder, name)
    except PackageError as error:
        click.echo(f"annotate: {say_left_out((folder, name), str(error))}", err=True)
        return None


def _write(document: Document, meta: Meta, action: str, annotator: str | None, detail: Mapping[str, object]) -> bool:
    """Change the status of a document; False, with a line on standard error, if somebody has written it meanwhile."""
    decision = Decision(
        time=datetime.now(UTC),
        document=document.name,
        action=action,
        annotator=annotator,
        before=document.spans,
        after=document.spans,
        detail={**detail, "fields": {"status": (document.meta.status, meta.status)}},
    )
    try:
        rewrite_document(document, meta, document.text, decision)
    except ConflictError as error:
        click.echo(f"annotate: {error}", err=True)
        return False
    return True
