"""From the options of the command line to a session on the screen."""

from __future__ import annotations

import gc
import os
import sys
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path

from annotate.review.columns import Column
from annotate.review.config import check_browser, check_keys, config_path, load_config
from annotate.review.helpers import find_suspects
from annotate.review.session import Session, start_adjudication_package, start_blind
from cetr.errors import InputError
from evaluate.extractors import GROUP, find_extractor
from evaluate.package import read_package


@dataclass(frozen=True)
class Options:
    """What the command line said."""

    folder: Path
    document: str | None = None
    extractors: tuple[str, ...] = ()
    annotator: str | None = None
    against: Path | None = None
    blind: bool = False
    out: Path | None = None
    suspects: bool = False
    theme: str | None = None
    ascii: bool = False
    config: Path | None = None


def run_review(options: Options) -> None:
    """Run the reviewer until it is left."""
    import msgspec
    from textual.theme import BUILTIN_THEMES

    from annotate.review.app import ReviewApp
    from annotate.review.screens.keys import action_names

    path = options.config or config_path()
    config = load_config(path)
    check_keys(config.keys, action_names(), path)
    check_browser(config.browser, path)
    theme = options.theme or config.theme
    if theme not in BUILTIN_THEMES:
        raise InputError(f"no theme named '{theme}' (there are: {', '.join(sorted(BUILTIN_THEMES))})")
    config = msgspec.structs.replace(config, theme=theme, ascii=config.ascii or options.ascii)
    read_package(options.folder)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise InputError("review needs a terminal: standard input and output must not be redirected")
    annotator = options.annotator or config.annotator or os.environ.get("USER")
    session = make_session(options, annotator, options.extractors or config.extractors)
    # What the imports have made stays: looking through it for garbage would hold up a key by 25 ms now and then.
    gc.freeze()
    ReviewApp(session, config).run()


def make_session(options: Options, annotator: str | None, extractors: tuple[str, ...]) -> Session:
    """Check the options and make the package that --against or --blind writes."""
    if options.blind and options.against:
        raise InputError("--blind and --against exclude each other")
    if options.out and not (options.blind or options.against):
        raise InputError("--out goes with --against or --blind; otherwise DIR itself is changed")
    read_package(options.folder)
    folder, columns = options.folder, tuple(Column(name) for name in extractors)
    if options.blind or options.against:
        from tqdm import tqdm
    if options.blind:
        folder = options.out or options.folder.with_name(f"{options.folder.resolve().name}-second")
        with tqdm(desc="copying pages", unit="page", disable=None) as progress:
            start_blind(options.folder, folder, annotator, progress.update)
        columns = ()
    elif options.against:
        joined = f"{options.folder.resolve().name}-{options.against.resolve().name}"
        folder = options.out or options.folder.with_name(joined)
        with tqdm(desc="bringing together", unit="page", disable=None) as progress:
            columns, left_out = start_adjudication_package(options.folder, options.against, folder, progress.update)
        for missing in left_out:
            tqdm.write(f"left out: {missing}: not the same page in both packages", file=sys.stderr)
    else:
        for extractor in extractors:
            _check_extractor(extractor)
    findings = find_suspects(folder) if options.suspects else {}
    package = read_package(folder)
    if options.document is not None and options.document not in package.names:
        raise InputError(f"{folder}: has no document named '{options.document}'")
    if not package.names:
        raise InputError(f"{folder}: has no documents yet; 'annotate capture URL --package {folder}' adds one")
    names = tuple(name for name in package.names if name in findings) if options.suspects else package.names
    if not names:
        raise InputError(f"{folder}: the check found nothing to look at")
    return Session(
        folder=folder,
        names=names,
        columns=columns,
        annotator=annotator,
        blind=options.blind,
        adjudicating=options.against is not None,
        findings=findings,
        first=options.document,
    )


def _check_extractor(name: str) -> None:
    """Raise `InputError` if no such extractor is registered. One that is there is not loaded: the worker does that."""
    if not entry_points(group=GROUP, name=name.partition("@")[0]):
        find_extractor(name)
