"""Work through a queue of pages: by a person, page after page and back to the one before, or by selectors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from threading import Event
from typing import NoReturn

import click
from playwright.sync_api import BrowserContext
from playwright.sync_api import Error as PlaywrightError
from tqdm import tqdm

from annotate.browser import NoScreenError, is_gone
from annotate.capture.errors import CaptureError
from annotate.capture.interrupt import put_off_interrupts
from annotate.capture.model import Outcome, Saved
from annotate.capture.pages_ahead import PagesAhead
from annotate.capture.request import Request
from annotate.capture.save import ensure_package
from annotate.capture.session import Aside, Session
from annotate.capture.settings import Settings
from annotate.capture.unattended import capture_page
from annotate.capture.world import FREEZE_KEY
from annotate.queue.arrival import ThereError, refuse_there
from annotate.queue.failures import find_reason, report_failures
from annotate.queue.later import note_later
from annotate.queue.planning import Plan
from annotate.queue.politeness import Politeness
from annotate.queue.telling import tell_left, tell_missing, tell_windows
from annotate.screen import reaches_screen
from cetr.console import Exit, InputError, count_of


@dataclass
class Run:
    """A plan being carried out, and its progress.

    ``session`` is the person's, None if unattended. Wanted pages that are not stored are ``missing``. Up to ``depth``
    pages get ready while one is marked: those ``ahead``. The pages that the person can come back to are ``aside``, by
    number in the plan: the previous one, and the one left for it. ``left`` are the numbers of pages without an outcome,
    ``saved`` what was printed of the others. ``failures`` have a URL and a reason each. ``idle`` counts selectors that
    matched nothing. ``headed``: the names of the columns are printed. ``broken``: the browser has ended before the
    work. ``has_screen``: a screen that is known to answer was there at the start.
    """

    request: Request
    settings: Settings
    plan: Plan
    politeness: Politeness
    context: BrowserContext
    session: Session | None
    missing: Sequence[str] = ()
    depth: int = 2
    aside: dict[int, Aside] = field(default_factory=dict)
    left: set[int] = field(default_factory=set)
    saved: dict[int, Saved] = field(default_factory=dict)
    failures: list[tuple[str, str]] = field(default_factory=list)
    idle: Counter[str] = field(default_factory=Counter)
    headed: bool = False
    broken: bool = False
    has_screen: bool = field(default_factory=reaches_screen)
    ahead: PagesAhead = field(init=False)

    def __post_init__(self) -> None:
        self.ahead = PagesAhead(self.politeness)


def work_through(run: Run) -> None:
    """Capture page after page. Failures are recorded; if only one page was named, its failure is the command's
    error.
    """
    total = len(run.plan.pages)
    run.left = set(range(total))
    with put_off_interrupts() as interrupted, _progress(run) as bar, _leaving(run):
        at = 0
        while at < total:
            failed = len(run.failures)
            outcome = _find_outcome(run, at, interrupted, bar)
            has_ended = is_gone(run.context)
            if interrupted.is_set():  # asked last: the browser may have got the signal, too
                bar.clear()
                _tell_broken_off(run)
                raise KeyboardInterrupt
            if outcome == "leave" or has_ended:
                _refuse_lost_screen(run)
                if outcome != "leave" and (run.left or len(run.failures) > failed):
                    bar.clear()
                    click.echo("annotate: the browser has ended", err=True)
                    run.broken = True
                break
            at = _turn(run, at, outcome)
            bar.update(total - len(run.left) - bar.n)
    tell_left(len(run.left), total)
    for css in (css for css, times in run.idle.items() if times == len(run.saved)):
        click.echo(f"annotate: --drop '{css}' matched nothing on {count_of(len(run.saved), 'page')}", err=True)


@contextmanager
def _leaving(run: Run) -> Iterator[None]:
    """At the end, close the pages ahead and those set aside."""
    try:
        yield
    finally:
        with suppress(PlaywrightError):  # the window is closed
            run.ahead.close()
            for page in run.aside.values():
                page.close()


def _progress(run: Run) -> tqdm[NoReturn]:
    """Show a progress bar if nobody sees the pages themselves."""
    total = len(run.plan.pages)
    return tqdm(total=total, unit=" pages", disable=None if total > 1 and run.request.headless else True)


def _find_outcome(run: Run, at: int, interrupted: Event, bar: tqdm[NoReturn]) -> Outcome | None:
    """Find and print the outcome of a page; None if it fails or has no outcome yet."""
    url, _ = run.plan.pages[at]
    try:
        outcome = _capture_one(run, at, interrupted)
    except InputError as error:
        _refuse_lost_screen(run)
        is_there = isinstance(error, ThereError)
        if len(run.plan.pages) == 1 and not run.request.urls_file and not is_there:
            raise
        run.left.discard(at)
        reason = find_reason(url, error)
        if not is_there:
            run.failures.append((url, reason))
        bar.clear()
        click.echo(f"annotate: {url}: {reason}", err=True)
        return None
    except PlaywrightError:
        if not is_gone(run.context):
            raise
        return None
    bar.clear()  # progress and data may share the terminal
    if isinstance(outcome, Saved):
        _tell_saved(run, at, outcome)
    elif run.session is not None and not run.session.state.is_saved and run.saved.pop(at, None) is not None:
        run.left.add(at)
        click.echo(f"annotate: {url}: no longer saved", err=True)
    if outcome in ("leave", "later") and run.session is not None and run.session.state.spans:
        click.echo(f"annotate: {url}: the marks are kept as a draft", err=True)
    if outcome == "later":
        ensure_package(run.request.folder)
        note_later(run.request.folder, url)
    return outcome


def _refuse_lost_screen(run: Run) -> None:
    """Raise `NoScreenError` if the screen has gone, and with it the window. Otherwise it would seem to be closed."""
    if run.session is not None and run.has_screen and not reaches_screen():
        _tell_broken_off(run)
        raise NoScreenError("the screen is gone, and the window with it; run the same command again to continue")


def _tell_broken_off(run: Run) -> None:
    """Say what is left, and list what failed, of a run that ends with an error."""
    tell_left(len(run.left), len(run.plan.pages))
    list_failures(run)


def list_failures(run: Run) -> int:
    """List what failed in a file; returns the command's exit code."""
    pages = run.plan.pages
    left = [pages[number][0] for number in sorted(run.left)]
    errors = run.request.queue.errors
    code = report_failures(run.request.urls_file, errors, run.failures, len(pages), left, run.missing)
    return Exit.PARTIAL if run.broken else code


