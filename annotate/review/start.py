"""From the options of the command line to an assignment."""

from __future__ import annotations

import gc
import shlex
import sys
import termios
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Never

import click

from annotate.agree import tell_omitted
from annotate.queue.planning import find_captured, follow_captured
from annotate.review.adjudication import start_adjudication_package
from annotate.review.assignment import Assignment
from annotate.review.blind import check_owner, start_blind
from annotate.review.columns import Column
from annotate.review.config import Config, check_browser, config_path, load_config
from annotate.review.proposed import find_proposed, tell_proposed
from annotate.review.suspects import find_suspects
from annotate.review.terminal import await_answers, give_size
from annotate.team.annotator import default_annotator
from cetr.console import GROUP, InputError, count_of, disarm, name_some, resolve_folder
from evaluate.extractors import find_extractor
from evaluate.package import Decision, Package, read_info, read_journal, read_meta, read_package

if TYPE_CHECKING:
    from tqdm import tqdm


@dataclass(frozen=True)
class Options:
    """The options of the command line."""

    folder: Path
    documents: tuple[str, ...] = ()
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


def run_review(options: Options, usual: tuple[str, ...] = ()) -> None:
    """Run the reviewer until the person quits; ``usual`` are the extractors to show if the options name none."""
    import msgspec

    from annotate.review.app import ReviewApp
    from annotate.review.widgets.picture import load_pictures

    path = options.config or config_path()
    config = load_settings(path, options.theme)
    check_browser(config.browser, path)
    config = msgspec.structs.replace(config, ascii=config.ascii or options.ascii)
    read_info(options.folder)
    # Textual draws on standard error.
    if not (sys.stdin.isatty() and sys.stdout.isatty() and sys.stderr.isatty()):
        raise InputError("review needs a terminal: standard input, output and error must not be redirected")
    annotator = options.annotator or default_annotator()
    assignment = make_assignment(options, annotator, options.extractors or usual or config.extractors)
    assignment = replace(assignment, edits_reopen=config.edits_reopen)
    give_size()
    if find_spec("textual_image"):
        termios.tcflush(sys.stdin, termios.TCIFLUSH)  # what was typed so far would be taken for an answer
        load_pictures()
        await_answers()
    # What the imports have made stays: looking through it for garbage would hold up a key by 25 ms now and then.
    gc.freeze()
    app = ReviewApp(assignment, config)
    left = app.run()
    if app.return_code is None:
        raise KeyboardInterrupt  # Textual has ended at SIGTERM without a word
    if left:
        total = count_of(len(assignment.names), "document")
        click.echo(
            f"annotate: {left} of {total} not approved or rejected yet; run the same command again to continue",
            err=True,
        )


def load_settings(path: Path, theme: str | None = None) -> Config:
    """Read the settings, with another theme if one is given. Raises `InputError` if a key or the theme is unknown."""
    import msgspec
    from textual.theme import BUILTIN_THEMES

    from annotate.review.screens.keys import check_keys

    config = load_config(path)
    check_keys(config.keys, path)
    theme = theme or config.theme
    if theme not in BUILTIN_THEMES:
        raise InputError(f"no theme named '{theme}' (available: {', '.join(sorted(BUILTIN_THEMES))})")
    return msgspec.structs.replace(config, theme=theme)


@dataclass(frozen=True)
class _Pass:
    """The package that is reviewed, and how."""

    folder: Path
    columns: tuple[Column, ...] = ()
    blind: bool = False
    notice: str = ""


def make_assignment(options: Options, annotator: str | None, extractors: tuple[str, ...]) -> Assignment:
    """Check the options and make the package for --against or --blind."""
    _check_options(options)
    options = replace(options, documents=_find_documents(options.folder, options.documents))
    package = _check_documents(options.folder, options.documents)
    if options.blind:
        begun = _start_blind(options, annotator)
    elif options.against:
        begun = _start_adjudication(options, annotator)
    else:
        begun = _start_own(options, annotator, extractors)
    if begun.folder != options.folder:
        package = _check_documents(begun.folder, options.documents)
    names, notice = package.names, begun.notice
    (first,) = options.documents if len(options.documents) == 1 else (None,)
    if len(options.documents) > 1:
        names = tuple(dict.fromkeys(options.documents))
    findings = find_suspects(begun.folder) if options.suspects else {}
    if options.suspects:
        names = tuple(name for name in names if name in findings)
        if not names:
            raise InputError(f"{begun.folder}: the check found nothing in its documents")
        if first not in (None, *names):
            raise InputError(f"{begun.folder}: the check found nothing in '{first}'")
    if options.proposed:
        notice = tell_proposed(begun.folder, names)
        names = find_proposed(begun.folder, names)
    decisions = [decision for decision in read_journal(begun.folder) if decision.annotator == annotator]
    return Assignment(
        guideline=package.info.guideline.strip(),
        begun=bool(decisions),
        folder=begun.folder,
        names=names,
        columns=begun.columns,
        annotator=annotator,
        blind=begun.blind,
        adjudicating=bool(options.against),
        findings=findings,
        first=first or _find_resumption(begun.folder, names, decisions),
        notice=notice,
    )


