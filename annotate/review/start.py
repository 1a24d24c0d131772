"""From the options of the command line to an assignment."""

from __future__ import annotations

import gc
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import entry_points
from pathlib import Path

import click

from annotate.agree import tell_omitted
from annotate.propagate.proposal import read_proposal
from annotate.review.assignment import Assignment, check_owner, start_adjudication_package, start_blind
from annotate.review.columns import Column
from annotate.review.config import check_browser, config_path, load_config
from annotate.review.suspects import find_suspects
from annotate.team.annotator import default_annotator
from cetr.console import GROUP, InputError, count_of, disarm
from evaluate.extractors import find_extractor
from evaluate.package import Package, read_journal, read_meta, read_package, resolve_folder


@dataclass(frozen=True)
class Options:
    """The options of the command line."""

    folder: Path
    document: str | None = None
    extractors: tuple[str, ...] = ()
    annotator: str | None = None
    against: tuple[Path, ...] = ()
    blind: bool = False
    out: Path | None = None
    suspects: bool = False
    proposed: bool = False
    theme: str | None = None
    ascii: bool = False
    config: Path | None = None


def run_review(options: Options) -> None:
    """Run the reviewer until the person quits."""
    import msgspec
    from textual.theme import BUILTIN_THEMES

    from annotate.review.app import ReviewApp
    from annotate.review.screens.keys import check_keys
    from annotate.review.widgets.picture import load_pictures

    path = options.config or config_path()
    config = load_config(path)
    check_keys(config.keys, path)
    check_browser(config.browser, path)
    theme = options.theme or config.theme
    if theme not in BUILTIN_THEMES:
        raise InputError(f"no theme named '{theme}' (there are: {', '.join(sorted(BUILTIN_THEMES))})")
    config = msgspec.structs.replace(config, theme=theme, ascii=config.ascii or options.ascii)
    read_package(options.folder)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise InputError("review needs a terminal: standard input and output must not be redirected")
    annotator = options.annotator or config.annotator or default_annotator()
    assignment = make_assignment(options, annotator, options.extractors or config.extractors)
    assignment = replace(assignment, edits_reopen=config.edits_reopen)
    load_pictures()
    # What the imports have made stays: looking through it for garbage would hold up a key by 25 ms now and then.
    gc.freeze()
    left = ReviewApp(assignment, config).run()
    if left:
        total = count_of(len(assignment.names), "document")
        click.echo(
            f"annotate: {left} of {total} not approved or rejected yet; run the same command again to continue",
            err=True,
        )


def make_assignment(options: Options, annotator: str | None, extractors: tuple[str, ...]) -> Assignment:
    """Check the options and make the package for --against or --blind."""
    if options.blind and options.against:
        raise InputError("--blind and --against cannot be used together")
    if options.out and not (options.blind or options.against):
        raise InputError("--out needs --against or --blind; without them, DIR itself is changed")
    if options.extractors and (options.blind or options.against):
        raise InputError("--extractor cannot be used with --blind or --against, which show no predictions")
    _check_document(options.folder, options.document)
    source = resolve_folder(options.folder)
    folder, columns, notice = options.folder, tuple(Column(name) for name in extractors), ""
    what = "" if options.blind or options.against else check_owner(source, annotator)
    blind = options.blind or bool(what)
    if options.blind or options.against:
        from tqdm import tqdm

        # What is wrong from the start is said before any progress.
        progress = partial(tqdm, unit=" pages", disable=None, delay=0.5)
    if options.blind:
        folder = options.out or source.with_name(f"{source.name}-second")
        with progress(desc="copying pages") as bar:
            left_out = start_blind(options.folder, folder, annotator, bar.update)
        columns, notice = (), _tell_left_out(left_out)
    elif options.against:
        sides = [source.name, *(resolve_folder(other).name for other in options.against)]
        folder = options.out or source.with_name("-".join(sides))
        with progress(desc="bringing together") as bar:
            columns, left_out, reopened = start_adjudication_package(
                options.folder, options.against, folder, annotator, bar.update
            )
        notice = _tell_left_out(left_out)
        if reopened:
            notice = f"{_tell_reopened(reopened)}; {notice}" if notice else _tell_reopened(reopened)
    elif blind:
        if options.extractors:
            raise InputError(f"{folder}: is {what}, which shows no predictions: leave --extractor out")
        columns, notice = (), f"this is {what}: neither gold nor predictions are shown"
    else:
        for extractor in extractors:
            _check_extractor(extractor)
    findings = find_suspects(folder) if options.suspects else {}
    package = _check_document(folder, options.document)
    names = tuple(name for name in package.names if name in findings) if options.suspects else package.names
    if not names:
        raise InputError(f"{folder}: the check found nothing")
    if options.document is not None and options.document not in names:
        raise InputError(f"{folder}: the check found nothing in '{options.document}'")
    if options.proposed:
        names = find_proposed(folder, names)
        notice = tell_proposed(folder, names)
    return Assignment(
        guideline=package.info.guideline.strip(),
        begun=any(decision.annotator == annotator for decision in read_journal(folder)),
        folder=folder,
        names=names,
        columns=columns,
        annotator=annotator,
        blind=blind,
        adjudicating=bool(options.against),
        findings=findings,
        first=options.document or find_resumption(folder, names, annotator),
        notice=notice,
    )