def _tell_saved(run: Run, at: int, saved: Saved) -> None:
    if run.saved.get(at) == saved:  # a page that was come back to, and left unchanged
        return
    if saved.rejected:
        click.echo(f"annotate: {saved.url}: rejected: {saved.rejected} ({saved.name})", err=True)
    else:
        if not run.headed:
            click.echo("document\turl\tfragments\twords\tcheck")
            run.headed = True
        check = "draft" if saved.draft else "exact"
        click.echo(f"{saved.name}\t{saved.url}\t{saved.exact}\t{saved.words}\t{check}")
    tell_missing(saved.url, saved.missing)
    if at not in run.saved:
        run.idle.update(saved.idle)
    run.saved[at] = saved
    run.left.discard(at)


def _turn(run: Run, at: int, outcome: Outcome | None) -> int:
    """Return the number of the next page; the person can come back to the one that is left now."""
    if run.session is None:
        return at + 1
    if outcome == "back":
        run.aside[at] = run.session.set_aside()
        before = [number for number, page in run.aside.items() if number < at and not page.is_closed]
        return max(before, default=at)
    if outcome is not None:
        for number in [number for number in run.aside if number < at]:
            run.aside.pop(number).close()
    following = min((number for number in run.aside if number > at), default=at + 1)
    if outcome is not None:
        run.aside[at] = run.session.set_aside()
    return following


def _capture_one(run: Run, at: int, interrupted: Event) -> Outcome | None:
    url, name = run.plan.pages[at]
    if run.session is not None:
        return _annotate(run, run.session, at, interrupted)
    run.politeness.approach(url)
    request = run.request
    capture = partial(capture_page, run.context, request.folder, run.settings, url, request.select, request.drop)
    return run.politeness.retry(
        url, lambda: capture(name=name, check=lambda came, _: refuse_there(url, came, name, run.plan.find))
    )


def _annotate(run: Run, session: Session, at: int, interrupted: Event) -> Outcome | None:
    """Let a person mark a page while the next ones are prepared in the background."""
    pages = run.plan.pages
    _bring(run, session, at)
    following = [pages[n][0] for n in range(at + 1, min(at + 1 + run.depth, len(pages))) if n not in run.aside]
    following = [url for url in following if not url.startswith("file:")]  # no page may lead to a file
    run.ahead.begin(session, following)
    while session.outcome is None and not interrupted.is_set():
        try:
            session.wait(limit=0.1)
        except CaptureError as error:  # nothing to freeze yet
            click.echo(f"annotate: {error}; {FREEZE_KEY} tries again", err=True)
        if session.outcome is None:
            run.ahead.go_on(session, following)
    return session.outcome


def _bring(run: Run, session: Session, at: int) -> None:
    """Open a page, in the tab in which it already loads if so, or come back to it."""
    url, name = run.plan.pages[at]
    previous = any(number < at for number in run.aside)
    if (aside := run.aside.pop(at, None)) is not None:
        session.resume(aside, previous=previous)
        return
    ahead = run.ahead.find(url)
    if ahead is None:
        run.politeness.approach(url)
    else:
        tell_windows(url, ahead.tab.shut)
    total = len(run.plan.pages)
    progress = f"{at + 1}/{total}" if total > 1 else ""
    following = run.plan.pages[at + 1][0] if at + 1 < total else ""
    known = partial(session.open, url, progress=progress, name=name, previous=previous, following=following)
    run.politeness.retry(url, lambda: known(ahead=run.ahead.take(url)))
    if session.outcome is not None:
        return
    if not run.request.hold:
        refuse_there(url, session.frozen.url, name, run.plan.find)
    else:
        click.echo(f"annotate: press {FREEZE_KEY} in the window when the page is ready", err=True)