def _check_options(options: Options) -> None:
    makes_package = options.blind or bool(options.against)
    if options.blind and options.against:
        raise InputError("--blind and --against cannot be used together")
    if options.out and not makes_package:
        raise InputError("--out needs --against or --blind; without them, DIR itself is changed")
    if options.extractors and makes_package:
        raise InputError("--extractor cannot be used with --blind or --against, which show no predictions")


def _start_own(options: Options, annotator: str | None, extractors: tuple[str, ...]) -> _Pass:
    what = check_owner(resolve_folder(options.folder), annotator)
    if not what:
        for extractor in extractors:
            _check_extractor(extractor)
        return _Pass(options.folder, tuple(Column(name) for name in extractors))
    if options.extractors:
        raise InputError(f"{options.folder}: is {what}, which shows no predictions; leave out --extractor")
    return _Pass(options.folder, blind=True, notice=f"this is {what}: neither gold nor predictions are shown")


def _start_blind(options: Options, annotator: str | None) -> _Pass:
    source = resolve_folder(options.folder)
    folder = options.out or source.with_name(f"{source.name}-second")
    with _show_progress("copying pages") as bar:
        left_out = start_blind(options.folder, folder, annotator, bar.update)
    return _Pass(folder, blind=True, notice=_tell_left_out(left_out))


def _start_adjudication(options: Options, annotator: str | None) -> _Pass:
    sides = [resolve_folder(folder).name for folder in (options.folder, *options.against)]
    folder = options.out or resolve_folder(options.folder).with_name("-".join(sides))
    with _show_progress("bringing together") as bar:
        columns, left_out, reopened = start_adjudication_package(
            options.folder, options.against, folder, annotator, bar.update
        )
    told = (_tell_reopened(reopened) if reopened else "", _tell_left_out(left_out))
    return _Pass(folder, columns, notice="; ".join(filter(None, told)))


def _show_progress(what: str) -> tqdm[Never]:
    from tqdm import tqdm

    # What is wrong from the start is said before any progress.
    return tqdm(desc=what, unit=" pages", disable=None, delay=0.5)


def _tell_left_out(left_out: Mapping[str, str]) -> str:
    """Print which documents are left out and why; returns a short message for the screen, which covers the output."""
    for line in tell_omitted(left_out):
        click.echo(f"annotate: {line}", err=True)
    if not left_out:
        return ""
    first, why = next(iter(left_out.items()))
    more = f" and {len(left_out) - 1} more; the reasons appear when you quit" if len(left_out) > 1 else ""
    return f"left out: {first} ({disarm(why)}){more}"


def _tell_reopened(names: Sequence[str]) -> str:
    """Print which documents somebody has changed since they were adjudicated; returns a message for the screen."""
    said = f"changed since it was adjudicated, so open again: {name_some(names)}"
    click.echo(f"annotate: {said}", err=True)
    return said


_ARRIVALS = frozenset(("capture", "harvest", "import", "withdraw"))
"""Decisions by which documents came into the package. After them, a review begins with the first document. Of a page
that was rejected when it was captured, the decision has a ``reason``.
"""


def _find_resumption(folder: Path, names: Sequence[str], decisions: Sequence[Decision]) -> str | None:
    """Find the document where a person stopped: that of their last decision or, if it is finished, the next undecided
    one.
    """
    places = {name: at for at, name in enumerate(names)}
    own = (d.document for d in reversed(decisions) if d.action not in _ARRIVALS and "reason" not in d.detail)
    last = next((places[name] for name in own if name in places), None)
    if last is None:
        return None
    return next((name for name in (*names[last:], *names[:last]) if not _is_done(folder, name)), None)


def _is_done(folder: Path, name: str) -> bool:
    try:
        return read_meta(folder, name).status in ("reviewed", "rejected")
    except InputError:
        return False


def _check_documents(folder: Path, names: Sequence[str]) -> Package:
    """Read the package. Raises `InputError` if it has no documents, or none of one of these names."""
    package = read_package(folder)
    for name in names:
        if name not in package.names:
            raise InputError(f"{folder}: has no document named '{name}'")
    if not package.names:
        command = f"annotate capture URL --package {shlex.quote(str(folder))}"
        raise InputError(f"{folder}: has no documents yet; add one: {command}")
    return package


def _find_documents(folder: Path, wanted: Sequence[str]) -> tuple[str, ...]:
    """Find the names of the documents that have the URLs ``wanted``; anything else is returned as it is."""
    captured = follow_captured(folder, drafts=True)() if any("://" in one for one in wanted) else {}
    return tuple(find_captured(captured, one) or one for one in wanted)


def _check_extractor(name: str) -> None:
    """Raise `InputError` if no such extractor is registered. It is not loaded here; the worker does that."""
    if not entry_points(group=GROUP, name=name.partition("@")[0]):
        find_extractor(name)