def _tell_left_out(left_out: Mapping[str, str]) -> str:
    """Print which documents are left out and why; returns a short message for the screen, which covers the output."""
    for line in tell_omitted(left_out):
        click.echo(f"annotate: {line}", err=True)
    if not left_out:
        return ""
    first, why = next(iter(left_out.items()))
    more = f", and {len(left_out) - 1} more; you see them all when you quit" if len(left_out) > 1 else ""
    return f"left out: {first}: {disarm(why)}{more}"


def _tell_reopened(names: Sequence[str]) -> str:
    """Print which documents somebody has changed since they were adjudicated; returns a message for the screen."""
    said = f"changed since it was adjudicated, so open again: {', '.join(names[:3])}{', …' if len(names) > 3 else ''}"
    click.echo(f"annotate: {said}", err=True)
    return said


def find_resumption(folder: Path, names: Sequence[str], annotator: str | None) -> str | None:
    """Find the document where a person stopped: that of the last decision or, if it is finished, the next undecided
    one.
    """
    decisions = [d for d in read_journal(folder) if d.annotator == annotator and d.document in names]
    if not decisions:
        return None
    at = names.index(decisions[-1].document)
    return next((n for n in (*names[at:], *names[:at]) if not _is_decided(folder, n)), None)


def _is_decided(folder: Path, name: str) -> bool:
    try:
        return read_meta(folder, name).status in ("reviewed", "rejected")
    except InputError:
        return False


def find_proposed(folder: Path, names: Sequence[str]) -> tuple[str, ...]:
    """Find the drafts with a sure proposal: those of the sample if any are left, otherwise all others."""
    metas = {name: read_meta(folder, name) for name in names}
    found = {name: read_proposal(meta) for name, meta in metas.items() if meta.status == "draft"}
    sure = tuple(name for name, proposal in found.items() if proposal is not None and proposal.sure)
    if not sure:
        raise InputError(f"{folder}: has no sure proposals; 'annotate propagate {folder}' makes them")
    sample = tuple(name for name in sure if (proposal := found[name]) is not None and proposal.sample)
    return sample or sure


def tell_proposed(folder: Path, names: Sequence[str]) -> str:
    """Describe whether these proposals are the sample, and what comes after it."""
    proposal = read_proposal(read_meta(folder, names[0]))
    if proposal is None or not proposal.sample:
        return f"{count_of(len(names), 'sure proposal')}, the sample is decided"
    return f"a sample of {count_of(len(names), 'sure proposal')}; then quit, and review or accept the others"


def _check_document(folder: Path, name: str | None) -> Package:
    """Read the package. Raises `InputError` if it has no documents, or none of that name."""
    package = read_package(folder)
    if name is not None and name not in package.names:
        raise InputError(f"{folder}: has no document named '{name}'")
    if not package.names:
        raise InputError(f"{folder}: has no documents yet; 'annotate capture URL --package {folder}' adds one")
    return package


def _check_extractor(name: str) -> None:
    """Raise `InputError` if no such extractor is registered. It is not loaded here; the worker does that."""
    if not entry_points(group=GROUP, name=name.partition("@")[0]):
        find_extractor(name)
