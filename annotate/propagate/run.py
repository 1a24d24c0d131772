"""The work of ``annotate propagate``."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import click
import msgspec
from tqdm import tqdm

from annotate.markup.interruption import has_words, is_interrupted
from annotate.markup.unseen import lex_seen
from annotate.propagate.proposal import ACTION, KEY
from annotate.propagate.proposals import Proposed, draw_sample, give_up, is_untouched, propose_for_site
from annotate.reading import choose_jobs, tell_left_out
from annotate.texts.languages import fill_language
from cetr.console import Exit, count_of, map_bounded
from cetr.document import derive_text
from cetr.site import FIND_SITE
from evaluate.package import (
    ConflictError,
    Decision,
    Document,
    PackageError,
    check_writable,
    make_fragments,
    read_document,
    read_journal,
    read_meta,
    read_package,
    rewrite_document,
)
from evaluate.tables import Cell, Format, format_table

MODEL = "learned"


def run_propagate(
    folder: Path, sure_from: float, sample: int, jobs: int | None, kind: Format, site_of: str = "host"
) -> Exit:
    """Write proposals, and print a line for each, those in doubt first. Returns `Exit.PARTIAL` if a document failed."""
    names, find_site = read_package(folder).names, FIND_SITE[site_of]
    check_writable(folder)
    last = {decision.document: decision for decision in read_journal(folder)}
    sites: dict[str, list[str]] = {}
    finished, by_hand, lost = 0, 0, 0
    wanted: set[str] = set()
    for name in names:
        try:
            meta = read_meta(folder, name)
            untouched = meta.status == "draft" and is_untouched(read_document(folder, name), last.get(name))
        except PackageError as error:
            click.echo(f"annotate: {give_up(name, str(error))}", err=True)
            lost += 1
            continue
        sites.setdefault(find_site(meta.url) or name, []).append(name)
        finished += meta.finished
        wanted |= {name} if untouched else set()
        by_hand += meta.status == "draft" and not untouched
    work = [(own, frozenset(own) & wanted) for own in sites.values() if wanted.intersection(own)]
    if not work:
        click.echo(f"annotate: {folder}: has no draft without marks, so there is nothing to propose", err=True)
        return Exit.PARTIAL if lost else Exit.FINE
    found = list(_propose(folder, work, len(wanted), sure_from, jobs))
    lost += len(wanted) - len(found)
    proposed = [one for one in found if _is_undecided(one.document, last)]
    drawn = draw_sample((p for p in proposed if p.proposal.sure), sample, find_site)
    now = datetime.now(UTC)
    written = [one for p in proposed if (one := _write(p, p.document.name in drawn, now)) is not None]
    written.sort(key=lambda one: (one.proposal.sure, one.proposal.expected_f1))
    click.echo(format_table([_describe(one, find_site) for one in written], kind, digits=3), nl=False)
    quoted = shlex.quote(str(folder))
    sure = sum(one.proposal.sure for one in written)
    click.echo(f"annotate: {count_of(len(written), 'proposal')} from {count_of(finished, 'finished page')}, "
               f"{sure} of them sure", err=True)  # fmt: skip
    if by_hand:
        click.echo(f"annotate: {count_of(by_hand, 'draft')} with a person's marks left unchanged", err=True)
    if not sure:
        click.echo("annotate: a sure proposal needs a finished page of its template; list which to finish: "
                   f"annotate next {quoted}", err=True)  # fmt: skip
    elif sure == len(drawn):
        click.echo(f"annotate: check all of these: annotate review {quoted} --proposed", err=True)
    else:
        click.echo(f"annotate: check the sample: annotate review {quoted} --proposed; "
                   f"then accept the rest: annotate propagate {quoted} --accept", err=True)  # fmt: skip
    return Exit.PARTIAL if lost else Exit.FINE


def _is_undecided(document: Document, last: Mapping[str, Decision]) -> bool:
    """Whether a document is still untouched, as it was when the work began; else a line on standard error says so."""
    if is_untouched(document, last.get(document.name)):
        return True
    click.echo(f"annotate: {give_up(document.name, 'somebody has decided on it meanwhile')}", err=True)
    return False


def _propose(folder: Path, work: list[Site], total: int, sure_from: float, jobs: int | None) -> Iterator[Proposed]:
    jobs = jobs or choose_jobs(total)
    propose = partial(_propose_for, folder, sure_from)
    with tqdm(desc="propose", total=total, unit=" pages", disable=None) as bar:
        for found in map_bounded(propose, work, jobs if jobs > 1 else 0, _give_up_site):
            yield from tell_left_out(found)
            bar.update(len(found))


Site = tuple[list[str], frozenset[str]]
"""The names of a site's pages, and of those that want a proposal."""


def _propose_for(folder: Path, sure_from: float, site: Site) -> list[Proposed | str]:
    """Make the proposals for one site, in any process."""
    return propose_for_site(folder, *site, sure_from)


def _give_up_site(site: Site) -> list[Proposed | str]:
    names, wanted = site
    why = "the process of its site died, perhaps for lack of memory"
    return [give_up(name, why) for name in names if name in wanted]


def _write(proposed: Proposed, in_sample: bool, now: datetime) -> Proposed | None:
    """Write a proposal as a draft's marks; None if somebody has written the document meanwhile.

    All proposals of a run have one time, by which its sample is known.
    """
    document = proposed.document
    proposal = msgspec.structs.replace(proposed.proposal, sample=in_sample)
    text = derive_text(document.html, proposed.spans)
    known = fill_language(document.meta, text)
    meta = msgspec.structs.replace(
        known,
        fragments=make_fragments(document.html, proposed.spans),
        fragmented=is_interrupted(proposed.spans, (), lambda gaps: has_words(document.html, gaps, lex_seen(document))),
        coverage=None,
        extra={**known.extra, KEY: msgspec.to_builtins(proposal)},
    )
    decision = Decision(
        time=now,
        document=document.name,
        action=ACTION,
        annotator=MODEL,
        before=document.spans,
        after=proposed.spans,
        detail=msgspec.to_builtins(proposal),
    )
    try:
        rewrite_document(document, meta, text, decision)
    except ConflictError as error:
        click.echo(f"annotate: {error}", err=True)
        return None
    return Proposed(document, proposed.spans, proposal)


def _describe(one: Proposed, find_site: Callable[[str], str]) -> dict[str, Cell]:
    proposal = one.proposal
    return {
        "document": one.document.name,
        "site": find_site(one.document.meta.url),
        "expected_f1": proposal.expected_f1,
        "pages": proposal.pages,
        "finished": proposal.labelled,
        "proposal": "sample" if proposal.sample else "sure" if proposal.sure else "in doubt",
    }
